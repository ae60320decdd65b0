import type { Snapshot } from '../engine';
import { isRefusal, reviveSave } from './autosave/PendingSave';
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
  const save = base && sending && reviveSave(base, sending);
  if (!save || revision === null || revision === serverRevision) return base;
  return api.patchCanvas(place.pid, save.text, { revision, idempotencyKey: save.key }).then(
    () => save.target,
    (error: unknown) => {
      // The server has moved on, so it refuses what it has not taken already.
      if (isRefusal(error)) return base;
      throw error;
    },
  );
}
