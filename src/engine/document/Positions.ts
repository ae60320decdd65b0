import type { Vector } from '../geometry/vector';
import type { FlowNode } from './FlowNode';

/** Position of each node of a list: its own in `nodes`, moved by `by`. */
export interface Positions {
  readonly nodes: readonly FlowNode[];
  readonly by: Vector;
}

/** Position of the node at this index; exactly its own where nothing is moved. */
export function positionIn({ nodes, by }: Positions, index: number): Vector | undefined {
  const place = nodes[index]?.position;
  return place && (by.x !== 0 || by.y !== 0) ? { ...place, x: place.x + by.x, y: place.y + by.y } : place;
}
