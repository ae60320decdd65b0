import { union, type Box } from '../geometry/box';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import type { GraphDocument } from './GraphDocument';
import { boxOfNode } from '../nodes/boxOfNode';
import type { NodeKinds } from '../nodes/NodeKinds';
import { NODE_KINDS } from '../nodes/registry';

/** A cut-out of a document: a copy holds one, and a paste puts it down again under new ids. */
export interface Fragment {
  readonly nodes: readonly FlowNode[];
  /** Edges with both ends among the nodes. */
  readonly edges: readonly FlowEdge[];
  /** Edges with one end among them, for a paste that joins the copies to the same neighbours. */
  readonly outer: readonly FlowEdge[];
}

/** Cuts these nodes out, in the order given; ids that are not there are left out. The document stays as it is. */
export function cutOut(document: GraphDocument, nodeIds: Iterable<string>): Fragment {
  const nodes = Array.from(nodeIds).flatMap((id) => document.node(id) ?? []);
  const ids = new Set(nodes.map(({ id }) => id));
  const leaving = nodes.flatMap(({ id }) => document.edgesOutOf(id));
  const arriving = nodes.flatMap(({ id }) => document.edgesInto(id)).filter(({ source }) => !ids.has(source));
  const isInner = ({ target }: FlowEdge): boolean => ids.has(target);
  return {
    nodes,
    edges: leaving.filter(isInner),
    outer: [...leaving.filter((edge) => !isInner(edge)), ...arriving],
  };
}

/** The box around all of its cards, in world pixels; null when there are none. */
export const fragmentBox = ({ nodes }: Fragment, kinds: NodeKinds = NODE_KINDS): Box | null =>
  union(nodes.map((node) => boxOfNode(kinds, node)));
