import type { ProjectSummary } from '../../../api/contract';
import type { FastCopy } from './FastCopy';
import type { DeviceStore } from './DeviceStore';

const valueOf = <Value>(read: { readonly value: Value } | object | null): Value | null =>
  read && 'value' in read ? read.value : null;

/** The member's projects that this device can open by itself, the newest first. No canvas of the large store is read. */
export async function listKnown(memberId: string, store: DeviceStore, fast: FastCopy): Promise<ProjectSummary[]> {
  const known = new Map<number, ProjectSummary>();
  const add = (projectId: number, name: string, updatedAt: string): void => {
    known.set(projectId, { projectId, name, updatedAt, thumbnail: null });
  };
  const change = valueOf(fast.readChange());
  const whole = change?.memberId === memberId ? valueOf(fast.readWhole()) : null;
  if (whole && whole.pid === change?.pid) add(whole.pid, whole.name, change.timestamp);
  for (const slot of await store.slots(memberId)) {
    if (slot.beside !== null) continue;
    const [head, journal] = await Promise.all([store.readHead(slot), store.readJournal(slot)]);
    if (!head || !journal) continue;
    add(slot.pid, head.name, journal.patches.length > 0 ? journal.timestamp : head.timestamp);
  }
  return [...known.values()].toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
}
