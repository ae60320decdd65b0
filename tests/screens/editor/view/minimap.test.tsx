import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { minimapTransform } from '../../../../src/engine/render/minimap/minimapTransform';
import { MINIMAP_SIZE } from '../../../../src/engine/render/minimap/paintMinimap';
import { ViewCorner } from '../../../../src/screens/editor/view/ViewCorner';
import { dialogsThat } from '../../../support/actionTargets';
import { LIGHT } from '../../../support/paintWorld';
import { TestEditor } from '../../../support/TestEditor';
import { giveContexts } from '../../support/giveContexts';

/** Opens the corner of a window that shows all of a small flow. */
function openCorner() {
  const editor = TestEditor.with(
    { idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 300] } },
    [],
    { x: 100, y: 60, zoom: 1 },
  );
  editor.engine.view.setSize({ width: 1000, height: 700 });
  const painted = giveContexts();
  render(<ViewCorner flow={editor.flow} theme={LIGHT} dialogs={dialogsThat(() => undefined)} isMapShown />);
  const map = screen.getByRole('img', { name: 'Minimap' });
  // jsdom captures no pointers.
  map.setPointerCapture = () => undefined;
  return { editor, map, painted };
}

const passFrames = (count: number): void =>
  act(() => {
    for (let frame = 0; frame < count; frame++) vi.advanceTimersToNextFrame();
  });

describe.each([1, 1.1, 1.25, 1.5, 1.75, 2, 2.625])(
  'the minimap on a screen of %s pixels for one of the page',
  (ratio) => {
    /** Opens the corner with the map painted, in as many frames as its few cards need; time stands still in it. */
    function openPainted() {
      vi.useFakeTimers();
      const before = window.devicePixelRatio;
      window.devicePixelRatio = ratio;
      onTestFinished(() => {
        window.devicePixelRatio = before;
        vi.useRealTimers();
      });
      const corner = openCorner();
      passFrames(5);
      return corner;
    }
    const colourOf = (id: string, { editor, map, painted }: ReturnType<typeof openCorner>) => {
      const { scene, view } = editor.engine;
      const viewport = minimapTransform(scene.bounds(), view.visibleBox(), MINIMAP_SIZE);
      const { x, y } = scene.positionOf(editor.node(id));
      const [left, top] = [(x + 100) * viewport.zoom + viewport.x, (y + 100) * viewport.zoom + viewport.y];
      const canvas = map.querySelector('canvas');
      if (!canvas) throw new Error('the minimap has no canvas');
      return painted.colourAt(canvas, Math.floor(left * ratio), Math.floor(top * ratio));
    };

    it('shows the cards, and then rests', () => {
      const corner = openPainted();
      expect([colourOf('idea', corner), colourOf('art', corner)]).toEqual([LIGHT.textEdge, LIGHT.imageEdge]);
      expect(corner.painted.calls()).toBeGreaterThan(0);

      const before = corner.painted.calls();
      passFrames(10);
      expect(corner.painted.calls() - before).toBe(0);
      expect(vi.getTimerCount(), 'asks for no other frame').toBe(0);
    });

    it('paints of a pan only the window on it, and rests again', () => {
      const corner = openPainted();
      const before = corner.painted.calls();
      act(() => corner.editor.engine.view.panBy({ x: 20, y: 10 }));
      passFrames(10);
      expect(corner.painted.calls() - before, 'the pane, the cards as one picture, four parts of a veil, a frame').toBe(
        7,
      );
      expect(colourOf('idea', corner)).toBe(LIGHT.textEdge);
      expect(vi.getTimerCount()).toBe(0);
    });

    it('is drawn again only when something moved on it by half a pixel of the screen', () => {
      const corner = openPainted();
      const { scene, view } = corner.editor.engine;
      const { zoom } = minimapTransform(scene.bounds(), view.visibleBox(), MINIMAP_SIZE);
      const frames = (step: () => void, count: number): number => {
        const before = corner.painted.calls();
        for (let frame = 0; frame < count; frame++) {
          act(step);
          passFrames(1);
        }
        return (corner.painted.calls() - before) / count;
      };
      const apart = 0.5 / (zoom * ratio);
      expect(
        frames(() => view.panBy({ x: apart * 0.3, y: 0 }), 1),
        'a step that nobody sees',
      ).toBe(0);
      expect(
        frames(() => view.panBy({ x: apart * 0.3, y: 0 }), 20),
        'four of them are one',
      ).toBeCloseTo(7 / 4, 0);
      expect(frames(() => view.panBy({ x: apart * 1.1, y: 0 }), 4)).toBe(7);
    });

    it('shows a dragged card at each step that can be seen', () => {
      const corner = openPainted();
      const { editor, painted } = corner;
      act(() => void editor.pointerDown([80, 8]).pointerMove([120, 60]));
      passFrames(2);
      const at = (): string => colourOf('idea', corner);
      expect(at()).toBe(LIGHT.textEdge);
      const before = painted.calls();
      act(() => void editor.pointerMove([200, 300]));
      passFrames(1);
      expect(painted.calls()).toBeGreaterThan(before);
      expect(at()).toBe(LIGHT.textEdge);
      act(() => void editor.cancel());
      passFrames(3);
      expect(at()).toBe(LIGHT.textEdge);
    });
  },
);

