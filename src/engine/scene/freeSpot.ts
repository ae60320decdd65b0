import { inflate } from '../geometry/box';
import type { Size } from '../geometry/viewport';
import { CARD_GAP, snap, SNAP_GRID, nextCardAt, type Vector } from '../geometry/vector';
import type { Scene } from './Scene';

/** Cards side by side before a new row begins below. */
const COLUMNS = 4;
/** Rows that are tried; after them the card is placed at the requested point. */
const ROWS = 50;

/** The corner for a card of this size, on the grid, as near to the wanted one as there is room: to its right, as far as `right`, then below. */
export function freeSpot(scene: Scene, size: Size, wanted: Vector, right = Infinity): Vector {
  const corner = snap(wanted, SNAP_GRID);
  // A card that touches lies too near as well, but for the gap itself.
  const isFree = (at: Vector): boolean => scene.cardsIn(inflate({ ...size, ...at }, CARD_GAP - 1)).length === 0;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const at = { x: corner.x + column * nextCardAt(size.width), y: corner.y + row * nextCardAt(size.height) };
      if (column > 0 && at.x + size.width > right) break;
      if (isFree(at)) return at;
    }
  }
  return corner;
}
