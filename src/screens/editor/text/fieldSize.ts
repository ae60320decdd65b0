import type { Size } from '../../../engine';

/** Where the size of the large field is kept, as `{width, height}` in CSS pixels. */
const KEY = 'mulgil-text-field';
const USUAL: Size = { width: 560, height: 360 };
const LEAST: Size = { width: 240, height: 120 };
/** Of the window; the style sheet holds a resize to the same. */
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

/** As large as a person has made it last, within what this window has room for. */
export function fieldSize(): Size {
  const { width, height } = kept();
  return {
    width: within(width, LEAST.width, window.innerWidth * MOST_SHARE, USUAL.width),
    height: within(height, LEAST.height, window.innerHeight * MOST_SHARE, USUAL.height),
  };
}

/** A browser that keeps nothing opens the field in its usual size. */
export function keepFieldSize(size: Size): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(size));
  } catch {
    // Its storage is full or closed.
  }
}
