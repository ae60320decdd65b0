import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Change,
  type FlowNode,
  GraphDocument,
  NODE_KINDS,
  PendingChanges,
  type Snapshot,
} from '../../../../src/engine';
import { planMerge } from '../../../../src/stores/sync/merge/mergeChanges';
import { baseOf } from '../../../../src/stores/sync/merge/readChanges';
import { decodePatches } from '../../../../src/stores/sync/patch/decodePatches';
import { act, anyMeeting, applied, content, type Content, encoded, history, pendingOn } from '../../support/histories';
import { mergeByComparing } from '../../support/mergeByComparing';

const VIEW = { x: 0, y: 0, zoom: 1 };
const REST = { viewport: VIEW };

const whole = (of: Content | GraphDocument): Snapshot => ({ ...content(of), viewport: VIEW });
const named = <Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]));
const sorted = <Item extends { readonly path: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((left, right) => (left.path < right.path ? -1 : 1));
/** Whether no node has the reserved name. */
const hasNoName = (nodes: readonly FlowNode[]): boolean => nodes.some(({ id }) => id === '');

const category = (id: string, ...rows: string[]): FlowNode => ({
  id,
  type: 'category',
  position: { x: 0, y: 0 },
  data: { categories: rows.map((row) => ({ id: row, name: row, value: 'x', parentId: id })) },
});

/** Two people change one canvas; the first one gets the second one's changes as a patch. */
function meet(start: Content, first: Parameters<typeof act>[1], second: Parameters<typeof act>[1]) {
  const mine = new GraphDocument(start);
  const theirs = new GraphDocument(start);
  const base = content(mine);
  const [own, other] = [pendingOn(base), pendingOn(base)];
  act(mine, first, own);
  act(theirs, second, other);
  const decoded = decodePatches({ own, document: mine, rest: REST }, [encoded(other)]);
  return { base, mine, own, theirs, incoming: decoded?.changes ?? null };
}

function take(document: GraphDocument, own: PendingChanges, incoming: PendingChanges) {
  const plan = planMerge({ document, own, incoming });
  own.note(document.apply(plan.changes).effects);
  own.note(document.apply(plan.additions()).effects);
  return plan.lost;
}

describe('laws of merging what arrives', () => {
  it("a patch is decoded to the other one's changes, with any pending changes here [MERGE-9]", () => {
    fc.assert(
      fc.property(anyMeeting, ([start, first, second]) => {
        const { base, theirs, incoming } = meet(start, first, second);
        fc.pre(!hasNoName(base.nodes) && !hasNoName(theirs.allNodes()));
        expect(incoming && applied(base, encoded(incoming))).toEqual(content(theirs));
      }),
      { numRuns: 400 },
    );
  });

  it('comes out as comparing both whole states does, and loses the same [MERGE-1] [MERGE-2] [MERGE-3] [MERGE-10]', () => {
    fc.assert(
      fc.property(anyMeeting, ([start, first, second]) => {
        const { base, mine, own, theirs, incoming } = meet(start, first, second);
        const { document: expected, ...compared } = mergeByComparing(whole(base), whole(mine), whole(theirs));
        fc.pre(incoming !== null && compared.isClear);
        const lost = incoming ? take(mine, own, incoming) : [];
        expect(named(mine.allNodes())).toEqual(named(expected.allNodes()));
        expect(named(mine.allEdges())).toEqual(named(expected.allEdges()));
        expect(sorted(lost)).toEqual(sorted(compared.lost));
      }),
      { numRuns: 400 },
    );
  });

  it('comes out the same when my changes come into their document, where the order of my edges is mine [MERGE-1] [MERGE-2] [MERGE-3]', () => {
    fc.assert(
      fc.property(anyMeeting, ([start, first, second]) => {
        const { base, mine, own, theirs } = meet(start, first, second);
        const { document: expected, ...compared } = mergeByComparing(whole(base), whole(mine), whole(theirs));
        const unsent = decodePatches(baseOf(whole(base)), [encoded(own)]);
        fc.pre(unsent !== null && compared.isClear);
        if (!unsent) return;
        const reordered = [...unsent.changes.edges.touched.values()].filter((one) => one.base && !one.isInPlace);
        const plan = planMerge({ document: theirs, incoming: unsent.changes, own: null, base });
        theirs.apply(plan.changes);
        theirs.apply(plan.additions());
        expect(named(theirs.allNodes())).toEqual(named(expected.allNodes()));
        expect(named(theirs.allEdges())).toEqual(named(expected.allEdges()));
        expect(sorted(plan.lost)).toEqual(sorted(compared.lost));
        const moved = new Set(reordered.flatMap(({ next }) => next?.id ?? []));
        const orderOf = (edges: readonly { readonly id: string }[]): string[] =>
          edges.flatMap(({ id }) => (moved.has(id) && theirs.edge(id) ? id : []));
        expect(orderOf(theirs.allEdges())).toEqual(orderOf(mine.allEdges()));
      }),
      { numRuns: 400 },
    );
  });

  it('what stays pending makes the document of the state that came', () => {
    fc.assert(
      fc.property(anyMeeting, history, ([start, first, second], later) => {
        const { mine, own, theirs, incoming } = meet(start, first, second);
        fc.pre(incoming !== null);
        if (!incoming) return;
        take(mine, own, incoming);
        const pending = own.since(incoming);
        act(mine, later, pending);
        expect(pending.counts).toEqual({ nodes: mine.nodeCount, edges: mine.edgeCount });
        expect(pending.baseNodes(mine.allNodes())).toEqual(theirs.allNodes());
        expect(pending.baseEdges(mine.allEdges())).toEqual(theirs.allEdges());
        expect(applied(content(theirs), encoded(pending))).toEqual(content(mine));
      }),
      { numRuns: 400 },
    );
  });

  it('sent on, it brings both to the same lists, and nothing goes back', () => {
    fc.assert(
      fc.property(anyMeeting, ([start, first, second]) => {
        const { mine, own, theirs, incoming } = meet(start, first, second);
        fc.pre(incoming !== null);
        if (!incoming) return;
        take(mine, own, incoming);
        const idle = pendingOn(theirs);
        const answer = decodePatches({ own: idle, document: theirs, rest: REST }, [encoded(own.since(incoming))]);
        fc.pre(answer !== null);
        if (!answer) return;
        take(theirs, idle, answer.changes);
        expect(content(theirs)).toEqual(content(mine));
        expect(encoded(idle.since(answer.changes))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

const isEmpty = ({ data }: FlowNode): boolean => data.left === '' && data.right === '';

it("what nobody's half is left of is gone, as its kind says [PACKAGE-11]", () => {
  const [note] = [NODE_KINDS.of('note')];
  if (!note) throw new Error('there is no note');
  const kinds = NODE_KINDS.with({ ...note, type: 'pair', isEmpty });
  const pair = { id: 'p', type: 'pair', position: { x: 0, y: 0 }, data: { left: 'a', right: 'b' } };
  const start: Content = { nodes: [pair], edges: [] };
  const [mine, theirs] = [new GraphDocument(start, kinds), new GraphDocument(start, kinds)];
  const [own, other] = [pendingOn(start), pendingOn(start)];
  own.note(mine.apply([{ type: 'setData', id: 'p', data: { left: '' } }]).effects);
  other.note(theirs.apply([{ type: 'setData', id: 'p', data: { right: '' } }]).effects);
  const decoded = decodePatches({ own, document: mine, rest: REST }, [encoded(other)]);
  if (!decoded) throw new Error('the patch could not be decoded');
  expect(planMerge({ document: mine, own, incoming: decoded.changes }).changes).toEqual([
    { type: 'removeNode', id: 'p' },
  ]);
});

const row = (id: string, value: string) => ({ id, name: id, value, parentId: 'moods' });

describe('what others have set in what I have deleted, for the undo of the deletion', () => {
  const data = { value: 'moods', categories: [row('calm', 'sea'), row('wide', 'sky')] };
  const start: Content = { nodes: [{ id: 'moods', type: 'category', position: { x: 0, y: 0 }, data }], edges: [] };
  const told: readonly Change[] = [
    { type: 'setData', id: 'moods', data: { value: 'moods of a day' } },
    { type: 'setRow', id: 'moods', rowId: 'calm', data: { value: 'lake' } },
    { type: 'addRow', id: 'moods', row: row('late', 'dusk') },
  ];

  it.each<[string, Change, readonly Change[]]>([
    ['the fields and rows of a category', { type: 'removeNode', id: 'moods' }, told],
    ['the words of a row', { type: 'removeRow', id: 'moods', rowId: 'calm' }, told.slice(1, 2)],
  ])('are %s, and nothing else is told [UNDO-4]', (_, deletion, expected) => {
    const [mine, theirs] = [new GraphDocument(start), new GraphDocument(start)];
    const [own, other] = [pendingOn(start), pendingOn(start)];
    own.note(mine.apply([deletion]).effects);
    other.note(theirs.apply([...told, { type: 'moveNode', id: 'moods', position: { x: 15, y: 0 } }]).effects);
    const { changes } = planMerge({ document: mine, own, incoming: other });
    expect(changes.filter(({ type }) => type !== 'replaceNode')).toEqual(expected);
  });
});

describe('work of an earlier visit that removed a category', () => {
  it('leaves the rows that others have put into it meanwhile [MERGE-3]', () => {
    const base: Content = { nodes: [category('c', 'place'), category('d', 'mood', 'ink')], edges: [] };
    const document = new GraphDocument({ nodes: [category('c', 'place', 'ink'), category('d', 'mood')], edges: [] });
    const incoming = PendingChanges.between(base, { nodes: [category('d', 'mood', 'ink')], edges: [] });
    const plan = planMerge({ document, incoming, own: null, base });
    document.apply(plan.changes);
    document.apply(plan.additions());
    expect([plan.lost, document.allNodes()]).toEqual([[], [category('c', 'ink'), category('d', 'mood')]]);
  });
});
