import { describe, expect, it } from 'vitest';
import { isOverlayEmpty, overlayParts } from '../../src/engine/render/frame/overlayParts';
import { LIGHT } from '../support/paintWorld';
import { pipe, type TestEditor } from '../support/TestEditor';
import { KonvaOverlay } from '../support/KonvaOverlay';
import { THUMBNAIL, desk, ON_SCREEN, seen, world, overlay, places, pipes } from './support/frames';

/** The drawn handle: the width of its coloured shape, and its opacity. */
function handleLook(editor: TestEditor, name: string, handleId: string): [size: number, alpha: number] {
  const [x, y] = editor.drawnAt(name);
  const { calls } = world(editor);
  const start = calls.findIndex(({ name: call, args }) => call === 'translate' && args[0] === x && args[1] === y);
  const end = calls.findIndex(({ name: call, args }, at) => at > start && call === 'translate' && args[0] === -x);
  const centre = editor.handle(name, handleId);
  const shapes = calls.slice(start, end).flatMap(({ name: call, args }, at) => {
    const [left = 0, top = 0, size = 0] = args.map(Number);
    const [cx, cy, width] = call === 'arc' ? [left, top, 2 * size] : [left + size / 2, top + size / 2, size];
    const isHere = Math.hypot(cx + x - centre.x, cy + y - centre.y) < 0.01;
    const alpha = calls[start + at + 1]?.alpha ?? 1;
    return /^(arc|roundRect)$/u.test(call) && isHere ? [[width, alpha] as [number, number]] : [];
  });
  // The rim, the shape itself and its core; a halo below them while it is the pipe's target.
  return shapes.at(-2) ?? shapes.at(-1) ?? [0, 0];
}

const REST = [14, 1];
const QUIET = [8, 1];
const GROWN = [20, 1];
const FADED = [14, 0.3];
const SNAPPED = [22, 1];

const parts = (editor: TestEditor) => overlayParts(editor.engine);

/** Whether nothing is on the surface. */
function isBlank(editor: TestEditor): boolean {
  const surface = new KonvaOverlay(editor, ON_SCREEN);
  surface.draw();
  return surface.pixels.every((value) => value === 0);
}

