import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordMatch, wordsMatch } from '../../../../src/screens/editor/commandBar/wordMatch';

const finds = (query: string, text: string): boolean => wordMatch(query)(text) !== null;

it('a query of several words finds what has all of them, behind what has them in a row [FIND-3]', () => {
  const rank = wordsMatch('stop sel');
  expect(rank('Stop the selected runs')).toBeGreaterThan(rank('stop sel') ?? 99);
  expect(rank('Stop all runs')).toBeNull();
  expect(wordsMatch('선택 중지')('선택한 실행 중지')).not.toBeNull();
});

describe('the words of a query', () => {
  it.each([
    ['이미지', '이미지'],
    ['ㅇㅁㅈ', '이미지 입력'],
    ['이ㅁ', '이미지'],
    ['dlalwl', '이미지 입력'],
    ['dla', '임시 저장'],
    ['ㅑㅡㅁㅎㄷ', 'Image'],
    ['IMAGE', 'an image of a river'],
    ['강', '가을 산'],
    ['moon river', 'Moon River at dawn'],
    // These keys make no Korean syllable.
    ['how', 'Dismiss how it ended'],
    ['photo', 'a photo of a horse'],
  ])('%s finds %s [FIND-3]', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it.each([
    ['강', '산'],
    ['ㅇㅁㅈ', '영상'],
    ['river', '강'],
    ['x', '이미지'],
  ])('%s does not find %s', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  it('prefer beginnings, then beginnings of words, and what was typed to the other layout', () => {
    const rank = wordMatch('re');
    expect([rank('redo'), rank('a redo'), rank('core'), rank('none')]).toEqual([0, 1, 2, null]);
    expect(wordMatch('dla')('임')).toBeGreaterThan(wordMatch('임')('임') ?? 9);
  });

  it('find every text that they are a part of', () => {
    const letters = Array.from('가나다밤달강물abcXYZ 12ㄱㄴ');
    const word = fc.string({ unit: fc.constantFrom(...letters) });
    fc.assert(
      fc.property(word, word, word, (before, query, after) => {
        expect(finds(query, before + query.trim() + after)).toBe(true);
      }),
    );
  });

  it('may be any text', () => {
    const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-zA-Z ]{0,12}$/));
    fc.assert(
      fc.property(anyText, (query) => {
        expect(finds(query, `${query.trim()} and more`)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
