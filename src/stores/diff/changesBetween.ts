import type { Change, Snapshot } from '../../engine';
import { isSame } from './sameValue';

/**
 * The editor changes that turn one document into another, ready for `editor.merge`. Parts with the same reference or the same
 * content give none, so that what the person is looking at does not flicker. The view is nobody else's to change.
 */
export function changesBetween(from: Snapshot, to: Snapshot): Change[] {
  const changes: Change[] = [];
  const nodesBefore = new Map(from.nodes.map((node) => [node.id, node]));
  const edgesBefore = new Map(from.edges.map((edge) => [edge.id, edge]));
  const nodesAfter = new Set(to.nodes.map(({ id }) => id));
  const edgesAfter = new Map(to.edges.map((edge) => [edge.id, edge]));

  // An edge cannot be set anew: one that differs goes and comes back in its place.
  for (const edge of from.edges) {
    const after = edgesAfter.get(edge.id);
    if (!after || !isSame(edge, after)) changes.push({ type: 'removeEdge', id: edge.id });
  }
  for (const { id } of from.nodes) if (!nodesAfter.has(id)) changes.push({ type: 'removeNode', id });
  to.nodes.forEach((node, index) => {
    const before = nodesBefore.get(node.id);
    if (!before) changes.push({ type: 'addNode', node, index });
    else if (!isSame(before, node)) changes.push({ type: 'replaceNode', node });
  });
  to.edges.forEach((edge, index) => {
    const before = edgesBefore.get(edge.id);
    if (!before || !isSame(before, edge)) changes.push({ type: 'addEdge', edge, index });
  });
  return changes;
}
