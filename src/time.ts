/** Lengths of time in milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Length of one task of work that takes several, such as a search of all nodes: half a frame. */
export const HALF_FRAME_MS = 8;
