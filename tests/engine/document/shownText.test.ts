import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editShown, keptText, mentionAt, mentionOf, showText, type ShownText } from '../../../src/engine';

const TITLES: Readonly<Record<string, string>> = { cat: '@Cat', twin: '@Cat', sea: '@푸른 바다', odd: '@{x' };
const titleOf = (id: string) => TITLES[id] ?? '@';
const shown = (kept: string) => showText(kept, titleOf);

/** No title or text has this letter: replacing a letter by itself looks like a deletion of those after it. */
const NEW = 'z';

const anyKept = fc
  .array(
    fc.oneof(
      fc.constantFrom('cat', 'twin', 'sea', 'odd', 'gone').map((id) => mentionOf(id) ?? ''),
      fc.constantFrom('a', 'Cat', '@', '{', '}', '@{', '@{ }', ' ', '\n', '고양이'),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const ids = (marks: ShownText['marks']) => marks.map(({ nodeId }) => nodeId);

/** The field's state: some of the characters are now others, and the caret is behind them. */
const edit = (before: ShownText, start: number, end: number, put: string) =>
  editShown(before, before.text.slice(0, start) + put + before.text.slice(end), start + put.length);

/** Types at '|', or replaces the text between two of them. */
function typing(kept: string, at: string, put: string): string {
  const before = shown(kept);
  const start = at.indexOf('|');
  const end = Math.max(start, at.lastIndexOf('|') - 1);
  expect(at.replaceAll('|', '')).toBe(before.text);
  return keptText(edit(before, start, end, put));
}

describe('a text with mentions in a field', () => {
  it('stays as it was while nobody edits it, whatever the titles of its mentions [MENTION-7]', () => {
    fc.assert(
      fc.property(anyKept, (kept) => {
        expect(keptText(shown(kept))).toBe(kept);
        const same = editShown(shown(kept), shown(kept).text, 0);
        expect(keptText(same)).toBe(kept);
      }),
    );
  });

  it('keeps every mention that an edit does not reach into, and shows what the field shows [MENTION-7]', () => {
    fc.assert(
      fc.property(
        anyKept,
        fc.nat(30),
        fc.nat(6),
        fc.constantFrom('', NEW, '@', 'Cat', '바'),
        (kept, at, length, put) => {
          const before = shown(kept);
          const start = Math.min(at, before.text.length);
          const end = Math.min(start + length, before.text.length);
          const after = edit(before, start, end, put);
          const left = before.marks.filter((mark) => mark.end <= start);
          const right = before.marks.filter((mark) => mark.start >= end && mark.end > start);
          expect(ids(after.marks.slice(0, left.length))).toEqual(ids(left));
          expect(ids(after.marks.slice(after.marks.length - right.length))).toEqual(ids(right));
          for (const { start: from, end: to, nodeId } of after.marks)
            expect(after.text.slice(from, to)).toBe(titleOf(nodeId));
          const typed = before.text.slice(0, start) + put + before.text.slice(end);
          expect(put === NEW ? after.text : typed).toBe(typed);
          expect(after.caret).toBeLessThanOrEqual(after.text.length);
        },
      ),
    );
  });

  it('loses a whole mention to one backspace, and to a deletion that begins or ends in it [MENTION-7]', () => {
    expect(typing('a @{cat} b', 'a @Ca|t| b', '')).toBe('a  b');
    expect(typing('a @{cat} b', 'a |@C|at b', '')).toBe('a  b');
    expect(typing('a @{cat} b', 'a| @C|at b', '')).toBe('a b');
    expect(edit(shown('a @{cat} b'), 5, 6, '').caret).toBe(2);
  });

  it('keeps the visible rest of a mention as plain words once something is typed into it [MENTION-7]', () => {
    expect(typing('a @{cat} b', 'a @C|at b', 'o')).toBe('a @Coat b');
    expect(typing('a @{cat} b', 'a @C|a|t b', 'o')).toBe('a @Cot b');
  });

  it('distinguishes two mentions of one title by the caret [MENTION-7]', () => {
    expect(typing('@{cat}@{twin}', '|@Cat|@Cat', '')).toBe('@{twin}');
    expect(typing('@{cat}@{twin}', '@Cat|@Cat|', '')).toBe('@{cat}');
    expect(typing('@{cat}', '@Cat|', 't')).toBe('@{cat}t');
    expect(typing('@{cat}', '|@Cat', '@')).toBe('@@{cat}');
  });

  it('inserts a mention in place of the typed letters [MENTION-7]', () => {
    const { text, marks } = mentionAt(shown('@{cat} and @se here'), 9, 12, 'sea', '@푸른 바다');
    expect(text).toBe('@Cat and @푸른 바다 here');
    expect(keptText({ text, marks })).toBe('@{cat} and @{sea} here');
  });
});
