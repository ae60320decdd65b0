import { fontsOf } from '../text/fonts';
import { paintChipLine } from '../text/chips';
import { LINE_HEIGHT, paintLines } from '../text/paintLines';
import { wrapText } from '../text/wrapText';
import type { BodyPainter } from './BodyPainter';

/** The value of a text node, as many lines as its height holds. */
export const paintTextBody: BodyPainter = (ctx, node, layout, state, environment) => {
  const value = layout.fields.find((field) => field.name === 'value');
  if (!value || state.editing === 'value') return;
  const { theme, words } = environment;
  const { body: font } = fontsOf(theme);
  const text = state.text ?? environment.kinds.textOf(node);
  const { x, y, width, height } = value.box;
  const isBlank = text.trim() === '';
  const shown = isBlank ? words.textPlaceholder : text;
  const lines = wrapText(ctx, shown, width, Math.max(1, Math.floor(height / LINE_HEIGHT)), font);
  ctx.font = font;
  ctx.fillStyle = isBlank ? theme.muted : theme.ink;
  if (state.text === null) paintLines(ctx, lines, x, y);
  else
    for (const [index, line] of lines.entries()) paintChipLine(ctx, line, x, y + index * LINE_HEIGHT, { theme, font });
};
