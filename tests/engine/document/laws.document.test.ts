import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/engine';
import { add, type Vector } from '../../../src/engine/geometry/vector';
import { type AppliedChanges, GraphDocument } from '../../../src/engine/document/GraphDocument';
import { IndexedList } from '../../../src/engine/collections/IndexedList';
import { anyChange, anyId, nearPoint, oddCanvas } from '../support/oddCanvas';

const listOf = (ids: readonly string[]) =>
  new IndexedList(
    ids.map((id) => ({ id })),
    (item, order) => ({ item, order }),
  );
const orderOf = (list: ReturnType<typeof listOf>, id: string): number => list.get(id)?.order ?? NaN;
const content = (document: GraphDocument) => ({ nodes: document.allNodes(), edges: document.allEdges() });
const changes = fc.array(anyChange, { maxLength: 25 });
const singly = (document: GraphDocument, by: Vector): Change[] =>
  document.allNodes().map(({ id, position }) => ({ type: 'moveNode', id, position: add(position, by) }));
/** Another version has more fields for a node's position. */
const described = (document: GraphDocument, id: string): Change[] => {
  const node = document.node(id);
  return node ? [{ type: 'replaceNode', node: { ...node, position: Object.assign({ z: 9 }, node.position) } }] : [];
};
/** Small whole numbers, so that no move is lost to rounding and none leaves a fraction. */
const wholePixel = (value: number): number => Math.round(value % 1e5) + 0;
const onWholePixel = <T extends { readonly position: Vector }>(thing: T): T => {
  const { x, y } = thing.position;
  return { ...thing, position: { ...thing.position, x: wholePixel(x), y: wholePixel(y) } };
};
const canvasOnPixels = oddCanvas.map(({ nodes, ...rest }) => ({ ...rest, nodes: nodes.map(onWholePixel) }));
const changeOnPixels = anyChange.map((change): Change => {
  if (change.type === 'moveNode') return onWholePixel(change);
  return 'node' in change ? { ...change, node: onWholePixel(change.node) } : change;
});

describe('laws of the document', () => {
  it('the inverse of any changes leads back, and theirs forward again', () => {
    fc.assert(
      fc.property(oddCanvas, changes, (start, steps) => {
        const document = new GraphDocument(start);
        const before = content(document);
        const { inverse } = document.apply(steps);
        const after = content(document);
        const { inverse: forward } = document.apply(inverse);
        expect(content(document)).toEqual(before);
        document.apply(forward);
        expect(content(document)).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it('the reported changes are what happened: applied elsewhere, they give the same', () => {
    fc.assert(
      fc.property(oddCanvas, changes, (start, steps) => {
        const here = new GraphDocument(start);
        const there = new GraphDocument(start);
        there.apply(here.apply(steps).changes);
        expect(content(there)).toEqual(content(here));
      }),
      { numRuns: 500 },
    );
  });

  it('all at once is one after another', () => {
    fc.assert(
      fc.property(oddCanvas, changes, (start, steps) => {
        const atOnce = new GraphDocument(start);
        const inTurn = new GraphDocument(start);
        atOnce.apply(steps);
        for (const step of steps) inTurn.apply([step]);
        expect(content(atOnce)).toEqual(content(inTurn));
      }),
      { numRuns: 500 },
    );
  });

  it('a move of all equals single moves, even if some are read in between', () => {
    const look = fc.oneof(
      anyId.map((id) => (document: GraphDocument) => void document.node(id)),
      fc.constant((document: GraphDocument) => void document.settle()),
    );
    const steps = fc.array(fc.tuple(changeOnPixels, fc.array(look, { maxLength: 2 })), { maxLength: 25 });
    fc.assert(
      fc.property(canvasOnPixels, steps, (start, all) => {
        const document = new GraphDocument(start);
        const plain = new GraphDocument(start);
        const back = all.map(([step, looks]) => {
          const { inverse } = document.apply([step]);
          for (const each of looks) each(document);
          plain.apply(step.type === 'moveAll' ? singly(plain, step.by) : [step]);
          return { inverse, looks };
        });
        expect(content(document)).toEqual(content(plain));
        for (const { inverse, looks } of back.toReversed()) {
          for (const each of looks) each(document);
          document.apply(inverse);
        }
        expect(content(document)).toEqual(content(new GraphDocument(start)));
      }),
      { numRuns: 500 },
    );
  });

  it('the way back of a move of all is that of a move of each, whatever has come in between', () => {
    const step = fc.oneof(
      changeOnPixels.map((change) => () => [change]),
      anyId.map((id) => (document: GraphDocument) => described(document, id)),
    );
    fc.assert(
      fc.property(canvasOnPixels, nearPoint, fc.array(step, { maxLength: 8 }), (start, by, between) => {
        const after = ({ inverse }: AppliedChanges, document: GraphDocument) => {
          for (const changesOf of between) document.apply(changesOf(document));
          document.apply(inverse);
          return content(document);
        };
        const document = new GraphDocument(start);
        const plain = new GraphDocument(start);
        const all = document.apply([{ type: 'moveAll', by }]);
        expect(after(all, document)).toEqual(after(plain.apply(singly(plain, by)), plain));
      }),
      { numRuns: 500 },
    );
  });

  it('what nothing changes keeps its reference, and the lists that were handed out never change', () => {
    fc.assert(
      fc.property(oddCanvas, changes, (start, steps) => {
        const document = new GraphDocument(start);
        const before = content(document);
        const copies = [[...before.nodes], [...before.edges]];
        const { changes: done } = document.apply(steps);
        expect([before.nodes, before.edges]).toEqual(copies);
        const isSame = document.allNodes() === before.nodes && document.allEdges() === before.edges;
        expect(done.length > 0 || isSame).toBe(true);
        const touched = new Set(
          done.map((change) => ('node' in change ? change.node.id : 'id' in change && change.id)),
        );
        const isAllMoved = done.some(({ type }) => type === 'moveAll');
        for (const node of isAllMoved ? [] : document.allNodes())
          expect(touched.has(node.id) || before.nodes.includes(node)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('what is removed from a list goes back to its places', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.array(fc.nat()), (ids, picks) => {
        const list = listOf(ids);
        const gone = new Set(picks.flatMap((index) => ids[index % Math.max(1, ids.length)] ?? []));
        const removed = list.removeAll(Array.from(gone).flatMap((id) => list.get(id) ?? []));
        expect(removed.map(({ item }) => item.id)).toEqual(ids.filter((id) => gone.has(id)));
        expect(list.items.map(({ id }) => id)).toEqual(ids.filter((id) => !gone.has(id)));

        list.insertAll(removed);
        expect(list.items.map(({ id }) => id)).toEqual(ids);
        for (const [index, id] of ids.entries()) {
          expect(list.get(id)?.item.id).toBe(id);
          expect(orderOf(list, id)).toBeGreaterThan(index === 0 ? -Infinity : orderOf(list, ids[index - 1] ?? ''));
        }
      }),
    );
  });

  it('a list keeps its order however often an item is put into one place', () => {
    const list = listOf(['first', 'last']);
    for (let step = 0; step < 200; step++) list.insertAll([{ item: { id: `n${step}` }, index: 1 }]);
    const orders = list.items.map(({ id }) => orderOf(list, id));
    expect(orders).toEqual(orders.toSorted((a, b) => a - b));
    expect(new Set(orders).size).toBe(202);
    const seventh = list.get('n7');
    expect(list.removeAll(seventh ? [seventh] : [])).toEqual([{ item: { id: 'n7' }, index: 193 }]);
  });
});
