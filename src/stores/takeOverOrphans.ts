import { copyName } from './autosave/KeptCopy';
import { patchBetween } from './sync/patchBetween';
import { mergeSnapshots } from './diff/mergeSnapshots';
import { EMPTY_SNAPSHOT } from './diff/readSnapshot';
import type { SaveStart } from './autosave/AutosaveOptions';
import type { LoadOptions, OpenedProject } from './loadProject';
import type { Orphan } from './localCopies/LocalCopies';
import type { Recovered } from './localCopies/Recovered';
import { settledBase } from './settledBase';

/** Of the same state as what opens: nobody has to be asked what became of it. */
const isPlain = ({ base, revision }: Recovered, start: SaveStart): boolean =>
  base !== null && start.base !== null && revision === start.revision;

/**
 * Brings the unsent work of tabs that are gone onto what opens. It is in this tab's own journal, or waits to become a
 * project of its own, before its place is given up. Without the server only what needs no answer of it is taken.
 */
export async function takeOverOrphans(options: LoadOptions, opened: OpenedProject): Promise<OpenedProject> {
  const { place, copy: own, copies } = options;
  let { start } = opened;
  const { base, revision, isServerUnknown } = start;
  const orphans = await copies.orphans(place.pid, place.memberId);
  const taken: Orphan[] = [];
  let { snapshot } = opened;
  try {
    for (const [index, orphan] of orphans.entries()) {
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
      const relatives = await copies.relatives(orphan.place, copy.revision);
      const { merged, lost } = mergeSnapshots(theirs, copy.snapshot, snapshot, relatives);
      snapshot = { ...merged, viewport: snapshot.viewport };
      if (lost.length === 0) continue;
      const id = { pid: place.pid, memberId: place.memberId, id: `${options.clock.now()}-${index}` };
      await copies.toMake.put(id, { name: copyName(opened.name), snapshot: copy.snapshot });
    }
    const isChanged = snapshot !== opened.snapshot;
    if (base && isChanged) {
      await own.keepChange({ revision, patches: patchBetween(base, snapshot), sending: start.sending });
    }
    await Promise.all(taken.map(({ remove }) => remove()));
    if (!isChanged) return opened;
    return { ...opened, snapshot, document: undefined, start: { ...start, hasUnsent: true } };
  } catch (error) {
    console.warn('the work of an earlier tab could not be taken over yet', error);
    for (const { release } of orphans) release();
    return opened;
  }
}
