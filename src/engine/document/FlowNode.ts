import type { Vector } from '../geometry/vector';

/** A node as it travels in a snapshot. Members we do not know are kept and saved back unchanged. */
export interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly position: Vector;
  readonly data: NodeData;
  readonly [unknown: string]: unknown;
}

export type NodeData = Readonly<Record<string, unknown>>;

/** One row of a category node; a detached categoryItem becomes one again when it merges. */
export interface CategoryItem {
  readonly id: string;
  readonly name: string;
  readonly value: string | readonly string[];
  readonly parentId: string;
  /** Its words go one by one; together when absent. */
  readonly each?: boolean;
  /** Lists with the same one go in pairs; none when absent. */
  readonly pair?: string;
}
