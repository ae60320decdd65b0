import type { GraphDocument } from '../document/GraphDocument';
import type { IdSet } from '../collections/IdSet';

/** These nodes and all that feeds them, or all that they feed, however far along the edges; costs what is reached. */
export function reachedFrom(document: GraphDocument, nodeIds: IdSet, along: 'feeders' | 'fed'): ReadonlySet<string> {
  const reached = new Set(nodeIds);
  // The loop walks ids that are added on the way too.
  for (const id of reached) {
    const view = document.nodeView(id);
    if (along === 'feeders') for (const { source } of view?.into ?? []) reached.add(source.item.id);
    else for (const { target } of view?.outOf ?? []) reached.add(target.item.id);
  }
  return reached;
}
