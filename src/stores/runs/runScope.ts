import type { GraphDocument } from '../../engine';

/** The nodes that a run covers: the selected ones, with all before or after them, all nodes, or the failed ones. */
export type RunScopeName = 'selection' | 'upTo' | 'from' | 'all' | 'failed';

/** The nodes of the document that make pictures, in its order; `chosen`: the start of the scope. */
export function nodesOfScope(document: GraphDocument, scope: RunScopeName, chosen: Iterable<string>): string[] {
  if (scope === 'all')
    return document
      .allNodes()
      .filter(({ type }) => isGeneration(document, type))
      .map(({ id }) => id);
  const ids = new Set(chosen);
  if (scope === 'upTo') walk(ids, (id) => document.edgesInto(id).map(({ source }) => source));
  if (scope === 'from') walk(ids, (id) => document.edgesOutOf(id).map(({ target }) => target));
  return Array.from(ids)
    .filter((id) => isGeneration(document, document.node(id)?.type ?? ''))
    .toSorted((one, other) => document.orderOf(one) - document.orderOf(other));
}

const isGeneration = ({ kinds }: GraphDocument, type: string): boolean => kinds.of(type)?.run?.isGeneration === true;

/** Adds all nodes that can be reached. */
function walk(ids: Set<string>, next: (id: string) => readonly string[]): void {
  const ahead = [...ids];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    for (const found of next(id)) {
      if (ids.has(found)) continue;
      ids.add(found);
      ahead.push(found);
    }
  }
}
