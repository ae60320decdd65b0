import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box, Change, EditorEvent, Vector } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

/** Records every event, to show that nothing draws when nothing changed. */
const desk = () => {
  const editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      art: { type: 'image', at: [450, 0] },
      moods: {
        type: 'category',
        at: [450, 300],
        data: { categories: [{ id: 'row', name: 'a', value: 'b', parentId: 'moods' }] },
      },
      loose: { type: 'categoryItem', at: [0, 300], data: { name: 'colour', value: 'red' } },
    },
    [pipe('idea', 'art')],
  );
  editor.takeEvents();
  return editor;
};

const both = (name: string) => [[name, 'world', 'overlay']];

describe('what a gesture redraws', () => {
  it('nothing while the pointer rests or wanders over one thing', () => {
    const editor = desk().pointerMove([300, 600]);
    expect(editor.takeEvents()).toEqual([]);
    editor.pointerMove([310, 600]).pointerMove([320, 610]);
    expect(editor.takeEvents()).toEqual([]);

    editor.pointerMove('idea');
    expect(editor.engine.hoverId).toBe('idea');
    expect(editor.takeEvents()).toEqual([
      { type: 'hover' },
      { type: 'invalidate', layers: ['world'], reason: 'hover', area: [{ x: 0, y: 0, width: 220, height: 195 }] },
    ]);
    editor.pointerMove([80, 30]).pointerMove([100, 40]);
    expect(editor.takeEvents()).toEqual([]);

    editor.engine.dispatch({ type: 'pointerLeave' });
    expect(editor.engine.hoverId).toBeNull();
    expect(editor.takeStale()).toEqual(['world']);
  });

  it('forgets the hover of a node that is removed', () => {
    const editor = desk().pointerMove('idea').merge({ type: 'removeNode', id: 'idea' });
    expect(editor.engine.hoverId).toBeNull();
  });

  it('the overlay only, for a step of a drag, and nothing for a step within one cell of the grid', () => {
    const editor = desk().select('art').pointerDown('art').pointerMove([530, 20]);
    expect(editor.takeStale()).toEqual(['overlay', 'world']);

    editor.pointerMove([545, 20]);
    expect(editor.takeStale()).toEqual(['overlay']);
    editor.pointerMove([546, 21]);
    expect(editor.takeEvents()).toEqual([]);

    editor.pointerUp();
    expect(editor.takeStale()).toEqual(['overlay', 'world']);
  });

  it('the overlay alone when a category begins or ceases to be aimed at', () => {
    const editor = desk().pointerDown('loose').pointerMove([200, 320]);
    editor.takeEvents();
    editor.pointerMove([500, 320]);
    expect(editor.takeStale()).toEqual(['overlay']);
    editor.pointerMove([520, 320]);
    expect(editor.takeStale()).toEqual(['overlay']);
    editor.pointerMove([200, 320]);
    expect(editor.takeStale()).toEqual(['overlay']);
  });

  it('the overlay only, when another handle of the card takes the pipe', () => {
    const editor = desk();
    editor.pointerDown(editor.handle('moods', 'text-right')).pointerMove([450, 94]);
    expect(editor.engine.preview.connection?.target?.handleId).toBe('image-left');
    editor.takeEvents();
    editor.pointerMove([450, 74]);
    expect(editor.engine.preview.connection?.target?.handleId).toBe('text-left');
    expect(editor.takeStale()).toEqual(['overlay']);
  });

  it('the overlay only, for a step of a pipe; the world when it begins and ends, because handles grow and fade', () => {
    const editor = desk();
    editor.pointerDown(editor.handle('moods', 'text-right')).pointerMove([760, 500]);
    expect(editor.takeStale()).toEqual(['overlay', 'world']);
    editor.pointerMove([780, 510]);
    expect(editor.takeStale()).toEqual(['overlay']);
    editor.pointerUp();
    expect(editor.takeStale()).toEqual(['overlay', 'world']);
  });

  it('the overlay only, for a marquee that selects nothing new', () => {
    const editor = desk().pointerDown([300, 600], { shift: true }).pointerMove([320, 620], { shift: true });
    editor.takeEvents();
    editor.pointerMove([340, 640], { shift: true });
    expect(editor.takeStale()).toEqual(['overlay']);
    editor.pointerMove([20, 280], { shift: true });
    expect(editor.takeStale()).toEqual(['overlay', 'world']);
  });

  it('nothing for a verb that changes nothing', () => {
    const editor = desk().select('idea');
    editor.takeEvents();
    editor.select('idea');
    editor.engine.view.setViewport(editor.viewport);
    editor.engine.view.setSize({ width: 1000, height: 700 });
    editor.engine.view.zoomTo(1);
    editor.engine.stopEditing();
    editor.engine.apply([]);
    editor.merge({ type: 'moveNode', id: 'idea', position: { x: 0, y: 0 } });
    editor.undo().redo().cancel().keyUp('x').keyDown('x');
    editor.wheel([0, 0], 0, 0).pointerMove([300, 600]).pointerMove([301, 600]);
    expect(editor.takeEvents()).toEqual([]);
  });

  it('the world for a run, both surfaces when the viewport, the selection or the document changes, with the reason', () => {
    const editor = desk();
    const reason = (act: () => void) => {
      editor.takeEvents();
      act();
      return editor
        .takeEvents()
        .flatMap((event) => (event.type === 'invalidate' ? [[event.reason, ...event.layers]] : []));
    };
    expect(reason(() => editor.wheel([0, 0], 0, 10))).toEqual(both('viewport'));
    expect(reason(() => editor.select('art'))).toEqual(both('selection'));
    expect(reason(() => editor.engine.setRuns(new Map([['art', { state: 'running' }]])))).toEqual([['runs', 'world']]);
    expect(reason(() => editor.keyDown('ArrowUp'))).toEqual(both('document'));
    expect(reason(() => editor.engine.view.setSize({ width: 900, height: 700 }))).toEqual(both('size'));
    expect(reason(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }))).toEqual(both('editing'));
  });

  it('is seen to be too much when an app answers each move of the pointer with a redraw', () => {
    const editor = desk().pointerMove([300, 600]);
    const redraw = () => editor.engine.setRuns(new Map([['idea', { state: 'running' }]]));
    const { dispatch } = editor.engine;
    editor.engine.dispatch = (input) => {
      redraw();
      return dispatch.call(editor.engine, input);
    };
    editor.takeEvents();
    editor.pointerMove([310, 600]);
    expect(editor.takeEvents()).not.toEqual([]);
    editor.pointerDown([300, 600], { shift: true }).pointerMove([320, 620], { shift: true });
    editor.takeEvents();
    editor.pointerMove([340, 640], { shift: true });
    expect(editor.takeStale()).not.toEqual(['overlay']);
  });
});

