import { breakLines, type Measure } from './breakLines';
import { hasChips, measureChips } from './chips';
import type { Painter2D } from '../shapes/Painter2D';
import { TextCache } from './TextCache';

/** Characters of text whose lines and widths are remembered. */
const REMEMBERED_CHARACTERS = 1_000_000;

const linesOf = new TextCache<readonly string[]>(REMEMBERED_CHARACTERS);
const widthOf = new TextCache<number>(REMEMBERED_CHARACTERS);

/**
 * The lines a text takes in a font and a width in pixels, the last of at most `maxLines` ending in an ellipsis when
 * there is more. Words are kept whole where a line can hold them, graphemes and chips always. Remembered, so that an unchanged
 * text is measured once; sets `ctx.font` when it has to measure.
 */
export function wrapText(
  ctx: Painter2D,
  text: string,
  width: number,
  maxLines: number,
  font: string,
): readonly string[] {
  if (text === '' || maxLines < 1) return [];
  const style = `${width}/${maxLines}/${font}`;
  const known = linesOf.get(style, text);
  if (known) return known;
  ctx.font = font;
  const measure: Measure = (part) => ctx.measureText(part).width;
  const lines = breakLines(text, width, maxLines, hasChips(text) ? measureChips(measure) : measure);
  linesOf.set(style, text, lines);
  return lines;
}

/** A text on one line, cut with an ellipsis to `width` pixels. */
export const clipText = (ctx: Painter2D, text: string, width: number, font: string): string =>
  wrapText(ctx, text, width, 1, font)[0] ?? '';

/** Width of a short text in pixels, remembered. */
export function textWidth(ctx: Painter2D, text: string, font: string): number {
  const known = widthOf.get(font, text);
  if (known !== undefined) return known;
  ctx.font = font;
  const { width } = ctx.measureText(text);
  widthOf.set(font, text, width);
  return width;
}

/** Forgets all measures; to be called when a font has arrived, since earlier ones were taken in its fallback. */
export function forgetTextMeasures(): void {
  linesOf.clear();
  widthOf.clear();
}
