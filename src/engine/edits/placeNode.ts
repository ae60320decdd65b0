import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import { mustBeFinitePoint, nextCardAt, snap, SNAP_GRID, type Vector, ORIGIN, subtract } from '../geometry/vector';
import type { Change } from '../document/Change';
import type { FlowNode, NodeData } from '../document/FlowNode';
import type { Size } from '../geometry/viewport';
import type { Handle } from '../nodes/handles';
import type { NodeKinds } from '../nodes/NodeKinds';
import { NODE_KINDS } from '../nodes/registry';
import { handleToJoin } from '../scene/addMenu';
import type { HandleRef } from '../scene/connectionRule';
import { holderOf } from '../scene/edgeAt';
import { layEdge } from './connect';

/**
 * A node of the palette: its top left corner is the drop point on the grid (DROP-3).
 * @throws when the point is no place.
 */
export function newNode(kinds: NodeKinds, id: string, type: string, model: string | null, point: Vector): FlowNode {
  mustBeFinitePoint(point);
  return { ...kinds.blankNode(type, model), id, position: snap(point, SNAP_GRID) };
}

export const placeNode = (node: FlowNode): readonly Change[] => [{ type: 'addNode', node }];

/** Size of a row of this many empty nodes of a kind; world pixels. */
export function rowSize(type: string, count: number, kinds: NodeKinds = NODE_KINDS): Size {
  const { width, height } = kinds.newSizeOf(type);
  return { width: (count - 1) * nextCardAt(width) + width, height };
}

/** Nodes of one kind with these data, side by side from a point to the right. */
export function placeRow(
  kinds: NodeKinds,
  type: string,
  at: Vector,
  data: readonly NodeData[],
  fresh: FreshIds,
): FlowNode[] {
  const ids = fresh.forNodes(type, data.length);
  let { x } = at;
  return ids.map((id, index) => {
    const empty = newNode(kinds, id, type, null, { x, y: at.y });
    const node = { ...empty, data: { ...empty.data, ...data[index] } };
    x = nextCardAt(node.position.x + kinds.sizeOf(node).width);
    return node;
  });
}

/** The first handle of a node on a side that a new node of the type can be joined to. */
function handleBeside(document: GraphDocument, nodeId: string, side: Handle['side'], type: string): HandleRef | null {
  const node = document.node(nodeId);
  const handles = node ? document.kinds.handlesOf(node).filter((handle) => handle.side === side) : [];
  const refs = handles.map(({ id }): HandleRef => ({ nodeId, handleId: id }));
  return refs.find((ref) => handleToJoin(document, ref, type) !== null) ?? null;
}

/**
 * Adds a node of the palette joined to a handle: the handle that takes or feeds the edge lies at the point, as far as the grid allows.
 * Those of the nodes `beside` that can be joined are joined to it too, on the same side. Null when the rules cannot join it to the handle.
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
  const node = newNode(document.kinds, fresh.forNode(type), type, model, subtract(at, first.handle.offset));
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

/**
 * A dot in an edge, its middle at the point as near as the grid allows. Null where the edge is gone, or joins nothing that can be joined.
 * @throws when the point is no place.
 */
export function placeReroute(
  document: GraphDocument,
  edgeId: string,
  at: Vector,
  fresh: FreshIds,
): { readonly nodeId: string; readonly changes: readonly Change[] } | null {
  mustBeFinitePoint(at);
  const { kinds } = document;
  const edge = document.edge(edgeId);
  const kind = kinds.all.find(({ passesOn }) => passesOn);
  const source = edge && holderOf(document, edge, 'target');
  const target = edge && holderOf(document, edge, 'source');
  const from = source && document.node(source.nodeId);
  const flow = from && kinds.handleOf(from, source.handleId)?.flow;
  if (!kind || !source || !target || !flow) return null;
  const nodeId = fresh.forNode(kind.type);
  const loose: FlowNode = { id: nodeId, type: kind.type, position: ORIGIN, data: { ...kind.newData?.(), flow } };
  const { width, height } = kinds.sizeOf(loose);
  const node = { ...loose, position: snap({ x: at.x - width / 2, y: at.y - height / 2 }, SNAP_GRID) };
  const handleOf = (side: 'input' | 'output') => kinds.handlesOf(node).find((handle) => handle.side === side)?.id ?? '';
  const into = layEdge(document, { source, target: { nodeId, handleId: handleOf('input') }, flow }, edge);
  const used = new Set(into.flatMap((change) => (change.type === 'addEdge' ? [change.edge.id] : [])));
  const outOf = layEdge(document, { source: { nodeId, handleId: handleOf('output') }, target, flow }, null, used);
  return { nodeId, changes: [{ type: 'addNode', node }, ...into, ...outOf] };
}
