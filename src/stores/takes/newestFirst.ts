import type { Take } from '../../api/contractTakes';

/** Each take once, as it was given last; the newest first. */
export const newestFirst = (takes: readonly Take[]): readonly Take[] =>
  Array.from(new Map(takes.map((take) => [take.id, take])).values()).toSorted((a, b) => b.id - a.id);
