/** Failures back off with jitter, 1 to 30 s (SAVE-6). */
const FIRST_MS = 1000;
const LAST_MS = 30_000;

/** How long to wait after the nth failure in a row (from 1); `random` is from 0 to 1 and keeps a crowd from returning at once. */
export function backoffMs(failures: number, random: number): number {
  const limit = Math.min(LAST_MS, FIRST_MS * 2 ** failures);
  return Math.max(FIRST_MS, Math.round(limit / 2 + (limit / 2) * random));
}
