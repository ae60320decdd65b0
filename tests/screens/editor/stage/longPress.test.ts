import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buzzAtLongPress } from '../../../../src/engine/konva/input/buzzAtLongPress';
import { bindStageInput } from '../../../../src/engine/konva/input/stageInput';
import { TestEditor } from '../../../support/TestEditor';

/** In frames of 16 ms. */
const HALF_A_SECOND = 32;
/** A point on the text of the card. */
const TEXT = { x: 160, y: 180 };

let editor: TestEditor;
let stage: HTMLElement;
let unbind: () => void;
let now: number;

beforeEach(() => {
  stage = document.createElement('div');
  stage.setPointerCapture = () => undefined;
  document.body.append(stage);
  editor = TestEditor.with({ idea: { type: 'textPrompt', at: [100, 100] }, art: { type: 'image', at: [500, 100] } });
  unbind = bindStageInput(stage, stage, editor.engine);
  now = 0;
});

afterEach(() => {
  unbind();
  stage.remove();
});

const tell = (type: string, { x, y }: { x: number; y: number }): void => {
  const touch = { pointerId: 1, pointerType: 'touch', isPrimary: true, button: 0, buttons: type === 'click' ? 0 : 1 };
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y });
  fireEvent(
    stage,
    Object.defineProperties(event, {
      timeStamp: { value: (now += 20) },
      ...Object.fromEntries(Object.entries(touch).map(([name, value]) => [name, { value }])),
    }),
  );
};
/** The events of a finger that rests this long, and then clicks. */
const touch = (frames: number): void => {
  tell('pointerdown', TEXT);
  editor.wait(frames);
  tell('pointerup', TEXT);
  tell('click', TEXT);
};

describe('a finger that rests on the stage', () => {
  it('brings up no menu of the browser, and goes on', () => {
    editor.select('art');
    tell('pointerdown', TEXT);
    editor.wait(HALF_A_SECOND).expectSelected('art', 'idea');
    expect(fireEvent.contextMenu(stage)).toBe(false);
    tell('pointermove', { x: 220, y: 240 });
    tell('pointerup', { x: 220, y: 240 });
    expect([editor.at('idea'), editor.at('art')]).toEqual([
      [165, 165],
      [565, 165],
    ]);
  });

  it('is no tap: one that follows is the first, and opens nothing', () => {
    touch(HALF_A_SECOND);
    touch(2);
    expect(editor.engine.editing).toBeNull();
    touch(2);
    expect(editor.engine.editing).toEqual({ nodeId: 'idea', name: 'value' });
  });

  it('is felt once as it takes, where the device can tell', () => {
    const vibrate = vi.fn();
    const stop = buzzAtLongPress(editor.engine);
    touch(HALF_A_SECOND);
    Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
    touch(2);
    expect(vibrate).not.toHaveBeenCalled();
    touch(HALF_A_SECOND);
    expect(vibrate.mock.calls).toEqual([[10]]);
    stop();
    touch(HALF_A_SECOND);
    expect(vibrate).toHaveBeenCalledOnce();
    Reflect.deleteProperty(navigator, 'vibrate');
  });
});
