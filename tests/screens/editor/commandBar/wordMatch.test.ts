import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordMatch } from '../../../../src/screens/editor/commandBar/wordMatch';

const finds = (query: string, text: string): boolean => wordMatch(query)(text) !== null;

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
});
