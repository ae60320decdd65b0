import { subtract, type Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import type { Handle } from '../nodes/handles';
import type { HandleRef } from '../scene/connectionRule';
import { handleToJoin } from '../scene/addMenu';
import { layEdge } from './connect';
import { newNode, placeNode } from './placeNode';

/** The first handle of a node on a side that a new node of the type can be joined to. */
function handleBeside(document: GraphDocument, nodeId: string, side: Handle['side'], type: string): HandleRef | null {
  const node = document.node(nodeId);
  const handles = node ? document.kinds.handlesOf(node).filter((handle) => handle.side === side) : [];
  const refs = handles.map(({ id }): HandleRef => ({ nodeId, handleId: id }));
  return refs.find((ref) => handleToJoin(document, ref, type) !== null) ?? null;
}

/**
 * A node of the palette, joined to a handle: the handle that takes or feeds the edge comes to lie at the point, as far
 * as the grid allows. Of the nodes `beside`, those that can be are joined to it too, on the same side. Null when the rules
 * cannot join it to the handle.
 */
export function placeConnected(
  document: GraphDocument,
  from: HandleRef,
  { type, model }: { readonly type: string; readonly model: string | null },
  at: Vector,
  fresh: FreshIds,
  beside: Iterable<string> = [],
): { readonly nodeId: string; readonly changes: readonly Change[] } | null {
  const first = handleToJoin(document, from, type);
  if (!first) return null;
  const node = newNode(fresh.forNode(type), type, model, subtract(at, first.handle.offset));
  const side = first.handle.side === 'input' ? 'output' : 'input';
  const changes = [...placeNode(node)];
  const others = Array.from(beside).filter((id) => id !== from.nodeId);
  for (const ref of [from, ...others.flatMap((id) => handleBeside(document, id, side, type) ?? [])]) {
    const found = handleToJoin(document, ref, type);
    if (!found) continue;
    const end: HandleRef = { nodeId: node.id, handleId: found.handle.id };
    const [source, target] = side === 'output' ? [ref, end] : [end, ref];
    changes.push(...layEdge(document, { source, target, flow: found.flow }));
  }
  return { nodeId: node.id, changes };
}
