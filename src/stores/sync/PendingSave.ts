import { ApiFailure } from '../../api';
import type { Snapshot } from '../../engine';
import { applyPatch } from './patch/applyPatch';
import type { Sending, Recovered } from './device/records';
import type { LoadOptions } from './opening/loadProject';
import { EMPTY_SNAPSHOT } from './opening/readSnapshot';

/** The state after an earlier page's save whose answer never came; null when it does not fit the base. */
export function targetOf(base: Snapshot, { text }: Sending): Snapshot | null {
  try {
    return applyPatch(base, JSON.parse(text) as unknown[]);
  } catch {
    return null;
  }
}

/**
 * True when the server has said, unlike by a time-out, that it will never apply this very body as it is. 'stillRunning'
 * is a repeated save whose first sending is still being applied: its answer will come.
 */
export const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && [409, 412, 422].includes(error.status ?? 0) && error.code !== 'stillRunning';

/**
 * The last state of a copy that the server is known to have; an empty canvas when there is none. It includes the save
 * whose answer never came, if the server took it; otherwise a merge would repeat that work as new. Rejects with the
 * ApiFailure when the server does not say whether it took the save.
 */
export async function settledBase(
  { slot, api }: Pick<LoadOptions, 'slot' | 'api'>,
  { base: known, revision, sending }: Recovered,
  serverRevision: number | null,
): Promise<Snapshot> {
  const base = known ?? EMPTY_SNAPSHOT;
  const target = known && sending && targetOf(known, sending);
  if (!target || revision === null || revision === serverRevision) return base;
  return api.patchCanvas(slot.pid, sending.text, { revision, idempotencyKey: sending.key }).then(
    () => target,
    (error: unknown) => {
      // The server has a newer revision, so it refuses any save that it has not applied already.
      if (isRefusal(error)) return base;
      throw error;
    },
  );
}
