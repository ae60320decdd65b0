import type { Vector } from '../geometry/vector';
import { cardLayout } from '../nodes/cardLayout';
import type { FlowNode } from '../document/FlowNode';
import { CATEGORY_ITEM_SIZE } from '../nodes/nodeSize';
import { dropTargetAt } from './dropTarget';
import type { Scene } from './Scene';

/** Where a row would go that is let go. */
export interface RowSlot {
  /** The category that takes it; null on the pane. */
  readonly targetId: string | null;
  /** In its own category the number of rows above it, counted as they are now; null elsewhere. */
  readonly slot: number | null;
}

const slotAt = (category: FlowNode, localY: number): number =>
  cardLayout(category).rows.filter(({ box }) => localY > box.y + box.height / 2).length;

/** The place for a row of the category `ownerId` that is let go at the world point, where its card's corner would come to lie. */
export function rowSlotAt(scene: Scene, ownerId: string | null, at: Vector): RowSlot {
  const target = dropTargetAt(scene, at, { ...at, ...CATEGORY_ITEM_SIZE }, ['categoryItem']);
  if (!target) return { targetId: null, slot: null };
  const isOwn = target.id === ownerId;
  return { targetId: target.id, slot: isOwn ? slotAt(target, at.y - scene.positionOf(target).y) : null };
}
