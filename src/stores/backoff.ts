const FIRST_MS = 1000;
const LAST_MS = 30_000;

/** Delay after that many tries have failed before this one: 1, 2, 4 … s, at most 30 s. */
export const backoffMs = (tries: number): number => Math.min(LAST_MS, FIRST_MS * 2 ** tries);

/**
 * Backoff with jitter, for requests that every open page repeats: delay after the nth failure in a row (from 1), 1 to 30 s (SAVE-6).
 * `random`, from 0 to 1, keeps clients from all returning at once.
 */
export function jitteredBackoffMs(failures: number, random: number): number {
  const limit = backoffMs(failures);
  return Math.max(FIRST_MS, Math.round(limit / 2 + (limit / 2) * random));
}
