import type { Flow } from './Flow';

/** Look of each node: its role, and the roles of the nodes before and after it. */
function looksOf({ nodes, edges }: Flow): ReadonlyMap<string, string> {
  const rolesOf = (ids: readonly string[]): string =>
    ids
      .map((id) => nodes.get(id) ?? '')
      .toSorted()
      .join();
  return new Map(
    [...nodes].map(([id, role]) => {
      const before = rolesOf(edges.flatMap(([source, target]) => (target === id ? [source] : [])));
      const after = rolesOf(edges.flatMap(([source, target]) => (source === id ? [target] : [])));
      return [id, `${role} after ${before} before ${after}`];
    }),
  );
}

const keyOf = (source: string, target: string): string => `${source}\n${target}`;

/** Whether the nodes of one flow can be named as those of the other so that all edges are the same, with none twice. */
export function isSameFlow(one: Flow, other: Flow): boolean {
  const edges = new Set(one.edges.map(([source, target]) => keyOf(source, target)));
  const others = new Set(other.edges.map(([source, target]) => keyOf(source, target)));
  if (one.nodes.size !== other.nodes.size || edges.size !== others.size) return false;
  if (edges.size !== one.edges.length || others.size !== other.edges.length) return false;

  const [looks, otherLooks] = [looksOf(one), looksOf(other)];
  const order = connectedOrder(one);
  const named = new Map<string, string>();
  const taken = new Set<string>();
  const agree = (id: string, name: string): boolean =>
    looks.get(id) === otherLooks.get(name) &&
    [...named].every(
      ([known, itsName]) =>
        edges.has(keyOf(id, known)) === others.has(keyOf(name, itsName)) &&
        edges.has(keyOf(known, id)) === others.has(keyOf(itsName, name)),
    );
  const nameFrom = (index: number): boolean => {
    const id = order[index];
    if (id === undefined) return true;
    for (const name of other.nodes.keys()) {
      if (taken.has(name) || !agree(id, name)) continue;
      named.set(id, name);
      taken.add(name);
      if (nameFrom(index + 1)) return true;
      named.delete(id);
      taken.delete(name);
    }
    return false;
  };
  return nameFrom(0);
}

/** All nodes, each after one that it has an edge with where there is one: so a wrong name shows soon. */
function connectedOrder({ nodes, edges }: Flow): readonly string[] {
  const order = new Set<string>();
  for (const start of nodes.keys()) {
    order.add(start);
    // A set that grows while it is walked is walked to its new end.
    for (const id of order) {
      for (const [source, target] of edges) {
        if (source === id) order.add(target);
        if (target === id) order.add(source);
      }
    }
  }
  return [...order];
}
