import { DEFAULT_ZOOM, hasOwnIds, readShape, type Snapshot } from '../../../engine';

/** A new project's canvas (CREATE-4). */
export const NEW_SNAPSHOT: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
/** The canvas of the default project (DATA-6). */
export const EMPTY_SNAPSHOT: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: DEFAULT_ZOOM } };

/** As `readShape`, from the text of a project record's canvas. */
export function parseShape(canvas: string): Snapshot | null {
  try {
    return readShape(JSON.parse(canvas));
  } catch {
    return null;
  }
}

/** As `readSnapshot`, from the text of a project record's canvas. */
export function parseSnapshot(canvas: string): Snapshot | null {
  const snapshot = parseShape(canvas);
  return snapshot && hasOwnIds(snapshot) ? snapshot : null;
}
