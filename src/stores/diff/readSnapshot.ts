import { DEFAULT_ZOOM, type FlowEdge, type FlowNode, type Snapshot } from '../../engine';
import { isJsonObject } from './sameValue';

const DEFAULT_VIEWPORT = { x: 0, y: 0, zoom: DEFAULT_ZOOM } as const;

/** A new project's canvas (CREATE-4). */
export const NEW_SNAPSHOT: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
/** The canvas of the default project (DATA-6). */
export const EMPTY_SNAPSHOT: Snapshot = { nodes: [], edges: [], viewport: DEFAULT_VIEWPORT };

const isPoint = (value: unknown): boolean =>
  isJsonObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y);

export const isNode = (value: unknown): value is FlowNode =>
  isJsonObject(value) &&
  typeof value.id === 'string' &&
  value.id !== '' &&
  typeof value.type === 'string' &&
  isPoint(value.position) &&
  isJsonObject(value.data);

export const isEdge = (value: unknown): value is FlowEdge =>
  isJsonObject(value) &&
  typeof value.id === 'string' &&
  typeof value.source === 'string' &&
  typeof value.target === 'string';

/** A view further away shows nothing, and a pixel there is less than a number can tell from the next one. */
const VIEW_MAX = 1e9;

const isViewport = (value: unknown): value is Snapshot['viewport'] =>
  isJsonObject(value) &&
  isPoint(value) &&
  Math.abs(Number(value.x)) <= VIEW_MAX &&
  Math.abs(Number(value.y)) <= VIEW_MAX &&
  typeof value.zoom === 'number' &&
  value.zoom > 0;

const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem);

/** Whether no two of them have one id. */
function areOwnIds(items: readonly { readonly id: string }[]): boolean {
  const ids = new Set<string>();
  for (const { id } of items) ids.add(id);
  return ids.size === items.length;
}

/** Whether each node has an id of its own, and each edge. */
export const hasOwnIds = ({ nodes, edges }: Snapshot): boolean => areOwnIds(nodes) && areOwnIds(edges);

/** As `readSnapshot`, whichever ids the nodes and edges have. */
export function readShape(value: unknown): Snapshot | null {
  if (!isJsonObject(value)) return null;
  const { nodes, edges, viewport } = value;
  if (!isListOf(nodes, isNode) || !isListOf(edges, isEdge)) return null;
  return { ...value, nodes, edges, viewport: isViewport(viewport) ? viewport : DEFAULT_VIEWPORT };
}

/**
 * The snapshot in a parsed JSON value, with every member it came with, or null when it is none. A missing or broken
 * viewport is the default one: losing a view must not cost a canvas.
 */
export function readSnapshot(value: unknown): Snapshot | null {
  const snapshot = readShape(value);
  return snapshot && hasOwnIds(snapshot) ? snapshot : null;
}

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
