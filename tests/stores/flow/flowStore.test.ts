import { autorun, reaction } from 'mobx';
import { expect, it, onTestFinished } from 'vitest';
import { Editor } from '../../../src/engine';
import { foldedContent } from '../../../src/engine/scene/foldedContent';
import { FlowStore } from '../../../src/stores/flow/FlowStore';
import { pipe, TestEditor } from '../../support/TestEditor';

const NODES = 100_000;

/** Counts how often a read value has changed. */
function changesOf(read: () => unknown): () => number {
  let count = 0;
  onTestFinished(reaction(read, () => void count++));
  return () => count;
}

const canvas = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat' } },
      art: { type: 'image', at: [500, 0] },
      late: { type: 'image', at: [900, 0] },
    },
    [pipe('idea', 'art')],
  );

it('has an observable for each id that somebody looks at, of 100,000 nodes for none besides [OBSERVE-1]', () => {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    id: `n${index}`,
    type: 'text',
    position: { x: index, y: 0 },
    data: {},
  }));
  const editor = new Editor({
    snapshot: { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } },
    uniqueId: () => 'new',
  });
  const flow = new FlowStore(editor);
  // An untracked read leaves nothing behind.
  for (const { id } of nodes) flow.node(id);
  editor.selectAll();
  editor.nudge({ x: 12, y: 0 });
  expect(flow.observedIds).toBe(0);

  const stops = ['n7', 'n7', 'n8'].map((id) => autorun(() => void flow.node(id)));
  expect(flow.observedIds).toBe(2);
  for (const stop of stops) stop();
  expect(flow.observedIds).toBe(0);
});

it('notifies observers of a node of that one alone [OBSERVE-1]', () => {
  const { engine, flow } = canvas();
  const [idea, art, gone] = ['idea', 'art', 'new1'].map((id) => changesOf(() => flow.node(id)));
  engine.editText({ nodeId: 'idea', name: 'value' }, 'a dog');
  engine.apply([{ type: 'moveNode', id: 'late', position: { x: 0, y: 900 } }]);
  expect([idea?.(), art?.()]).toEqual([1, 0]);
  engine.merge([{ type: 'addNode', node: { id: 'new1', type: 'text', position: { x: 0, y: 300 }, data: {} } }]);
  expect([idea?.(), art?.(), gone?.()]).toEqual([1, 0, 1]);
  engine.selectAll();
  engine.nudge({ x: 12, y: 0 });
  expect([idea?.(), art?.()]).toEqual([2, 1]);
  engine.undo();
  engine.merge([{ type: 'removeNode', id: 'art' }]);
  expect([idea?.(), art?.()]).toEqual([3, 3]);
  expect(flow.node('art')).toBeUndefined();
});

it('reports the edges and the run of a node by its id [OBSERVE-1]', () => {
  const { engine, flow } = canvas();
  const edges = changesOf(() => flow.edgesAt('art'));
  const others = changesOf(() => flow.edgesAt('late'));
  const run = changesOf(() => flow.run('art'));
  engine.apply([{ type: 'removeEdge', id: 'idea-art' }]);
  engine.undo();
  expect([edges(), others(), flow.edgesAt('art')]).toEqual([2, 0, ['idea-art']]);
  for (const phase of [0, 0.1, 0.2])
    engine.setRuns(
      new Map([
        ['art', { state: 'running', phase }],
        ['late', { state: 'waiting' }],
      ]),
    );
  expect([run(), flow.run('art')]).toEqual([1, 'running']);
  engine.setRuns(new Map([['art', null]]));
  expect([run(), flow.run('art')]).toEqual([2, null]);
});

it('reports as many running and failed nodes inside a folded frame as its card shows, also of very many [FOLD-5]', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `n${index}`);
  const { engine, flow } = TestEditor.with({
    sky: { type: 'frame', at: [0, 0], data: { isFolded: true, holds: ids } },
    ...Object.fromEntries(ids.map((id, index) => [id, { type: 'image', at: [index * 300, 900] }])),
    out: { type: 'image', at: [0, 600] },
  });
  const changes = changesOf(() => flow.foldedWork('sky'));
  const onCard = () => {
    const frame = engine.document.node('sky');
    const content = frame && foldedContent(engine.document, engine.scene, frame, engine.runs);
    return content?.work ?? null;
  };
  expect([flow.foldedWork('sky'), onCard()]).toEqual([null, null]);
  engine.setRuns(new Map(ids.map((id, index) => [id, { state: index < 250 ? 'failed' : 'waiting' }])));
  expect(flow.foldedWork('sky')).toEqual({ underWay: 50, failed: 250 });
  expect(onCard()).toMatchObject({ underWay: 50, failed: 250 });
  // A step of a clock and a node outside are no news.
  engine.setRuns(new Map([['n299', { state: 'running', phase: 0.5 }]]));
  engine.setRuns(new Map([['out', { state: 'failed' }]]));
  expect(changes()).toBe(1);
  engine.merge([{ type: 'removeNode', id: 'sky' }]);
  expect([flow.foldedWork('sky'), changes()]).toEqual([null, 2]);
});

it('notifies observers of the selection, the view and the gesture of their changes, and nothing else [OBSERVE-2]', () => {
  const editor = canvas();
  const { engine, flow } = editor;
  const sole = changesOf(() => flow.soleNodeId);
  const resting = changesOf(() => flow.isAtRest);
  const viewport = changesOf(() => flow.viewport);
  const zoom = changesOf(() => flow.zoom);
  const runs = changesOf(() => flow.selectedRuns);
  engine.select({ nodes: new Set(['art']) });
  expect([sole(), runs(), viewport(), resting()]).toEqual([1, 1, 0, 0]);
  engine.view.panBy({ x: 5, y: 0 });
  engine.editText({ nodeId: 'idea', name: 'value' }, 'a dog');
  expect([sole(), runs(), viewport(), resting()]).toEqual([1, 1, 1, 0]);
  expect(zoom()).toBe(0);
  engine.view.setViewport({ ...engine.view.viewport, zoom: 0.5 });
  expect([zoom(), flow.zoom]).toEqual([1, 0.5]);
  engine.view.setViewport({ ...engine.view.viewport, zoom: 1 });
  editor.drag('art', [600, 300]);
  expect([flow.isAtRest, resting(), flow.soleNodeId]).toEqual([true, 2, 'art']);
  flow.dispose();
  engine.select({});
  expect(sole()).toBe(1);
});
