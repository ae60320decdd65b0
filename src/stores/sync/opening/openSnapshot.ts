import { GraphDocument, hasOwnIds, type Snapshot } from '../../../engine';
import { parseShape } from './readSnapshot';

export interface OpenedSnapshot {
  readonly snapshot: Snapshot;
  /** The document to open, which nobody else uses. */
  readonly document: GraphDocument;
}

/** Parses a canvas that is to be opened; null when it is no snapshot. */
export function openSnapshot(canvas: string): OpenedSnapshot | null {
  const shape = parseShape(canvas);
  return shape && openShape(shape);
}

/**
 * Opens a parsed canvas; null when it is no snapshot. The document looks every id up anyway: their uniqueness is
 * checked again only when it has left something out.
 */
export function openShape(snapshot: Snapshot): OpenedSnapshot | null {
  const document = new GraphDocument(snapshot);
  const { nodes, edges } = snapshot;
  const isWhole = document.nodeCount === nodes.length && document.edgeCount === edges.length;
  return isWhole || hasOwnIds(snapshot) ? { snapshot, document } : null;
}
