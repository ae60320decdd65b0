import type { CardLayout } from '../cardLayout';
import type { Painter2D } from '../../render/shapes/Painter2D';

const ARM = 4;

/** An angle that points down at what is open, and to the right where it is folded. */
export function paintFoldButton(ctx: Painter2D, { fold }: CardLayout, colour: string, isFolded: boolean): void {
  if (!fold) return;
  const x = fold.x + fold.width / 2;
  const y = fold.y + fold.height / 2;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.8;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  if (isFolded) {
    ctx.moveTo(x - ARM / 2, y - ARM);
    ctx.lineTo(x + ARM / 2, y);
    ctx.lineTo(x - ARM / 2, y + ARM);
  } else {
    ctx.moveTo(x - ARM, y - ARM / 2);
    ctx.lineTo(x, y + ARM / 2);
    ctx.lineTo(x + ARM, y - ARM / 2);
  }
  ctx.stroke();
  ctx.lineCap = 'butt';
  ctx.lineJoin = 'miter';
}
