import type { Viewport } from '../geometry/viewport';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';

/** The serialized form of a document. Members we do not know are kept. */
export interface Snapshot {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  readonly viewport: Viewport;
  readonly [unknown: string]: unknown;
}

/** A snapshot that can be opened: the viewport may be missing. */
export interface OpenableSnapshot extends Omit<Snapshot, 'nodes' | 'edges' | 'viewport'> {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  readonly viewport?: Viewport | undefined;
}
