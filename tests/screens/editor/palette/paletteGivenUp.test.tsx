import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestEditor } from '../../../support/TestEditor';
import { dismissToasts, entry, openPanel, renderCorner } from '../../support/editorCorner';

let editor: TestEditor;
let held: HTMLElement;

type Kind = 'mouse' | 'touch' | 'pen';

const at = (pointerType: Kind, clientX: number, clientY: number, buttons: number, button: number) => ({
  pointerId: 1,
  pointerType,
  clientX,
  clientY,
  buttons,
  button,
});
const move = (kind: Kind, x: number, y: number, buttons = 1): void => {
  fireEvent.pointerMove(held, at(kind, x, y, buttons, -1));
};
const letGo = (kind: Kind, x: number, y: number): void => {
  fireEvent.pointerUp(held, at(kind, x, y, 0, 0));
};
/** Expects the dragged entry over the canvas: the card under the pointer has its name as well. */
const expectCarried = (isCarried: boolean): void => {
  expect(screen.queryAllByText('Text input node')).toHaveLength(isCarried ? 3 : 2);
};

beforeEach(async () => {
  editor = renderCorner();
  held = entry(await openPanel('Text'), 'textPrompt');
});

afterEach(dismissToasts);

describe.each<Kind>(['mouse', 'touch', 'pen'])('an entry dragged over the canvas by %s', (kind) => {
  const dragOver = (): void => {
    fireEvent.pointerDown(held, at(kind, 100, 200, 1, 0));
    move(kind, 140, 210);
    move(kind, 500, 300);
    expectCarried(true);
  };

  it.each([
    ['the window is left for another one', () => fireEvent.blur(window)],
    ['it is taken for something else by the system', () => fireEvent.pointerCancel(held, at(kind, 0, 0, 0, -1))],
    ['its capture is lost', () => fireEvent(held, lostCapture(1))],
    ['its release was heard by no page', () => move(kind, 520, 310, 0)],
    ['Escape is pressed', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('is cancelled when %s: nothing sticks to the pointer, nothing is dropped', (_what, end) => {
    dragOver();
    end();
    expectCarried(false);
    move(kind, 540, 320, 0);
    expectCarried(false);
    letGo(kind, 540, 320);
    fireEvent.click(held, { detail: kind === 'mouse' ? 2 : 1 });
    expect(editor.nodes).toEqual([]);

    dragOver();
    letGo(kind, 500, 300);
    expect(editor.nodes, 'the next one is dropped as ever').toHaveLength(1);
  });

  it('is no affair of another pointer', () => {
    dragOver();
    fireEvent(held, lostCapture(2));
    fireEvent.pointerCancel(held, { ...at(kind, 0, 0, 0, -1), pointerId: 2 });
    fireEvent.pointerMove(held, { ...at('mouse', 600, 400, 0, -1), pointerId: 2 });
    expectCarried(true);
    letGo(kind, 500, 300);
    expect(editor.nodes).toHaveLength(1);
  });
});

describe('an entry of the palette', () => {
  it('is dropped at the release of its own button, though another one is held', () => {
    fireEvent.pointerDown(held, at('mouse', 100, 200, 1, 0));
    move('mouse', 500, 300);
    move('mouse', 500, 300, 3);
    expectCarried(true);
    // Browsers report the release of one button as a move while another one is down.
    fireEvent.pointerMove(held, at('mouse', 500, 300, 2, 0));
    expectCarried(false);
    expect(editor.nodes).toHaveLength(1);
  });

  it('on which a finger rested is not tapped any more once the window was left', async () => {
    fireEvent.pointerDown(held, at('touch', 100, 200, 1, 0));
    await vi.waitFor(() => expectCarried(true));
    fireEvent.blur(window);
    letGo('touch', 100, 200);
    fireEvent.click(held, { detail: 1 });
    expect(editor.nodes).toEqual([]);
  });

  it('lets the pointer go when it goes itself, by a search that is typed meanwhile', () => {
    fireEvent.pointerDown(held, at('mouse', 100, 200, 1, 0));
    move('mouse', 500, 300);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'GPT' } });
    expect(screen.getAllByText('Text input node'), 'on its way').toHaveLength(1);
    fireEvent(document, lostCapture(1));
    expect(screen.queryByText('Text input node')).not.toBeInTheDocument();
    expect(editor.nodes).toEqual([]);
  });
});

function lostCapture(pointerId: number): PointerEvent {
  return new PointerEvent('lostpointercapture', { pointerId, bubbles: true });
}
