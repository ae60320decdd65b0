import type { Drawing } from '../shapes/drawings';
import { fontsOf } from '../text/fonts';
import { paintLines } from '../text/paintLines';
import { paintWell } from './paintWell';
import { wrapText } from '../text/wrapText';
import type { BodyPainter } from './BodyPainter';

const MARGIN = 16;
const SMALL_LINE_HEIGHT = 18;

/** A kind that is not available yet: a grey drawing of its future result, with words that say so. */
export const paintUnavailableBody =
  (drawing: Drawing): BodyPainter =>
  (ctx, _node, layout, _state, environment) => {
    const { body } = layout;
    const { theme, words } = environment;
    paintWell(ctx, body, drawing, theme);
    const font = fontsOf(theme).small;
    const lines = wrapText(ctx, words.unavailable, body.width - 2 * MARGIN, 2, font);
    ctx.font = font;
    ctx.fillStyle = theme.muted;
    ctx.textAlign = 'center';
    paintLines(ctx, lines, body.x + body.width / 2, body.y + body.height / 2 + 28, SMALL_LINE_HEIGHT);
    ctx.textAlign = 'left';
  };
