import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestEditor } from '../../../support/TestEditor';
import { dismissToasts, entry, openPanel, renderCorner } from '../../support/editorCorner';

/** The stage reaches from 70, 56 to 1070, 756; the panel covers it as far as 370. */
const INSIDE = [600, 300] as const;
const RIGHT = [1065, 300] as const;

let editor: TestEditor;
let held: HTMLElement;

const at = (clientX: number, clientY: number, buttons: number, pointerType = 'mouse') => ({
  pointerId: 1,
  pointerType,
  clientX,
  clientY,
  buttons,
});
const press = (pointerType = 'mouse'): void => {
  fireEvent.pointerDown(held, at(100, 200, 1, pointerType));
  fireEvent.pointerMove(held, at(140, 205, 1, pointerType));
};
const move = (...[x, y]: readonly [number, number]): void => {
  fireEvent.pointerMove(held, at(x, y, 1));
};
const letGo = (...[x, y]: readonly [number, number]): void => {
  fireEvent.pointerUp(held, at(x, y, 0));
};
/** The distance that the view moves in half a second. */
const pulled = (): { x: number; y: number } => {
  const before = editor.viewport;
  const { viewport } = editor.wait(30);
  return { x: viewport.x - before.x, y: viewport.y - before.y };
};
const STILL = { x: 0, y: 0 };

beforeEach(async () => {
  editor = renderCorner();
  held = entry(await openPanel('Text'), 'textPrompt');
});

afterEach(dismissToasts);

describe('an entry held at the edge of the stage', () => {
  it.each(['mouse', 'touch', 'pen'])('pulls the view along by %s, and is put down where it has come to', (pointer) => {
    press(pointer);
    move(...INSIDE);
    expect(pulled()).toEqual(STILL);
    move(...RIGHT);
    const { x, y } = pulled();
    expect(x).toBeLessThan(-200);
    expect(y, 'straight to the right').toBe(0);
    letGo(...RIGHT);
    const [left, top] = editor.at(editor.nodes[0] ?? '');
    expect(Math.abs(left - (RIGHT[0] - 70 - x))).toBeLessThanOrEqual(7.5);
    expect(top).toBe(240);
    expect(pulled(), 'it is out of the hand').toEqual(STILL);
  });

  it('leaves the view where it is while it comes in, from the panel or along an edge', () => {
    press();
    move(360, 750);
    move(380, 750);
    expect(pulled()).toEqual(STILL);
    move(1000, 750);
    expect(pulled(), 'not away from the edge yet').toEqual(STILL);
    move(...INSIDE);
    move(600, 750);
    expect(pulled().y).toBeLessThan(-100);
  });

  it('rests over the panel, the rail and the top bar, and begins again from there', () => {
    press();
    for (const [x, y] of [
      [100, 740],
      [30, 300],
      [600, 20],
    ] as const) {
      move(...INSIDE);
      move(x, y);
      expect(pulled()).toEqual(STILL);
      move(600, 60);
      expect(pulled()).toEqual(STILL);
    }
    letGo(600, 20);
    expect(editor.nodes).toEqual([]);
  });

  it('goes on pulling when the pointer has left the window over that edge', () => {
    press();
    move(...INSIDE);
    move(1300, 300);
    expect(pulled().x).toBeLessThan(-200);
    letGo(1300, 300);
    expect(editor.nodes, 'there is no stage to drop it on').toEqual([]);
    expect(editor.engine.isGesturing).toBe(false);
  });

  it.each([
    ['by Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['when the window is left', () => fireEvent.blur(window)],
    ['when the system takes it', () => fireEvent.pointerCancel(held, at(0, 0, 0))],
  ])('restores the viewport when it is cancelled %s', (_how, giveUp) => {
    press();
    move(...INSIDE);
    move(...RIGHT);
    expect(pulled().x).toBeLessThan(-200);
    giveUp();
    expect(editor.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
    expect(pulled()).toEqual(STILL);
  });
});
