import type { Vector } from '../../../src/engine/geometry/vector';

/** What numbers of this size cannot tell. */
export const EXACT = 1e-13;

/** How far apart they are, as a share of the largest number that had a part in it. */
export const errorOf = (actual: Vector, expected: Vector, ...sizes: readonly number[]): number =>
  Math.max(Math.abs(actual.x - expected.x), Math.abs(actual.y - expected.y)) / Math.max(1, ...sizes.map(Math.abs));
