import type { Box } from '../../geometry/box';
import type { CardRow } from '../../nodes/cardLayout';
import { itemParts } from '../../nodes/categoryItems';
import { fontsOf } from '../text/fonts';
import { FAINTNESS } from '../shapes/drawings';
import { gripIcon } from '../shapes/icons';
import type { PaintEnvironment } from './PaintEnvironment';
import type { Painter2D } from '../shapes/Painter2D';
import { clipText, textWidth } from '../text/wrapText';

const CHIP_HEIGHT = 24;
const CHIP_PADDING = 9;
const CHIP_GAP = 6;
/** Least width of a chip: a narrower one says nothing any more, and the rest is counted instead. */
const CHIP_MIN = 44;

const moreText = (count: number): string => `+${count}`;

function paintChip(ctx: Painter2D, text: string, left: number, box: Box, width: number, env: PaintEnvironment): void {
  const { theme } = env;
  const top = box.y + (box.height - CHIP_HEIGHT) / 2;
  ctx.beginPath();
  ctx.roundRect(left, top, width, CHIP_HEIGHT, CHIP_HEIGHT / 2);
  ctx.fillStyle = theme.faint;
  ctx.globalAlpha = FAINTNESS;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.fillStyle = theme.ink;
  ctx.fillText(text, left + CHIP_PADDING, top + CHIP_HEIGHT / 2 + 0.5);
}

/** The values side by side as far as they fit; the first is cut rather than left out, the rest are counted. */
function paintChips(ctx: Painter2D, parts: readonly string[], box: Box, environment: PaintEnvironment): void {
  const { theme } = environment;
  const font = fontsOf(theme).small;
  // Measuring sets this font too, so that it is set once for all chips.
  ctx.font = font;
  const right = box.x + box.width;
  let left = box.x;
  for (const [index, part] of parts.entries()) {
    const after = parts.length - index - 1;
    const reserved = after > 0 ? CHIP_GAP + textWidth(ctx, moreText(after), font) : 0;
    const room = right - left - reserved;
    const wanted = textWidth(ctx, part, font) + 2 * CHIP_PADDING;
    if (index > 0 && wanted > room && room < CHIP_MIN) {
      ctx.fillStyle = theme.muted;
      ctx.fillText(moreText(after + 1), left, box.y + box.height / 2 + 0.5);
      return;
    }
    const text = wanted > room ? clipText(ctx, part, room - 2 * CHIP_PADDING, font) : part;
    const width = textWidth(ctx, text, font) + 2 * CHIP_PADDING;
    paintChip(ctx, text, left, box, width, environment);
    left += width + CHIP_GAP;
  }
}

/** A category item: grip, name and values; null leaves a field empty for the overlay that edits it. */
export function paintRow(
  ctx: Painter2D,
  row: CardRow,
  name: string | null,
  value: unknown,
  environment: PaintEnvironment,
): void {
  const { theme, words } = environment;
  ctx.fillStyle = theme.faint;
  gripIcon(ctx, row.grip.x + row.grip.width / 2, row.grip.y + row.grip.height / 2);
  if (name !== null) {
    const font = fontsOf(theme).title;
    const isBlank = name.trim() === '';
    const shown = clipText(ctx, isBlank ? words.untitled : name, row.name.width, font);
    ctx.font = font;
    ctx.fillStyle = isBlank ? theme.muted : theme.ink;
    ctx.fillText(shown, row.name.x, row.name.y + row.name.height / 2 + 0.5);
  }
  if (value !== null) paintChips(ctx, itemParts(value), row.value, environment);
}
