import { translate, type Box } from './box';
import type { View } from './View';

/** Screen pixels left free around the node that was walked to. */
const MARGIN = 24;

/** Distance that a span must move to lie inside [MARGIN, room - MARGIN]; a span that is too long shows its beginning. */
function shift(start: number, length: number, room: number): number {
  if (start < MARGIN || length > room - 2 * MARGIN) return MARGIN - start;
  return Math.min(0, room - MARGIN - (start + length));
}

/** Screen pixels of a card that must stay in sight: as much as a finger needs to find it again. */
const IN_SIGHT = 64;

/** A shift that keeps a part of the span in sight, if one is in sight now. */
function keeping(wanted: number, start: number, length: number, room: number): number {
  const part = Math.min(IN_SIGHT, length);
  if (start > room - part || start + length < part) return wanted;
  return Math.max(part - (start + length), Math.min(wanted, room - part - start));
}

/** Moves the view as little as it takes to show the box in the free part of the stage; less far where that would take `keep` out of sight. */
export function reveal(view: View, box: Box, keep?: Box): void {
  if (view.size.width === 0) return;
  const { free } = view;
  const inFree = (world: Box): Box => translate(view.boxToScreen(world), { x: -free.x, y: -free.y });
  const shown = inFree(box);
  const by = { x: shift(shown.x, shown.width, free.width), y: shift(shown.y, shown.height, free.height) };
  if (keep) {
    const kept = inFree(keep);
    by.x = keeping(by.x, kept.x, kept.width, free.width);
    by.y = keeping(by.y, kept.y, kept.height, free.height);
  }
  view.panBy(by);
}
