import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestEditor } from '../../../support/TestEditor';
import { dismissToasts, drag, entry, openPanel, renderCorner } from '../../support/editorCorner';

const finger = { pointerId: 1, pointerType: 'touch', button: 0, buttons: 1 };

/** All events of a tap: the browser adds the click when the finger has not moved. */
const tap = (on: HTMLElement, count = 1): void => {
  fireEvent.pointerDown(on, { ...finger, clientX: 100, clientY: 200 });
  fireEvent.pointerUp(on, { ...finger, clientX: 100, clientY: 200 });
  fireEvent.click(on, { detail: count });
};

/** Whether the browser may scroll the list by this movement. */
const mayScroll = (on: HTMLElement): boolean =>
  fireEvent(on, new Event('touchmove', { bubbles: true, cancelable: true }));

/** Makes the window as narrow as a phone's: the panel covers the canvas. */
const beNarrow = (): void => {
  const wide = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(wide(query), { matches: query === '(width < 45em)' }),
  );
};

let editor: TestEditor;

const places = () => editor.nodes.map((name) => editor.at(name));
const nodes = () => editor.engine.document.allNodes().map(({ type, position, data }) => ({ type, position, data }));

beforeEach(() => {
  editor = renderCorner();
});

afterEach(dismissToasts);

describe('a finger', () => {
  it('adds in the middle by one tap, and not again by the second tap of two', async () => {
    const panel = await openPanel('Text');
    tap(entry(panel, 'textPrompt'));
    tap(entry(panel, 'textPrompt'), 2);
    expect(nodes().map(({ position }) => position)).toEqual([{ x: 390, y: 255 }]);
    expect(panel).toBeInTheDocument();
  });

  it('adds nothing out of sight: where no room is left beside a card, below it, and the view follows [DROP-13]', async () => {
    const { view } = editor.engine;
    view.setSize({ width: 320, height: 500 });
    const panel = await openPanel('Image');
    for (let count = 0; count < 3; count++) {
      tap(entry(panel, 'imageUpload'));
      const added = editor.nodes.at(-1) ?? '';
      const [left, top] = editor.at(added);
      const { x, y } = view.toScreen({ x: left, y: top });
      expect([x >= 0, y >= 0, x + 245 <= 320, y + 195 <= 500], `card ${count}`).toEqual([true, true, true, true]);
    }
    expect(new Set(places().map(([x]) => x)).size, 'one column').toBe(1);
  });

  it('scrolls the list by a quick swipe down', async () => {
    const panel = await openPanel('Text');
    const from = entry(panel, 'textPrompt');
    fireEvent.pointerDown(from, { ...finger, clientX: 100, clientY: 200 });
    expect(mayScroll(from)).toBe(true);
    fireEvent.pointerMove(from, { ...finger, clientX: 105, clientY: 260 });
    expect(screen.getAllByText('Text input node')).toHaveLength(2);
    fireEvent.pointerMove(from, { ...finger, clientX: 600, clientY: 300 });
    fireEvent.pointerUp(from, { ...finger, clientX: 600, clientY: 300 });
    expect(nodes()).toEqual([]);
  });

  it('takes hold of an entry by a short rest, and drags it straight down', async () => {
    beNarrow();
    const panel = await openPanel('Text');
    const from = entry(panel, 'textPrompt');
    fireEvent.pointerDown(from, { ...finger, clientX: 100, clientY: 200 });
    await vi.waitFor(() => expect(screen.getAllByText('Text input node')).toHaveLength(3));
    expect(mayScroll(from)).toBe(false);
    fireEvent.pointerMove(from, { ...finger, clientX: 100, clientY: 500 });
    fireEvent.pointerUp(from, { ...finger, clientX: 100, clientY: 500 });
    expect(nodes().map(({ position }) => position)).toEqual([{ x: 30, y: 450 }]);
    expect(mayScroll(from)).toBe(true);
  });

  it('that rested and let go has tapped', async () => {
    beNarrow();
    const panel = await openPanel('Text');
    const from = entry(panel, 'textPrompt');
    fireEvent.pointerDown(from, { ...finger, clientX: 100, clientY: 200 });
    await vi.waitFor(() => expect(screen.getAllByText('Text input node')).toHaveLength(3));
    fireEvent.pointerUp(from, { ...finger, clientX: 103, clientY: 200 });
    expect(nodes()).toEqual([]);
    fireEvent.click(from, { detail: 1 });
    expect(nodes()).toHaveLength(1);
  });

  it('has a hint that says how', async () => {
    const wide = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(wide(query), { matches: query === '(pointer: coarse)' }),
    );
    const panel = await openPanel('Text');
    expect(within(panel).getByText(/^Tap it to add it in the middle/)).toBeVisible();
  });
});

describe('a narrow window', () => {
  beforeEach(beNarrow);

  it('closes the panel over a node that was added, and goes on to the canvas', async () => {
    tap(entry(await openPanel('Text'), 'textPrompt'));
    expect(nodes()).toHaveLength(1);
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.getByTestId('stage')).toHaveFocus();
  });

  it('closes the panel after a drop', async () => {
    drag(entry(await openPanel('Image'), 'imageUpload'), 300, 400, 'touch');
    expect(nodes().map(({ position }) => position)).toEqual([{ x: 225, y: 345 }]);
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });

  it('keeps the panel when the model is not there yet', async () => {
    const panel = await openPanel('Image');
    tap(entry(panel, 'DALL-E 4'));
    expect(await screen.findByText('This model is coming soon ✨')).toBeVisible();
    expect(panel).toBeInTheDocument();
  });
});
