import fc from 'fast-check';
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { type Change, GraphDocument, PendingChanges, type Snapshot } from '../../../src/engine';
import { finish } from '../../../src/stores/sync/patch/Patch';
import { encodeChanges } from '../../../src/stores/sync/patch/encodeChanges';
import { anyChange, nearPoint } from '../../engine/support/oddCanvas';

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
