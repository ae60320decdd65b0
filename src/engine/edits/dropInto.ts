import type { Change } from '../document/Change';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';

/** Drops nodes on another one that takes them. Empty when that is gone or takes none of them. */
export function dropInto(
  document: GraphDocument,
  nodeIds: Iterable<string>,
  targetId: string,
  fresh: FreshIds,
): readonly Change[] {
  const target = document.node(targetId);
  const drop = target && document.kinds.of(target.type)?.drop;
  if (!drop) return [];
  const taken = Array.from(new Set(nodeIds), (id) => document.node(id))
    .filter((node) => node !== undefined)
    .filter(({ type }) => drop.types.includes(type));
  return taken.length === 0 ? [] : drop.takeIn(target, taken, fresh);
}
