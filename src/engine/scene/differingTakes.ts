import type { NodeTakes } from '../render/card/PaintEnvironment';

const looksAlike = (a: NodeTakes | undefined, b: NodeTakes): boolean =>
  a !== undefined && a.count === b.count && a.rating === b.rating && a.origin === b.origin && a.isFaded === b.isFaded;

/** The nodes whose card says something else of its takes now. */
export function differingTakes(
  before: ReadonlyMap<string, NodeTakes>,
  now: ReadonlyMap<string, NodeTakes>,
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [id, takes] of now) if (!looksAlike(before.get(id), takes)) ids.add(id);
  for (const id of before.keys()) if (!now.has(id)) ids.add(id);
  return ids;
}
