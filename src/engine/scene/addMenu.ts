import type { Vector } from '../geometry/vector';
import type { Flow } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import type { Handle } from '../nodes/handles';
import { whyNotBetween, type HandleRef } from './connectionRule';

/** The add menu of an edge that was dropped on the pane. */
export interface AddMenu {
  /** The handle that the edge was drawn out of, an output or an input. */
  readonly from: HandleRef;
  /** The selected nodes that were led along; what is added is joined to them too. */
  readonly beside: ReadonlySet<string>;
  /** World point of the drop. */
  readonly at: Vector;
  /** The node types that can take the edge, or feed it; never empty. */
  readonly types: readonly string[];
}

/** How a new node of the type would be joined to the handle; null when the rules give it none to do so. */
export function handleToJoin(
  document: GraphDocument,
  from: HandleRef,
  type: string,
): { readonly handle: Handle; readonly flow: Flow } | null {
  const node = document.node(from.nodeId);
  const fromHandle = node && document.kinds.handleOf(node, from.handleId);
  if (!fromHandle) return null;
  const blank: FlowNode = { id: '', type, position: { x: 0, y: 0 }, data: {} };
  for (const handle of document.kinds.handlesOf(blank)) {
    if (whyNotBetween(fromHandle, handle) === null) return { handle, flow: handle.flow };
  }
  return null;
}

/** The node types that an edge out of this handle can be joined to, in the order of the kinds. */
export const typesToJoin = (document: GraphDocument, from: HandleRef): readonly string[] =>
  document.kinds.all
    .filter(({ passesOn }) => !passesOn)
    .map(({ type }) => type)
    .filter((type) => handleToJoin(document, from, type) !== null);
