import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';

/** A node as it is now, with the pipes at it. */
export interface Joint {
  readonly item: FlowNode;
  readonly into: readonly Pipe[];
  readonly outOf: readonly Pipe[];
}

/** An edge as it is now, with what it joins. */
export interface Pipe {
  readonly item: FlowEdge;
  readonly source: Joint;
  readonly target: Joint;
}
