import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, FlowNode, NodeType } from '../../src/engine';
import { fitBox, MAX_ZOOM, MIN_ZOOM, toScreen, toWorld, zoomTo } from '../../src/engine/geometry/camera';
import { snap } from '../../src/engine/geometry/vector';
import { GraphDocument } from '../../src/engine/model/GraphDocument';
import { IndexedList } from '../../src/engine/model/IndexedList';
import { TestEditor, pipe } from '../support/TestEditor';

const EVERYWHERE = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const TYPES: readonly NodeType[] = ['textPrompt', 'imageUpload', 'image', 'category', 'categoryItem', 'text', 'model'];

const coordinate = fc.integer({ min: -600, max: 1600 });
const point = fc.record({ x: coordinate, y: coordinate });
const name = fc.constantFrom(...NAMES);

const nodeOf = (id: string): fc.Arbitrary<FlowNode> =>
  fc.record({
    id: fc.constant(id),
    type: fc.constantFrom<string>(...TYPES, 'hologram'),
    position: point,
    data: fc.record({
      name: fc.constantFrom('', 'calm'),
      value: fc.constantFrom('', 'sea, storm'),
      categories: fc.constantFrom(
        [],
        [{ id: `${id}-item-0`, name: 'x', value: 'y', parentId: id }],
        [0, 1].map((index) => ({ id: `${id}-item-${index}`, name: 'x', value: 'y', parentId: id })),
      ),
    }),
  });

const snapshot = fc
  .tuple(
    fc.tuple(...NAMES.map(nodeOf)),
    fc.array(fc.tuple(name, name, fc.constantFrom('text' as const, 'image' as const)), { maxLength: 8 }),
  )
  .map(([nodes, pairs]) => ({
    nodes,
    edges: pairs.map(([source, target, flow]) => pipe(source, target, flow)),
    viewport: { x: 0, y: 0, zoom: 1 },
  }));

const change: fc.Arbitrary<Change> = fc.oneof(
  name.chain(nodeOf).map((node): Change => ({ type: 'addNode', node })),
  fc.tuple(name.chain(nodeOf), fc.nat(6)).map(([node, index]): Change => ({ type: 'addNode', node, index })),
  name.map((id): Change => ({ type: 'removeNode', id })),
  fc.tuple(name, point).map(([id, position]): Change => ({ type: 'moveNode', id, position })),
  fc
    .tuple(name, fc.constantFrom('/files/a.png', 'words', undefined))
    .map(([id, value]): Change => ({ type: 'setData', id, data: { value } })),
  name.chain(nodeOf).map((node): Change => ({ type: 'replaceNode', node })),
  fc.tuple(name, name).map(([source, target]): Change => ({ type: 'addEdge', edge: pipe(source, target) })),
  fc
    .tuple(name, name, fc.nat(6))
    .map(([source, target, index]): Change => ({ type: 'addEdge', edge: pipe(source, target, 'image'), index })),
  fc.tuple(name, name).map(([source, target]): Change => ({ type: 'removeEdge', id: `${source}-${target}` })),
);

type Step = (editor: TestEditor) => void;

/** The n-th node that is there, and so on: so that random numbers hit real things. */
const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const manner = fc.record({
  shift: fc.boolean(),
  pointerId: fc.constantFrom(1, 2),
  pointerType: fc.constantFrom('mouse' as const, 'touch' as const),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(point, manner).map(
      ([at, how]): Step =>
        (e) =>
          void e.pointerDown(at, how),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(point, manner).map(
      ([at, how]): Step =>
        (e) =>
          void e.pointerMove(at, how),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(point, manner).map(
      ([at, how]): Step =>
        (e) =>
          void e.pointerUp(at, how),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(), point, manner).map(([index, to, how]): Step => (e) => {
      const node = pick(e.nodes, index);
      if (node !== undefined) e.drag(node, to, how);
    }),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([index, other, which]): Step => (e) => {
      const [from, to] = [pick(e.nodes, index), pick(e.nodes, other)];
      if (from === undefined || to === undefined) return;
      const handleId = pick(['text-right', 'image-right'], which) ?? '';
      const inputId = handleId.replace('right', 'left');
      e.engine.connect({ nodeId: from, handleId }, { nodeId: to, handleId: inputId });
    }),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(), fc.nat(1), point).map(([index, row, at]): Step => (e) => {
      const node = pick(e.nodes, index);
      if (node !== undefined) e.engine.detachItem(node, `${node}-item-${row}`, at);
    }),
  },
  {
    weight: 2,
    arbitrary: fc.nat().map((index): Step => (e) => {
      const node = pick(e.nodes, index);
      if (node === undefined) return;
      const { x, y } = e.node(node).position;
      e.click(e.deleteButton(node)).doubleClick([x + 60, y + 20]);
    }),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('Delete', 'Escape', 'Enter', 'ArrowUp', ' ', '1', '0', '+'), fc.boolean()).map(
      ([key, isUp]): Step =>
        (e) =>
          void (isUp ? e.keyUp(key) : e.keyDown(key)),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((e) => void e.keyDown('a', { primary: true })) },
  { weight: 2, arbitrary: fc.constant<Step>((e) => void e.undo()) },
  { weight: 2, arbitrary: fc.constant<Step>((e) => void e.redo()) },
  { weight: 1, arbitrary: fc.constant<Step>((e) => void e.cancel()) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(point, fc.integer({ min: -900, max: 900 }), fc.boolean())
      .map(([at, turn, primary]): Step => (e) => {
        e.wheel(at, 0, turn, { primary });
      }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...TYPES), point).map(
      ([type, at]): Step =>
        (e) =>
          void e.engine.addNode(type, null, at),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.string({ maxLength: 4 })).map(([index, text]): Step => (e) => {
      const node = pick(e.nodes, index);
      if (node !== undefined) e.engine.editText({ nodeId: node, name: 'value' }, text);
    }),
  },
  {
    weight: 4,
    arbitrary: fc.array(change, { maxLength: 4 }).map(
      (changes): Step =>
        (e) =>
          void e.merge(...changes),
    ),
  },
);

