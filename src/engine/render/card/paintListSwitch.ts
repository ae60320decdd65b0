import type { Box } from '../../geometry/box';
import type { ListSwitch } from '../../nodes/cardLayout';
import { goesOneByOne, itemParts, pairOf, pairColour, pairLetter } from '../../nodes/categoryItems';
import { pairIcon } from '../shapes/icons';
import type { Painter2D } from '../shapes/Painter2D';
import { fontsOf } from '../text/fonts';
import { clipText } from '../text/wrapText';
import type { PaintEnvironment } from './PaintEnvironment';
import { ON_FILL } from './paintThemes';

const PADDING = 8;

interface ListData {
  readonly value?: unknown;
  readonly each?: unknown;
  readonly pair?: unknown;
}

function tracePill(ctx: Painter2D, box: Box, inset: number): void {
  ctx.beginPath();
  ctx.roundRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset, box.height / 2);
}

/** Whether the words go together or one by one, and their number; beside it the list's pair. */
export function paintListSwitch(ctx: Painter2D, list: ListSwitch, data: ListData, environment: PaintEnvironment): void {
  const { theme, words } = environment;
  const { each, pair } = list;
  const isEach = goesOneByOne(data);
  const middle = each.y + each.height / 2 + 0.5;
  tracePill(ctx, each, isEach ? 0 : 0.5);
  ctx.fillStyle = isEach ? theme.textEdge : theme.surface;
  ctx.fill();
  if (!isEach) {
    ctx.strokeStyle = theme.line;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  const text = isEach ? `${words.oneByOne} ${itemParts(data.value).length}` : words.together;
  const { label } = fontsOf(theme);
  const shown = clipText(ctx, text, each.width - 2 * PADDING, label);
  ctx.font = label;
  ctx.fillStyle = isEach ? ON_FILL : theme.muted;
  ctx.textAlign = 'center';
  ctx.fillText(shown, each.x + each.width / 2, middle);
  if (pair) paintPair(ctx, pair, pairOf(data), environment);
  ctx.textAlign = 'left';
}

function paintPair(ctx: Painter2D, box: Box, pair: string, { theme }: PaintEnvironment): void {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  tracePill(ctx, box, 0.5);
  ctx.fillStyle = pair === '' ? theme.surface : pairColour(pair);
  ctx.fill();
  if (pair !== '') {
    ctx.fillStyle = ON_FILL;
    ctx.fillText(pairLetter(pair), x, y + 0.5);
    return;
  }
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.strokeStyle = theme.muted;
  pairIcon(ctx, x, y);
}
