import type { Rating } from '../../../stores/takes/RatingSender';

interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export const isPlainKey = ({ altKey, ctrlKey, metaKey }: Omit<PressedKey, 'key' | 'code'>): boolean =>
  !altKey && !ctrlKey && !metaKey;

const REJECTED = -1;

/** The rating that a key gives: 1 to 5, X rejects and 0 takes it away, on every keyboard layout; undefined for other keys. */
export function ratingOfKey(event: PressedKey): Rating | undefined {
  if (!isPlainKey(event)) return undefined;
  if (/^[1-5]$/.test(event.key)) return Number(event.key);
  if (event.key === '0') return null;
  return event.code === 'KeyX' ? REJECTED : undefined;
}
