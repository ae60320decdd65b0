import { describe, expect, it } from 'vitest';
import { paintWorld, type FrameOptions } from '../../../src/engine';
import { overlayParts } from '../../../src/engine/render/frame/overlayParts';
import { EN, LIGHT, picturesOf } from '../../support/paintWorld';
import { Recorder } from '../../support/Recorder';
import { TestEditor, pipe } from '../../support/TestEditor';

const FRAME: FrameOptions = {
  theme: LIGHT,
  words: EN,
  pictures: picturesOf(),
  size: { width: 5000, height: 2000 },
  pixelRatio: 1,
  isInteractive: true,
};
const ZOOMS = [0.1, 0.2, 0.5, 0.83, 1, 2, 5];

const desk = (zoom: number) =>
  TestEditor.with(
    { idea: { type: 'textPrompt', at: [0, 60] }, art: { type: 'image', at: [600, 60] } },
    [pipe('idea', 'art')],
    { x: 0, y: 0, zoom },
  );

const selectPipe = (editor: TestEditor): TestEditor => {
  editor.engine.select({ edges: new Set(['idea-art']) });
  return editor;
};

const buttons = (editor: TestEditor) => {
  const { deleteButton } = overlayParts(editor.engine);
  return deleteButton ? [deleteButton] : [];
};

describe('the round delete button', () => {
  it.each([
    ['a card', (zoom: number) => desk(zoom).select('art'), 'deleteNode'],
    ['a pipe', (zoom: number) => selectPipe(desk(zoom)), 'deleteEdge'],
  ] as const)(
    'of %s is at least 20 screen pixels across at every zoom, and pressed as it is painted',
    (_of, at, type) => {
      for (const zoom of ZOOMS) {
        const editor = at(zoom);
        const [button, ...others] = buttons(editor);
        if (!button) throw new Error(`no button at ${zoom}`);
        expect(others).toEqual([]);
        expect(button.radius * zoom, `at ${zoom}`).toBeCloseTo(Math.max(10, 12 * zoom));
        for (const angle of [0, 1, 2, 3, 4, 5, 6]) {
          const rim = (share: number) => ({
            x: (button.x + Math.cos(angle) * button.radius * share) * zoom,
            y: (button.y + Math.sin(angle) * button.radius * share) * zoom,
          });
          expect(editor.engine.hit(rim(0.98)).type, `at ${zoom}`).toBe(type);
          expect(editor.engine.hit(rim(1.02)).type, `at ${zoom}`).not.toBe(type);
        }
      }
    },
  );

  it('sits on the corner, and an enlarged one moves off the card: it covers no more of it than at zoom 1', () => {
    const corner = { x: 845, y: 60 };
    expect(buttons(desk(1).select('art'))).toEqual([{ ...corner, radius: 12 }]);
    for (const zoom of ZOOMS) {
      const [{ x, y, radius } = { x: 0, y: 0, radius: 0 }] = buttons(desk(zoom).select('art'));
      expect(radius - Math.hypot(x - corner.x, y - corner.y), `at ${zoom}`).toBeCloseTo(12);
      expect(x).toBeGreaterThanOrEqual(corner.x);
      expect(y).toBeLessThanOrEqual(corner.y);
    }
  });

  it('deletes, zoomed out', () => {
    const editor = desk(0.1).select('art');
    editor.click(editor.deleteButton('art'));
    expect([editor.nodes, editor.edges]).toEqual([['idea'], []]);
  });

  it('is on none of several things, which have a toolbar [SELECT-5]', () => {
    const editor = desk(1).select('idea', 'art');
    expect(buttons(editor)).toEqual([]);
    editor.engine.select({ nodes: new Set(['idea']), edges: new Set(['idea-art']) });
    expect(buttons(editor)).toEqual([]);
    expect(buttons(editor.select('idea'))).toHaveLength(1);
  });

  it('is hidden during a drag', () => {
    const dragged = desk(1).select('art').pointerDown('art').pointerMove([700, 200]).expectState('dragging');
    expect(buttons(dragged)).toEqual([]);
    const led = selectPipe(desk(1))
      .pointerDown({ x: 585, y: 127.5 })
      .pointerMove([500, 400])
      .expectState('reconnecting');
    expect(buttons(led)).toEqual([]);
  });
});

const rings = (editor: TestEditor) => overlayParts(editor.engine).edgeEnds;

/** How often blue was drawn on the layer at rest. */
const outlines = (editor: TestEditor) => {
  const recorder = new Recorder();
  paintWorld(recorder, editor.engine, FRAME);
  return recorder.calls.filter(({ name, strokeStyle }) => name === 'stroke' && strokeStyle === LIGHT.textEdge).length;
};

describe('a pipe that can be led elsewhere', () => {
  it('has a ring at both ends while it alone is selected, as wide as its end is taken', () => {
    for (const zoom of ZOOMS) {
      const editor = selectPipe(desk(zoom));
      const ends = [editor.endOf('idea-art', 'source'), editor.endOf('idea-art', 'target')];
      expect(rings(editor), `at ${zoom}`).toEqual(ends.map((end) => ({ ...end, radius: 10 / zoom })));
      expect(rings(editor.select('art'))).toEqual([]);
      editor.keyDown('a', { primary: true });
      expect(rings(editor)).toEqual([]);
    }
  });

  it('is shown at the dragged card and no longer at its old place', () => {
    const editor = desk(1);
    const before = outlines(editor);
    expect(before).toBeGreaterThan(0);
    editor.pointerDown({ x: 580, y: 127.5 }).pointerMove([500, 400]).expectState('reconnecting');
    expect(outlines(editor)).toBeLessThan(before);
    expect(outlines(editor.keyDown('Escape'))).toBe(before);
  });
});
