import { beforeAll, describe, expect, it } from 'vitest';
import type { Change, EditorEvent } from '../../src/engine';
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
  NOTHING,
  seen,
} from './support/gridEditor';
import { faultsOf, open } from './support/opening';
import { excess, Work } from './support/Work';

const EVERYWHERE = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

/** Edits once something has been asked of the scene. */
const edit = (editor: TestEditor) => {
  editor.engine.scene.nodesIn(EVERYWHERE);
  return editor.merge({ type: 'moveNode', id: GRABBED, position: { x: 0, y: 0 } });
};
const settleInOneGo = ({ engine: { scene } }: TestEditor) => {
  const settle = scene.settle.bind(scene);
  scene.settle = () => {
    while (settle());
    return false;
  };
};
const neverSettle = ({ engine: { scene } }: TestEditor) => {
  scene.settle = () => false;
};
const makeTwice = (editor: TestEditor) => {
  edit(editor).engine.selectAll();
  editor.keyDown('Delete').undo().engine.scene.bounds();
};

describe('each limit of the cost of opening can fail', () => {
  it('by an app that asks for every pipe before the first frame', () => {
    expect(faultsOf(open(({ engine }) => engine.scene.edgesIn(EVERYWHERE)))).toEqual([
      expect.stringMatching(/^edge boxes before the first frame: \d{4,}$/),
    ]);
  });

  it('by an app that asks and edits before it, or reads where a card is', () => {
    expect(faultsOf(open(edit))).toEqual([
      'trees before the first frame: 2',
      expect.stringMatching(/^edge boxes before the first frame: \d{4,}$/),
      'too few steps: 0',
    ]);
    expect(faultsOf(open((editor) => editor.select(GRABBED)))).toContain('trees before the first frame: 1');
  });

  it('by a scene that settles in one go, or does not', () => {
    expect(faultsOf(open(settleInOneGo))).toEqual(['too few steps: 0']);
    expect(faultsOf(open(neverSettle))).toEqual([
      'too few steps: 0',
      'trees: 0',
      expect.stringMatching(/^edge boxes that nobody has computed: \d{4}$/),
    ]);
  });

  it('by indexes that are made twice, or that few frames make', () => {
    expect(faultsOf(open(makeTwice))).toContain('trees: 4');
    const watched = gridEditor();
    for (let frame = 0; frame < 3; frame++) frameOf(watched);
    expect(watched.engine.stats.trees, 'not yet').toBe(0);
  });

  it('by an edit that spoils everything though each place is known', () => {
    const { editor } = open();
    editor.takeEvents();
    const many = Array.from({ length: 70 }, (_, index): Change => ({
      type: 'moveNode',
      id: name(index),
      position: { x: 0, y: index },
    }));
    expect(editor.merge(...many).takeEvents()).toContainEqual(ALL_STALE);
  });
});

describe('each limit of the cost of an event can fail', () => {
  let editor: TestEditor;
  let work: Work;

  beforeAll(() => {
    editor = gridEditor();
    work = new Work(editor);
  });

  const moveAll = () => {
    const nodes = editor.engine.document.allNodes();
    const moved = nodes.map(({ id, position: { x, y } }, index): Change => ({
      type: 'moveNode',
      id,
      // Not all by the same distance: that would cost the index nothing.
      position: { x: x + (index === 0 ? 30 : 15), y },
    }));
    editor.merge(...moved);
  };
  const forget = () => {
    const { document, scene } = editor.engine;
    for (const edge of document.allEdges().slice(0, 100)) {
      scene.update([{ type: 'removeEdge', id: edge.id }]);
      scene.update([{ type: 'addEdge', edge }]);
    }
  };

  it('by an editor that invalidates its surfaces at every move of the pointer', () => {
    editor.pointerMove(GRABBED);
    const eager = () => {
      editor.pointerMove(GRABBED);
      editor.engine.setRuns(new Map([[GRABBED, { state: 'running' }]]));
    };
    expect(excess(work.during(eager), A_LOOK)).toEqual([
      expect.stringMatching(/^told /),
      expect.stringMatching(/^draws /),
    ]);
    editor.showRuns(new Map());
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
    editor.showRuns(new Map());
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
      for (const edge of editor.engine.document.allEdges()) editor.engine.scene.routeOf(edge);
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

  /** Returns the cost when an app answers the first event of this type. The answer may cause further events of the type. */
  const answered = (type: EditorEvent['type'], answer: () => void, act: () => unknown) => {
    let isAnswered = false;
    const stop = editor.engine.subscribe((event) => {
      if (event.type !== type || isAnswered) return;
      isAnswered = true;
      answer();
    });
    const done = work.during(act);
    stop();
    return done;
  };
  const redraw = () => editor.engine.repaint('again');
  const pushAnother = () => push(name(7), 15);
  const type = () => editor.merge({ type: 'setData', id: GRABBED, data: { value: '/files/b.png' } });
  const push = (id: string, by: number) => {
    const { x, y } = editor.node(id).position;
    editor.merge({ type: 'moveNode', id, position: { x: x + by, y } });
  };

  it('by an app that looks under the pointer, or works routes out, whenever the view has moved', () => {
    const { view, document, scene } = editor.engine;
    const pan = () => view.panBy({ x: 7, y: 0 });
    const look = () => editor.engine.hit({ x: 500, y: 350 });
    expect(excess(answered('viewport', look, pan), A_PAN)).toEqual([expect.stringMatching(/^searches /)]);
    expect(excess(answered('viewport', redraw, pan), A_PAN)).toHaveLength(2);
    // No route is remembered after very many changes.
    scene.update(
      document
        .allEdges()
        .slice(0, 70)
        .map((edge): Change => ({ type: 'addEdge', edge })),
    );
    scene.bounds();
    const route = () =>
      document
        .allEdges()
        .slice(0, 9)
        .forEach((edge) => scene.routeOf(edge));
    expect(excess(answered('viewport', route, pan), A_PAN)).toEqual(['routes 9 > 0']);
    view.panBy({ x: -21, y: 0 });
  });

  it('by an app that draws again for each step of a drag', () => {
    const { x, y } = editor.node(GRABBED).position;
    editor.pointerDown(GRABBED).pointerMove({ x: x + 150, y: y + 40 });
    const step = () => editor.pointerMove({ x: x + 180, y: y + 40 });
    expect(excess(answered('invalidate', redraw, step), A_STEP)).toEqual(['draws 3 > 1']);
    editor.cancel();
  });

  it('by an edit that takes others along', () => {
    expect(
      excess(
        answered('document', pushAnother, () => push(GRABBED, 15)),
        A_MOVE,
      ),
    ).toHaveLength(3);
    expect(excess(answered('document', pushAnother, type), A_LETTER)).toHaveLength(3);
    const remove = work.during(() => editor.engine.apply([GRABBED, name(7)].map((id) => ({ type: 'removeNode', id }))));
    expect(remove.unindexed, 'each and its two pipes').toBe(6);
    expect(
      excess(
        work.during(() => editor.undo()),
        { indexed: 5 },
      ),
    ).toHaveLength(1);
  });

  it('by an app that asks where things are in the very event that moves many', () => {
    editor.select(...Array.from({ length: 100 }, (_, index) => name(index)));
    const nudge = () => editor.keyDown('ArrowRight');
    const ask = () => editor.engine.scene.bounds();
    expect(excess(answered('document', ask, nudge), LATER)).toEqual(['indexed 200 > 0']);
    editor.undo().select();
  });
});
