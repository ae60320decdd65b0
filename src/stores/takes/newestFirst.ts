import type { Take } from '../../api/contractTakes';

/** Each take once, as it was given last; the newest first. */
export const newestFirst = (takes: readonly Take[]): readonly Take[] =>
  Array.from(new Map(takes.map((take) => [take.id, take])).values()).toSorted((a, b) => b.id - a.id);

/** The same list, newest first, with a take inserted or replaced. */
export function withTake(takes: readonly Take[], take: Take): readonly Take[] {
  let [from, to] = [0, takes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((takes[middle]?.id ?? 0) > take.id) from = middle + 1;
    else to = middle;
  }
  return takes.toSpliced(from, takes[from]?.id === take.id ? 1 : 0, take);
}
