import type { Cancel } from '../../ports';
import type { DeviceStore, DeviceWrite } from './DeviceStore';
import type { FastCopy } from './FastCopy';
import type { BaseWrite, ReadChange, ReadJournal } from './records';
import { ownSlot, type TabSlot } from './TabSlot';

export interface Home {
  readonly fast: FastCopy;
  readonly store: DeviceStore;
  /** Takes a project's own slot that no tab has; tabs that open the project wait until it is left. */
  readonly take: (pid: number, memberId: string) => Promise<{ readonly leave: Cancel } | null>;
}

/** The later state of a stored journal, and the patches to its revision. */
interface Later extends Pick<BaseWrite, 'acknowledged'> {
  readonly journal: Omit<ReadJournal, 'pid' | 'memberId'>;
}

/**
 * Moves the work in the two keys to its owner's slot before they are written for another project. Resolves to false when
 * no other store took it.
 */
export async function moveHome(home: Home, change: ReadChange): Promise<boolean> {
  const { pid, memberId, patches, timestamp } = change;
  if (patches.length === 0) return true;
  const slot = ownSlot(change);
  const stored = await home.store.readJournal(slot);
  if (stored && stored.timestamp >= timestamp) return true;
  // A tab that shows the project writes its work itself.
  const taken = await home.take(pid, memberId);
  if (!taken) return false;
  try {
    const write = await homeWrite(home, slot, change);
    // A change that does not go on from what is stored applies to nothing; without a journal, that may be unreadable now.
    return write ? await home.store.write(slot, write) : stored !== null;
  } catch {
    return false;
  } finally {
    taken.leave();
  }
}

/**
 * Brings a stored journal to the state of the fast key, for a tab that was killed between the two. Null when the key is
 * not the later one, or does not go on from the journal.
 */
export function laterThan(stored: ReadJournal, change: ReadChange | null): Later | null {
  if (!change || change.timestamp <= stored.timestamp) return null;
  const { revision, timestamp, patches, sending = null } = change;
  if (revision === stored.revision) {
    return { journal: { revision, timestamp, patches, sending: sending ?? stored.sending }, acknowledged: [] };
  }
  if (!stored.sending || stored.revision === null || revision !== stored.revision + 1) return null;
  return {
    journal: { revision, timestamp, patches, sending },
    acknowledged: [{ revision, text: stored.sending.text }],
  };
}

/** Null when there is nothing that the change applies to. */
async function homeWrite({ fast, store }: Home, slot: TabSlot, change: ReadChange): Promise<DeviceWrite | null> {
  const { whole } = fast;
  const head = await store.readHead(slot);
  const stored = head && (await store.readJournal(slot));
  const { pid, memberId } = slot;
  const recordOf = ({ patches, ...journal }: Later['journal']): DeviceWrite['journal'] => ({
    pid,
    memberId,
    ...journal,
    patches: JSON.stringify(patches),
  });
  if (whole?.pid === pid && (!stored || whole.timestamp > head.timestamp)) {
    const { snapshot, ...rest } = whole;
    const { revision, timestamp, patches, sending = null } = change;
    const journal = recordOf({ revision, timestamp, patches, sending });
    return { journal, whole: { ...rest, revision, canvas: JSON.stringify(snapshot) }, acknowledged: [] };
  }
  const later = stored && laterThan(stored, change);
  return later && { journal: recordOf(later.journal), whole: null, acknowledged: later.acknowledged };
}
