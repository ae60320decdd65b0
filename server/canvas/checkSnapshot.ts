import { setImmediate as otherWork } from 'node:timers/promises';
import { edgeProblem, nodeProblem } from '../../src/engine';
import { ApiError } from '../errors';
import type { JsonPatch } from './JsonPatch';
import type { JsonPointer } from './JsonPointer';
import { UnreadItem } from './packedCanvas';

/** Items after which the thread serves other requests. */
const ITEMS_AT_ONCE = 2_000;

/**
 * Throws 422 when a value is not a snapshot: `nodes` with unique non-empty ids, a type, a finite position and an object `data`; `edges`
 * with unique id, source and target; a finite `viewport` with zoom above 0. Nothing else is checked. One plain walk, because a schema
 * library takes seconds for 100,000 nodes.
 */
export async function checkSnapshot(value: unknown): Promise<void> {
  if (!isObject(value)) throw invalid('it must be an object with nodes, edges and viewport');
  await checkItems(value['nodes'], 'nodes');
  await checkItems(value['edges'], 'edges');
  checkViewport(value['viewport']);
}

/**
 * Does what checkSnapshot does for a canvas that was valid before this patch: looks only at what the patch has touched, so that
 * moving one of 100,000 nodes costs one look.
 */
export async function checkPatched(document: unknown, patch: JsonPatch): Promise<void> {
  const positions = patch
    .filter(({ op }) => op !== 'test')
    .flatMap(({ op, pointer, fromPointer }) => (op === 'move' ? [pointer, fromPointer] : [pointer]));
  if (!isObject(document) || !positions.every(isInsideOne)) return checkSnapshot(document);
  if (positions.some(([list]) => list === 'viewport')) checkViewport(document['viewport']);
  for (const list of ['nodes', 'edges'] as const) {
    const indexes = new Set(positions.filter(([name]) => name === list).map(([, index]) => Number(index)));
    const items = document[list];
    if (!Array.isArray(items)) return checkSnapshot(document);
    for (const index of indexes) checkItem(items[index], list, index);
  }
}

/** Ids, lists and the root concern everything; what is inside the viewport or one item concerns that alone. */
function isInsideOne([list, index, field]: JsonPointer): boolean {
  return isKeptElsewhere(list) || list === 'viewport' || (index !== undefined && field !== undefined && field !== 'id');
}

/** Members of a snapshot beyond the three known ones are stored unchecked. */
function isKeptElsewhere(member: string | undefined): boolean {
  return member !== undefined && !['nodes', 'edges', 'viewport'].includes(member);
}

type Fields = Record<string, unknown>;

async function checkItems(items: unknown, list: 'nodes' | 'edges'): Promise<void> {
  if (!Array.isArray(items)) throw invalid(`${list} must be a list`);
  const ids = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ITEMS_AT_ONCE === 0) await otherWork();
    const id = checkItem(item, list, index);
    if (ids.has(id)) throw invalid(`${list}[${index}] has an id that is there twice`);
    ids.add(id);
  }
}

/** Returns the item's id. An unread item was checked before it was stored. */
function checkItem(item: unknown, list: 'nodes' | 'edges', index: number): string {
  if (item instanceof UnreadItem) return item.id;
  const problem = list === 'nodes' ? nodeProblem(item) : edgeProblem(item);
  if (problem !== null) throw invalid(`${list}[${index}] ${problem}`);
  return (item as { id: string }).id;
}

function checkViewport(viewport: unknown): void {
  if (viewport instanceof UnreadItem) return;
  const isValid =
    isObject(viewport) &&
    ['x', 'y', 'zoom'].every((field) => Number.isFinite(viewport[field])) &&
    Number(viewport['zoom']) > 0;
  if (!isValid) throw invalid('viewport must have finite x and y and a zoom above 0');
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(problem: string): ApiError {
  return new ApiError(422, 'invalidSnapshot', `This is no valid canvas: ${problem}.`);
}
