import { beforeAll, describe, expect, it } from 'vitest';
import { paintOverlay } from '../../src/engine/render/frame/paintLayers';
import { Recorder } from '../support/Recorder';
import type { TestEditor } from '../support/TestEditor';
import {
  A_LETTER,
  A_LOOK,
  A_MOVE,
  A_PAN,
  A_STEP,
  ALL_STALE,
  gridEditor,
  FRAME,
  frameOf,
  GRABBED,
  IN_VIEW,
  LATER,
  name,
  NODES,
  NOTHING,
  seen,
} from './support/gridEditor';
import { faultsOf, open } from './support/opening';
import { excess, Work } from './support/Work';

describe('what opening costs', () => {
  it('a box for each card and the routes of nearby pipes before the first frame, and the indexes in small steps after it', () => {
    const first = frameOf(gridEditor());
    expect(first.edges).toBeGreaterThan(9);
    const opening = open();
    expect(faultsOf(opening)).toEqual([]);
    expect(frameOf(opening.editor)).toEqual(first);
    expect(opening.editor.engine.scene.settle()).toBe(false);
  });

  it('nothing more, where something is edited before the first question', () => {
    const moved = open((editor) => editor.merge({ type: 'setData', id: GRABBED, data: { name: 'another' } }));
    expect(faultsOf(moved)).toEqual([]);
    expect(frameOf(moved.editor)).toEqual(frameOf(open().editor));
  });

  it('the indexes at once, where something is edited after that, or asked again and again, before they are made', () => {
    const editor = gridEditor();
    frameOf(editor);
    editor.merge({ type: 'moveNode', id: GRABBED, position: { x: 0, y: 0 } });
    expect(editor.engine.stats.trees).toBe(2);
    // Nothing had read the old routes of its pipes: everything is repainted, this once.
    expect(editor.takeEvents()).toContainEqual(ALL_STALE);
    editor.merge({ type: 'moveNode', id: GRABBED, position: { x: 15, y: 0 } });
    expect(editor.takeEvents()).not.toContainEqual(ALL_STALE);
    const watched = gridEditor();
    for (let frame = 0; frame < 100; frame++) frameOf(watched);
    expect(watched.engine.stats.trees).toBe(2);
  });
});

