import { inflate } from '../geometry/box';
import type { Size } from '../geometry/viewport';
import { snap, SNAP_GRID, type Vector } from '../geometry/vector';
import type { Scene } from './Scene';

/** Gap between cards that are put side by side; world pixels. */
const AIR = 30;
/** Cards side by side before a new row begins below. */
const COLUMNS = 4;
/** Rows that are tried; after them the card is placed at the requested point. */
const ROWS = 50;

const onGrid = (length: number): number => Math.ceil((length + AIR) / SNAP_GRID) * SNAP_GRID;

/** The corner for a card of this size, on the grid, as near to the wanted one as there is room: to its right, then below. */
export function freeSpot(scene: Scene, size: Size, wanted: Vector): Vector {
  const corner = snap(wanted, SNAP_GRID);
  // A card that touches lies too near as well, but for the air itself.
  const isFree = (at: Vector): boolean => scene.cardsIn(inflate({ ...at, ...size }, AIR - 1)).length === 0;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const at = { x: corner.x + column * onGrid(size.width), y: corner.y + row * onGrid(size.height) };
      if (isFree(at)) return at;
    }
  }
  return corner;
}
