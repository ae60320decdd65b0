/** A late frame, of a busy page or of a tab that was hidden, counts as at most this many milliseconds. */
const FRAME_MAX_MS = 50;

/** The part of `elapsedMs` that counts for auto-pan and flights: at most 50, none if it is negative. */
export const frameMs = (elapsedMs: number): number => (elapsedMs > 0 ? Math.min(FRAME_MAX_MS, elapsedMs) : 0);
