import { copyName } from '../ConflictCopies';
import { patchBetween } from '../patch/Encoding';
import { mergeSnapshots } from '../merge/mergeChanges';
import { EMPTY_SNAPSHOT } from './readSnapshot';
import type { SaveStart } from '../AutosaveOptions';
import type { LoadOptions, OpenedProject } from './loadProject';
import type { Orphan } from '../device/LocalCopies';
import type { Recovered } from '../device/records';
import { workId } from '../device/TabSlot';
import { settledBase } from '../PendingSave';

/** Of the same state as what opens: nobody has to be asked what became of it. */
const isPlain = ({ base, revision }: Recovered, start: SaveStart): boolean =>
  base !== null && start.base !== null && revision === start.revision;

/**
 * Brings the unsent work of tabs that are gone onto what opens. It is in this tab's own journal, or waits to become a
 * project of its own, before its slot is given up. Without the server only what needs no answer of it is taken.
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
      // Of two saves of one state the server takes one; with the other what it did travels as new work.
      if (isServerUnknown) start = { ...start, sending: start.sending ?? copy.sending };
      const theirs = (await settledBase(options, copy, revision)) ?? EMPTY_SNAPSHOT;
      const relatives = await copies.relatives(orphan.slot, copy.revision);
      const { merged, lost } = mergeSnapshots(theirs, copy.snapshot, snapshot, relatives);
      snapshot = { ...merged, viewport: snapshot.viewport };
      if (lost.length === 0) continue;
      const id = { pid: slot.pid, memberId: slot.memberId, id: workId(orphan.slot, copy) };
      await copies.waiting.put(id, { name: copyName(opened.name), snapshot: copy.snapshot });
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
