import type { Box } from '../../geometry/box';
import type { CardPainter } from '../../render/card/BodyPainter';
import { CARD_RADIUS, paintCardSurface } from '../../render/card/paintCardSurface';
import { paintPicture } from '../../render/card/paintPicture';
import type { PaintEnvironment } from '../../render/card/PaintEnvironment';
import { fillTinted } from '../../render/shapes/fillTinted';
import type { Painter2D } from '../../render/shapes/Painter2D';
import { fontsOf } from '../../render/text/fonts';
import { clipText } from '../../render/text/wrapText';
import { itemText } from '../categoryItems';
import { frameColour } from './frameColours';
import { paintFoldButton } from './paintFoldButton';
import { BAR_ALPHA } from './paintFrameCard';
import { paintFarWork, paintFoldedWork } from './paintFoldedWork';

const SHEETS_ALPHA = 0.45;
const GAP = 6;
const INSET = 10;
/** Width beside the title for a number of some digits; world pixels. */
const COUNT_ROOM = 34;
/** How far the sheets below the card look out, each. */
const SHEET = 5;

/** The places of this many pictures in a box: side by side, then in two rows. */
function placesIn({ x, y, width, height }: Box, count: number): readonly Box[] {
  const columns = count > 1 ? 2 : 1;
  const rows = count > 2 ? 2 : 1;
  const wide = (width - (columns - 1) * GAP) / columns;
  const high = (height - (rows - 1) * GAP) / rows;
  return Array.from({ length: count }, (_, index) => ({
    x: x + (index % columns) * (wide + GAP),
    y: y + Math.floor(index / columns) * (high + GAP),
    width: wide,
    height: high,
  }));
}

function paintPictures(ctx: Painter2D, urls: readonly string[], within: Box, environment: PaintEnvironment): void {
  for (const [index, place] of placesIn(within, urls.length).entries()) {
    const outcome = paintPicture(ctx, urls[index] ?? '', place, environment);
    if (outcome === 'painted') continue;
    ctx.fillStyle = environment.theme.line;
    ctx.fillRect(place.x, place.y, place.width, place.height);
  }
}

/** A folded frame: one card in its colour that shows the pictures and the size of its content. */
export const paintFoldedCard: CardPainter = (ctx, node, layout, state, environment) => {
  const { theme, words, detail } = environment;
  const { size, header, body, title } = layout;
  const colour = theme.frames[frameColour(node)];
  const { pictures = [], work = null } = state.folded ?? {};
  if (detail === 'low') {
    fillTinted(ctx, size, theme.surface, colour);
    if (pictures.length > 0) paintPictures(ctx, pictures, { x: 0, y: 0, ...size }, environment);
    if (work) paintFarWork(ctx, size, work, environment);
    return;
  }
  ctx.strokeStyle = colour;
  ctx.globalAlpha = SHEETS_ALPHA;
  ctx.lineWidth = 2;
  for (const step of [1, 2]) {
    const inset = step * SHEET;
    ctx.beginPath();
    ctx.moveTo(inset + CARD_RADIUS, size.height + inset);
    ctx.lineTo(size.width - inset - CARD_RADIUS, size.height + inset);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  paintCardSurface(ctx, size, state, environment);
  ctx.globalAlpha = BAR_ALPHA;
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.roundRect(0, 0, size.width, header.height, [CARD_RADIUS, CARD_RADIUS, 0, 0]);
  ctx.fill();
  ctx.globalAlpha = 1;
  const within = {
    x: body.x + INSET,
    y: body.y + INSET,
    width: body.width - 2 * INSET,
    height: body.height - 2 * INSET,
  };
  if (pictures.length > 0) paintPictures(ctx, pictures, within, environment);
  if (work) paintFoldedWork(ctx, body, work, environment);
  if (detail !== 'full') return;
  const { heading, display, small } = fontsOf(theme);
  ctx.textBaseline = 'middle';
  const count = String(state.folded?.count ?? 0);
  const isAlone = pictures.length === 0;
  ctx.textAlign = isAlone ? 'center' : 'right';
  ctx.font = isAlone ? display : small;
  ctx.fillStyle = theme.muted;
  if (isAlone) ctx.fillText(count, body.width / 2, body.y + body.height / 2);
  else ctx.fillText(count, title.x + title.width, header.height / 2 + 0.5);
  ctx.textAlign = 'left';
  paintFoldButton(ctx, layout, theme.ink, true);
  if (state.editing === 'title') return;
  const own = itemText(node.data.title).trim();
  ctx.fillStyle = own === '' ? theme.muted : theme.ink;
  const named = own === '' ? words.untitled : own;
  const shown = clipText(ctx, named, title.width - (isAlone ? 0 : COUNT_ROOM), heading);
  ctx.font = heading;
  ctx.fillText(shown, title.x, header.height / 2 + 0.5);
};
