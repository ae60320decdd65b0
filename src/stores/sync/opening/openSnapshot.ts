import { GraphDocument, hasOwnIds, type Snapshot } from '../../../engine';
import { parseShape } from './readSnapshot';

export interface OpenedSnapshot {
  readonly snapshot: Snapshot;
  /** What it opens as; nobody else has it. */
  readonly document: GraphDocument;
}

/** As `parseSnapshot`, of a canvas that is to be opened. */
export function openSnapshot(canvas: string): OpenedSnapshot | null {
  const shape = parseShape(canvas);
  return shape && openShape(shape);
}

/**
 * As `openSnapshot`, of what has been parsed. The document looks every id up anyway: whether they are all different is asked
 * again only where it has left something out.
 */
export function openShape(snapshot: Snapshot): OpenedSnapshot | null {
  const document = new GraphDocument(snapshot);
  const { nodes, edges } = snapshot;
  const isWhole = document.nodeCount === nodes.length && document.edgeCount === edges.length;
  return isWhole || hasOwnIds(snapshot) ? { snapshot, document } : null;
}
