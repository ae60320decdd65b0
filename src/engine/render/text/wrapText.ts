import { breakLines, type Measure } from './breakLines';
import { hasChips, measureChips } from './chips';
import type { Painter2D } from '../shapes/Painter2D';

/** Cost of an entry besides its text; characters. */
const ENTRY_COST = 32;

/**
 * Remembers what was measured of a text in a style. Bounded by characters, not by entries, because a long text that
 * is being typed leaves a version per key press. Two generations instead of a list of uses: a hit costs two map
 * look-ups and moves nothing.
 */
export class TextCache<Value> {
  #young = new Map<string, Map<string, Value>>();
  #old = new Map<string, Map<string, Value>>();
  #characters = 0;
  readonly #limit: number;

  /** Holds at most twice `limit` characters. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(style: string, text: string): Value | undefined {
    const young = this.#young.get(style)?.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(style)?.get(text);
    if (old !== undefined) this.set(style, text, old);
    return old;
  }

  set(style: string, text: string, value: Value): void {
    if (this.#characters > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    const texts = this.#young.get(style);
    if (texts) texts.set(text, value);
    else this.#young.set(style, new Map([[text, value]]));
    this.#characters += text.length + ENTRY_COST;
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#characters = 0;
  }
}

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
