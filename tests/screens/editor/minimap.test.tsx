import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { minimapTransform } from '../../../src/engine/paint/minimapTransform';
import { MINIMAP_SIZE } from '../../../src/engine/paint/paintMinimap';
import { ViewCorner } from '../../../src/screens/editor/view/ViewCorner';
import { LIGHT } from '../../support/paintWorld';
import { TestEditor } from '../../support/TestEditor';
import { giveContexts, type Painted } from '../support/giveContexts';

/** The corner of a window that shows all of a small flow. */
function openCorner() {
  const editor = TestEditor.with(
    { idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 300] } },
    [],
    { x: 100, y: 60, zoom: 1 },
  );
  editor.engine.viewport.setSize({ width: 1000, height: 700 });
  render(<ViewCorner editor={editor.engine} theme={LIGHT} />);
  const map = screen.getByRole<HTMLCanvasElement>('img', { name: 'Minimap' });
  return { editor, map };
}

const passFrames = (count: number): void =>
  act(() => {
    for (let frame = 0; frame < count; frame++) vi.advanceTimersToNextFrame();
  });

describe.each([1, 1.1, 1.25, 1.5, 1.75, 2, 2.625])(
  'the minimap on a screen of %s pixels for one of the page',
  (ratio) => {
    /** The corner with the map painted, as many frames as its few cards need; time stands still in it. */
    function openPainted() {
      vi.useFakeTimers();
      const before = window.devicePixelRatio;
      window.devicePixelRatio = ratio;
      onTestFinished(() => {
        window.devicePixelRatio = before;
        vi.useRealTimers();
      });
      const painted = giveContexts();
      const corner = openCorner();
      passFrames(5);
      return { ...corner, painted };
    }
    const colourOf = (id: string, { editor, map, painted }: ReturnType<typeof openCorner> & { painted: Painted }) => {
      const { scene, viewport } = editor.engine;
      const camera = minimapTransform(scene.bounds(), viewport.visibleBox(), MINIMAP_SIZE);
      const { x, y } = scene.positionOf(editor.node(id));
      const [left, top] = [(x + 100) * camera.zoom + camera.x, (y + 100) * camera.zoom + camera.y];
      return painted.colourAt(map, Math.floor(left * ratio), Math.floor(top * ratio));
    };

    it('shows the cards, and then rests', () => {
      const corner = openPainted();
      expect([colourOf('idea', corner), colourOf('art', corner)]).toEqual([LIGHT.textPipe, LIGHT.imagePipe]);
      expect(corner.painted.calls()).toBeGreaterThan(0);

      const before = corner.painted.calls();
      passFrames(10);
      expect(corner.painted.calls() - before).toBe(0);
      expect(vi.getTimerCount(), 'asks for no other frame').toBe(0);
    });

    it('paints of a pan only the window on it, and rests again', () => {
      const corner = openPainted();
      const before = corner.painted.calls();
      act(() => corner.editor.engine.viewport.panBy({ x: 20, y: 10 }));
      passFrames(10);
      expect(
        corner.painted.calls() - before,
        'the floor, the cards as one picture, four parts of a veil, a frame',
      ).toBe(7);
      expect(colourOf('idea', corner)).toBe(LIGHT.textPipe);
      expect(vi.getTimerCount()).toBe(0);
    });
  },
);
