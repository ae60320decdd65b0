/**
 * The positions of a longest strictly increasing run within `values` (patience sorting, O(n log n)): the items of a
 * reordered list that can stay where they are.
 */
export function longestRun(values: readonly number[]): number[] {
  // The values nearly always rise already, and then the search below is not needed.
  if (values.every((value, position) => position === 0 || value > (values[position - 1] ?? value))) {
    return [...values.keys()];
  }
  const before: number[] = [];
  const ends: number[] = [];
  values.forEach((value, position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[position] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = position;
  });
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) run.push(at);
  return run.toReversed();
}
