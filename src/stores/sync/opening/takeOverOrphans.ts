import { patchBetween } from '../patch/Encoding';
import { mergeSnapshots } from '../merge/mergeChanges';
import { EMPTY_SNAPSHOT } from './readSnapshot';
import type { SaveStart } from '../AutosaveOptions';
import type { LoadOptions, OpenedProject } from './loadProject';
import type { Orphan } from '../device/LocalCopies';
import type { Recovered } from '../device/records';
import { workId } from '../device/TabSlot';
import { conflictCopyOf } from '../device/WaitingCopies';
import { settledBase } from '../PendingSave';

/** True for a copy on the same revision as what opens: the server need not be asked about its last save. */
const isPlain = ({ base, revision }: Recovered, start: SaveStart): boolean =>
  base !== null && start.base !== null && revision === start.revision;

/**
 * Merges the unsent work of tabs that are gone into what opens. The work is in this tab's own journal, or waits to
 * become a project of its own, before its slot is given up. Without the server, only work that needs no answer from it
 * is taken.
 */
export async function takeOverOrphans(options: LoadOptions, opened: OpenedProject): Promise<OpenedProject> {
  const { slot, copy: own, copies } = options;
  let { start } = opened;
  const { base, revision, isServerUnknown } = start;
  const orphans = await copies.orphans(slot.pid, slot.memberId);
  const taken: Orphan[] = [];
  let { snapshot } = opened;
  try {
    for (const orphan of orphans) {
      const { copy } = orphan;
      if (isServerUnknown && copy?.hasUnsent && !isPlain(copy, start)) {
        orphan.release();
        continue;
      }
      taken.push(orphan);
      if (!copy?.hasUnsent) continue;
      // The server takes one of two saves of the same state; the changes of the other travel as new work.
      if (isServerUnknown) start = { ...start, sending: start.sending ?? copy.sending };
      const theirs = (await settledBase(options, copy, revision)) ?? EMPTY_SNAPSHOT;
      const relatives = await copies.relatives(orphan.slot, copy.revision);
      const { merged, lost } = mergeSnapshots(theirs, copy.snapshot, snapshot, relatives);
      snapshot = { ...merged, viewport: snapshot.viewport };
      if (lost.length === 0) continue;
      const kept = { id: workId(orphan.slot, copy), snapshot: copy.snapshot };
      await copies.waiting.put(conflictCopyOf(slot, opened.name, kept));
    }
    const isChanged = snapshot !== opened.snapshot;
    if (base && isChanged) {
      await own.keepChange({ revision, patches: patchBetween(base, snapshot), sending: start.sending });
    }
    await Promise.all(taken.map(({ remove }) => remove(slot)));
    if (!isChanged) return opened;
    return { ...opened, snapshot, document: undefined, start: { ...start, hasUnsent: true } };
  } catch (error) {
    console.warn('the work of an earlier tab could not be taken over yet', error);
    for (const { release } of orphans) release();
    return opened;
  }
}
