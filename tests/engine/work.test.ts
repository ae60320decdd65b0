import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../src/engine';
import { paintOverlay, paintWorld, type FrameCounts, type FrameOptions } from '../../src/engine/paintLayers';
import { EN, LIGHT, picturesOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';
import { excess, Work } from './support/Work';

vi.mock('../../src/engine/geometry/pipeRoute', async (load) => {
  const real = await load<typeof import('../../src/engine/geometry/pipeRoute')>();
  return { ...real, pipeRoute: vi.fn(real.pipeRoute) };
});

const NODES = 4000;
const COLUMNS = 100;
const FRAME: FrameOptions = {
  theme: LIGHT,
  words: EN,
  pictures: picturesOf(),
  size: { width: 1000, height: 700 },
  pixelRatio: 1,
  isInteractive: true,
};

const name = (index: number) => `n${index}`;
/** In the midst, with one pipe coming in and one going out. */
const GRABBED = name(2050);

const board = () => {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    id: name(index),
    type: 'image',
    position: { x: (index % COLUMNS) * 300, y: Math.floor(index / COLUMNS) * 240 },
    data: {},
  }));
  const edges = nodes.slice(1).map(({ id }, index) => pipe(name(index), id, 'image'));
  const editor = new TestEditor({ nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } });
  editor.engine.viewport.centreOn(editor.node(GRABBED).position);
  return editor;
};

const frameOf = (editor: TestEditor, options = FRAME): FrameCounts => {
  const world = paintWorld(new Recorder(), editor.engine, options);
  const overlay = paintOverlay(new Recorder(), editor.engine, options);
  return { nodes: world.nodes + overlay.nodes, edges: world.edges + overlay.edges };
};

/** What a stage of 1000x700 can show of this board. */
const IN_VIEW: FrameCounts = { nodes: 20, edges: 24 };
const seen = ({ nodes, edges }: FrameCounts): string[] => [
  ...(nodes > IN_VIEW.nodes ? [`nodes ${nodes} > ${IN_VIEW.nodes}`] : []),
  ...(edges > IN_VIEW.edges ? [`edges ${edges} > ${IN_VIEW.edges}`] : []),
];

const NOTHING = { told: 0, draws: 0, indexed: 0, unindexed: 0, routes: 0 };
/** What is near is asked for, and nobody is told. */
const A_LOOK = { told: 0, draws: 0, indexed: 0, unindexed: 0, searches: 3, routes: 4 };
/** The preview and its surface; where things are in the document stays. */
const A_STEP = { told: 2, draws: 1, indexed: 0, unindexed: 0, routes: 4 };

