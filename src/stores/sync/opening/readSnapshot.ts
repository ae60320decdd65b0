import { parseJson } from '../../../api/parseJson';
import { DEFAULT_ZOOM, hasOwnIds, readShape, type Snapshot } from '../../../engine';

/** A new project's canvas (CREATE-4). */
export const NEW_SNAPSHOT: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
/** The canvas of the default project (DATA-6). */
export const EMPTY_SNAPSHOT: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: DEFAULT_ZOOM } };

/** Reads the shape from the text of a project record's canvas; null when it does not fit. */
export const parseShape = (canvas: string): Snapshot | null => readShape(parseJson(canvas));

/** Reads a snapshot from the text of a project record's canvas; null when it is none. */
export function parseSnapshot(canvas: string): Snapshot | null {
  const snapshot = parseShape(canvas);
  return snapshot && hasOwnIds(snapshot) ? snapshot : null;
}
