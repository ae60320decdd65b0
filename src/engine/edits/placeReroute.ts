import type { Change } from '../document/Change';
import type { FlowNode } from '../document/FlowNode';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import { ORIGIN, snap, SNAP_GRID, type Vector } from '../geometry/vector';
import { holderOf } from '../scene/edgeAt';
import { layEdge } from './connect';

/** A dot in an edge, its middle at the point as near as the grid allows. Null where the edge is gone, or joins nothing that can be joined. */
export function placeReroute(
  document: GraphDocument,
  edgeId: string,
  at: Vector,
  fresh: FreshIds,
): { readonly nodeId: string; readonly changes: readonly Change[] } | null {
  const { kinds } = document;
  const edge = document.edge(edgeId);
  const kind = kinds.all.find(({ passesOn }) => passesOn);
  const source = edge && holderOf(document, edge, 'target');
  const target = edge && holderOf(document, edge, 'source');
  const from = source && document.node(source.nodeId);
  const flow = from && kinds.handleOf(from, source.handleId)?.flow;
  if (!kind || !source || !target || !flow) return null;
  const nodeId = fresh.forNode(kind.type);
  const loose: FlowNode = { id: nodeId, type: kind.type, position: ORIGIN, data: { flow } };
  const { width, height } = kinds.sizeOf(loose);
  const node = { ...loose, position: snap({ x: at.x - width / 2, y: at.y - height / 2 }, SNAP_GRID) };
  const handleOf = (side: 'input' | 'output') => kinds.handlesOf(node).find((handle) => handle.side === side)?.id ?? '';
  const into = layEdge(document, { source, target: { nodeId, handleId: handleOf('input') }, flow }, edge);
  const used = new Set(into.flatMap((change) => (change.type === 'addEdge' ? [change.edge.id] : [])));
  const outOf = layEdge(document, { source: { nodeId, handleId: handleOf('output') }, target, flow }, null, used);
  return { nodeId, changes: [{ type: 'addNode', node }, ...into, ...outOf] };
}
