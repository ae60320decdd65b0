import { describe, expect, it } from 'vitest';
import { linesOf } from '../../preview/paint/caption';
import { captionsOf } from '../../preview/scene/captions';
import { readScene } from '../../preview/scene/readScene';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';

const named = (text: string): string[] => captionsOf(readScene(text), false).words;
const figures = (text: string): string[] => [...readScene(text).subjects];

describe('what a preview names because it cannot paint it', () => {
  it.each([
    ['a tiger in the jungle', ['tiger', 'jungle'], 'forest'],
    ['우주를 여행하는 고래', ['고래'], 'space'],
    ['a bicycle leaning on a wall in Paris', ['bicycle', 'wall', 'Paris'], 'city'],
    ['언덕 위의 오래된 성', ['오래된 성'], 'mountain'],
    ['lighthouse at night', ['lighthouse'], 'sea'],
    ['펭귄', ['펭귄'], 'mood'],
    ['안개 낀 산과 키 큰 탑', ['키 큰 탑'], 'mountain'],
    ['초전도체 연구실의 과학자', ['초전도체', '연구실', '과학자'], 'mood'],
    ['pizza', ['pizza'], 'indoor'],
  ])('%s: nothing is drawn in its stead [PREVIEW-2]', (text, words, place) => {
    expect(named(text)).toEqual(words);
    expect(figures(text)).toEqual([]);
    expect(readScene(text).place).toBe(place);
  });

  it.each([
    ['노을 지는 바닷가의 하얀 고양이', ['cat']],
    ['a robot and a dog in a city', ['robot', 'dog']],
    ['눈 덮인 한옥', ['hanok']],
    ['산 위로 보이는 달', ['moon']],
    ['숲속에서도 조용한 강아지', ['dog']],
  ])('%s is painted, not named', (text, subjects) => {
    expect(named(text)).toEqual([]);
    expect(figures(text)).toEqual(subjects);
  });

  it.each([ko, en])('is nothing in the pictures of the examples that an empty canvas offers', ({ example }) => {
    const { first, variations, steps } = example;
    const { scene, spring, autumn, winter } = variations;
    const prompts = [
      `${first.scene}\n${first.style}`,
      ...[spring, autumn, winter].map((style) => `${scene}\n${style}`),
    ];
    expect([...prompts, steps.scene].flatMap(named)).toEqual([]);
  });

  it('is a longer word that only begins like one it knows', () => {
    expect(named('나무늘보')).toEqual(['나무늘보']);
    expect(named('고양이버스')).toEqual(['고양이버스']);
    expect(figures('고양이버스')).toEqual([]);
  });

  it('is a figure beyond those that there is room for', () => {
    expect(named('a cat, a dog, a robot, a car and a deer')).toEqual(['car', 'deer']);
  });

  it('is never left out without a word: an ellipsis stands for what has no room or no letters [PREVIEW-2]', () => {
    expect(linesOf([])).toEqual([]);
    expect(linesOf(['탑', 'wall'])).toEqual(['탑', 'wall']);
    expect(linesOf(['one', 'two', 'three', 'four', 'five'])).toEqual(['one', 'two', 'three', 'four …']);
    expect(linesOf(['탑', '城'])).toEqual(['탑 …']);
    expect(linesOf(['城'])).toEqual(['…']);
  });

  it('is everything besides pictures, since these are shown', () => {
    expect(captionsOf(readScene('바닷가의 고양이'), true)).toEqual({ words: ['바닷가', '고양이'], ground: 'figures' });
  });

  it('gives its colour to the scene: there is nothing else to be coloured', () => {
    expect(readScene('red dragon').colours).toEqual(['red']);
    expect(readScene('red car').colours).toEqual([]);
  });
});
