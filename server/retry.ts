import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from './errors';

/**
 * Repeats a task for as long as `pauseAfter` names a pause, in milliseconds, for its failure; `failures` counts those before it. Throws
 * the last failure, or the signal's reason once it is aborted in a pause.
 */
export async function retry<T>(
  task: () => Promise<T>,
  pauseAfter: (error: unknown, failures: number) => number | undefined,
  signal?: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await task();
    } catch (error) {
      const pauseMs = pauseAfter(error, failures);
      if (pauseMs === undefined) throw error;
      await delay(pauseMs, undefined, { signal });
    }
  }
}

/** Half a minute in all: a restarted database or store is back by then. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

/** Further pauses for what was paid for: five minutes in all. */
const PAID_PAUSES_MS = [...PAUSES_MS, ...Array.from({ length: 9 }, () => 30_000)];

/** Whether a store or the database does not answer just now. */
export const isAway = (error: unknown): boolean => error instanceof ApiError && error.status === 503;
const isAwayOrFull = (error: unknown): boolean => isAway(error) || (error instanceof ApiError && error.status === 507);

/** Repeats a task that fails with 503. */
export function retryWhileAway<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  return retry(task, (error, failures) => (isAway(error) ? PAUSES_MS[failures] : undefined), signal);
}

/** The same for keeping what was paid for, and longer; also while the disk is full (507), until somebody makes room. */
export function retryPaid<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  return retry(task, (error, failures) => (isAwayOrFull(error) ? PAID_PAUSES_MS[failures] : undefined), signal);
}

/** How often another server process may win the race for a revision before the caller has to wait. */
const RACES_MAX = 5;

/** Repeats work that returns null because another process has changed the rows meanwhile. Throws 503 when that keeps happening. */
export async function retryWhenRaced<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let race = 0; race < RACES_MAX; race += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  const message = 'The canvas is being changed from elsewhere. Try again in a moment.';
  throw new ApiError(503, 'canvasBusy', message, { 'Retry-After': '1' });
}
