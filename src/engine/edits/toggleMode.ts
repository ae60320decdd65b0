import type { Change } from '../document/Change';
import type { GraphDocument } from '../document/GraphDocument';
import { nodeMode, takesMode, type NodeMode } from '../nodes/nodeMode';

/** Puts those of the nodes that can be into the mode, or takes all out of it when all are in it. Empty when none can be. */
export function toggleMode(document: GraphDocument, nodeIds: Iterable<string>, mode: NodeMode): readonly Change[] {
  const ids = [...nodeIds];
  const next = isInMode(document, ids, mode) ? undefined : mode;
  const nodes = ids.flatMap((id) => document.node(id) ?? []).filter((node) => takesMode(document.kinds, node, mode));
  return nodes.map(({ id }) => ({ type: 'setData', id, data: { mode: next } }));
}

/** Whether all of the nodes that can be are in the mode; null where none can be. */
export function isInMode(document: GraphDocument, nodeIds: Iterable<string>, mode: NodeMode): boolean | null {
  let found: true | null = null;
  for (const id of nodeIds) {
    const node = document.node(id);
    if (!node || !takesMode(document.kinds, node, mode)) continue;
    if (nodeMode(node) !== mode) return false;
    found = true;
  }
  return found;
}
