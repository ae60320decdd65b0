import type { Vector } from '../geometry/vector';
import type { FlowNode } from './FlowNode';

/** Where each node of a list stands: where it stood when the list was this one, moved by `by`. */
export interface Positions {
  readonly nodes: readonly FlowNode[];
  readonly by: Vector;
}

/** Of the node at this index; exactly as it was where nothing is moved. */
export function positionIn({ nodes, by }: Positions, index: number): Vector | undefined {
  const place = nodes[index]?.position;
  return place && (by.x !== 0 || by.y !== 0) ? { ...place, x: place.x + by.x, y: place.y + by.y } : place;
}
