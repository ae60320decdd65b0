import { isFinitePoint, type Vector } from '../geometry/vector';
import type { Change } from './Change';
import type { FlowNode } from './FlowNode';

const finite = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The node in a place: a coordinate that is no finite number becomes 0, so that the node is not lost. */
export const inPlace = (node: FlowNode): FlowNode =>
  isFinitePoint(node.position)
    ? node
    : { ...node, position: { ...node.position, x: finite(node.position?.x), y: finite(node.position?.y) } };

const movesTo = (change: Change): Vector | null =>
  change.type === 'moveNode' ? change.position : change.type === 'moveAll' ? change.by : null;

function isSound(change: Change): boolean {
  if ('node' in change) return isFinitePoint(change.node.position);
  const to = movesTo(change);
  return to === null || isFinitePoint(to);
}

/** Changes as they can be applied: nodes in a place, and no move to where there is none. The same list where all are. */
export function soundChanges(changes: readonly Change[]): readonly Change[] {
  if (changes.every(isSound)) return changes;
  return changes
    .filter((change) => 'node' in change || isSound(change))
    .map((change) => ('node' in change ? { ...change, node: inPlace(change.node) } : change));
}