describe.each(['mouse', 'touch', 'pen'])('a drag on the minimap by %s', (pointerType) => {
  const at = (x: number, y: number, buttons = 1) => ({
    pointerType,
    pointerId: 7,
    isPrimary: true,
    button: buttons === 0 ? -1 : 0,
    buttons,
    clientX: x,
    clientY: y,
  });

  /** Drags from one end of the map to the other, without a release. */
  function drag() {
    const corner = openCorner();
    const { view } = corner.editor.engine;
    const before = view.viewport;
    fireEvent.pointerDown(corner.map, at(30, 30));
    const pressed = view.viewport;
    fireEvent.pointerMove(corner.map, at(160, 120));
    expect(view.viewport).not.toEqual(pressed);
    expect(pressed).not.toEqual(before);
    return { ...corner, view, before };
  }

  it('takes the view along until the release', () => {
    const { map, view } = drag();
    const there = view.viewport;
    fireEvent.pointerUp(map, at(160, 120, 0));
    fireEvent.lostPointerCapture(map, at(160, 120, 0));
    fireEvent.pointerMove(map, at(40, 40, 0));
    expect(view.viewport).toEqual(there);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(view.viewport, 'there is nothing left to give up').toEqual(there);
  });

  it('is cancelled by Escape: the view is where it was, and the key means nothing else', () => {
    const heard = vi.fn<(event: KeyboardEvent) => void>();
    window.addEventListener('keydown', heard);
    onTestFinished(() => window.removeEventListener('keydown', heard));
    const { map, view, before } = drag();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(view.viewport).toEqual(before);
    expect(heard, 'who would let go of the selection').not.toHaveBeenCalled();
    fireEvent.pointerMove(map, at(60, 60));
    fireEvent.pointerUp(map, at(60, 60, 0));
    expect(view.viewport).toEqual(before);

    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(heard).toHaveBeenCalledOnce();
    fireEvent.pointerDown(map, at(30, 30));
    expect(view.viewport).not.toEqual(before);
  });

  it.each<[string, (map: HTMLElement) => void]>([
    ['the system takes the pointer away', (map) => fireEvent.pointerCancel(map, at(160, 120, 0))],
    ['the capture is lost', (map) => fireEvent.lostPointerCapture(map, at(160, 120))],
    ['the window loses the focus', () => fireEvent.blur(window)],
    ['it is let go where the page hears nothing', (map) => fireEvent.pointerMove(map, at(90, 90, 0))],
  ])('leaves nothing behind when %s', (_, lose) => {
    const { map, view, before } = drag();
    lose(map);
    expect(view.viewport).toEqual(before);
    for (const buttons of [0, 1]) fireEvent.pointerMove(map, at(60, 60, buttons));
    expect(view.viewport).toEqual(before);
    fireEvent.pointerDown(map, at(30, 30));
    expect(view.viewport).not.toEqual(before);
  });

  it('hears no other pointer', () => {
    const { map, view } = drag();
    const there = view.viewport;
    fireEvent.pointerMove(map, { ...at(60, 60), pointerId: 8 });
    fireEvent.pointerUp(map, { ...at(60, 60, 0), pointerId: 8 });
    fireEvent.pointerCancel(map, { ...at(60, 60, 0), pointerId: 8 });
    expect(view.viewport).toEqual(there);
    fireEvent.pointerMove(map, at(100, 80));
    expect(view.viewport).not.toEqual(there);
  });
});

