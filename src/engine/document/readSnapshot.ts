import { DEFAULT_VIEWPORT, OFFSET_MAX } from '../geometry/viewport';
import type { FlowEdge } from './FlowEdge';
import type { FlowNode } from './FlowNode';
import type { Snapshot } from './Snapshot';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPosition = (value: unknown): boolean => isObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y);

/** Returns why a parsed JSON value is not a node, of any type; null when it is one. */
export function nodeProblem(value: unknown): string | null {
  if (!isObject(value)) return 'must be an object';
  const { id, type, position, data } = value;
  if (typeof id !== 'string' || id === '') return 'has no id';
  if (typeof type !== 'string') return 'has no type';
  if (!isPosition(position)) return 'has no position with finite x and y';
  return isObject(data) ? null : 'has no data object';
}

/** Returns why a parsed JSON value is no edge; null when it is one. */
export function edgeProblem(value: unknown): string | null {
  if (!isObject(value)) return 'must be an object';
  const { id, source, target } = value;
  if (typeof id !== 'string') return 'has no id';
  return typeof source === 'string' && typeof target === 'string' ? null : 'has no source and target';
}

/** Whether a parsed JSON value is a node, of any type. */
export const isFlowNode = (value: unknown): value is FlowNode => nodeProblem(value) === null;

/** Whether a parsed JSON value is an edge. */
export const isFlowEdge = (value: unknown): value is FlowEdge => edgeProblem(value) === null;

const isViewport = (value: unknown): value is Snapshot['viewport'] =>
  isObject(value) &&
  isPosition(value) &&
  Math.abs(Number(value.x)) <= OFFSET_MAX &&
  Math.abs(Number(value.y)) <= OFFSET_MAX &&
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

/** Whether every node has a unique id, and every edge. */
export const hasOwnIds = ({ nodes, edges }: Snapshot): boolean => areOwnIds(nodes) && areOwnIds(edges);

/** Reads a snapshot like `readSnapshot`, whichever ids the nodes and edges have. */
export function readShape(value: unknown): Snapshot | null {
  if (!isObject(value)) return null;
  const { nodes, edges, viewport } = value;
  if (!isListOf(nodes, isFlowNode) || !isListOf(edges, isFlowEdge)) return null;
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