const REST = { pipe: null, marquee: null, mergeTargetId: null, item: null };
const idsOf = (things: readonly { readonly id: string }[]): string[] => things.map(({ id }) => id).toSorted();

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The names of the invariants that do not hold. */
function broken(editor: TestEditor): string[] {
  const { document, scene, selection, hoverId, editing, camera, preview } = editor.engine;
  const { nodes, edges } = document;
  const hasNode = (id: string): boolean => editor.nodes.includes(id);
  const holds: Record<string, boolean> = {
    'node ids are unique': new Set(editor.nodes).size === nodes.length,
    'edge ids are unique': new Set(editor.edges).size === edges.length,
    'edges have both their nodes': edges.every(({ source, target }) => hasNode(source) && hasNode(target)),
    'positions are finite': nodes.every(({ position: { x, y } }) => Number.isFinite(x) && Number.isFinite(y)),
    'the zoom is within bounds': camera.zoom >= MIN_ZOOM && camera.zoom <= MAX_ZOOM,
    'what is selected is there':
      [...selection.nodes].every(hasNode) && [...selection.edges].every((id) => document.edge(id)),
    'what is hovered is there': hoverId === null || hasNode(hoverId),
    'what is edited is there': editing === null || hasNode(editing.nodeId),
    'a pipe hangs on what is there': !preview.pipe || hasNode(preview.pipe.anchor.nodeId),
    'a pipe aims at what is there': !preview.pipe?.target || hasNode(preview.pipe.target.nodeId),
    'a merge aims at what is there': !preview.mergeTargetId || hasNode(preview.mergeTargetId),
    'a row in the hand is there': !preview.item || hasNode(preview.item.nodeId),
    'the index has the nodes': isSame(idsOf(scene.nodesIn(EVERYWHERE)), editor.nodes.toSorted()),
    'the index has the edges': isSame(idsOf(scene.edgesIn(EVERYWHERE)), editor.edges.toSorted()),
    'the index has the nodes where they are drawn': nodes.every((node) =>
      scene.nodesIn({ ...scene.positionOf(node), width: 0, height: 0 }).includes(node),
    ),
    'edges are known at their nodes': nodes.every(({ id }) =>
      isSame(
        [document.edgesInto(id), document.edgesOutOf(id), [...document.edgeIdsAt(id)].toSorted()],
        [
          edges.filter(({ target }) => target === id),
          edges.filter(({ source }) => source === id),
          idsOf(edges.filter(({ source, target }) => source === id || target === id)),
        ],
      ),
    ),
    'at rest nothing of a gesture is left': editor.state !== 'select.idle' || (isSame(preview, REST) && !scene.drag),
  };
  return Object.keys(holds).filter((law) => !holds[law]);
}

const content = ({ engine }: TestEditor) => ({ nodes: engine.document.nodes, edges: engine.document.edges });

