import { SNAP_GRID } from '../geometry/vector';
import { HEADER_HEIGHT } from '../nodes/cardLayout';
import type { Change } from '../document/Change';
import type { Box } from '../geometry/box';

/** Room between a frame's border, or its title, and its content; world pixels. */
const ROOM = 2 * SNAP_GRID;

const floor = (value: number): number => Math.floor(value / SNAP_GRID) * SNAP_GRID;
const ceil = (value: number): number => Math.ceil(value / SNAP_GRID) * SNAP_GRID;

/** The least box of a frame around this one, its corners on the grid. */
export function roomAround({ x, y, width, height }: Box): Box {
  const left = floor(x - ROOM);
  const top = floor(y - ROOM - HEADER_HEIGHT);
  return { x: left, y: top, width: ceil(x + width + ROOM) - left, height: ceil(y + height + ROOM) - top };
}

/** A frame around this box. It goes to the beginning of the list: a version that knows no frames draws it below the cards. */
export function frameAround(id: string, type: string, data: object, box: Box): readonly Change[] {
  const { x, y, width, height } = roomAround(box);
  return [{ type: 'addNode', node: { id, type, position: { x, y }, data: { ...data, width, height } }, index: 0 }];
}
