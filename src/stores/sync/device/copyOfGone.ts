import * as z from 'zod/mini';
import type { Snapshot } from '../../../engine';
import { isSame } from '../patch/sameValue';
import type { RecordStore, NewId, Tabs } from '../../ports';
import { writeRecords, readRecord } from './keyedRecords';
import { snapshotShape } from './records';
import { goneKey, type TabSlot } from './TabSlot';
import type { ConflictState } from './WaitingCopies';

const shape = z.object({ id: z.string(), snapshot: snapshotShape });

/** A tab's work on a project, and its acknowledged base. */
export interface TabWork {
  readonly base: Snapshot;
  readonly revision: number | null;
  readonly now: Snapshot;
}

interface GoneCopyOptions {
  readonly records: RecordStore;
  readonly tabs: Pick<Tabs, 'claim' | 'whenFree'>;
  readonly newId: NewId;
}

/** Merges both works into one state; null when not all of either survives. */
async function together(one: TabWork, other: TabWork): Promise<Snapshot | null> {
  const { mergeSnapshots } = await import('../merge/mergeChanges');
  // The older base is taken: on the newer one the other work would seem to have reverted what came between them.
  const { base } = (other.revision ?? 0) < (one.revision ?? 0) ? other : one;
  const { merged, lost } = mergeSnapshots(base, one.now, other.now);
  const back = mergeSnapshots(base, other.now, merged);
  return lost.length === 0 && back.lost.length === 0 ? merged : null;
}

const isSameCanvas = (one: Snapshot, other: Snapshot): boolean =>
  isSame({ ...one, viewport: null }, { ...other, viewport: null });

/**
 * The conflict copy for the unsent work of a project that was deleted elsewhere, one for all tabs of this browser: the
 * copy of an earlier tab when that has all of this tab's work, else a new one that includes the work of the other tabs
 * as far as it does not conflict.
 *
 * @param readOthers reads the work of the other tabs that have some.
 */
export async function copyOfGone(
  { records, tabs, newId }: GoneCopyOptions,
  slot: TabSlot,
  mine: TabWork,
  readOthers: () => Promise<readonly TabWork[]>,
): Promise<ConflictState> {
  const key = goneKey(slot);
  let release = await tabs.claim(key);
  for (; !release; release = await tabs.claim(key)) await tabs.whenFree(key);
  try {
    const others = await readOthers();
    const made = await readRecord(records, key, shape);
    const both = made && (await together(mine, { ...mine, now: made.snapshot }));
    if (made && both && isSameCanvas(both, made.snapshot)) return made;
    let whole = mine.now;
    for (const other of others) whole = (await together({ ...mine, now: whole }, other)) ?? whole;
    const copy = { id: newId(), snapshot: whole };
    // The record stays until the last of them has let go of its slot.
    if (others.length > 0) await writeRecords(records, { [key]: copy });
    return copy;
  } finally {
    release();
  }
}
