import type { Vector } from '../geometry/vector';
import type { FlowNode } from '../document/FlowNode';
import type { GraphDocument } from '../document/GraphDocument';
import { dropTargetAt } from './dropTarget';
import type { Scene } from './Scene';

/** The place of a row when it is dropped. */
export interface RowSlot {
  /** The category that takes it; null on the pane. */
  readonly targetId: string | null;
  /** Number of rows above it in its own category, counted as they are now; null elsewhere. */
  readonly slot: number | null;
}

interface Shown {
  readonly document: GraphDocument;
  readonly scene: Scene;
}

const slotAt = (scene: Scene, owner: FlowNode, localY: number): number =>
  scene.kinds.layoutOf(owner).rows.filter(({ box }) => localY > box.y + box.height / 2).length;

/**
 * The place for a row of the category `ownerId` that is let go at the world point, where its card's corner would come to lie;
 * null for a row of nobody here.
 */
export function rowSlotAt({ document, scene }: Shown, ownerId: string | null, at: Vector): RowSlot {
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
