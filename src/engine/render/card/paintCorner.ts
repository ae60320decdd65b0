import type { CardLayout } from '../../nodes/cardLayout';
import type { Painter2D } from '../shapes/Painter2D';

const INSET = 5;
const STEP = 4;
const LINES = 2;
const ALPHA = 0.6;

/** Two slanting lines in the corner by which a card is made larger or smaller. */
export function paintCorner(ctx: Painter2D, { corner }: CardLayout, colour: string): void {
  if (!corner) return;
  const right = corner.x + corner.width - INSET;
  const bottom = corner.y + corner.height - INSET;
  ctx.strokeStyle = colour;
  ctx.globalAlpha = ALPHA;
  ctx.lineWidth = 1.5;
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (let index = 1; index <= LINES; index++) {
    ctx.moveTo(right - index * STEP, bottom);
    ctx.lineTo(right, bottom - index * STEP);
  }
  ctx.stroke();
  ctx.lineCap = 'butt';
  ctx.globalAlpha = 1;
}