it('ends the drag at the release of its own button, with another one still down', () => {
  const { editor, map } = openCorner();
  const { view } = editor.engine;
  const mouse = { pointerType: 'mouse', pointerId: 1, isPrimary: true };
  fireEvent.pointerDown(map, { ...mouse, button: 0, buttons: 1, clientX: 30, clientY: 30 });
  fireEvent.pointerMove(map, { ...mouse, button: 2, buttons: 3, clientX: 40, clientY: 40 });
  const there = view.viewport;
  fireEvent.pointerMove(map, { ...mouse, button: 0, buttons: 2, clientX: 40, clientY: 40 });
  fireEvent.pointerMove(map, { ...mouse, button: -1, buttons: 2, clientX: 90, clientY: 90 });
  expect(view.viewport).toEqual(there);
});

it('lets the hand rest while a pen drags on the minimap', () => {
  const { editor, map } = openCorner();
  const { view } = editor.engine;
  const pen = { pointerType: 'pen', pointerId: 1, isPrimary: true, button: 0, buttons: 1 };
  const palm = { ...pen, pointerType: 'touch', pointerId: 2 };
  fireEvent.pointerDown(map, { ...palm, clientX: 180, clientY: 140 });
  fireEvent.pointerDown(map, { ...pen, clientX: 30, clientY: 30 });
  const there = view.viewport;
  fireEvent.pointerMove(map, { ...palm, clientX: 170, clientY: 130 });
  fireEvent.pointerDown(map, { ...palm, pointerId: 3, clientX: 190, clientY: 140 });
  expect(view.viewport).toEqual(there);
  fireEvent.pointerMove(map, { ...pen, clientX: 40, clientY: 40 });
  expect(view.viewport).not.toEqual(there);
});

it('lets the hand rest while a pen works beside it', () => {
  const { editor, map } = openCorner();
  const { view } = editor.engine;
  const pen = { pointerType: 'pen', pointerId: 1, isPrimary: true, button: 0, buttons: 1 };
  const palm = { ...pen, pointerType: 'touch', pointerId: 2, clientX: 180, clientY: 140 };
  const there = view.viewport;
  fireEvent.pointerDown(document.body, pen);
  fireEvent.pointerDown(map, palm);
  expect(view.viewport).toEqual(there);
  fireEvent.pointerUp(document.body, { ...pen, buttons: 0 });
  fireEvent.pointerDown(map, { ...palm, pointerId: 3 });
  expect(view.viewport).not.toEqual(there);
});

it('steps aside with its zoom controls for a text field, where the window is narrow', () => {
  const { editor } = openCorner();
  const corner = screen.getByTestId('view-corner');
  expect(corner).not.toHaveAttribute('data-writing');
  act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
  expect(corner).toHaveAttribute('data-writing');
  act(() => editor.engine.stopEditing());
  expect(corner).not.toHaveAttribute('data-writing');
});

describe('a pinch over the minimap', () => {
  it('zooms as over the stage: a notch of the wheel with the control key is a step, not a leap', () => {
    const { editor, map } = openCorner();
    expect(fireEvent.wheel(map, { deltaY: -100, ctrlKey: true })).toBe(false);
    expect(editor.engine.view.viewport.zoom).toBeCloseTo(Math.exp(0.25));
  });

  it('zooms the view in Safari, not the page', () => {
    const { editor, map } = openCorner();
    const pinch = (type: string, scale: number) =>
      fireEvent(map, Object.assign(new UIEvent(type, { bubbles: true, cancelable: true }), { scale }));
    expect([pinch('gesturestart', 1), pinch('gesturechange', 1.2), pinch('gesturechange', 1.5)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(editor.engine.view.viewport.zoom).toBeCloseTo(1.5);
  });
});
