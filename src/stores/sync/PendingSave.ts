import { ApiFailure } from '../../api';
import { isUnfit } from '../../api/ApiFailure';
import { parseJson } from '../../api/parseJson';
import type { Snapshot } from '../../engine';
import type { RelatedTabs } from './merge/mergeValues';
import { baseOf, compareSnapshots, readChanges } from './merge/readChanges';
import type { Decoded } from './patch/decodePatches';
import { isSame } from './patch/sameValue';
import type { LocalCopies } from './device/LocalCopies';
import { patched } from './device/recoverEntry';
import type { Recovered } from './device/records';
import type { LoadOptions } from './opening/loadProject';
import { EMPTY_SNAPSHOT } from './opening/readSnapshot';
import { beginsWith, patchesBehind } from './serverState';

/** Work on an earlier state of the canvas than the one it is to be merged into. */
export interface EarlierWork extends Decoded {
  readonly from: Snapshot;
  /** The tabs that share the work. */
  readonly relatives: RelatedTabs;
}

/** The operations of unsent work, parted at the end of a save whose answer never came. */
interface PartedWork {
  readonly sent: readonly unknown[];
  /** Null where the work does not begin with the save. */
  readonly after: readonly unknown[] | null;
}

/** Null where no save was on its way, or when it cannot be read. */
export function partedWork({ operations, sending }: Pick<Recovered, 'operations' | 'sending'>): PartedWork | null {
  const sent = parseJson(sending?.text ?? '');
  if (!Array.isArray(sent)) return null;
  return { sent, after: isSame(operations.slice(0, sent.length), sent) ? operations.slice(sent.length) : null };
}

/**
 * True when the server has said, unlike by a time-out, that it will never apply this very body as it is. 'stillRunning'
 * is a repeated save whose first sending is still being applied: its answer will come.
 */
export const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && [409, 412, 422].includes(error.status ?? 0) && error.code !== 'stillRunning';

/** True also where the body is too long for a patch: it was sent as a whole canvas, and the same values merge without loss. */
const isNotTaken = (error: unknown): error is ApiFailure => isRefusal(error) || isUnfit(error);

/**
 * Reads the unsent work of a copy from the last state that the server is known to have; from an empty canvas when there
 * is none. It is without the save whose answer never came if the server took that one; otherwise a merge would repeat
 * that work as new. Rejects with the ApiFailure when the server does not say whether it took the save.
 */
export async function earlierWork(
  options: Pick<LoadOptions, 'slot' | 'api'> & { readonly copies: Pick<LocalCopies, 'beside'> },
  copy: Recovered,
  serverRevision: number | null,
): Promise<EarlierWork> {
  const { base, revision, snapshot, operations } = copy;
  const parted = partedWork(copy);
  const target = parted && (await takenTarget(options, copy, parted.sent, serverRevision));
  const from = target ?? base ?? EMPTY_SNAPSHOT;
  const unsent = target ? parted.after : operations;
  const work = base && unsent && readChanges([unsent], baseOf(from));
  const relatives = await options.copies.beside.relatives(options.slot, revision);
  return { from, relatives, ...(work ?? compareSnapshots(from, snapshot)) };
}

/** The state after the save whose answer never came if the server took it; null if it did not, or if it does not fit the base. */
async function takenTarget(
  { slot, api }: Pick<LoadOptions, 'slot' | 'api'>,
  { base, revision, sending }: Recovered,
  sent: readonly unknown[],
  serverRevision: number | null,
): Promise<Snapshot | null> {
  if (!base || !sending || revision === null || revision === serverRevision) return null;
  const target = await patched(base, sent).catch(() => null);
  if (!target) return null;
  try {
    await api.patchCanvas(slot.pid, sending.text, { revision, idempotencyKey: sending.key });
    return target;
  } catch (error) {
    // The server has a newer revision, so it refuses any save that it has not applied already.
    if (!isNotTaken(error)) throw error;
    const since = patchesBehind(error, revision);
    return since && beginsWith(since, sent) ? target : null;
  }
}
