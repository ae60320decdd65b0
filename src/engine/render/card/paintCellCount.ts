import type { Box } from '../../geometry/box';
import type { Painter2D } from '../shapes/Painter2D';
import { fontsOf } from '../text/fonts';
import { clipText, textWidth } from '../text/wrapText';
import type { NodeCells, PaintEnvironment } from './PaintEnvironment';
import { paintPill } from './paintTakes';

const MARGIN = 8;
const HEIGHT = 24;
const PADDING = 10;

/** '3 × 4 × 2 = 24 pictures', and of one list the pictures alone. */
function countWords({ counts, total }: NodeCells, { words }: PaintEnvironment): string {
  const pictures = words.pictureCount.replace('{count}', String(total));
  return counts.length > 1 ? `${counts.join(' × ')} = ${pictures}` : pictures;
}

/** How many pictures a run of the node makes, in the upper left corner of its body. */
export function paintCellCount(ctx: Painter2D, body: Box, cells: NodeCells, environment: PaintEnvironment): void {
  const { theme } = environment;
  const { label } = fontsOf(theme);
  const text = clipText(ctx, countWords(cells, environment), body.width - 2 * MARGIN - 2 * PADDING, label);
  const width = textWidth(ctx, text, label) + 2 * PADDING;
  const box = { x: body.x + MARGIN, y: body.y + MARGIN, width, height: HEIGHT };
  paintPill(ctx, box, environment);
  ctx.font = label;
  ctx.fillStyle = theme.ink;
  ctx.fillText(text, box.x + PADDING, box.y + HEIGHT / 2 + 0.5);
}