describe('what one event costs on a canvas of 4,000 nodes and as many pipes', () => {
  let editor: TestEditor;
  let work: Work;
  /** World points from the node in the midst. */
  const beside = (x: number, y: number) => {
    const at = editor.node(GRABBED).position;
    return { x: at.x + x, y: at.y + y };
  };

  const move = () => editor.merge({ type: 'moveNode', id: GRABBED, position: beside(15, 0) });
  const arrive = (value: string) => editor.merge({ type: 'setData', id: GRABBED, data: { value } });
  const remove = () => editor.engine.run([{ type: 'removeNode', id: GRABBED }]);

  beforeAll(() => {
    editor = board();
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

  it('a frame of what is in view, and a route for each pipe in it', () => {
    expect(seen(frameOf(editor))).toEqual([]);
    expect(
      excess(
        work.during(() => frameOf(editor)),
        { ...NOTHING, routes: IN_VIEW.edges },
      ),
    ).toEqual([]);
  });

  it('a pan: both surfaces once, no index, no route', () => {
    const { camera } = editor.engine.viewport;
    const pan = () => editor.engine.viewport.setCamera({ ...camera, x: camera.x + 7 });
    expect(excess(work.during(pan), { told: 2, draws: 2, indexed: 0, unindexed: 0, searches: 0, routes: 0 })).toEqual(
      [],
    );
    editor.engine.viewport.setCamera(camera);
  });

  const expectStepOfDrag = (): void => {
    editor.pointerDown(GRABBED).pointerMove(beside(90, 20));
    const step = work.during(() => editor.pointerMove(beside(120, 20)));
    expect(excess(step, A_STEP)).toEqual([]);
  };

  it('a step of a drag: the overlay once; its frame works out the pipes of the dragged node anew', () => {
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
    expect(excess(work.during(move), { draws: 2, told: 2, indexed: 3, routes: 4 })).toEqual([]);
  });

  it('a typed letter, a picture that arrives: the box of the node and no pipe', () => {
    expect(
      excess(
        work.during(() => arrive('/files/a.png')),
        { told: 2, draws: 2, indexed: 1, unindexed: 0, routes: 4 },
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
    expect(excess(nudge, { ...NOTHING, told: 2, draws: 2, searches: 0 })).toEqual([]);
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

/** A board of a thousand nodes that counts each look at an id. */
const watched = () => {
  let looks = 0;
  const nodes = Array.from({ length: 1000 }, (_, index) => ({
    type: 'image',
    position: { x: index * 300, y: 0 },
    data: {},
    get id() {
      looks++;
      return name(index);
    },
  }));
  const editor = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
  const half = nodes.slice(0, 500).map(({ id }): Change => ({ type: 'removeNode', id }));
  const during = (act: () => void): number => {
    looks = 0;
    act();
    return looks;
  };
  return { editor, half, during };
};
/** A few looks at each node for a whole run of changes, not for each of them. */
const PASSES = 20;

describe('many changes of a kind', () => {
  it('are one pass over the list, there and back', () => {
    const { editor, half, during } = watched();
    expect(during(() => editor.engine.run(half))).toBeLessThan(PASSES * 1000);
    expect(during(() => editor.undo())).toBeLessThan(PASSES * 1000);
    expect(editor.nodes).toHaveLength(1000);
  });

  it('cost no pass at all one by one', () => {
    const { editor, half, during } = watched();
    const [first, ...others] = half;
    if (first) editor.engine.run([first]);
    expect(during(() => others.forEach((change) => editor.engine.run([change])))).toBeLessThan(PASSES * 1000);
  });

  it('would be seen to be one pass each', () => {
    const { editor, half, during } = watched();
    const naive = () => half.map((change) => editor.nodes.filter((id) => 'id' in change && id !== change.id));
    expect(during(naive)).toBeGreaterThan(PASSES * 1000);
  });
});

describe('each of these gates can fail', () => {
  let editor: TestEditor;
  let work: Work;

  beforeAll(() => {
    editor = board();
    work = new Work(editor);
  });

  const moveAll = () => {
    const { nodes } = editor.engine.document;
    const moved = nodes.map(({ id, position: { x, y } }, index): Change => ({
      type: 'moveNode',
      id,
      // Not all by the same: that would cost the index nothing.
      position: { x: x + (index === 0 ? 30 : 15), y },
    }));
    editor.merge(...moved);
  };
  const forget = () => {
    const { document, scene } = editor.engine;
    for (const edge of document.edges.slice(0, 100)) {
      scene.update([{ type: 'removeEdge', id: edge.id }]);
      scene.update([{ type: 'addEdge', edge }]);
    }
  };

  it('by an editor that calls its surfaces stale at every move of the pointer', () => {
    editor.pointerMove(GRABBED);
    const eager = () => {
      editor.pointerMove(GRABBED);
      editor.engine.setRuns(new Map([[GRABBED, { state: 'running' }]]));
    };
    expect(excess(work.during(eager), A_LOOK)).toEqual([
      expect.stringMatching(/^told /),
      expect.stringMatching(/^draws /),
    ]);
    editor.engine.setRuns(new Map());
  });

  it('by an app that answers each preview of a pipe by drawing all of it', () => {
    const stop = editor.engine.subscribe(({ type }) => {
      if (type === 'preview') editor.engine.setRuns(new Map([[GRABBED, { state: 'running' }]]));
    });
    editor.pointerDown(editor.handle(GRABBED, 'image-right')).pointerMove(editor.onScreen(700, 600));
    const step = work.during(() => editor.pointerMove(editor.onScreen(710, 610)));
    expect(excess(step, A_STEP)).toEqual([expect.stringMatching(/^told /), expect.stringMatching(/^draws /)]);
    stop();
    editor.cancel();
    editor.engine.setRuns(new Map());
  });

  it('by an edit that touches every node', () => {
    moveAll();
    expect(
      excess(
        work.during(() => frameOf(editor)),
        { indexed: 3 },
      ),
    ).toEqual([expect.stringMatching(/^indexed \d{4,} > 3$/)]);
  });

  it('by an index that forgets what it did not have to', () => {
    expect(excess(work.during(forget), { indexed: 3, unindexed: 3 })).toHaveLength(2);
  });

  it('by a painter that looks beyond the stage, or works out every route', () => {
    expect(seen(frameOf(editor, { ...FRAME, size: { width: 4000, height: 4000 } }))).toHaveLength(2);
    const greedy = () => {
      frameOf(editor);
      for (const edge of editor.engine.document.edges) editor.engine.scene.routeOf(edge);
    };
    expect(excess(work.during(greedy), { ...NOTHING, routes: IN_VIEW.edges })).toEqual([
      expect.stringMatching(/^routes \d+ > 24$/),
    ]);
  });

  it('by a hit test that asks more than once for each kind of thing', () => {
    const curious = () => {
      for (let time = 0; time < 9; time++) editor.pointerMove(GRABBED);
    };
    editor.pointerMove(GRABBED);
    expect(excess(work.during(curious), A_LOOK)).toEqual([expect.stringMatching(/^searches /)]);
  });
});
