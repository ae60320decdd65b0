import type { Size } from '../../geometry/viewport';

const USUAL: Size = { width: 560, height: 360 };
const LEAST: Size = { width: 240, height: 120 };
/** Largest share of the window. */
const SHARE_MAX = 0.8;
/** More than this does not fit into a card. */
const LONG_CHARACTERS = 100;
const LONG_LINES = 5;

export const needsLargeField = (text: string): boolean =>
  text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

const within = (value: number | undefined, least: number, most: number, usual: number): number =>
  Math.min(most, Math.max(least, value !== undefined && Number.isFinite(value) ? value : usual));

/** The smallest and largest size in this window. */
export function sizeBounds(): { readonly least: Size; readonly most: Size } {
  const most = { width: window.innerWidth * SHARE_MAX, height: window.innerHeight * SHARE_MAX };
  // A phone's window may be smaller than the least size; then the window decides.
  return { least: { width: Math.min(LEAST.width, most.width), height: Math.min(LEAST.height, most.height) }, most };
}

/** The nearest allowed size of a large field; the usual one where the value is none. */
export function sizeWithin({ width, height }: Partial<Size>): Size {
  const { least, most } = sizeBounds();
  return {
    width: within(width, least.width, most.width, USUAL.width),
    height: within(height, least.height, most.height, USUAL.height),
  };
}
