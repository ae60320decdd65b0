import type { PaintTheme } from '../card/PaintTheme';
import type { Painter2D } from '../shapes/Painter2D';
import { CHIP_MARGIN, CHIP_PADDING, chipParts, chipWidth, type ChipLook } from './chips';
import { LINE_HEIGHT } from './paintLines';
import { textWidth } from './wrapText';

const HEIGHT = LINE_HEIGHT - 2;
const FILL_ALPHA = 0.22;

/** Chips of words and of pictures differ in shape too, as their handles do. */
const LOOKS = {
  text: { colour: 'textEdge', radius: HEIGHT / 2, ink: 'ink' },
  image: { colour: 'imageEdge', radius: 4, ink: 'ink' },
  lost: { colour: 'faint', radius: HEIGHT / 2, ink: 'muted' },
} as const satisfies Readonly<Record<ChipLook, unknown>>;

/** Draws a line of a text with chips; expects `textAlign` left and `textBaseline` middle. Leaves the alpha as it was. */
export function paintChipLine(
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
      ctx.roundRect(left + CHIP_MARGIN, y - HEIGHT / 2, width - 2 * CHIP_MARGIN, HEIGHT, radius);
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
