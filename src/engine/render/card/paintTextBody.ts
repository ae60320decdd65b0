import { inflate } from '../../geometry/box';
import type { Painter2D } from '../shapes/Painter2D';
import { CHIP_MARGIN, CHIP_PADDING, chipParts, chipWidth, type ChipLook } from '../text/chips';
import { fontsOf } from '../text/fonts';
import { LINE_HEIGHT, paintLines } from '../text/paintLines';
import { textWidth, wrapText } from '../text/wrapText';
import type { BodyPainter } from './BodyPainter';
import { isSeen } from './PaintEnvironment';
import type { PaintTheme } from './PaintTheme';

const CHIP_HEIGHT = LINE_HEIGHT - 2;
const FILL_ALPHA = 0.22;
/** A long chip reaches this far beyond the box of its text: over the card's padding, and to where nothing of the card is painted; world pixels. */
const CHIP_REACH = 28;

/** Chips of words and of pictures differ in shape too, as their handles do. */
const LOOKS = {
  text: { colour: 'textEdge', radius: CHIP_HEIGHT / 2, ink: 'ink' },
  image: { colour: 'imageEdge', radius: 4, ink: 'ink' },
  lost: { colour: 'faint', radius: CHIP_HEIGHT / 2, ink: 'muted' },
} as const satisfies Readonly<Record<ChipLook, unknown>>;

/** Draws a line of a text with chips; expects `textAlign` left and `textBaseline` middle. Leaves the alpha as it was. */
function paintChipLine(
  ctx: Painter2D,
  line: string,
  x: number,
  top: number,
  { theme, font }: { readonly theme: PaintTheme; readonly font: string },
): void {
  const measure = (text: string): number => textWidth(ctx, text, font);
  const y = top + LINE_HEIGHT / 2;
  let left = x;
  for (const { words, look } of chipParts(line)) {
    const width = look === null ? measure(words) : chipWidth(words, measure);
    if (look !== null) {
      const { colour, radius } = LOOKS[look];
      ctx.beginPath();
      ctx.roundRect(left + CHIP_MARGIN, y - CHIP_HEIGHT / 2, width - 2 * CHIP_MARGIN, CHIP_HEIGHT, radius);
      ctx.fillStyle = theme[colour];
      ctx.globalAlpha = FILL_ALPHA;
      ctx.fill();
      ctx.globalAlpha = 1;
    }
    ctx.font = font;
    ctx.fillStyle = theme[look === null ? 'ink' : LOOKS[look].ink];
    ctx.fillText(words, look === null ? left : left + CHIP_MARGIN + CHIP_PADDING, y);
    left += width;
  }
}

/** The value of a text node, as many lines as its height holds. */
export const paintTextBody: BodyPainter = (ctx, node, layout, state, environment) => {
  const value = layout.fields.find((field) => field.name === 'value');
  if (!value || state.editing === 'value') return;
  // A chip is never broken, and a long one reaches beyond the box.
  if (!isSeen(state, state.text === null ? value.box : inflate(value.box, CHIP_REACH))) return;
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
