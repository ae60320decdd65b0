import type { NodeTakes } from '../nodes/viewState';

const looksAlike = (a: NodeTakes | undefined, b: NodeTakes | undefined): boolean =>
  a?.count === b?.count && a?.rating === b?.rating && a?.origin === b?.origin && a?.isFaded === b?.isFaded;

/** Sets the takes of these nodes in `takes`, or deletes them where null. Returns the ids of the nodes whose cards look different now. */
export function changeTakes(
  takes: Map<string, NodeTakes>,
  changes: ReadonlyMap<string, NodeTakes | null>,
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [id, change] of changes) {
    if (!looksAlike(takes.get(id), change ?? undefined)) ids.add(id);
    if (change) takes.set(id, change);
    else takes.delete(id);
  }
  return ids;
}
