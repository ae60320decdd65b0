import type { Size } from '../geometry/viewport';

/** Size of models and pictures, and of a card of an unknown type (NODE-1); world pixels. */
export const MODEL_SIZE: Size = { width: 245, height: 195 };

/** A length in a snapshot, if it is one. */
export const lengthOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : fallback;
