import type { FlowNode } from '../document/FlowNode';

/**
 * The nodes in an order in which each comes after those of them that it depends on; otherwise as they were given. In a loop the one that
 * was given first begins, from what the others hold.
 */
export function runOrder(sourcesAt: (nodeId: string) => readonly FlowNode[], nodes: readonly string[]): string[] {
  const ids = [...new Set(nodes)];
  const indexes = new Map(ids.map((id, index) => [id, index]));
  /** Each by its index: who waits for it, and for how many of the others it still waits. */
  const right = ids.map((): number[] => []);
  const left = ids.map((id, index) => {
    let waits = 0;
    for (const source of sourcesAt(id)) {
      const others = right[indexes.get(source.id) ?? -1];
      // Several edges from one node are one to wait for.
      if (others === undefined || others.at(-1) === index) continue;
      others.push(index);
      waits += 1;
    }
    return waits;
  });
  const order: string[] = [];
  const isDone = new Uint8Array(ids.length);
  const ready = ids.flatMap((_id, place) => (left[place] === 0 ? place : []));
  for (let rest = 0; order.length < ids.length;) {
    for (const place of ready) {
      if (isDone[place] === 1) continue;
      isDone[place] = 1;
      order.push(ids[place] ?? '');
      for (const next of right[place] ?? []) {
        const waits = (left[next] ?? 0) - 1;
        left[next] = waits;
        // A list that grows is walked to its new end.
        if (waits === 0) ready.push(next);
      }
    }
    ready.length = 0;
    // All that is left waits for itself: the first one in its loop begins.
    while (isDone[rest] === 1) rest += 1;
    ready.push(rest);
  }
  return order;
}
