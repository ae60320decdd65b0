/**
 * Where a tab keeps its copy of a member's project. The first tab on it has the project's own slot and the two browser
 * keys; another one, at the same time, has a slot beside it, so that neither writes over the other's unsent work.
 */
export interface TabSlot {
  readonly pid: number;
  readonly memberId: string;
  /** Null for the project's own slot. */
  readonly beside: string | null;
}

export const pathOf = ({ pid, memberId, beside }: TabSlot): string =>
  beside === null ? `${pid}/${memberId}` : `${pid}/${memberId}/${beside}`;

/**
 * Names a state of unsent work at this slot: the same however often it is read, and by whom, so that one copy is made of it.
 * `timestamp`: when it was written, ISO 8601.
 */
export const workId = (slot: TabSlot, work: { readonly revision: number | null; readonly timestamp: string }): string =>
  [slot.pid, slot.beside ?? 'own', work.revision ?? 'new', Date.parse(work.timestamp)].join('-');

/** Where the large store has what the tab at this slot inherited. */
export const inheritedKey = (slot: TabSlot): string => `inherited/${pathOf(slot)}`;

/** Where the large store has what the tabs of a project that is gone make a copy of, each in its turn. */
export const goneKey = ({ pid, memberId }: TabSlot): string => `gone/${pid}/${memberId}`;
