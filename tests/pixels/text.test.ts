import { beforeEach, describe, expect, it } from 'vitest';
import { clipText, forgetTextMeasures, wrapText, TextCache } from '../../src/engine/render/text/wrapText';
import { fontsOf } from '../../src/engine/render/text/fonts';
import { Sheet } from '../support/nodeCanvas';
import { LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const FONT = '400 13px x';
/** The recorder's Latin letters are 6 px wide, its Hangul and its ellipsis 12. */
const wrap = (text: string, width: number, maxLines = 10): readonly string[] =>
  wrapText(new Recorder(), text, width, maxLines, FONT);

const drawn = (text: string, font: string): string => {
  const sheet = new Sheet(60, 30, '#ffffff');
  sheet.ctx.font = font;
  sheet.ctx.fillStyle = '#000000';
  sheet.ctx.textBaseline = 'middle';
  sheet.ctx.fillText(text, 4, 15);
  return sheet.print(0, 0, 60, 30);
};

describe('wrapping', () => {
  beforeEach(forgetTextMeasures);

  it('keeps words whole', () => {
    expect(wrap('a quiet hanok courtyard', 60)).toEqual(['a quiet', 'hanok', 'courtyard']);
    expect(wrap('봄 햇살이 드는 마당', 60)).toEqual(['봄 햇살이', '드는 마당']);
  });

  it('breaks inside a word only when a line cannot hold it', () => {
    expect(wrap('가나다라마바사 아', 36)).toEqual(['가나다', '라마바', '사 아']);
    expect(wrap('see https://example.org', 60)).toEqual(['see', 'https://ex', 'ample.org']);
  });

  it('respects new lines of every kind, and empty ones', () => {
    expect(wrap('one\ntwo\r\n\r\nthree', 100)).toEqual(['one', 'two', '', 'three']);
  });

  it('ends in an ellipsis when there is more, filling the last line', () => {
    expect(wrap('a quiet hanok courtyard', 60, 2)).toEqual(['a quiet', 'hanok co…']);
    expect(wrap('one\ntwo', 100, 1)).toEqual(['one…']);
    expect(wrap('fits', 100, 1)).toEqual(['fits']);
    for (const line of wrap('가'.repeat(500), 100, 3)) expect(line.length).toBeLessThanOrEqual(9);
  });

  it('never cuts a grapheme: a family stays together, a composed syllable too', () => {
    const family = '👨‍👩‍👧‍👦';
    const lines = wrap(family.repeat(6), 100, 20);
    expect(lines.join('')).toBe(family.repeat(6));
    for (const line of lines) expect(line.startsWith('👨') && line.endsWith('👦')).toBe(true);
    const jamo = '한글'.normalize('NFD');
    expect(wrap(jamo, 40).map((line) => line.normalize('NFC'))).toEqual(['한', '글']);
  });

  it('gives no lines for nothing, and one grapheme a line in no room at all', () => {
    expect(wrap('', 100)).toEqual([]);
    expect(wrap('abc', 1)).toEqual(['a', 'b', 'c']);
  });

  it('reads only as far as can be seen', () => {
    const recorder = new Recorder();
    wrapText(recorder, 'word '.repeat(100_000), 200, 5, FONT);
    expect(recorder.count('measureText')).toBeLessThan(400);
  });

  it('measures the same text in the same style once, another style again', () => {
    const recorder = new Recorder();
    const first = wrapText(recorder, 'a quiet hanok', 60, 3, FONT);
    const measured = recorder.count('measureText');
    expect(wrapText(recorder, 'a quiet hanok', 60, 3, FONT)).toBe(first);
    expect(recorder.count('measureText')).toBe(measured);
    wrapText(recorder, 'a quiet hanok', 60, 3, '500 13px x');
    expect(recorder.count('measureText')).toBeGreaterThan(measured);
    expect(recorder.font).toBe('500 13px x');
  });

  it('measures again after a font has arrived', () => {
    const recorder = new Recorder();
    clipText(recorder, 'hanok', 60, FONT);
    forgetTextMeasures();
    const before = recorder.count('measureText');
    clipText(recorder, 'hanok', 60, FONT);
    expect(recorder.count('measureText')).toBeGreaterThan(before);
  });
});

describe('the memory of measures', () => {
  it('is limited by characters and keeps recently used entries', () => {
    const cache = new TextCache<number>(1_000);
    cache.set('s', 'kept', 1);
    for (let index = 0; index < 200; index++) {
      cache.set('s', `${index}`.padStart(100, '.'), index);
      expect(cache.get('s', 'kept')).toBe(1);
    }
    expect(cache.get('s', '0'.padStart(100, '.'))).toBeUndefined();
    expect(cache.get('s', '199'.padStart(100, '.'))).toBe(199);
    expect(cache.get('another', 'kept')).toBeUndefined();
  });
});

describe('Hangul', () => {
  it('is drawn as letters, not as boxes', () => {
    const { title } = fontsOf(LIGHT);
    const prints = new Set(['물길', '그림', '글자', '\uFFFE\uFFFE'].map((text) => drawn(text, title)));
    expect(prints.size).toBe(4);
    expect(drawn('물길', title)).not.toBe(drawn('  ', title));
  });

  it('comes in the theme’s weights', () => {
    const { title, body } = fontsOf(LIGHT);
    expect(drawn('물길', title)).not.toBe(drawn('물길', body));
  });
});
