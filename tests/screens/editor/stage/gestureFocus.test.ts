import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bindStageInput } from '../../../../src/engine/konva/input/stageInput';
import { TestEditor } from '../../../support/TestEditor';

let editor: TestEditor;
let stage: HTMLElement;
let unbind: () => void;
/** How often Escape reached the page around the canvas. */
let heardBeside: number;

const part = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

/** The canvas in its page: a rail before it, a field in a panel, a dialog. */
beforeEach(() => {
  document.body.innerHTML = `
    <nav><button>Text</button></nav>
    <aside><input type="search" /></aside>
    <main><div data-testid="stage" tabindex="0"></div><button class="run">Run</button><button class="stop">Stop</button></main>
    <dialog open><button>Close</button></dialog>`;
  stage = part('[data-testid="stage"]');
  stage.setPointerCapture = () => undefined;
  editor = TestEditor.with({ idea: { type: 'textPrompt', at: [100, 100] }, art: { type: 'image', at: [500, 100] } });
  heardBeside = 0;
  for (const selector of ['nav', 'aside', 'dialog']) part(selector).addEventListener('keydown', () => heardBeside++);
  unbind = bindStageInput(part('main'), stage, editor.engine);
});

afterEach(() => {
  unbind();
  document.body.innerHTML = '';
});

const at = (clientX: number, clientY: number, pointerType = 'mouse', pointerId = 1) => ({
  pointerId,
  pointerType,
  clientX,
  clientY,
  button: 0,
  buttons: 1,
});
const hold = (pointerType = 'mouse'): void => {
  fireEvent.pointerDown(stage, at(160, 120, pointerType));
  fireEvent.pointerMove(stage, { ...at(220, 180, pointerType), button: -1 });
  editor.expectState('dragging');
};
const letGo = (pointerType = 'mouse'): void => {
  fireEvent.pointerUp(stage, { ...at(220, 180, pointerType), buttons: 0 });
};
/** Presses Escape; returns whether the browser may act on the key as well. */
const escape = (target: HTMLElement, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(target, { key: 'Escape', ...more });

/** Rests a palm on the card for a moment and moves it. */
const leanOnCard = (): void => {
  fireEvent.pointerDown(stage, { ...at(160, 120, 'touch', 7), isPrimary: true });
  fireEvent.pointerMove(stage, { ...at(260, 220, 'touch', 7), isPrimary: true });
  fireEvent.pointerUp(stage, { ...at(260, 220, 'touch', 7), buttons: 0, isPrimary: true });
};

const selectAll = (selector: string): boolean => fireEvent.keyDown(part(selector), { key: 'a', ctrlKey: true });

it('Ctrl+A selects the cards from any control of the page, not from a field or a dialog [SELECT-9]', () => {
  expect([selectAll('aside input'), selectAll('dialog button')]).toEqual([true, true]);
  editor.expectSelected();
  expect(selectAll('nav button'), 'the browser would mark the words of the page').toBe(false);
  editor.expectSelected('idea', 'art');
});

/** A pinch as Safari reports it; no browser may zoom its page by it. */
const spread = (scale: number): void => {
  for (const [type, by] of [
    ['gesturestart', 1],
    ['gesturechange', scale],
  ] as const) {
    const event = new UIEvent(type, { bubbles: true, cancelable: true });
    expect(fireEvent(stage, Object.assign(event, { scale: by, clientX: 400, clientY: 300 }))).toBe(false);
  }
};

describe('a dragged card while the focus is elsewhere', () => {
  it.each([
    ['on the rail', 'nav button'],
    ['in a field of the panel', 'aside input'],
    ['in a dialog', 'dialog button'],
    ['on nothing', 'body'],
    ['on the stage', '[data-testid="stage"]'],
  ])('is cancelled by Escape: %s', (_where, selector) => {
    hold();
    expect(escape(part(selector))).toBe(false);
    expect(heardBeside, 'one thing at a time').toBe(0);
    editor.expectState('idle');
    letGo();
    editor.expectAt('idea', 100, 100);
  });

  it('is not cancelled by an Escape that ends the composition of a syllable', () => {
    hold();
    expect(escape(part('aside input'), { isComposing: true })).toBe(true);
    editor.expectState('dragging');
    letGo();
    editor.expectAt('idea', 165, 165);
  });

  it('leaves Escape to the page when nothing is held', () => {
    editor.select('idea');
    expect([escape(part('nav button')), escape(part('aside input'))]).toEqual([true, true]);
    expect(heardBeside).toBe(2);
    editor.expectSelected('idea');
    escape(stage);
    editor.expectSelected();
  });
});

describe("Safari's own pinch", () => {
  it('zooms when nothing is held', () => {
    spread(1.5);
    expect(editor.viewport.zoom).toBeCloseTo(1.5);
  });

  it.each(['pen', 'mouse'])('zooms nothing beside a %s that holds a card', (pointerType) => {
    hold(pointerType);
    fireEvent.pointerDown(stage, at(400, 300, 'touch', 7));
    fireEvent.pointerDown(stage, at(500, 300, 'touch', 8));
    spread(2);
    expect(editor.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
    letGo(pointerType);
    editor.expectAt('idea', 165, 165);
    spread(2);
    expect(editor.viewport.zoom).toBeCloseTo(2);
  });
});

/** Whether Space may press the button, and whether the canvas pans meanwhile. */
const space = (button: HTMLElement) => {
  const mayPress = fireEvent.keyDown(button, { key: ' ', code: 'Space' });
  const isSpaceHeld = editor.engine.heldTool === 'pan';
  const mayPressAtRelease = fireEvent.keyUp(button, { key: ' ', code: 'Space' });
  return { mayPress: mayPress && mayPressAtRelease, isSpaceHeld };
};

describe('the space bar on a button that lies over the canvas', () => {
  const pressed = { mayPress: true, isSpaceHeld: false };
  const pans = { mayPress: false, isSpaceHeld: true };

  it('pans when the button was pressed by a pointer, and presses it when the keyboard has come to it', () => {
    const [run, stop] = [part('.run'), part('.stop')];
    run.focus();
    expect(space(run)).toEqual(pressed);
    fireEvent.pointerDown(run, at(0, 0));
    run.focus();
    expect(space(run)).toEqual(pans);
    expect(fireEvent.keyDown(run, { key: 'Enter' }), 'another key is the button’s').toBe(true);
    stop.focus();
    expect(space(stop)).toEqual(pressed);
    run.focus();
    expect(space(run), 'come back to by keys').toEqual(pressed);
  });
});

describe('a palm beside a pen that holds something next to the canvas', () => {
  it.each([
    ['is lifted', (pen: HTMLElement) => fireEvent.pointerUp(pen, { ...at(30, 30, 'pen', 3), buttons: 0 })],
    ['is seen hovering', (pen: HTMLElement) => fireEvent.pointerMove(pen, { ...at(30, 30, 'pen', 3), buttons: 0 })],
    ['is taken away', (pen: HTMLElement) => fireEvent.pointerCancel(pen, at(30, 30, 'pen', 3))],
    ['is lost with the window', () => fireEvent.blur(window)],
  ])('moves nothing until the pen %s', (_how, end) => {
    const entry = part('nav button');
    const { x, y } = editor.node('idea').position;
    fireEvent.pointerDown(entry, at(30, 30, 'pen', 3));
    leanOnCard();
    expect(editor.node('idea').position).toEqual({ x, y });
    expect(editor.engine.selection.nodes.size).toBe(0);
    end(entry);
    leanOnCard();
    expect(editor.node('idea').position).not.toEqual({ x, y });
  });
});
