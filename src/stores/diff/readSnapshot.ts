import { DEFAULT_ZOOM, type FlowEdge, type FlowNode, type Snapshot } from '../../engine';
import { isJsonObject } from './sameValue';

const DEFAULT_VIEWPORT = { x: 0, y: 0, zoom: DEFAULT_ZOOM } as const;

/** A new project's canvas, product.md section 2. */
export const NEW_SNAPSHOT: Snapshot = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } };
/** The canvas of product.md's default project. */
export const EMPTY_SNAPSHOT: Snapshot = { nodes: [], edges: [], viewport: DEFAULT_VIEWPORT };

const isPoint = (value: unknown): boolean =>
  isJsonObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y);

const isNode = (value: unknown): value is FlowNode =>
  isJsonObject(value) &&
  typeof value.id === 'string' &&
  value.id !== '' &&
  typeof value.type === 'string' &&
  isPoint(value.position) &&
  isJsonObject(value.data);

const isEdge = (value: unknown): value is FlowEdge =>
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

/** Whether it is a list of such items, each with an id of its own; in one walk. */
function isListOf<T extends { readonly id: string }>(
  value: unknown,
  isItem: (item: unknown) => item is T,
): value is T[] {
  if (!Array.isArray(value)) return false;
  const ids = new Set<string>();
  for (const item of value) {
    if (!isItem(item)) return false;
    ids.add(item.id);
  }
  return ids.size === value.length;
}

/**
 * The snapshot in a parsed JSON value, with every member it came with, or null when it is none. A missing or broken
 * viewport is the default one: losing a view must not cost a canvas.
 */
export function readSnapshot(value: unknown): Snapshot | null {
  if (!isJsonObject(value)) return null;
  const { nodes, edges, viewport } = value;
  if (!isListOf(nodes, isNode) || !isListOf(edges, isEdge)) return null;
  return { ...value, nodes, edges, viewport: isViewport(viewport) ? viewport : DEFAULT_VIEWPORT };
}

/** As `readSnapshot`, from the text of a project record's canvas. */
export function parseSnapshot(canvas: string): Snapshot | null {
  try {
    return readSnapshot(JSON.parse(canvas));
  } catch {
    return null;
  }
}
