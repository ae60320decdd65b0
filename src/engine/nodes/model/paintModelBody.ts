import { drawParagraph } from '../../render/shapes/drawings';
import { fontsOf } from '../../render/text/fonts';
import { LINE_HEIGHT, paintLines } from '../../render/text/paintLines';
import { paintFailure, paintLoading } from '../../render/card/paintRun';
import { paintWell } from '../../render/card/paintWell';
import { wrapText } from '../../render/text/wrapText';
import type { BodyPainter } from '../../render/card/BodyPainter';

const MARGIN = 12;

/** A text model's preview: its text, its run, or the faint drawing of a paragraph. */
export const paintModelBody: BodyPainter = (ctx, node, layout, state, environment) => {
  const { body } = layout;
  const { theme } = environment;
  const text = environment.kinds.textOf(node);
  const isRunning = state.run?.state === 'running';
  paintWell(ctx, body, state.run || text !== '' ? null : drawParagraph, theme);
  if (state.run && isRunning) paintLoading(ctx, body, state.run, false, environment);
  else if (state.run) paintFailure(ctx, layout, state.run, environment);
  else if (text !== '') {
    const { body: font } = fontsOf(theme);
    const maxLines = Math.floor((body.height - 2 * MARGIN) / LINE_HEIGHT);
    const lines = wrapText(ctx, text, body.width - 2 * MARGIN, maxLines, font);
    ctx.font = font;
    ctx.fillStyle = theme.ink;
    paintLines(ctx, lines, body.x + MARGIN, body.y + MARGIN);
  }
};
