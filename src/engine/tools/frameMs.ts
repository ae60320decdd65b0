/** A late frame, of a busy page or of a tab that was hidden, counts as at most this many milliseconds. */
const FRAME_MAX_MS = 50;

/** The milliseconds by which a view that moves by itself goes on in a frame after so many. */
export const frameMs = (elapsedMs: number): number => (elapsedMs > 0 ? Math.min(FRAME_MAX_MS, elapsedMs) : 0);
