import { ApiFailure } from '../../api';
import type { Snapshot } from '../../engine';
import { applyPatch } from './patch/applyPatch';
import type { Sending, Recovered } from './device/records';
import type { LoadOptions } from './opening/loadProject';

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

/**
 * The last state of a copy that the server has had; null when it never had one. It may have taken the save whose answer
 * never came: merged without it, what it did would look like new work to be done again. Rejects with the ApiFailure when
 * the server does not say whether it has.
 */
export async function settledBase(
  { slot, api }: Pick<LoadOptions, 'slot' | 'api'>,
  { base, revision, sending }: Recovered,
  serverRevision: number | null,
): Promise<Snapshot | null> {
  const target = base && sending && targetOf(base, sending);
  if (!target || revision === null || revision === serverRevision) return base;
  return api.patchCanvas(slot.pid, sending.text, { revision, idempotencyKey: sending.key }).then(
    () => target,
    (error: unknown) => {
      // The server has moved on, so it refuses what it has not taken already.
      if (isRefusal(error)) return base;
      throw error;
    },
  );
}
