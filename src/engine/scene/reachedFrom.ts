import type { IdSet } from '../collections/IdSet';
import type { GraphDocument } from '../document/GraphDocument';

/** The nodes that feed a node: those that its edges come from; of a frame, the pictures that stand in it. */
export function feedersOf(document: GraphDocument, nodeId: string): readonly string[] {
  const sources = document.nodeView(nodeId)?.into.map(({ source }) => source.item.id) ?? [];
  return sources.concat(document.framed?.picturesIn(nodeId) ?? []);
}

/** The nodes that a node feeds: those that its edges lead to; of a picture, the frames with edges that it stands in too. */
export function fedBy(document: GraphDocument, nodeId: string): readonly string[] {
  const targets = document.nodeView(nodeId)?.outOf.map(({ target }) => target.item.id) ?? [];
  return targets.concat(document.framed?.framesAround(nodeId) ?? []);
}

/** Yields these nodes and all that feeds them, or all that they feed, however far along the edges; costs what is taken of it. */
export function* walkFrom(document: GraphDocument, nodeIds: IdSet, along: 'feeders' | 'fed'): Generator<string> {
  const reached = new Set(nodeIds);
  const next = along === 'feeders' ? feedersOf : fedBy;
  // The loop walks ids that are added on the way too.
  for (const id of reached) {
    yield id;
    for (const other of next(document, id)) reached.add(other);
  }
}

/** All that `walkFrom` yields; costs what is reached. */
export const reachedFrom = (...walk: Parameters<typeof walkFrom>): ReadonlySet<string> => new Set(walkFrom(...walk));
