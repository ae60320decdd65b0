import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Change } from '../../src/engine';
import type { TestEditor } from '../support/TestEditor';
import { A_LOOK, A_STEP, board, FRAME, frameOf, GRABBED, IN_VIEW, NOTHING, seen } from './support/board';
import { excess, Work } from './support/Work';

vi.mock('../../src/engine/geometry/pipeRoute', async (load) => {
  const real = await load<typeof import('../../src/engine/geometry/pipeRoute')>();
  return { ...real, pipeRoute: vi.fn(real.pipeRoute) };
});

describe('each gate of what an event costs can fail', () => {
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
