import type { Snapshot } from '../engine';
import { isRefusal, targetOf } from './autosave/PendingSave';
import type { LoadOptions } from './loadProject';
import type { Recovered } from './localCopies/Recovered';

/**
 * The last state of a copy that the server has had; null when it never had one. It may have taken the save whose answer
 * never came: merged without it, what it did would look like new work to be done again. Rejects with the ApiFailure when
 * the server does not say whether it has.
 */
export async function settledBase(
  { place, api }: Pick<LoadOptions, 'place' | 'api'>,
  { base, revision, sending }: Recovered,
  serverRevision: number | null,
): Promise<Snapshot | null> {
  const target = base && sending && targetOf(base, sending);
  if (!target || revision === null || revision === serverRevision) return base;
  return api.patchCanvas(place.pid, sending.text, { revision, idempotencyKey: sending.key }).then(
    () => target,
    (error: unknown) => {
      // The server has moved on, so it refuses what it has not taken already.
      if (isRefusal(error)) return base;
      throw error;
    },
  );
}
