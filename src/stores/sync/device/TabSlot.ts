/**
 * The slot of a tab's copy of a member's project. The first tab on the project has its own slot and the two browser
 * keys; each further tab has a slot beside it, so that none overwrites another's unsent work.
 */
export interface TabSlot {
  readonly pid: number;
  readonly memberId: string;
  readonly tabId: string | null;
}

/** The project's own slot, which the first tab on it takes. */
export const ownSlot = ({ pid, memberId }: Pick<TabSlot, 'pid' | 'memberId'>): TabSlot => ({
  pid,
  memberId,
  tabId: null,
});

export const pathOf = ({ pid, memberId, tabId }: TabSlot): string =>
  tabId === null ? `${pid}/${memberId}` : `${pid}/${memberId}/${tabId}`;

/**
 * Id of a state of unsent work at this slot: the same for every reader, so that one copy is made of it. `timestamp`:
 * when it was written, ISO 8601.
 */
export const workId = (slot: TabSlot, work: { readonly revision: number | null; readonly timestamp: string }): string =>
  [slot.pid, slot.tabId ?? 'own', work.revision ?? 'new', Date.parse(work.timestamp)].join('-');

export const inheritedKey = (slot: TabSlot): string => `inherited/${pathOf(slot)}`;

/** Key of the conflict copy that the tabs of a project that is gone make in turn. */
export const goneKey = ({ pid, memberId }: TabSlot): string => `gone/${pid}/${memberId}`;
