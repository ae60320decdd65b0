import { sourcesOf, type RequestDocument } from './requestItems';

/**
 * The nodes in an order in which each comes after those of them that it depends on; otherwise as they were given. In a loop the one that
 * was given first begins, from what the others hold.
 */
export function runOrder(document: RequestDocument, nodes: readonly string[]): string[] {
  const scope = new Set(nodes);
  const left = new Map<string, Set<string>>();
  const right = new Map<string, string[]>();
  for (const id of scope) {
    const before = sourcesOf(document, id).filter((source) => source.type === 'image' && scope.has(source.id));
    const ids = new Set(before.map((source) => source.id));
    left.set(id, ids);
    for (const source of ids) right.set(source, [...(right.get(source) ?? []), id]);
  }
  const order: string[] = [];
  const ready = [...scope].filter((id) => left.get(id)?.size === 0);
  const begin = (id: string): void => {
    order.push(id);
    for (const next of right.get(id) ?? []) {
      const waits = left.get(next);
      if (waits?.delete(id) && waits.size === 0) ready.push(next);
    }
  };
  const isDone = new Set<string>();
  const rest = scope.values();
  while (isDone.size < scope.size) {
    for (let at = 0; at < ready.length; at += 1) {
      const id = ready[at] ?? '';
      if (isDone.has(id)) continue;
      isDone.add(id);
      begin(id);
    }
    ready.length = 0;
    // All that is left waits for itself: the first one in its loop begins.
    for (const id of rest) {
      if (isDone.has(id)) continue;
      ready.push(id);
      break;
    }
  }
  return order;
}
