import type { Box } from '../../geometry/box';
import { fontsOf } from '../text/fonts';
import type { IconPainter } from '../shapes/icons';
import type { Painter2D } from '../shapes/Painter2D';
import type { PaintTheme } from './PaintTheme';
import { clipText, textWidth } from '../text/wrapText';

/** How a button on a card looks: inviting, quiet, or not to be pressed now. */
export type ButtonTone = 'ready' | 'quiet' | 'faint';

const LABEL_RADIUS = 6;
const LABEL_PADDING = 10;
const ICON_ROOM = 18;

/** A round button with an icon; faint is decoration only, its words are in the accessible layer. */
export function paintRoundButton(
  ctx: Painter2D,
  box: Box,
  icon: IconPainter,
  tone: ButtonTone,
  theme: PaintTheme,
): void {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  ctx.beginPath();
  ctx.arc(x, y, box.width / 2 - (tone === 'ready' ? 0 : 0.5), 0, 2 * Math.PI);
  ctx.fillStyle = tone === 'ready' ? theme.ink : tone === 'quiet' ? theme.surface : theme.raised;
  ctx.fill();
  if (tone !== 'ready') {
    ctx.strokeStyle = theme.line;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  const colour = tone === 'ready' ? theme.surface : tone === 'quiet' ? theme.ink : theme.faint;
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  icon(ctx, x, y);
}

/** A button with an icon and words, both centred as one. */
export function paintLabelButton(
  ctx: Painter2D,
  box: Box,
  icon: IconPainter,
  words: string,
  isQuiet: boolean,
  theme: PaintTheme,
): void {
  const font = fontsOf(theme).label;
  const label = clipText(ctx, words, box.width - 2 * LABEL_PADDING - ICON_ROOM, font);
  const left = box.x + (box.width - ICON_ROOM - textWidth(ctx, label, font)) / 2;
  const y = box.y + box.height / 2;
  ctx.beginPath();
  ctx.roundRect(box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1, LABEL_RADIUS);
  ctx.fillStyle = isQuiet ? theme.raised : theme.surface;
  ctx.fill();
  ctx.strokeStyle = isQuiet ? theme.line : theme.faint;
  ctx.lineWidth = 1;
  ctx.stroke();
  const colour = isQuiet ? theme.muted : theme.ink;
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  icon(ctx, left + 6, y);
  ctx.font = font;
  ctx.fillText(label, left + ICON_ROOM, y + 0.5);
}
