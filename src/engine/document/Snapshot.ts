import type { Viewport } from '../geometry/viewport';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';

/** What is saved of a canvas. Members we do not know are kept. */
export interface Snapshot {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  readonly viewport: Viewport;
  readonly [unknown: string]: unknown;
}

/** What can be opened: also one that says nothing of the view. */
export interface OpenableSnapshot extends Omit<Snapshot, 'nodes' | 'edges' | 'viewport'> {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  readonly viewport?: Viewport | undefined;
}
