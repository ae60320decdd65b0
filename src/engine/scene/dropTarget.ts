import type { GraphDocument } from '../document/GraphDocument';
import { commonArea, contains, union, type Box } from '../geometry/box';
import type { Vector } from '../geometry/vector';
import type { FlowNode } from '../document/FlowNode';
import type { IdSet } from '../collections/IdSet';
import type { NodeKinds } from '../nodes/NodeKinds';
import type { Scene } from './Scene';

/** The types of nodes that take all of these. */
const takersOf = (kinds: NodeKinds, types: readonly string[]): readonly string[] =>
  kinds.all.filter(({ drop }) => types.every((type) => drop?.types.includes(type))).map(({ type }) => type);

/** The types of these nodes, or as many of them as show that nothing takes all. */
export function typesToTake(kinds: NodeKinds, nodes: Iterable<FlowNode | undefined>): ReadonlySet<string> {
  const types = new Set<string>();
  for (const node of nodes) {
    if (!node || types.has(node.type)) continue;
    types.add(node.type);
    if (takersOf(kinds, [...types]).length === 0) break;
  }
  return types;
}

/** Share of the dragged card that must lie over a node which takes it in without the pointer being there. */
const OVERLAP_MIN = 0.1;

/**
 * The node that takes all of these types in: the topmost one under the pointer, else the one that the dragged card overlaps
 * most, by a tenth of itself at least. Null when there is none, or nothing to take. `exceptIds`: the dragged nodes.
 */
export function dropTargetAt(
  scene: Scene,
  point: Vector,
  card: Box,
  types: Iterable<string>,
  exceptIds: IdSet = new Set(),
): FlowNode | null {
  const wanted = [...types];
  const takers = takersOf(scene.kinds, wanted);
  // Few kinds go into another node: for the others no step of the drag searches anything.
  if (wanted.length === 0 || takers.length === 0) return null;
  const isTarget = (node: FlowNode): boolean => takers.includes(node.type) && !exceptIds.has(node.id);
  const targets = scene.nodesIn(union([card, { ...point, width: 0, height: 0 }]) ?? card).filter(isTarget);
  return targets.findLast((node) => contains(scene.boxOf(node), point)) ?? mostOverlapped(scene, targets, card);
}

/** The target that the card overlaps most; the topmost of equal ones. */
function mostOverlapped(scene: Scene, targets: readonly FlowNode[], card: Box): FlowNode | null {
  let best: FlowNode | null = null;
  let most = OVERLAP_MIN * card.width * card.height;
  for (const node of targets) {
    const area = commonArea(scene.boxOf(node), card);
    if (area === 0 || area < most) continue;
    best = node;
    most = area;
  }
  return best;
}

/** The place of a row when it is dropped. */
export interface RowSlot {
  /** The category that takes it; null on the pane. */
  readonly targetId: string | null;
  /** Number of rows above it in its own category, counted as they are now; null elsewhere. */
  readonly slot: number | null;
}

interface DropContext {
  readonly document: GraphDocument;
  readonly scene: Scene;
}

const slotAt = (scene: Scene, owner: FlowNode, localY: number): number =>
  scene.kinds.layoutOf(owner).rows.filter(({ box }) => localY > box.y + box.height / 2).length;

/**
 * The slot for a row of the category `ownerId` that is dropped at the world point, where its card's corner would be; null for a row of an
 * unknown category.
 */
export function rowSlotAt({ document, scene }: DropContext, ownerId: string | null, at: Vector): RowSlot {
  const owner = ownerId === null ? undefined : document.node(ownerId);
  const kind = owner ? scene.kinds.of(owner.type) : scene.kinds.all.find(({ rowType }) => rowType !== undefined);
  const rowType = kind?.rowType;
  if (rowType === undefined) return { targetId: null, slot: null };
  const size = scene.kinds.sizeOf({ id: '', type: rowType, position: at, data: {} });
  const target = dropTargetAt(scene, at, { ...at, ...size }, [rowType]);
  if (!target) return { targetId: null, slot: null };
  const isOwn = target.id === ownerId;
  return { targetId: target.id, slot: isOwn ? slotAt(scene, target, at.y - scene.positionOf(target).y) : null };
}
