import type { Box } from '../../geometry/box';
import type { BodyPainter } from '../../render/card/BodyPainter';
import type { PaintEnvironment } from '../../render/card/PaintEnvironment';
import { paintCorner } from '../../render/card/paintCorner';
import { paintFailure, paintLoading, paintNote, paintSpinner, paintWaiting } from '../../render/card/paintRun';
import { paintTakes } from '../../render/card/paintTakes';
import { paintWell } from '../../render/card/paintWell';
import { drawParagraph } from '../../render/shapes/drawings';
import type { Painter2D } from '../../render/shapes/Painter2D';
import { fontsOf } from '../../render/text/fonts';
import { LINE_HEIGHT, paintLines } from '../../render/text/paintLines';
import { wrapText } from '../../render/text/wrapText';
import { HEADER_HEIGHT, PADDING } from '../cardLayout';

/** Characters in a stretch. While words are written, the card shows the last of them from the beginning of a stretch. */
const STRETCH = 1_000;
const SPINNER = 22;

/** The words, those that are being written, the run, its failure, or the faint drawing of a paragraph. */
export const paintWriterBody: BodyPainter = (ctx, node, layout, state, environment) => {
  const { body, actions, size } = layout;
  const { theme, kinds } = environment;
  const { run, takes, note } = state;
  const words = kinds.textOf(node);
  const coming = run?.state === 'running' ? (run.text ?? '') : '';
  paintWell(ctx, body, run || words !== '' ? null : drawParagraph, theme);
  const box = {
    x: PADDING,
    y: HEADER_HEIGHT + 4,
    width: size.width - 2 * PADDING,
    height: size.height - HEADER_HEIGHT - 40,
  };
  if (run?.state === 'failed') paintFailure(ctx, layout, run, environment);
  else if (run?.state === 'waiting') paintWaiting(ctx, body, false, environment);
  else if (coming !== '') {
    paintTail(ctx, coming, box, environment);
    paintSpinner(ctx, size.width - SPINNER, size.height - SPINNER, run?.phase ?? 0, environment);
  } else if (run) paintLoading(ctx, body, run, false, environment);
  else if (state.editing !== 'value') paintHead(ctx, words, box, environment);
  if (run) return;
  if (note !== null) paintNote(ctx, body, note, environment);
  if (takes && actions.takes) paintTakes(ctx, actions.takes, takes, environment);
  if (state.isHovered || state.isSelected) paintCorner(ctx, layout, theme.muted);
};

const rowsIn = ({ height }: Box): number => Math.max(1, Math.floor(height / LINE_HEIGHT));

/** Paints the first lines, as many as there is room for. */
function paintHead(ctx: Painter2D, words: string, box: Box, { theme }: PaintEnvironment): void {
  const { body: font } = fontsOf(theme);
  const lines = wrapText(ctx, words, box.width, rowsIn(box), font);
  ctx.font = font;
  ctx.fillStyle = theme.ink;
  paintLines(ctx, lines, box.x, box.y);
}

/** Paints the last lines, as many as there is room for. */
function paintTail(ctx: Painter2D, words: string, box: Box, { theme }: PaintEnvironment): void {
  const { body: font } = fontsOf(theme);
  const from = Math.max(0, Math.floor(words.length / STRETCH) - 1) * STRETCH;
  const lines = wrapText(ctx, words.slice(from), box.width, Infinity, font);
  ctx.font = font;
  ctx.fillStyle = theme.muted;
  paintLines(ctx, lines.slice(-rowsIn(box)), box.x, box.y);
}
