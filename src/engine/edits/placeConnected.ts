import { subtract, type Vector } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import type { HandleRef } from '../scene/connectionRule';
import { handleToJoin } from '../scene/addMenu';
import { layEdge } from './layEdge';
import { newNode, placeNode } from './placeNode';

/**
 * A node of the palette, joined to a handle: the handle that takes or feeds the edge comes to lie at the point, as far
 * as the grid allows. Null when the rules cannot join the two.
 */
export function placeConnected(
  document: GraphDocument,
  from: HandleRef,
  { type, model }: { readonly type: string; readonly model: string | null },
  at: Vector,
  fresh: FreshIds,
): { readonly nodeId: string; readonly changes: readonly Change[] } | null {
  const found = handleToJoin(document, from, type);
  if (!found) return null;
  const { handle, flow } = found;
  const node = newNode(fresh.forNode(type), type, model, subtract(at, handle.offset));
  const end: HandleRef = { nodeId: node.id, handleId: handle.id };
  const [source, target] = handle.side === 'input' ? [from, end] : [end, from];
  return { nodeId: node.id, changes: [...placeNode(node), ...layEdge(document, { source, target, flow })] };
}
