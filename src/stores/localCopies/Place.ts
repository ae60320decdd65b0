/**
 * Where a tab keeps its copy of a member's project. The first tab on it has the project's own place and the two browser
 * keys; another one, at the same time, has a place beside it, so that neither writes over the other's unsent work.
 */
export interface Place {
  readonly pid: number;
  readonly memberId: string;
  /** Null for the project's own place. */
  readonly beside: string | null;
}

export const pathOf = ({ pid, memberId, beside }: Place): string =>
  beside === null ? `${pid}/${memberId}` : `${pid}/${memberId}/${beside}`;

/** Where the large store has what the tab at this place inherited. */
export const inheritedKey = (place: Place): string => `inherited/${pathOf(place)}`;

/** Where the large store has what the tabs of a project that is gone make a copy of, each in its turn. */
export const goneKey = ({ pid, memberId }: Place): string => `gone/${pid}/${memberId}`;
