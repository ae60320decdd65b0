import { changedStretch } from './changedStretch';
import { mentionOf, textPieces } from './mentions';

/** Place of a mention in a shown text, in characters. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly nodeId: string;
}

/** A text as a field shows it, with words instead of its mentions, and the places of the mentions in order. */
export interface ShownText {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** The text of a document as a field shows it. */
export function showText(kept: string, wordsFor: (nodeId: string) => string): ShownText {
  const marks: Mark[] = [];
  let text = '';
  for (const part of textPieces(kept)) {
    const start = text.length;
    text += 'words' in part ? part.words : wordsFor(part.mentioned);
    if ('mentioned' in part) marks.push({ start, end: text.length, nodeId: part.mentioned });
  }
  return { text, marks };
}

/** The text as a document keeps it. */
export function keptText({ text, marks }: ShownText): string {
  let kept = '';
  let end = 0;
  for (const mark of marks) {
    kept += text.slice(end, mark.start) + (mentionOf(mark.nodeId) ?? '');
    end = mark.end;
  }
  return kept + text.slice(end);
}

/**
 * Follows an edit of a shown text that replaced one stretch of it. A deletion that reaches into a mention removes all of it; other edits
 * that do so leave the rest of it as plain words. All other mentions stay.
 *
 * @param caret Its place afterwards, by which one of several equal stretches is recognised.
 * @returns The text that is now shown, with the place of the caret in it.
 */
export function editShown(before: ShownText, text: string, caret: number): ShownText & { readonly caret: number } {
  if (text === before.text) return { ...before, caret };
  const { start, end, put, isDeletion } = changedStretch(before.text, text, caret);
  const isCut = (mark: Mark): boolean =>
    mark.start < end && start < mark.end && !(start <= mark.start && mark.end <= end);
  const cut = isDeletion ? before.marks.filter(isCut) : [];
  const from = Math.min(start, ...cut.map((mark) => mark.start));
  const to = Math.max(end, ...cut.map((mark) => mark.end));
  const shift = put.length - (to - from);
  const marks = before.marks.flatMap((mark): Mark[] => {
    if (mark.end <= from) return [mark];
    return mark.start >= to ? [{ ...mark, start: mark.start + shift, end: mark.end + shift }] : [];
  });
  return {
    text: before.text.slice(0, from) + put + before.text.slice(to),
    marks,
    caret: cut.length > 0 ? from : Math.min(caret, text.length),
  };
}

/** Puts a mention in place of a stretch, which must not reach into another mention. */
export function mentionAt(before: ShownText, start: number, end: number, nodeId: string, words: string): ShownText {
  const { text, marks } = editShown(
    before,
    before.text.slice(0, start) + words + before.text.slice(end),
    start + words.length,
  );
  const mark = { start, end: start + words.length, nodeId };
  return { text, marks: [...marks, mark].toSorted((one, other) => one.start - other.start) };
}
