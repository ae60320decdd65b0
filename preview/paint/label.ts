import type { Canvas } from '@napi-rs/canvas';
import { setType } from './type';

const LABEL = '오프라인 미리보기 · offline preview';
const HEIGHT = 44;
const MARGIN = 20;
/** How much of a picture's lower edge the label takes, in pixels. */
export const LABEL_SPACE = HEIGHT + 2 * MARGIN;

/** Says on the picture itself that it is a preview, made by no model. */
export function paintLabel(canvas: Canvas): void {
  const ctx = canvas.getContext('2d');
  ctx.save();
  setType(ctx, 22);
  ctx.textBaseline = 'middle';
  const wide = ctx.measureText(LABEL).width + 40;
  const x = canvas.width - MARGIN - wide;
  const y = canvas.height - MARGIN - HEIGHT;
  ctx.fillStyle = 'rgba(20, 20, 26, 0.62)';
  ctx.beginPath();
  ctx.roundRect(x, y, wide, HEIGHT, HEIGHT / 2);
  ctx.fill();
  ctx.fillStyle = '#ffffff';
  ctx.fillText(LABEL, x + 20, y + HEIGHT / 2 + 1);
  ctx.restore();
}
