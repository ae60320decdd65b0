/** Width of a text in pixels, in a font that the caller has settled. */
export type Measure = (text: string) => number;

const ELLIPSIS = '…';
/** How a chip begins and ends in a text. */
export const CHIP_START = '\uE000';
export const CHIP_END = '\uE001';
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Spaces, and stretches that stay on one line: a chip (see `chips`) with the adjoining letters is one word. */
const TOKENS = /\s+|(?:\uE000[^\uE001]*\uE001|\S)+/gu;

/** End of each grapheme; a chip is one. */
function* endsOf(text: string): Iterable<number> {
  let after = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    if (segment === CHIP_START) after = text.indexOf(CHIP_END, index);
    const end = index + segment.length;
    if (end > after) yield end;
  }
}

/** Returns the whole graphemes from the start of `text` that fit; at least one, so that breaking always gets on. */
function fillLine(text: string, width: number, measure: Measure): string {
  let end = 0;
  for (const next of endsOf(text)) {
    if (end > 0 && measure(text.slice(0, next)) > width) break;
    end = next;
  }
  return text.slice(0, end);
}

function withEllipsis(text: string, width: number, measure: Measure): string {
  const room = width - measure(ELLIPSIS);
  if (room <= 0) return ELLIPSIS;
  const filled = measure(text) <= room ? text : fillLine(text, room, measure);
  return filled.trimEnd() + ELLIPSIS;
}

interface Line {
  readonly text: string;
  /** The paragraph from this line's start on, to fill the last line up to its ellipsis. */
  readonly rest: string;
}

function breakParagraph(paragraph: string, width: number, measure: Measure, atMost: number): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let line = '';
  const push = (text: string): void => {
    lines.push({ text: text.trimEnd(), rest: paragraph.slice(start) });
  };
  for (const match of paragraph.matchAll(TOKENS)) {
    const token = match[0];
    // Spaces at a line's end hang over the edge, as in a text field.
    if (token.trim() === '') {
      line += token;
      continue;
    }
    if (measure(line + token) <= width) {
      line += token;
      continue;
    }
    if (line.trim() !== '') {
      push(line);
      if (lines.length >= atMost) return lines;
    }
    start = match.index;
    line = token;
    // A word longer than a line, such as a web address or Hangul without spaces, is cut between graphemes.
    while (line.length > width || measure(line) > width) {
      const head = fillLine(line, width, measure);
      if (head.length === line.length) break;
      push(head);
      if (lines.length >= atMost) return lines;
      start += head.length;
      line = line.slice(head.length);
    }
  }
  push(line);
  return lines;
}

/**
 * Breaks a text into at most `maxLines` lines of at most `width` pixels: at its newlines, then between words, and
 * inside a word only when it is longer than a line, never in a chip. What does not fit ends in an ellipsis.
 */
export function breakLines(text: string, width: number, maxLines: number, measure: Measure): readonly string[] {
  // A character is about a pixel wide at least, so what lies beyond this is never seen.
  const seen = text.slice(0, Math.ceil(width + 1) * (maxLines + 1));
  const lines: Line[] = [];
  for (const paragraph of seen.split(/\r\n?|\n/u)) {
    lines.push(...breakParagraph(paragraph, width, measure, maxLines + 1 - lines.length));
    if (lines.length > maxLines) break;
  }
  const shown = lines.slice(0, maxLines).map((line) => line.text);
  const last = lines[maxLines - 1];
  if (last && (lines.length > maxLines || seen.length < text.length)) {
    shown[maxLines - 1] = withEllipsis(last.rest, width, measure);
  }
  return shown;
}
