import type { Vector } from './vector';

/** An axis-aligned box; width and height are never negative. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The parts of a picture that must be painted again: boxes of the world, or all of it. */
export type DirtyRegion = 'all' | readonly Box[];

/** The box between two opposite corners, in any order. */
export const boxBetween = (a: Vector, b: Vector): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

export const contains = (box: Box, point: Vector): boolean =>
  point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;

/** Whether all of the second box lies in the first. */
export const encloses = (a: Box, b: Box): boolean =>
  b.x >= a.x && b.y >= a.y && b.x + b.width <= a.x + a.width && b.y + b.height <= a.y + a.height;

export const intersects = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

export const areaOfBox = ({ width, height }: Box): number => width * height;

/** Area of the intersection of both boxes; 0 without one. */
export function commonArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

export const centreOfBox = ({ x, y, width, height }: Box): Vector => ({ x: x + width / 2, y: y + height / 2 });

/** Whether both are the same box, or both are null. */
export const isSameBox = (a: Box | null, b: Box | null | undefined): boolean =>
  a === b || (!!a && !!b && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);

export const inflate = (box: Box, by: number): Box => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});

export const translate = ({ x, y, width, height }: Box, by: Vector): Box => ({
  x: x + by.x,
  y: y + by.y,
  width,
  height,
});

/** The smallest box around all of them; null for none. */
export function union(boxes: Iterable<Box>): Box | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The box around a list of points; null for none. */
export const boundsOf = (points: readonly Vector[]): Box | null =>
  union(points.map((point) => ({ ...point, width: 0, height: 0 })));
