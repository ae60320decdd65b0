import { ApiError } from '../errors';

/**
 * Throws 422 when a value is no snapshot: `nodes` with unique non-empty ids, a type, a finite position and an object
 * `data`; `edges` with unique id, source and target; a finite `viewport` with zoom above 0. Nothing else is looked at.
 * One plain walk, because a schema library takes seconds for 100,000 nodes.
 */
export function checkSnapshot(value: unknown): void {
  if (!isObject(value)) throw invalid('it must be an object with nodes, edges and viewport');
  checkItems(value['nodes'], 'nodes', checkNode);
  checkItems(value['edges'], 'edges', checkEdge);
  checkViewport(value['viewport']);
}

type Fields = Record<string, unknown>;
type Complain = (problem: string) => never;

function checkItems(items: unknown, list: 'nodes' | 'edges', check: (item: Fields, complain: Complain) => void): void {
  if (!Array.isArray(items)) throw invalid(`${list} must be a list`);
  const ids = new Set<string>();
  for (const [index, item] of items.entries()) {
    const complain: Complain = (problem) => {
      throw invalid(`${list}[${index}] ${problem}`);
    };
    if (!isObject(item)) return complain('must be an object');
    const { id } = item;
    if (typeof id !== 'string') return complain('has no text as id');
    if (ids.has(id)) return complain('has an id that is there twice');
    ids.add(id);
    check(item, complain);
  }
}

function checkNode(node: Fields, complain: Complain): void {
  if (node['id'] === '') complain('has an empty id');
  if (typeof node['type'] !== 'string') complain('has no type');
  const { position } = node;
  if (!isObject(position) || !Number.isFinite(position['x']) || !Number.isFinite(position['y'])) {
    complain('has no position with finite x and y');
  }
  if (!isObject(node['data'])) complain('has no data object');
}

function checkEdge(edge: Fields, complain: Complain): void {
  if (typeof edge['source'] !== 'string' || typeof edge['target'] !== 'string') complain('has no source and target');
}

function checkViewport(viewport: unknown): void {
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