describe('a frame of the overlay', () => {
  it('is empty at rest, and anything but empty with anything on it', () => {
    const states: Record<string, TestEditor> = {
      rest: desk(),
      selected: desk().select('idea'),
      dragged: desk().pointerDown('art').pointerMove([600, 100]),
      brushed: desk().pointerDown([900, 600], { shift: true }).pointerMove([800, 500], { shift: true }),
    };
    const piped = desk();
    states.piped = piped.pointerDown(piped.handle('idea', 'text-right')).pointerMove([350, 250]);
    const pulled = desk();
    states.pulled = pulled.pointerDown(pulled.grip('moods', 'row')).pointerMove([350, 250]);
    for (const [name, editor] of Object.entries(states)) {
      expect([name, isOverlayEmpty(editor.engine)]).toEqual([name, name === 'rest']);
      expect([name, isBlank(editor)]).toEqual([name, name === 'rest']);
    }
  });

  it('has a red button at what is selected alone, none while it is dragged or a pipe is drawn [SELECT-5]', () => {
    const editor = desk().select('idea');
    const isRed = (at = editor.deleteButton('idea')) => seen(editor).at(at.x, at.y - 9) === LIGHT.danger;
    expect(isRed()).toBe(true);
    editor.select('art');
    expect(isRed()).toBe(false);
    editor.engine.select({ edges: new Set(['idea-art']) });
    expect(isRed(editor.deleteButton('idea-art'))).toBe(true);
    editor.select('idea', 'art');
    expect(isRed()).toBe(false);
    expect(isOverlayEmpty(editor.engine)).toBe(true);
    editor.select('idea').pointerDown('idea').pointerMove([200, 200]);
    expect(isRed()).toBe(false);
  });

  it('has the pipe that follows the pointer, dull over a handle that cannot take it [CONN-11]', () => {
    const editor = desk();
    const start = editor.handle('idea', 'text-right');
    editor.pointerDown(start).pointerMove([330, 250]);
    const looks = () => {
      const { route = [], isFaded } = parts(editor).connection ?? {};
      const surface = new KonvaOverlay(editor, ON_SCREEN);
      surface.draw();
      return { isFaded, alpha: surface.alphaAt((route[0]?.x ?? 0) + 12, route[0]?.y ?? 0) };
    };
    expect(looks()).toEqual({ isFaded: false, alpha: 255 });
    editor.pointerMove(editor.handle('art', 'text-left'));
    expect(looks()).toEqual({ isFaded: false, alpha: 255 });
    editor.pointerMove(editor.handle('art', 'image-left'));
    expect(looks().isFaded).toBe(true);
    expect(looks().alpha).toBeLessThan(200);
  });

  it('lets handles that may take the pipe grow and the others fade, and lights the one it comes from', () => {
    const editor = desk();
    const looks = () => [
      handleLook(editor, 'idea', 'text-right'),
      handleLook(editor, 'moods', 'text-right'),
      handleLook(editor, 'art', 'text-left'),
      handleLook(editor, 'art', 'image-left'),
      handleLook(editor, 'art', 'image-right'),
      handleLook(editor, 'art', 'video-left'),
    ];
    expect(looks()).toEqual([REST, REST, REST, REST, REST, QUIET]);
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove([330, 250]);
    expect(looks()).toEqual([SNAPPED, FADED, GROWN, FADED, FADED, QUIET]);
    editor.pointerMove(editor.handle('art', 'text-left'));
    expect(looks()).toEqual([SNAPPED, FADED, GROWN, FADED, FADED, QUIET]);
    editor.cancel();
    expect(looks()).toEqual([REST, REST, REST, REST, REST, QUIET]);
  });

  it('has a ring at each end of the one selected pipe, as large on the screen at any zoom; none for two', () => {
    const editor = desk();
    editor.engine.apply([{ type: 'addEdge', edge: pipe('moods', 'art') }]);
    expect(parts(editor).edgeEnds).toEqual([]);
    editor.engine.select({ edges: new Set(['idea-art']) });
    const ends = [editor.handle('idea', 'text-right'), editor.handle('art', 'text-left')];
    for (const zoom of [1, 0.5]) {
      editor.engine.view.setViewport({ x: 0, y: 0, zoom });
      expect(parts(editor).edgeEnds).toEqual(ends.map((end) => ({ ...end, radius: 10 / zoom })));
      const surface = new KonvaOverlay(editor, ON_SCREEN);
      surface.draw();
      for (const { x, y } of ends) expect(surface.alphaAt(x * zoom, Math.floor(y * zoom) - 10)).toBeGreaterThan(100);
    }
    editor.engine.select({ edges: new Set(['idea-art', 'moods-art']) });
    expect(parts(editor).edgeEnds).toEqual([]);
  });

  it('has a reconnected pipe in place of the old one', () => {
    const editor = desk();
    editor.engine.select({ edges: new Set(['idea-art']) });
    expect(pipes(world(editor)).map(({ lineWidth }) => lineWidth > 16)).toEqual([true, false]);
    expect(pipes(world(editor, THUMBNAIL)).map(({ lineWidth }) => lineWidth)).toEqual([16]);
    editor.pointerDown(editor.handle('art', 'text-left')).pointerMove([350, 300]);
    editor.expectState('reconnecting');
    expect([pipes(world(editor)).length, parts(editor).connection?.flow]).toEqual([0, 'text']);
    expect(pipes(world(editor, THUMBNAIL))).toHaveLength(1);
  });

  it('has a ghost of the row that is pulled out, and the marquee', () => {
    const editor = desk();
    editor.pointerDown(editor.grip('moods', 'row')).pointerMove([500, 250]);
    expect(overlay(editor).texts).toEqual(['mood', 'calm']);
    expect(places(overlay(editor))).toEqual([[500, 250]]);
    editor.cancel().pointerDown([900, 600], { shift: true }).pointerMove([800, 500], { shift: true });
    expect(parts(editor).marquee).toEqual({ x: 800, y: 500, width: 100, height: 100 });
  });

  it('turns the category that would take the item blue [CAT-11]', () => {
    const editor = desk().pointerDown('loose').pointerMove([150, 350]);
    expect(seen(editor).at(60, 330)).toBe(LIGHT.textEdge);
    expect(seen(desk()).at(60, 330)).not.toBe(LIGHT.textEdge);
  });
});
