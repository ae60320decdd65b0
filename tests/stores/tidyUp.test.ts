import { describe, expect, it } from 'vitest';
import { layeredLayout, type LayoutGraph, type LayoutPlaces } from '../../src/engine';
import { TidyUp } from '../../src/stores/arrange/TidyUp';
import { pipe, TestEditor, type NodeSketch } from '../support/TestEditor';

/** A worker that answers when the test says so. */
class FakeWorker {
  asked: LayoutGraph | null = null;
  tell: (share: number) => void = () => undefined;
  answer: () => void = () => undefined;
  readonly layOut = (graph: LayoutGraph, onProgress: (share: number) => void, signal: AbortSignal) =>
    new Promise<LayoutPlaces>((resolve, reject) => {
      this.asked = graph;
      this.tell = onProgress;
      this.answer = () => resolve(layeredLayout(graph));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
}

const DESK: Readonly<Record<string, NodeSketch>> = {
  art: { type: 'image', at: [0, 0] },
  idea: { type: 'textPrompt', at: [600, 300] },
  aside: { type: 'image', at: [60, 45] },
};

function open(sketches = DESK) {
  const canvas = TestEditor.with(sketches, [pipe('idea', 'art')]);
  const worker = new FakeWorker();
  const said: string[] = [];
  /** Pending tasks of the page. */
  const tasks: (() => void)[] = [];
  let now = 0;
  const tidyUp = new TidyUp({
    editor: canvas.engine,
    layOut: worker.layOut,
    // The clock moves half a frame with every read.
    clock: {
      passed: () => (now += 8),
      nextTask: (run) => {
        tasks.push(run);
        return () => undefined;
      },
    },
    announce: (key, blanks) => void said.push(`${key} ${String(blanks?.['count'] ?? '')}`.trim()),
  });
  /** Runs the page's tasks until the worker has been called. */
  const gather = async () => {
    for (let turn = 0; turn < 50 && worker.asked === null; turn += 1) {
      tasks.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  const places = () => canvas.engine.document.allNodes().map(({ position: { x, y } }) => [x, y]);
  return { canvas, worker, said, tidyUp, gather, places };
}

describe('tidying up beside the page', () => {
  it('moves all in one step when the worker has answered, shows its progress, and says what was done [ARRANGE-13]', async () => {
    const { canvas, worker, said, tidyUp, gather, places } = open();
    const before = places();
    const done = tidyUp.tidy(canvas.engine.document.nodeIds);
    expect(tidyUp.share).toBe(0);
    await gather();
    worker.tell(0.5);
    expect(tidyUp.share).toBe(0.5);
    expect(places()).toEqual(before);
    worker.answer();
    await done;
    expect(tidyUp.share).toBeNull();
    expect(canvas.node('idea').position.x).toBeLessThan(canvas.node('art').position.x);
    expect(said).toEqual(['arrange.tidied 3']);
    canvas.undo();
    expect(places()).toEqual(before);
    expect(canvas.engine.canUndo).toBe(false);
  });

  it('leaves cards in their frame, which grows around them in the same step [ARRANGE-14]', async () => {
    const { canvas, worker, said, tidyUp, gather } = open({
      idea: { type: 'textPrompt', at: [30, 60] },
      art: { type: 'image', at: [30, 360] },
      sky: { type: 'frame', at: [0, 0], data: { width: 320, height: 690 } },
    });
    const before = canvas.engine.snapshot();
    const done = tidyUp.tidy(new Set(['idea', 'art']));
    await gather();
    worker.answer();
    await done;
    expect(canvas.at('art')[0]).toBeGreaterThan(320);
    expect(canvas.engine.scene.contentOf(canvas.node('sky'))).toEqual(['idea', 'art']);
    expect(said).toEqual(['arrange.tidied 1']);
    expect(canvas.engine.steps.undoStep).toEqual({ kind: 'move', count: 1 });
    expect(canvas.undo().engine.snapshot()).toEqual(before);
  });

  it('cancelled, nothing is moved, and the next one is laid out again [ARRANGE-13]', async () => {
    const { canvas, worker, said, tidyUp, gather, places } = open();
    const before = places();
    const done = tidyUp.tidy(canvas.engine.document.nodeIds);
    await gather();
    tidyUp.stop();
    worker.answer();
    await done;
    expect([tidyUp.share, places(), canvas.engine.canUndo]).toEqual([null, before, false]);
    expect(said).toEqual(['arrange.tidyStopped']);

    worker.asked = null;
    const again = tidyUp.tidy(new Set(['idea', 'art']));
    await gather();
    worker.answer();
    await again;
    expect(canvas.node('aside').position).toEqual({ x: 60, y: 45 });
    expect(canvas.node('idea').position.x).toBeLessThan(canvas.node('art').position.x);
  });

  it('a change while it gathers is in the layout, and one while it waits is not lost', async () => {
    const { canvas, worker, tidyUp, gather } = open();
    const done = tidyUp.tidy(canvas.engine.document.nodeIds);
    canvas.merge({ type: 'removeNode', id: 'aside' });
    await gather();
    expect(worker.asked?.x).toHaveLength(2);
    canvas.engine.addNode('image', null, { x: 3000, y: 3000 });
    worker.answer();
    await done;
    expect(canvas.engine.document.allNodes().at(-1)?.position).toEqual({ x: 3000, y: 3000 });
  });

  it('only one at a time, and a tidy canvas is reported as such', async () => {
    const { canvas, worker, said, tidyUp, gather } = open();
    const first = tidyUp.tidy(canvas.engine.document.nodeIds);
    await tidyUp.tidy(canvas.engine.document.nodeIds);
    await gather();
    worker.answer();
    await first;
    worker.asked = null;
    const second = tidyUp.tidy(canvas.engine.document.nodeIds);
    await gather();
    worker.answer();
    await second;
    expect(said).toEqual(['arrange.tidied 3', 'arrange.tidyAlready 0']);
  });
});
