import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';

/** A node as it is now, with the edges at it. */
export interface NodeView {
  readonly item: FlowNode;
  readonly into: readonly EdgeView[];
  readonly outOf: readonly EdgeView[];
}

/** An edge as it is now, with the nodes it joins. */
export interface EdgeView {
  readonly item: FlowEdge;
  readonly source: NodeView;
  readonly target: NodeView;
}
