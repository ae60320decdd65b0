import fc from 'fast-check';
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { type Change, type FlowNode, GraphDocument, PendingChanges, type Snapshot } from '../../../src/engine';
import { finish } from '../../../src/stores/sync/patch/Patch';
import { encodeChanges } from '../../../src/stores/sync/patch/encodeChanges';
import { anyChange, nearPoint, oddCanvas } from '../../engine/support/oddCanvas';

export type Content = Pick<Snapshot, 'nodes' | 'edges'>;

/** Moves of all nodes among the changes, as dragging everything makes them. */
const anyStep = fc.oneof(
  { weight: 4, arbitrary: anyChange },
  { weight: 1, arbitrary: nearPoint.map((by): Change => ({ type: 'moveAll', by })) },
);
/** A person's changes, some of them undone. */
export const history = fc.array(fc.record({ changes: fc.array(anyStep, { maxLength: 4 }), isUndone: fc.boolean() }), {
  maxLength: 12,
});
type History = typeof history extends fc.Arbitrary<infer Steps> ? Steps : never;

const position = { x: 0, y: 0 };
const anyText = fc.constantFrom('sea', 'sky');
const anyCategory = fc.constantFrom('left', 'right');
const anyWords = fc.record({ name: fc.constantFrom('', 'mood'), value: fc.constantFrom('calm', 'wild') });

/** A text or a row becomes the last row of a category, or a card; it may get other words. */
const move = fc
  .tuple(anyText, fc.option(anyCategory), anyWords)
  .map(([id, to, data]): Change[] => [
    { type: 'removeNode', id },
    { type: 'removeRow', id: 'left', rowId: id },
    { type: 'removeRow', id: 'right', rowId: id },
    to === null
      ? { type: 'addNode', node: { id, type: 'categoryItem', position, data } }
      : { type: 'addRow', id: to, row: { id, ...data, parentId: to } },
  ]);
/** Somebody writes in a text or a row, wherever it is. */
const write = fc.tuple(anyText, anyWords).map(([id, data]): Change[] => [
  { type: 'setData', id, data },
  { type: 'setRow', id: 'left', rowId: id, data },
  { type: 'setRow', id: 'right', rowId: id, data },
]);
const moves = fc
  .array(fc.oneof(move, write), { minLength: 1, maxLength: 4 })
  .map((steps): History => [{ changes: steps.flat(), isUndone: false }]);

const lists: readonly FlowNode[] = ['left', 'right'].map((id) => {
  const row = { id: `${id}-first`, name: '', value: 'wide', parentId: id };
  return { id, type: 'category', position, data: { categories: [row] } };
});
const texts = ['sea', 'sky'].map((id) => ({ id, type: 'text', position, data: { value: 'calm' } }));
const movedTexts = moves.map((steps): Content => {
  const document = new GraphDocument({ nodes: [...lists, ...texts], edges: [] });
  act(document, steps);
  return content(document);
});

/** A canvas, and what two people do there: anything at all, or moving texts into categories and out of them. */
export const anyMeeting = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(oddCanvas, history, history) },
  { weight: 1, arbitrary: fc.tuple(movedTexts, moves, moves) },
);

export const content = (of: Content | GraphDocument): Content =>
  of instanceof GraphDocument ? { nodes: of.allNodes(), edges: of.allEdges() } : { nodes: of.nodes, edges: of.edges };

/** The result of a patch on the server: validated, prototype paths refused. */
export const applied = (base: Content, patch: readonly unknown[]): unknown =>
  fastJsonPatch.applyPatch(structuredClone(base), structuredClone(patch) as Operation[], true, true).newDocument;

export const encoded = (pending: PendingChanges): readonly unknown[] => finish(encodeChanges(pending));

export function pendingOn(base: Content | GraphDocument): PendingChanges {
  const { nodes, edges } = content(base);
  return PendingChanges.on({ nodes: nodes.length, edges: edges.length });
}

export function act(document: GraphDocument, steps: History, ...noting: readonly PendingChanges[]): void {
  const apply = (changes: readonly Change[]): readonly Change[] => {
    const { effects, inverse } = document.apply(changes);
    for (const pending of noting) pending.note(effects);
    return inverse;
  };
  for (const { changes, isUndone } of steps) {
    const inverse = apply(changes);
    if (isUndone) apply(inverse);
  }
}
