import { ApiFailure } from '../../api';
import type { Snapshot } from '../../engine';
import { applyPatch } from '../diff/applyPatch';
import type { Sending } from '../localCopies/records';

/** The state that a save of an earlier page leads to, whose answer never came; null when it does not fit the base. */
export function targetOf(base: Snapshot, { text }: Sending): Snapshot | null {
  try {
    return applyPatch(base, JSON.parse(text) as unknown[]);
  } catch {
    return null;
  }
}

/**
 * Whether the server has said, unlike by a time-out, that it will never apply this very body as it is. 'stillRunning' is
 * a save repeated while its first sending is at work: its answer will come.
 */
export const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && [409, 412, 422].includes(error.status ?? 0) && error.code !== 'stillRunning';
