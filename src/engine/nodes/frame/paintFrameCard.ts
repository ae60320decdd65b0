import type { CardPainter } from '../../render/card/BodyPainter';
import { paintCorner } from '../../render/card/paintCorner';
import { fontsOf } from '../../render/text/fonts';
import { clipText } from '../../render/text/wrapText';
import { itemText } from '../categoryItems';
import { frameColour } from './frameColours';
import { paintFoldButton } from './paintFoldButton';

const RADIUS = 12;
const GROUND_ALPHA = 0.1;
/** Opacity of the colour in a title bar, folded or not. */
export const BAR_ALPHA = 0.24;
const LINE_ALPHA = 0.75;
const LINE = 1.5;

/** A ground that the grid shines through, a bar with the title, and a border: the cards of it are painted over all of that. */
export const paintFrameCard: CardPainter = (ctx, node, layout, state, { theme, words, detail, scale }) => {
  const { width, height } = layout.size;
  const radius = detail === 'low' ? 0 : RADIUS;
  const colour = theme.frames[frameColour(node)];
  ctx.fillStyle = colour;
  ctx.globalAlpha = GROUND_ALPHA;
  ctx.beginPath();
  ctx.roundRect(0, 0, width, height, radius);
  ctx.fill();
  ctx.globalAlpha = BAR_ALPHA;
  ctx.beginPath();
  ctx.roundRect(0, 0, width, layout.header.height, [radius, radius, 0, 0]);
  ctx.fill();
  const line = Math.max(LINE, LINE / scale);
  ctx.globalAlpha = LINE_ALPHA;
  ctx.strokeStyle = colour;
  ctx.lineWidth = line;
  ctx.beginPath();
  ctx.roundRect(line / 2, line / 2, width - line, height - line, radius);
  ctx.stroke();
  ctx.globalAlpha = 1;
  if (detail === 'low') return;
  if (detail === 'full') {
    paintCorner(ctx, layout, theme.muted);
    paintFoldButton(ctx, layout, theme.ink, false);
  }
  if (state.editing === 'title') return;
  // The letters fill the bar at medium detail, so that they can still be read.
  const fonts = fontsOf(theme);
  const font = detail === 'full' ? fonts.heading : fonts.headingFar;
  const title = itemText(node.data.title).trim();
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = title === '' ? theme.muted : theme.ink;
  const shown = clipText(ctx, title === '' ? words.untitled : title, layout.title.width, font);
  ctx.font = font;
  ctx.fillText(shown, layout.title.x, layout.header.height / 2 + 0.5);
};
