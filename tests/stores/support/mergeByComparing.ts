import {
  categoryItems,
  type Change,
  type FlowEdge,
  type FlowNode,
  GraphDocument,
  isEmptyCategory,
  type NodeData,
  type Snapshot,
} from '../../../src/engine';
import { type Lost, mergeItem, MergePlace, mergeValues } from '../../../src/stores/sync/merge/mergeValues';
import { isSame } from '../../../src/stores/sync/patch/sameValue';

interface Named {
  readonly id: string;
}

const token = (id: string): string => id.replaceAll('~', '~0').replaceAll('/', '~1');

const byId = <Item extends Named>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

function mergeLists<Item extends Named>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  path: string,
  lost: Lost[],
): Item[] {
  const [before, my, their] = [byId(base), byId(mine), byId(theirs)];
  return [...new Set([...their.keys(), ...my.keys()])].flatMap((id) => {
    const at = `${path}/${token(id)}`;
    const sides = { base: before.get(id), mine: my.get(id), theirs: their.get(id) };
    return mergeItem(sides, new MergePlace(lost, [], at)) ?? [];
  });
}

const isPicture = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.startsWith('/files/'));

/** Not a person's work: only the picture of an image node, which is a take (MERGE-10). */
function isTake({ path, mine }: Lost, base: readonly FlowNode[], nodes: readonly FlowNode[]): boolean {
  const node = nodes.find(({ id }) => `/nodes/${token(id)}` === path.replace(/\/data\/value$/, ''));
  if (node?.type !== 'image') return false;
  if (path.endsWith('/data/value')) return isPicture(mine);
  const before = base.find(({ id }) => id === node.id);
  if (mine !== node || !before || !isPicture(node.data.value)) return false;
  return isSame({ ...node, data: { ...node.data, value: 0 } }, { ...before, data: { ...before.data, value: 0 } });
}

const wordsOf = ({ name = '', value = '', each, pair }: NodeData) => ({ name, value, each, pair });

/** The words of the row with this id in a node, else of the node if that has it. */
function wordsIn(node: FlowNode | undefined, id: string): NodeData | undefined {
  const row = node && categoryItems(node).findLast((one) => one.id === id);
  if (row) return wordsOf({ ...row });
  return node?.id === id ? wordsOf(node.data) : undefined;
}

const wordsAt = ({ nodes }: Snapshot, nodeId: string, id: string) => wordsIn(byId(nodes).get(nodeId), id);

/** The changes of all rows and cards that I moved, whose words they changed at the old place. */
function carryAll(base: Snapshot, mine: Snapshot, theirs: Snapshot, lost: Lost[]): Change[] {
  const ids = new Set(base.nodes.flatMap((node) => [node.id, ...categoryItems(node).map((row) => row.id)]));
  const moves = [...ids].flatMap((id) =>
    base.nodes.flatMap(({ id: from }) => mine.nodes.map((home) => ({ id, from, home }))),
  );
  return moves.flatMap(({ id, from, home }): Change[] => {
    const [before, after, own] = [wordsAt(base, from, id), wordsAt(theirs, from, id), wordsIn(home, id)];
    if (!before || !after || isSame(before, after) || wordsAt(mine, from, id)) return [];
    if (!own || wordsAt(base, home.id, id)) return [];
    const isRow = categoryItems(home).some((row) => row.id === id);
    const path = `/nodes/${token(home.id)}/data${isRow ? `/categories/${token(id)}` : ''}`;
    const place = new MergePlace(lost, [], path);
    const data = wordsOf(mergeValues({ base: before, mine: own, theirs: after }, place) as NodeData);
    return [isRow ? { type: 'setRow', id: home.id, rowId: id, data } : { type: 'setData', id, data }];
  });
}

/**
 * A merge that compares both states in full, by the rules of merging: merging by changes must give the same. It is not clear where a thing
 * came from that had been at two places.
 */
export function mergeByComparing(base: Snapshot, mine: Snapshot, theirs: Snapshot) {
  const lost: Lost[] = [];
  const nodes: FlowNode[] = mergeLists(base.nodes, mine.nodes, theirs.nodes, '/nodes', lost).filter(
    (node) => !isEmptyCategory(node),
  );
  const work = lost.filter((one) => !isTake(one, base.nodes, mine.nodes));
  lost.splice(0, lost.length, ...work);
  const nodeIds = new Set(nodes.map(({ id }) => id));
  const known = new Set([...base.edges, ...theirs.edges].map(({ id }) => id));
  const edges: FlowEdge[] = mergeLists(base.edges, mine.edges, theirs.edges, '/edges', lost).filter((edge) => {
    const isWhole = nodeIds.has(edge.source) && nodeIds.has(edge.target);
    if (!isWhole && !known.has(edge.id)) lost.push({ path: `/edges/${edge.id}`, mine: edge });
    return isWhole;
  });
  const document = new GraphDocument({ nodes, edges });
  const words = carryAll(base, mine, theirs, lost);
  document.apply(words);
  const things = new Set(words.map((change) => JSON.stringify({ ...change, data: null })));
  return { document, lost, isClear: things.size === words.length };
}
