import { patchBetween } from '../patch/Encoding';
import { mergeSnapshots } from '../merge/mergeChanges';
import type { SaveStart } from '../AutosaveOptions';
import type { LoadOptions, OpenedProject } from './loadProject';
import type { LeftCopy } from '../device/LocalCopies';
import type { Recovered } from '../device/records';
import type { TabSlot } from '../device/TabSlot';
import { conflictCopyOf, conflictStateOf } from '../device/WaitingCopies';
import { settledBase } from '../PendingSave';

/** Puts unsent work that was left at a slot where nothing can lose it; false to leave it for another time. */
type Take = (copy: Recovered, from: TabSlot) => Promise<boolean>;

/** Takes over what tabs that are gone have left, and gives up each slot once its work lies elsewhere. */
export async function takeOver(copies: readonly LeftCopy[], heir: TabSlot, take: Take): Promise<void> {
  try {
    for (const { copy, slot, remove } of copies) {
      if (!copy?.hasUnsent || (await take(copy, slot))) await remove(heir);
    }
  } finally {
    for (const { release } of copies) release();
  }
}

/** True for a copy on the same revision as what opens: the server need not be asked about its last save. */
const isPlain = ({ base, revision }: Recovered, start: SaveStart): boolean =>
  base !== null && start.base !== null && revision === start.revision;

/**
 * Merges the unsent work of tabs that are gone into what opens. The work is in this tab's own journal, or waits to
 * become a project of its own, before its slot is given up. Without the server, only work that needs no answer from it
 * is taken.
 */
export async function takeOverLeft(options: LoadOptions, opened: OpenedProject): Promise<OpenedProject> {
  const { slot, copy: own, copies } = options;
  let all = opened;
  const take: Take = async (copy, from) => {
    const { snapshot, start } = all;
    const { base, revision, isServerUnknown } = start;
    if (isServerUnknown && !isPlain(copy, start)) return false;
    // The server takes one of two saves of the same state; the changes of the other travel as new work.
    const sending = start.sending ?? (isServerUnknown ? copy.sending : null);
    const before = await settledBase(options, copy, revision);
    const relatives = await copies.relatives(from, copy.revision);
    const { merged, lost } = mergeSnapshots(before, copy.snapshot, snapshot, relatives);
    const both = { ...merged, viewport: snapshot.viewport };
    if (lost.length > 0) await copies.waiting.put(conflictCopyOf(slot, opened.name, conflictStateOf(from, copy)));
    if (!base || !(await own.keepChange({ revision, patches: patchBetween(base, both), sending }))) return false;
    all = { ...all, snapshot: both, document: undefined, start: { ...start, sending, hasUnsent: true } };
    return true;
  };
  await takeOver(await copies.left(slot.pid, slot.memberId), slot, take).catch((error: unknown) => {
    console.warn('the work of an earlier tab could not be taken over yet', error);
  });
  return all;
}
