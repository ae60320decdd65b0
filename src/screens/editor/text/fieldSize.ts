import type { Size } from '../../../engine';

/** Storage key of the large field's size, as `{width, height}` in CSS pixels. */
const KEY = 'mulgil-text-field';

const numberOf = (value: unknown, name: string): number | undefined => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'number' ? found : undefined;
};

/** The size that a person chose last; without what was never chosen, or is unreadable. */
export function fieldSize(): Partial<Size> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const [width, height] = [numberOf(kept, 'width'), numberOf(kept, 'height')];
    return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  } catch {
    return {};
  }
}

/** Keeps the size; a browser that keeps nothing opens the field in its usual size. */
export function keepFieldSize(size: Size): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(size));
  } catch {
    // Its storage is full or closed.
  }
}
