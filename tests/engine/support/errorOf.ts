import type { Vector } from '../../../src/engine/geometry/vector';

/** Smallest relative difference that numbers of this size can express. */
export const EXACT = 1e-13;

/** The distance between the two, as a share of the largest number involved. */
export const errorOf = (actual: Vector, expected: Vector, ...sizes: readonly number[]): number =>
  Math.max(Math.abs(actual.x - expected.x), Math.abs(actual.y - expected.y)) / Math.max(1, ...sizes.map(Math.abs));
