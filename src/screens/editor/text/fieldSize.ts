import type { Size } from '../../../engine';

/** Storage key of the large field's size, as `{width, height}` in CSS pixels. */
const KEY = 'mulgil-text-field';
const USUAL: Size = { width: 560, height: 360 };
const LEAST: Size = { width: 240, height: 120 };
/** Largest share of the window. */
const MOST_SHARE = 0.8;
/** More than this does not fit into a card. */
const LONG_CHARACTERS = 100;
const LONG_LINES = 5;

export const isLongText = (text: string): boolean =>
  text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

const within = (value: unknown, least: number, most: number, usual: number): number =>
  Math.min(most, Math.max(least, typeof value === 'number' && Number.isFinite(value) ? value : usual));

function kept(): { readonly width?: unknown; readonly height?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The smallest and largest size in this window. */
export function sizeBounds(): { readonly least: Size; readonly most: Size } {
  const most = { width: window.innerWidth * MOST_SHARE, height: window.innerHeight * MOST_SHARE };
  // A phone's window may be smaller than the least size; then the window decides.
  return { least: { width: Math.min(LEAST.width, most.width), height: Math.min(LEAST.height, most.height) }, most };
}

/** The nearest allowed size; the usual one when the value is no size. */
export function sizeWithin({ width, height }: { readonly width?: unknown; readonly height?: unknown }): Size {
  const { least, most } = sizeBounds();
  return {
    width: within(width, least.width, most.width, USUAL.width),
    height: within(height, least.height, most.height, USUAL.height),
  };
}

/** The size that a person chose last, within the room of this window. */
export const fieldSize = (): Size => sizeWithin(kept());

/** Keeps the size; a browser that keeps nothing opens the field in its usual size. */
export function keepFieldSize(size: Size): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(size));
  } catch {
    // Its storage is full or closed.
  }
}
