import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trackPointer, type PointerDrag } from '../../../../src/engine/konva';

let element: HTMLElement;
let binding: AbortController;
/** The reports of the drag, in their order. */
let told: string[];
/** Keys that reached the page. */
let keys: number;

const at = (clientX: number, more: PointerEventInit = {}): PointerEventInit => ({
  pointerId: 1,
  pointerType: 'mouse',
  isPrimary: true,
  button: -1,
  buttons: 1,
  clientX,
  clientY: 50,
  ...more,
});
const released: PointerEventInit = { button: 0, buttons: 0 };

/** Presses the element at 100, as `init` says, and tracks it; returns the function that cancels. */
function press(drag: PointerDrag = {}, init: PointerEventInit = {}): () => void {
  let cancel: (() => void) | undefined;
  element.addEventListener(
    'pointerdown',
    (event) => {
      cancel = trackPointer(event, {
        signal: binding.signal,
        onLongPress: () => told.push('long press'),
        onMove: ({ clientX }) => told.push(`move ${clientX}`),
        onUp: ({ clientX }) => told.push(`up ${clientX}`),
        onCancel: (event) => told.push(event ? `cancel by ${event.type}` : 'cancel'),
        ...drag,
      });
    },
    { once: true },
  );
  fireEvent.pointerDown(element, at(100, { button: 0, ...init }));
  if (!cancel) throw new Error('the press was not heard');
  return cancel;
}

const escape = (): void => {
  fireEvent.keyDown(document.body, { key: 'Escape' });
};
const noteKey = (): void => void (keys += 1);

/** Everything that could end a drag or go on with it. */
function disturb(): void {
  fireEvent.pointerMove(element, at(170));
  fireEvent.pointerMove(element, at(180, { buttons: 0 }));
  fireEvent.pointerUp(element, at(180, released));
  fireEvent.pointerCancel(element, at(180, released));
  fireEvent.lostPointerCapture(element, at(180, released));
  fireEvent.blur(window);
  fireEvent.pointerDown(element, at(180, { button: 0 }));
  vi.advanceTimersByTime(10_000);
}

beforeEach(() => {
  vi.useFakeTimers();
  element = document.createElement('div');
  document.body.append(element);
  binding = new AbortController();
  [told, keys] = [[], 0];
  document.body.addEventListener('keydown', noteKey);
});

afterEach(() => {
  binding.abort();
  document.body.removeEventListener('keydown', noteKey);
  element.remove();
  vi.useRealTimers();
});

describe('a tracked pointer', () => {
  it.each<[string, string, () => void]>([
    ['its release', 'up 160', () => fireEvent.pointerUp(element, at(160, released))],
    [
      'the release of its button beside another one',
      'up 160',
      () => fireEvent.pointerMove(element, at(160, { button: 0, buttons: 2 })),
    ],
    ['the system', 'cancel by pointercancel', () => fireEvent.pointerCancel(element, at(0, released))],
    ['the loss of its capture', 'cancel by lostpointercapture', () => fireEvent.lostPointerCapture(element, at(0))],
    [
      'the removal of its captor, of which the page is told',
      'cancel by lostpointercapture',
      () => {
        element.remove();
        fireEvent.lostPointerCapture(document, at(0));
        document.body.append(element);
      },
    ],
    [
      'a release that nobody reported',
      'cancel by pointermove',
      () => fireEvent.pointerMove(element, at(160, { buttons: 0 })),
    ],
    ['its next press', 'cancel', () => fireEvent.pointerDown(document.body, at(160, { button: 0, isPrimary: false }))],
    ['the next first pointer of its type', 'cancel', () => fireEvent.pointerDown(element, at(160, { pointerId: 2 }))],
    ['the blur of the window', 'cancel', () => fireEvent.blur(window)],
    ['Escape', 'cancel', escape],
    ['unbinding', 'cancel', () => binding.abort()],
  ])('is ended once, by %s, and is not heard any more', (_how, last, end) => {
    const cancel = press({ captor: element, isEscapable: true, slop: 4, longPressMs: 250 });
    fireEvent.pointerMove(element, at(150));
    end();
    expect(told).toEqual(['move 150', last]);

    const before = keys;
    disturb();
    escape();
    cancel();
    binding.abort();
    expect(told).toEqual(['move 150', last]);
    expect(keys - before, 'the key is the page’s again').toBe(1);
    expect(fireEvent.contextMenu(element), 'and so is the menu').toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is ended once by whom it is reported to, in the middle of a report', () => {
    const cancel = press({ onMove: () => cancel() });
    fireEvent.pointerMove(element, at(150));
    disturb();
    expect(told).toEqual(['cancel']);
  });

  it('is no affair of other pointers, nor of what other elements capture', () => {
    press({ captor: element });
    const other = { pointerId: 2, isPrimary: false };
    fireEvent.pointerDown(element, at(0, { ...other, button: 0 }));
    fireEvent.pointerDown(element, at(0, { ...other, pointerType: 'pen', isPrimary: true, button: 0 }));
    fireEvent.pointerMove(element, at(0, other));
    fireEvent.pointerUp(element, at(0, { ...other, ...released }));
    fireEvent.pointerCancel(element, at(0, other));
    element.hasPointerCapture = (id) => id === 1;
    fireEvent.lostPointerCapture(document.body, at(0));
    expect(told).toEqual([]);
    fireEvent.pointerMove(document.body, at(150));
    expect(told).toEqual(['move 150']);
  });

  it('asks for its capture, and goes on without one that it did not ask for', () => {
    const capture = vi.fn<(pointerId: number) => void>();
    element.setPointerCapture = capture;
    press({ captor: element });
    expect(capture.mock.calls).toEqual([[1]]);
    press();
    expect(capture).toHaveBeenCalledOnce();
    told = [];
    fireEvent.lostPointerCapture(element, at(0));
    fireEvent.pointerMove(element, at(150));
    expect(told).toEqual(['move 150']);
  });
});

describe('the slop of a tracked pointer', () => {
  it('is left once', () => {
    press({ slop: 4 });
    for (const x of [102, 103.9, 104, 101]) fireEvent.pointerMove(element, at(x));
    fireEvent.pointerUp(element, at(101, released));
    expect(told).toEqual(['move 104', 'move 101', 'up 101']);
  });

  it('leaves Escape to the page until the pointer moves', () => {
    press({ slop: 4, isEscapable: true });
    escape();
    expect([told, keys]).toEqual([[], 1]);
    fireEvent.pointerMove(element, at(150));
    escape();
    expect([told, keys]).toEqual([['move 150', 'cancel'], 1]);
  });
});

describe('a pointer that rests', () => {
  const rest = { captor: document.body, slop: 10, longPressMs: 250, isEscapable: true };

  it('is a long press after its time, and no menu opens', () => {
    press(rest, { pointerType: 'touch' });
    fireEvent.pointerMove(element, at(105));
    vi.advanceTimersByTime(249);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(['long press']);
    expect(fireEvent.contextMenu(element)).toBe(false);
    fireEvent.pointerMove(element, at(105));
    fireEvent.pointerMove(element, at(150));
    expect(told).toEqual(['long press', 'move 150']);
  });

  it('may be cancelled by Escape then', () => {
    press(rest);
    vi.advanceTimersByTime(250);
    escape();
    expect([told, keys]).toEqual([['long press', 'cancel'], 0]);
  });

  it('is none once it has moved', () => {
    press(rest);
    fireEvent.pointerMove(element, at(150));
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['move 150']);
  });
});
