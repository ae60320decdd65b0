import { convertHangulToQwerty, convertQwertyToHangul, disassemble, getChoseong } from 'es-hangul';
import type { TFunction } from 'i18next';
import type { NodeWork } from '../../../actions';
import { categoryItems, itemText, promptOf, worded, type Editor, type FlowNode } from '../../../engine';
import { kindWord, modeWord } from '../accessible/nodeName';

const HANGUL = /[ㄱ-ㅎㅏ-ㅣ가-힣]/u;
const INITIALS = /^[ㄱ-ㅎ\s]+$/u;
/** Shortest query tried in the other layout: a single initial would find nearly everything. */
const OTHER_LAYOUT_MIN = 2;

const plain = (text: string): string => text.normalize('NFC').toLowerCase();

/** Position of a form in a text: 0 at its beginning, 1 at the beginning of a word, 2 elsewhere; null nowhere. */
type Find = (text: string) => number | null;

function standsAt(text: string, form: string): number | null {
  const at = text.indexOf(form);
  if (at === -1) return null;
  if (at === 0) return 0;
  return text.includes(` ${form}`) ? 1 : 2;
}

function finder(form: string): Find {
  const whole = plain(form);
  if (INITIALS.test(whole)) return (text) => standsAt(getChoseong(text), whole);
  // Korean is compared by its letters, so that an unfinished syllable finds its word.
  const letters = disassemble(whole);
  if (HANGUL.test(whole)) return (text) => (HANGUL.test(text) ? standsAt(disassemble(text), letters) : null);
  return (text) => standsAt(text, whole);
}

/** The words as the other keyboard layout types them; null where that gives no others. */
function inOtherLayout(typed: string): string | null {
  try {
    const other = HANGUL.test(typed) ? convertHangulToQwerty(typed) : convertQwertyToHangul(typed);
    return other === typed ? null : other;
  } catch {
    // es-hangul throws for letters that make no syllable, such as those of 'how'.
    return null;
  }
}

/**
 * Returns how well a text matches a query; lower is better, null is no match. Korean is found by initials ('ㅇㅁㅈ') and
 * by unfinished syllables, and both languages when they were typed with the other keyboard layout ('dlalwl').
 */
export function wordMatch(query: string): Find {
  const typed = query.trim();
  if (typed === '') return () => 0;
  const other = inOtherLayout(typed);
  const finders = [finder(typed)];
  if (other !== null && typed.length >= OTHER_LAYOUT_MIN) finders.push(finder(other));
  return (text) => {
    const searched = plain(text);
    for (const [index, find] of finders.entries()) {
      const found = find(searched);
      if (found !== null) return found + 3 * index;
    }
    return null;
  };
}

/** Matches like `wordMatch`, and behind that by all words of the query in any order. */
export function wordsMatch(query: string): Find {
  const whole = wordMatch(query);
  const words = query.trim().split(/\s+/u).map(wordMatch);
  return (text) => {
    const found = whole(text);
    if (found !== null || words.length < 2) return found;
    let rank = 0;
    for (const match of words) {
      const one = match(text);
      if (one === null) return null;
      rank = Math.max(rank, one);
    }
    return rank + 6;
  };
}

/** Characters of one text that are searched. */
const CHARACTERS_MAX = 2_000;

const isAddress = (text: string): boolean => /^(?:data:|blob:|https?:|\/files\/)/u.test(text);

/**
 * The words by which a node is found: first those that feed it, '' without any, then its own, its rows, its model, its
 * kind and its work state. Addresses of pictures are left out.
 */
export function nodeWords({ document }: Editor, node: FlowNode, work: NodeWork, t: TFunction): readonly string[] {
  const { model, name, title, value } = worded(document, node).data;
  const rows = categoryItems(node).flatMap((row) => [itemText(row.name), itemText(row.value)]);
  const state = work === 'none' ? '' : t(`commandBar.${work}`);
  const fed = promptOf(document, node);
  const own = [
    itemText(name),
    itemText(title),
    itemText(value),
    ...rows,
    itemText(model),
    kindWord(document.kinds, node.type, t),
    state,
    modeWord(node, t),
  ]
    .filter((text) => text !== '' && !isAddress(text))
    .map((text) => text.slice(0, CHARACTERS_MAX));
  return [fed, ...own];
}
