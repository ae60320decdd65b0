/**
 * Indexes to render of a long list of which only a part is in sight, from `from` up to `to` without it. The active one is
 * among them even out of sight: a screen reader follows it by its id. `active` is -1 for none.
 */
export function renderedIndexes(from: number, to: number, count: number, active: number): number[] {
  const inSight = Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, offset) => from + offset);
  if (active < 0 || (active >= from && active < to)) return inSight;
  return active < from ? [active, ...inSight] : [...inSight, active];
}
