import { CHIP_END, CHIP_START, type Measure } from './breakLines';

/** Subject of a chip: words, a picture, or a node that feeds none of the nodes its text feeds. */
export type ChipLook = 'text' | 'image' | 'lost';

// The signs are from the private use area, for which fonts have no glyphs: so a text with chips is a string that is measured, broken and cached as others are.
const SIGNS: Readonly<Record<ChipLook, string>> = { text: '\uE002', image: '\uE003', lost: '\uE004' };
const ALL_SIGNS = /[\uE000-\uE004]/gu;
const CHIP = /\uE000([\uE002-\uE004])([^\uE001]*)\uE001/gu;

/** Room beside the words of a chip. */
export const CHIP_PADDING = 5;
/** Gap between two chips, and between a chip and a letter. */
export const CHIP_MARGIN = 1;
/** Most letters of a chip: a longer one would leave its line no room. */
const CHARACTERS_MAX = 18;

/** A chip in a text, to be drawn as one word. */
export function chip(look: ChipLook, label: string): string {
  const line = withoutSigns(label).replaceAll(/\s+/gu, ' ').trim();
  const shown = line.length > CHARACTERS_MAX ? `${line.slice(0, CHARACTERS_MAX).trimEnd()}…` : line;
  return CHIP_START + SIGNS[look] + shown + CHIP_END;
}

/** Words without their chips' signs. */
export const withoutSigns = (words: string): string => words.replaceAll(ALL_SIGNS, '');

export const hasChips = (text: string): boolean => text.includes(CHIP_START);

/** Chips and the words between them. */
export function* chipParts(text: string): Iterable<{ readonly words: string; readonly look: ChipLook | null }> {
  let end = 0;
  for (const { 0: whole, 1: sign, 2: label = '', index } of text.matchAll(CHIP)) {
    if (index > end) yield { words: text.slice(end, index), look: null };
    const look = sign === SIGNS.text ? 'text' : sign === SIGNS.image ? 'image' : 'lost';
    yield { words: label, look };
    end = index + whole.length;
  }
  if (end < text.length) yield { words: text.slice(end), look: null };
}

export const chipWidth = (label: string, measure: Measure): number => measure(label) + 2 * (CHIP_PADDING + CHIP_MARGIN);

/** Measures texts with chips as `paintChipLine` draws them. */
export const measureChips =
  (measure: Measure): Measure =>
  (text) => {
    let width = 0;
    for (const { words, look } of chipParts(text)) width += look === null ? measure(words) : chipWidth(words, measure);
    return width;
  };
