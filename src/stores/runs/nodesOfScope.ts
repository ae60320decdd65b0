import { reachedFrom, walkFrom, type GraphDocument, type IdSet } from '../../engine';

/** The nodes that a run covers: the selected ones, with all before or after them, all nodes, the failed ones, or those of a sheet. */
export type RunScopeName = 'selection' | 'sheet' | 'upTo' | 'from' | 'all' | 'failed';

const ALONG = { upTo: 'feeders', from: 'fed' } as const;

/** The nodes of the document that make pictures, in its order; `chosen`: the start of the scope. */
export function nodesOfScope(document: GraphDocument, scope: RunScopeName, chosen: Iterable<string>): string[] {
  if (scope === 'all')
    return document
      .allNodes()
      .filter(({ type }) => isGeneration(document, type))
      .map(({ id }) => id);
  const begin = new Set(chosen);
  const ids = scope === 'upTo' || scope === 'from' ? reachedFrom(document, begin, ALONG[scope]) : begin;
  return Array.from(ids)
    .filter((id) => isGeneration(document, document.node(id)?.type ?? ''))
    .toSorted((one, other) => document.orderOf(one) - document.orderOf(other));
}

/** Whether a run up to these nodes, or from them, makes anything; walks no further than to the first node that does. */
export function leadsToRun(document: GraphDocument, scope: 'upTo' | 'from', chosen: IdSet): boolean {
  for (const id of walkFrom(document, chosen, ALONG[scope]))
    if (isGeneration(document, document.node(id)?.type ?? '')) return true;
  return false;
}

const isGeneration = ({ kinds }: GraphDocument, type: string): boolean => kinds.of(type)?.run?.isGeneration === true;
