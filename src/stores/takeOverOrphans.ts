import { copyName } from './autosave/KeptCopy';
import { diffSnapshots } from './diff/diffSnapshots';
import { mergeSnapshots } from './diff/mergeSnapshots';
import { EMPTY_SNAPSHOT } from './diff/readSnapshot';
import type { LoadOptions, OpenedProject } from './loadProject';
import { settledBase } from './settledBase';

/**
 * Brings the unsent work of tabs that are gone onto what opens. It is in this tab's own journal, or waits to become a
 * project of its own, before its place is given up.
 */
export async function takeOverOrphans(options: LoadOptions, opened: OpenedProject): Promise<OpenedProject> {
  const { place, copy: own, copies } = options;
  const { base, revision, sending } = opened.start;
  const orphans = await copies.orphans(place.pid, place.memberId);
  let { snapshot } = opened;
  try {
    for (const [index, { copy }] of orphans.entries()) {
      if (!copy?.hasUnsent) continue;
      const theirs = (await settledBase(options, copy, revision)) ?? EMPTY_SNAPSHOT;
      const { merged, lost } = mergeSnapshots(theirs, copy.snapshot, snapshot);
      snapshot = { ...merged, viewport: snapshot.viewport };
      if (lost.length === 0) continue;
      const id = { pid: place.pid, memberId: place.memberId, id: `${options.clock.now()}-${index}` };
      await copies.toMake.put(id, { name: copyName(opened.name), snapshot: copy.snapshot });
    }
    const isChanged = snapshot !== opened.snapshot;
    if (base && isChanged) {
      await own.keepChange({ revision, patches: diffSnapshots(base, snapshot), sending });
    }
    await Promise.all(orphans.map(({ remove }) => remove()));
    if (!isChanged) return opened;
    return { ...opened, snapshot, document: undefined, start: { ...opened.start, hasUnsent: true } };
  } catch (error) {
    console.warn('the work of an earlier tab could not be taken over yet', error);
    for (const { release } of orphans) release();
    return opened;
  }
}
