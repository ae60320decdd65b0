import { fontsOf } from '../text/fonts';
import { clipText } from '../text/wrapText';
import type { BodyPainter } from './BodyPainter';

const MARGIN = 16;

/** A type of a newer version: a plain card that says what the file calls it. */
export const paintUnknownBody: BodyPainter = (ctx, node, layout, _state, environment) => {
  const { body } = layout;
  const { theme } = environment;
  const font = fontsOf(theme).small;
  const text = clipText(ctx, node.type, body.width - 2 * MARGIN, font);
  ctx.font = font;
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'center';
  ctx.fillText(text, body.x + body.width / 2, body.y + body.height / 2);
  ctx.textAlign = 'left';
};
