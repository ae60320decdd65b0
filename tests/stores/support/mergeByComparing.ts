import { type FlowEdge, type FlowNode, isEmptyCategory, type Snapshot } from '../../../src/engine';
import { type Lost, mergeItem, MergePlace } from '../../../src/stores/sync/merge/mergeValues';
import { isSame } from '../../../src/stores/sync/patch/sameValue';

interface Named {
  readonly id: string;
}

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
    const at = `${path}/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const sides = { base: before.get(id), mine: my.get(id), theirs: their.get(id) };
    return mergeItem(sides, new MergePlace(lost, [], at)) ?? [];
  });
}

const isPicture = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.startsWith('/files/'));

/** Not a person's work: only the picture of an image node, which is a take (MERGE-10). */
function isTake({ path, mine }: Lost, base: readonly FlowNode[], nodes: readonly FlowNode[]): boolean {
  const node = nodes.find(
    ({ id }) => `/nodes/${id.replaceAll('~', '~0').replaceAll('/', '~1')}` === path.replace(/\/data\/value$/, ''),
  );
  if (node?.type !== 'image') return false;
  if (path.endsWith('/data/value')) return isPicture(mine);
  const before = base.find(({ id }) => id === node.id);
  if (mine !== node || !before || !isPicture(node.data.value)) return false;
  return isSame({ ...node, data: { ...node.data, value: 0 } }, { ...before, data: { ...before.data, value: 0 } });
}

/** A merge that compares both states in full, by the rules of merging: merging by changes must give the same. */
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
  return { nodes, edges, lost };
}
