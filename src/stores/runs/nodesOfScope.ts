import { reachedFrom, type GraphDocument } from '../../engine';

/** The nodes that a run covers: the selected ones, with all before or after them, all nodes, the failed ones, or those of a sheet. */
export type RunScopeName = 'selection' | 'sheet' | 'upTo' | 'from' | 'all' | 'failed';

/** The nodes of the document that make pictures, in its order; `chosen`: the start of the scope. */
export function nodesOfScope(document: GraphDocument, scope: RunScopeName, chosen: Iterable<string>): string[] {
  if (scope === 'all')
    return document
      .allNodes()
      .filter(({ type }) => isGeneration(document, type))
      .map(({ id }) => id);
  const begin = new Set(chosen);
  const along = { upTo: 'feeders', from: 'fed', selection: null, sheet: null, failed: null } as const;
  const way = along[scope];
  const ids = way === null ? begin : reachedFrom(document, begin, way);
  return Array.from(ids)
    .filter((id) => isGeneration(document, document.node(id)?.type ?? ''))
    .toSorted((one, other) => document.orderOf(one) - document.orderOf(other));
}

const isGeneration = ({ kinds }: GraphDocument, type: string): boolean => kinds.of(type)?.run?.isGeneration === true;