describe('what one event costs on a canvas of 4,000 nodes and as many pipes', () => {
  let editor: TestEditor;
  let work: Work;
  /** World points relative to the node in the middle. */
  const beside = (x: number, y: number) => {
    const at = editor.node(GRABBED).position;
    return { x: at.x + x, y: at.y + y };
  };

  const move = () => editor.merge({ type: 'moveNode', id: GRABBED, position: beside(15, 0) });
  const arrive = (value: string) => editor.merge({ type: 'setData', id: GRABBED, data: { value } });
  const remove = () => editor.engine.apply([{ type: 'removeNode', id: GRABBED }]);

  beforeAll(() => {
    editor = gridEditor();
    work = new Work(editor);
  });

  it('nothing at rest: no draw, no listener, for a pointer that wanders over one thing', () => {
    editor.pointerMove(beside(60, 20));
    expect(
      excess(
        work.during(() => editor.pointerMove(beside(70, 25)).pointerMove(beside(72, 26))),
        { ...A_LOOK, searches: 6 },
      ),
    ).toEqual([]);
    editor.pointerMove(beside(-30, 215));
    expect(
      excess(
        work.during(() => editor.pointerMove(beside(-31, 216))),
        A_LOOK,
      ),
    ).toEqual([]);
    expect(
      excess(
        work.during(() => editor.undo().redo().cancel().keyUp('x').select()),
        NOTHING,
      ),
    ).toEqual([]);
  });

  it('a frame of the view, and a route for each pipe in it', () => {
    expect(seen(frameOf(editor))).toEqual([]);
    expect(
      excess(
        work.during(() => frameOf(editor)),
        { ...NOTHING, routes: IN_VIEW.edges },
      ),
    ).toEqual([]);
  });

  it('a pan: both surfaces once, no index, no route', () => {
    const { viewport } = editor.engine.view;
    const pan = () => editor.engine.view.setViewport({ ...viewport, x: viewport.x + 7 });
    expect(excess(work.during(pan), A_PAN)).toEqual([]);
    editor.engine.view.setViewport(viewport);
  });

  const expectStepOfDrag = (): void => {
    editor.pointerDown(GRABBED).pointerMove(beside(90, 20));
    const step = work.during(() => editor.pointerMove(beside(120, 20)));
    expect(excess(step, A_STEP)).toEqual([]);
  };

  it('a step of a drag: the overlay once; its frame routes the pipes of the dragged node again', () => {
    expectStepOfDrag();
    const overlay = work.during(() => paintOverlay(new Recorder(), editor.engine, FRAME));
    expect(excess(overlay, { ...NOTHING, routes: 4 })).toEqual([]);
    editor.expectState('dragging').cancel();
  });

  it('a step of dragging everything: the overlay once, and nothing moves in the index until the release', () => {
    editor.engine.selectAll();
    expectStepOfDrag();
    expect(seen(frameOf(editor))).toEqual([]);
    editor.expectState('dragging').cancel().select();
  });

  it('a step of drawing a pipe: the overlay once', () => {
    editor.pointerDown(editor.handle(GRABBED, 'image-right')).pointerMove(beside(270, 210));
    expect(
      excess(
        work.during(() => editor.pointerMove(beside(271, 212))),
        A_STEP,
      ),
    ).toEqual([]);
    editor.expectState('connecting').cancel();
  });

  it('a move: one box for the node and one for each of its pipes', () => {
    expect(work.during(move)).toMatchObject({ indexed: 3, unindexed: 0 });
    expect(excess(work.during(move), A_MOVE)).toEqual([]);
  });

  it('a typed letter, a picture that arrives: the box of the node and no pipe', () => {
    expect(
      excess(
        work.during(() => arrive('/files/a.png')),
        A_LETTER,
      ),
    ).toEqual([]);
  });

  it('a removal: the node and its pipes leave the index, nothing enters; undone, they enter and nothing else', () => {
    expect(work.during(remove)).toMatchObject({ indexed: 0, unindexed: 3 });
    const bringBack = work.during(() => editor.undo());
    expect(bringBack.indexed).toBeGreaterThanOrEqual(3);
    expect(excess(bringBack, { indexed: 5, unindexed: 0 })).toEqual([]);
  });

  it('a move of a hundred: nothing in its event, then each node and each pipe at them once, and never again', () => {
    editor.select(...Array.from({ length: 100 }, (_, index) => name(index)));
    const nudge = work.during(() => editor.keyDown('ArrowRight'));
    expect(excess(nudge, LATER)).toEqual([]);
    expect(work.during(() => frameOf(editor))).toMatchObject({ indexed: 200, unindexed: 0 });
    expect(
      excess(
        work.during(() => frameOf(editor)),
        { ...NOTHING, routes: IN_VIEW.edges },
      ),
    ).toEqual([]);
    editor.undo().select();
    frameOf(editor);
  });

  it('a move of everything, and its undoing: no box at all', () => {
    editor.engine.selectAll();
    const before = editor.engine.scene.bounds();
    for (const act of [() => editor.keyDown('ArrowRight'), () => editor.undo(), () => editor.keyDown('ArrowRight')]) {
      expect(excess(work.during(act), { ...NOTHING, told: 4, draws: 4, searches: 0 })).toEqual([]);
      expect(work.during(() => frameOf(editor))).toMatchObject({ indexed: 0, unindexed: 0 });
    }
    expect(editor.engine.scene.bounds()).toEqual(before && { ...before, x: before.x + 15 });
    editor.undo().select();
    frameOf(editor);
  });

  it('a move of nearly everything, a removal of everything and its undoing: nothing in the event, then every box that is there once', () => {
    const ALL = 2 * NODES - 1;
    editor.engine.selectAll();
    const nearly = () => {
      editor.engine.select({ nodes: new Set(editor.nodes.slice(1)) });
      editor.keyDown('ArrowRight');
      editor.engine.selectAll();
    };
    const acts = [
      { act: nearly, boxes: ALL - 1 },
      { act: () => editor.keyDown('Delete'), boxes: 0 },
      { act: () => editor.undo(), boxes: ALL },
    ];
    for (const { act, boxes } of acts) {
      expect(excess(work.during(act), { ...NOTHING, told: 6, draws: 6, searches: 0 })).toEqual([]);
      expect(work.during(() => frameOf(editor))).toMatchObject({ indexed: boxes, unindexed: 0 });
    }
    expect(editor.nodes).toHaveLength(NODES);
    editor.undo().select();
  });
});