const holds = (box: Box, { x, y }: Vector) =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
const isStale = (events: readonly EditorEvent[], corner: Vector) =>
  events.some(
    (event) => event.type === 'invalidate' && (event.area === 'all' || event.area.some((box) => holds(box, corner))),
  );

/** Two cards with a pipe between them, and a pipe that returns to its own node. */
const bench = (a: Vector, b: Vector) =>
  TestEditor.with({ a: { type: 'image', at: [a.x, a.y] }, b: { type: 'image', at: [b.x, b.y] } }, [
    pipe('a', 'b', 'image'),
    pipe('a', 'a', 'image'),
  ]);
const move = (id: string, position: Vector): Change => ({ type: 'moveNode', id, position });
/** One of few places, so that a pipe often has the same box as before but another direction. */
const near = (...places: number[]) =>
  fc.record({ x: fc.constantFrom(...places), y: fc.constantFrom(0, 300) }, { noNullPrototype: true });

describe('what others move', () => {
  it('is repainted all along a pipe whose ends change their heights at once', () => {
    const editor = bench({ x: 0, y: 0 }, { x: 450, y: 300 });
    editor.takeEvents();
    editor.merge(move('a', { x: 0, y: 300 }), move('b', { x: 450, y: 0 }));
    const told = editor.takeEvents();
    for (const y of [100, 200, 300]) expect(isStale(told, { x: 347, y }), `between the cards at ${y}`).toBe(true);
  });

  it('is repainted where its pipes were and are, however both ends move at once', () => {
    const places = fc.tuple(near(0, 12), near(269, 281, 450));
    fc.assert(
      fc.property(places, fc.array(places, { maxLength: 4 }), ([a, b], moves) => {
        const editor = bench(a, b);
        const { document, scene } = editor.engine;
        const routes = () => document.allEdges().map((edge) => scene.routeOf(edge));
        for (const [toA, toB] of moves) {
          const before = routes();
          editor.takeEvents();
          editor.merge(move('a', toA), move('b', toB));
          const told = editor.takeEvents();
          const after = routes();
          const differing = after.flatMap((route, index) =>
            JSON.stringify(route) === JSON.stringify(before[index]) ? [] : [...route, ...(before[index] ?? [])],
          );
          expect(differing.filter((corner) => !isStale(told, corner))).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