describe('laws of the editor', () => {
  it('any afternoon keeps ids unique, edges whole, selections real and the index true', () => {
    fc.assert(
      fc.property(snapshot, fc.array(step, { maxLength: 40 }), (start, steps) => {
        const editor = new TestEditor(start);
        expect(broken(editor)).toEqual([]);
        for (const take of steps) {
          take(editor);
          expect(broken(editor)).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('undo all the way leads to the start, and redo all the way back', () => {
    const withoutMerges = fc.array(step, { maxLength: 30 });
    fc.assert(
      fc.property(snapshot, withoutMerges, (start, steps) => {
        const editor = new TestEditor(start);
        editor.engine.merge = () => undefined;
        const before = content(editor);
        for (const take of steps) take(editor);
        editor.cancel();
        const states = [content(editor)];
        while (editor.engine.canRedo) editor.redo();
        states[0] = content(editor);
        while (editor.engine.canUndo) states.push(content(editor.undo()));
        expect(states.at(-1)).toEqual(before);
        for (const state of states.toReversed().slice(1)) expect(content(editor.redo())).toEqual(state);
        expect(editor.engine.canRedo).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('a cancelled gesture leaves the document and the selection as they were', () => {
    fc.assert(
      fc.property(
        snapshot,
        point,
        fc.array(point, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (start, at, way, shift) => {
          const editor = new TestEditor(start).select('a', 'b');
          const before = [editor.engine.snapshot(), editor.selected];
          editor.pointerDown(at, { shift });
          for (const next of way) editor.pointerMove(next, { shift });
          editor.keyDown('Escape').expectState('idle').pointerUp();
          expect([editor.engine.snapshot(), editor.selected]).toEqual(before);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('laws of the document', () => {
  it('the inverse of any changes leads back, and theirs forward again', () => {
    fc.assert(
      fc.property(snapshot, fc.array(change, { maxLength: 25 }), (start, changes) => {
        const document = new GraphDocument(start);
        const before = { nodes: document.nodes, edges: document.edges };
        const { inverse } = document.apply(changes);
        const after = { nodes: document.nodes, edges: document.edges };
        const { inverse: forward } = document.apply(inverse);
        expect({ nodes: document.nodes, edges: document.edges }).toEqual(before);
        document.apply(forward);
        expect({ nodes: document.nodes, edges: document.edges }).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it('what is told is what happened: the changes, applied elsewhere, give the same', () => {
    fc.assert(
      fc.property(snapshot, fc.array(change, { maxLength: 25 }), (start, changes) => {
        const here = new GraphDocument(start);
        const there = new GraphDocument(start);
        there.apply(here.apply(changes).changes);
        expect(there.nodes).toEqual(here.nodes);
        expect(there.edges).toEqual(here.edges);
      }),
      { numRuns: 500 },
    );
  });

  it('what is removed from a list goes back to its places', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.array(fc.nat()), (ids, picks) => {
        const list = new IndexedList(ids.map((id) => ({ id })));
        const gone = new Set(picks.flatMap((index) => pick(ids, index) ?? []));
        const removed = list.removeAll(gone);
        expect(removed.map(({ item }) => item.id)).toEqual(ids.filter((id) => gone.has(id)));
        expect(list.items.map(({ id }) => id)).toEqual(ids.filter((id) => !gone.has(id)));

        list.insertAll(removed);
        expect(list.items.map(({ id }) => id)).toEqual(ids);
        for (const [index, id] of ids.entries()) expect(list.indexOf(id)).toBe(index);
      }),
    );
  });
});

describe('laws of geometry', () => {
  const number = fc.double({ min: -1e5, max: 1e5, noNaN: true });
  const vector = fc.record({ x: number, y: number });
  const camera = fc.record({ x: number, y: number, zoom: fc.double({ min: MIN_ZOOM, max: MAX_ZOOM, noNaN: true }) });

  it('screen to world to screen is where it was', () => {
    fc.assert(
      fc.property(camera, vector, (view, at) => {
        const back = toScreen(view, toWorld(view, at));
        expect(back.x).toBeCloseTo(at.x, 6);
        expect(back.y).toBeCloseTo(at.y, 6);
      }),
    );
  });

  it('zooming keeps the point under the pointer and stays within bounds', () => {
    fc.assert(
      fc.property(camera, vector, fc.double({ min: 0.001, max: 100, noNaN: true }), (view, at, wanted) => {
        const next = zoomTo(view, at, wanted);
        expect(next.zoom).toBe(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, wanted)));
        expect(toWorld(next, at).x).toBeCloseTo(toWorld(view, at).x, 3);
        expect(toWorld(next, at).y).toBeCloseTo(toWorld(view, at).y, 3);
      }),
    );
  });

  it('snapping is to the nearest corner of the grid, and twice is once', () => {
    fc.assert(
      fc.property(vector, (at) => {
        const once = snap(at, 15);
        expect(snap(once, 15)).toEqual(once);
        expect(Math.abs(once.x - at.x)).toBeLessThanOrEqual(7.5 + 1e-9);
        expect(Object.is(once.x, -0) || Object.is(once.y, -0)).toBe(false);
        expect(Math.abs(once.x % 15)).toBe(0);
      }),
    );
  });

  it('fitting shows the whole box unless it is too large for the smallest zoom', () => {
    const length = fc.double({ min: 1, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(vector, length, length, (corner, width, height) => {
        const view = fitBox({ ...corner, width, height }, { width: 1000, height: 700 }, 60);
        const topLeft = toScreen(view, corner);
        expect(view.zoom).toBeLessThanOrEqual(1);
        expect(topLeft.x + (width * view.zoom) / 2).toBeCloseTo(500, 3);
        expect(view.zoom === MIN_ZOOM || Math.min(topLeft.x, topLeft.y) >= 60 - 1e-6).toBe(true);
      }),
    );
  });
});
