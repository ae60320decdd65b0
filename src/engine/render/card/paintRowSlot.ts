import type { CardLayout } from '../../nodes/cardLayout';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';

const INSET = 8;
const HEIGHT = 4;

/** Where a row would be let in among those of its category: a bar between two of them, in the card's own coordinates. */
export function paintRowSlot(ctx: Painter2D, { rows, size }: CardLayout, slot: number, env: PaintEnvironment): void {
  const below = rows[slot]?.box.y;
  const last = rows.at(-1)?.box;
  const y = below ?? (last ? last.y + last.height : 0);
  ctx.beginPath();
  ctx.roundRect(INSET, y - HEIGHT / 2, size.width - 2 * INSET, HEIGHT, HEIGHT / 2);
  ctx.fillStyle = env.theme.textEdge;
  ctx.fill();
}
