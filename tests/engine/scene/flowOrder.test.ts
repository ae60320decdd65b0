import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FlowOrder, GraphDocument, type Change, type FlowEdge, type FlowNode } from '../../../src/engine';
import { pipe } from '../../support/TestEditor';
import { anyChange, oddCanvas } from '../support/oddCanvas';

const node = (id: string): FlowNode => ({ id, type: 'text', position: { x: 0, y: 0 }, data: {} });

const open = (ids: string, ...edges: readonly FlowEdge[]): GraphDocument =>
  new GraphDocument({ nodes: Array.from(ids, node), edges });

function read(document: GraphDocument): FlowOrder {
  const order = new FlowOrder(document);
  order.read(() => true);
  return order;
}

const idsOf = (order: FlowOrder): string[] => Array.from({ length: order.size }, (_, index) => order.at(index) ?? '');
const seen = (order: FlowOrder): string => idsOf(order).join('');

const change = (document: GraphDocument, order: FlowOrder, ...changes: readonly Change[]): boolean =>
  order.follow(document.apply(changes).effects);

/** Whether an edge closes a loop. */
function isInLoop(document: GraphDocument, { source, target }: FlowEdge): boolean {
  const found = new Set([target]);
  for (const id of found) for (const edge of document.edgesOutOf(id)) found.add(edge.target);
  return found.has(source);
}

describe('the order of a flow', () => {
  it('has what feeds a node before it, flow by flow, in the order of the inputs [OUTLINE-1]', () => {
    // a and b feed c, which feeds f; d feeds e; g stands alone.
    const document = open('aebdcgf', pipe('b', 'c'), pipe('a', 'c'), pipe('c', 'f'), pipe('d', 'e'));
    expect(seen(read(document))).toBe('degbacf');
  });

  it('moves what has to move, and nothing else [OUTLINE-2]', () => {
    const document = open('abcdef', pipe('e', 'f'));
    const order = read(document);
    expect(seen(order)).toBe('abcdef');
    expect(change(document, order, { type: 'addEdge', edge: pipe('f', 'b') })).toBe(true);
    expect(seen(order)).toBe('aefbcd');
    // The order is right already; moving a card or changing its text does not affect it.
    expect(change(document, order, { type: 'addEdge', edge: pipe('a', 'd') })).toBe(false);
    expect(change(document, order, { type: 'moveNode', id: 'a', position: { x: 90, y: 0 } })).toBe(false);
    expect(change(document, order, { type: 'removeNode', id: 'e' })).toBe(true);
    expect(seen(order)).toBe('afbcd');
  });

  it('puts a new node behind what feeds it, else before what it feeds, else at the end [OUTLINE-2]', () => {
    const document = open('abcd');
    const order = read(document);
    change(document, order, { type: 'addNode', node: node('x') }, { type: 'addEdge', edge: pipe('b', 'x') });
    expect(seen(order)).toBe('abxcd');
    change(document, order, { type: 'addNode', node: node('y') }, { type: 'addEdge', edge: pipe('y', 'c') });
    change(document, order, { type: 'addNode', node: node('z') });
    expect(seen(order)).toBe('abxycdz');
  });

  it('gives a loop some order, and the right one once it is open again [OUTLINE-1]', () => {
    const document = open('ab', pipe('a', 'b'));
    const order = read(document);
    expect(change(document, order, { type: 'addEdge', edge: pipe('b', 'a') })).toBe(false);
    expect(seen(order)).toBe('ab');
    expect(change(document, order, { type: 'removeEdge', id: 'a-b' })).toBe(true);
    expect(seen(order)).toBe('ba');
  });

  it('is computed in pieces, and again when nodes come and go meanwhile [OUTLINE-2]', () => {
    const document = open('abcdef', pipe('f', 'a'));
    const order = new FlowOrder(document);
    let left = 3;
    order.read(() => --left > 0);
    expect([seen(order), order.isComplete]).toEqual(['fab', false]);
    expect(change(document, order, { type: 'removeNode', id: 'b' })).toBe(true);
    order.read(() => true);
    expect([seen(order), order.isComplete]).toEqual(['facde', true]);
  });

  it('holds after any changes: every node once, after what feeds it unless that is a loop [OUTLINE-1]', () => {
    fc.assert(
      fc.property(oddCanvas, fc.array(fc.array(anyChange, { maxLength: 4 }), { maxLength: 12 }), (start, steps) => {
        const document = new GraphDocument(start);
        const order = read(document);
        const check = (): void => {
          const ids = idsOf(order);
          expect(ids.toSorted()).toEqual(
            document
              .allNodes()
              .map(({ id }) => id)
              .toSorted(),
          );
          expect(ids.map((id) => order.indexOf(id))).toEqual(ids.map((_, index) => index));
          const wrong = document
            .allEdges()
            .filter((edge) => order.indexOf(edge.source) >= order.indexOf(edge.target) && !isInLoop(document, edge));
          expect(wrong).toEqual([]);
        };
        check();
        for (const changes of steps) {
          const before = seen(order);
          const hasMoved = change(document, order, ...changes);
          order.read(() => true);
          expect(hasMoved || seen(order) === before).toBe(true);
          check();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps up with 100,000 nodes: a pipe across all of them moves two', () => {
    const nodes = Array.from({ length: 100_000 }, (_, index) => node(`n${index}`));
    const document = new GraphDocument({ nodes, edges: [pipe('n99998', 'n99999')] });
    const order = read(document);
    change(document, order, { type: 'addEdge', edge: pipe('n99999', 'n5') });
    expect([4, 5, 6, 7, 8].map((index) => order.at(index))).toEqual(['n4', 'n99998', 'n99999', 'n5', 'n6']);
  });
});
