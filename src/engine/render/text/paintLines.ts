import type { Painter2D } from '../shapes/Painter2D';

/** Height of a line of running text. */
export const LINE_HEIGHT = 20;

/** Lines of text from a top edge down. Expects `textBaseline` middle; x is the left edge or the centre by `textAlign`. */
export function paintLines(
  ctx: Painter2D,
  lines: readonly string[],
  x: number,
  top: number,
  lineHeight: number = LINE_HEIGHT,
): void {
  let y = top + lineHeight / 2;
  for (const line of lines) {
    if (line !== '') ctx.fillText(line, x, y);
    y += lineHeight;
  }
}
