import type { Box } from '../../geometry/box';
import { crossIcon, stackIcon, starIcon, type IconPainter } from '../shapes/icons';
import type { Painter2D } from '../shapes/Painter2D';
import { fontsOf } from '../text/fonts';
import { textWidth } from '../text/wrapText';
import type { NodeTakes } from '../../nodes/viewState';
import type { PaintEnvironment } from './PaintEnvironment';

const ICON_X = 13;
const TEXT_X = 23;
const PADDING = 8;
const GAP = 4;
const RATING_WIDTH = 38;
const REJECTED_WIDTH = 26;
/** Highest count on a card: three signs do not fit. */
const COUNT_MAX = 99;
/** Opacity of the pill: its text is read without effort, and the picture below can still be recognised. */
const PILL_ALPHA = 0.92;

/** A pill that lies on a picture; leaves the fill and stroke for what it holds. */
export function paintPill(ctx: Painter2D, box: Box, { theme }: PaintEnvironment): void {
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.width, box.height, box.height / 2);
  ctx.globalAlpha = PILL_ALPHA;
  ctx.fillStyle = theme.surface;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = theme.line;
  ctx.lineWidth = 1;
  ctx.stroke();
}

function paintSign(ctx: Painter2D, box: Box, icon: IconPainter, text: string, environment: PaintEnvironment): void {
  const { theme } = environment;
  paintPill(ctx, box, environment);
  const middle = box.y + box.height / 2;
  ctx.fillStyle = theme.ink;
  ctx.strokeStyle = theme.ink;
  icon(ctx, box.x + ICON_X, middle);
  ctx.font = fontsOf(theme).label;
  ctx.fillText(text, box.x + TEXT_X, middle + 0.5);
}

const originWords = ({ origin }: NodeTakes, { words }: PaintEnvironment): string =>
  origin === null ? '' : origin === 'engine' ? words.madeWithAi : words.offlinePreview;

/** The number of a node's takes, a button. */
export function paintTakeCount(ctx: Painter2D, button: Box, { count }: NodeTakes, environment: PaintEnvironment): void {
  paintSign(ctx, button, stackIcon, count > COUNT_MAX ? `${COUNT_MAX}+` : String(count), environment);
}

/** The number of a node's takes; beside it the rating of the chosen one, and its maker. */
export function paintTakes(ctx: Painter2D, button: Box, takes: NodeTakes, environment: PaintEnvironment): void {
  paintTakeCount(ctx, button, takes, environment);
  const { rating } = takes;
  let left = button.x + button.width + GAP;
  if (rating !== null) {
    const box = { ...button, x: left, width: rating > 0 ? RATING_WIDTH : REJECTED_WIDTH };
    paintSign(ctx, box, rating > 0 ? starIcon : crossIcon, rating > 0 ? String(rating) : '', environment);
    left += box.width + GAP;
  }
  const words = originWords(takes, environment);
  if (words === '') return;
  const { small } = fontsOf(environment.theme);
  paintPill(ctx, { ...button, x: left, width: textWidth(ctx, words, small) + 2 * PADDING }, environment);
  ctx.font = small;
  ctx.fillStyle = environment.theme.muted;
  ctx.fillText(words, left + PADDING, button.y + button.height / 2 + 0.5);
}
