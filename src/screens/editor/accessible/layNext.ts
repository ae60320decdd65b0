import type { DescribedNode, DescribedView } from './describeView';

/** Nodes laid out at a time: with more, the page would miss its next frame. */
export const NODES_A_STEP = 40;

export interface Laid {
  readonly view: DescribedView;
  /** True when nothing of the wanted view is left for another step. */
  readonly isWhole: boolean;
}

export const NOTHING_LAID: Laid = { view: { nodes: [], edges: [], otherEdges: [] }, isWhole: true };

/**
 * One step from the shown view to the wanted one: nodes that are gone go at once, changed and new ones come in parts,
 * the focused one before all others. An unchanged node keeps its place and its element.
 */
export function layNext({ view: shown }: Laid, wanted: DescribedView, standsOn: string | null): Laid {
  const known = new Map(shown.nodes.map((each) => [each.node.id, each]));
  const nodes: DescribedNode[] = [];
  let left = NODES_A_STEP;
  let isWhole = true;
  for (const next of wanted.nodes) {
    const before = known.get(next.node.id);
    if (before && isSame(before, next)) nodes.push(before);
    else if (next.node.id === standsOn) nodes.push(next);
    else if (left > 0) {
      left--;
      nodes.push(next);
    } else {
      isWhole = false;
      if (before) nodes.push(before);
    }
  }
  const { edges } = wanted;
  const otherEdges = isWhole ? wanted.otherEdges : shown.otherEdges.filter((edge) => wanted.otherEdges.includes(edge));
  return { view: { nodes, edges, otherEdges }, isWhole };
}

const isSame = (a: DescribedNode, b: DescribedNode): boolean =>
  a.node === b.node &&
  a.stacking === b.stacking &&
  a.covered === b.covered &&
  a.isSelected === b.isSelected &&
  a.isAlone === b.isAlone &&
  a.deleteRadius === b.deleteRadius &&
  a.canRun === b.canRun &&
  a.takes === b.takes &&
  a.prompt === b.prompt;
