import { DEFAULT_CAMERA } from '../geometry/camera';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import type { Snapshot } from './Snapshot';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPosition = (value: unknown): boolean => isObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y);

/** Whether a parsed JSON value is a node, of whatever type. */
export const isFlowNode = (value: unknown): value is FlowNode =>
  isObject(value) &&
  typeof value.id === 'string' &&
  value.id !== '' &&
  typeof value.type === 'string' &&
  isPosition(value.position) &&
  isObject(value.data);

/** Whether a parsed JSON value is an edge. */
export const isFlowEdge = (value: unknown): value is FlowEdge =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.source === 'string' &&
  typeof value.target === 'string';

/** A view further away shows nothing, and a pixel there is less than a number can tell from the next one. */
const VIEW_MAX = 1e9;

const isViewport = (value: unknown): value is Snapshot['viewport'] =>
  isObject(value) &&
  isPosition(value) &&
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
  if (!isObject(value)) return null;
  const { nodes, edges, viewport } = value;
  if (!isListOf(nodes, isFlowNode) || !isListOf(edges, isFlowEdge)) return null;
  return { ...value, nodes, edges, viewport: isViewport(viewport) ? viewport : DEFAULT_CAMERA };
}

/**
 * The snapshot in a parsed JSON value, with every member it came with, or null when it is none. A missing or broken
 * viewport is the default one: losing a view must not cost a canvas.
 */
export function readSnapshot(value: unknown): Snapshot | null {
  const snapshot = readShape(value);
  return snapshot && hasOwnIds(snapshot) ? snapshot : null;
}
