import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/engine';
import { paintWorld } from '../../src/engine/render/frame/paintLayers';
import { SOFT_EDGE } from '../support/CachedStage';
import { Sheet } from '../support/nodeCanvas';
import { EN } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { pipe, TestEditor } from '../support/TestEditor';
import { ON_SCREEN } from './support/frames';

const { width, height } = ON_SCREEN.size;

/** Cards whose every part says something: long titles, several rows, descenders, buttons and switches. */
const crowd = (zoom: number): TestEditor => {
  const editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [30, 40], data: { value: 'gypsy jigs by the quay, '.repeat(12) } },
      art: { type: 'image', at: [330, 40], data: { model: 'Gemini-2.5-flash', ratio: '1:1' } },
      photo: { type: 'imageUpload', at: [660, 40] },
      moods: {
        type: 'category',
        at: [30, 300],
        data: {
          categories: [
            { id: 'a', name: 'joyful days', value: ['calm', 'gay', 'quiet joy'], parentId: 'moods' },
            { id: 'b', name: 'jumpy', value: ['grey', 'yellow'], each: true, parentId: 'moods' },
          ],
        },
      },
      note: { type: 'note', at: [660, 330], data: { value: 'gypsy jigs\nby the quay', width: 240, height: 150 } },
      // A chip is never broken, and this one is wider than its card.
      long: { type: 'text', at: [330, 500], data: { name: '아주긴이름을가진글노드라서카드보다넓어요', value: 'x' } },
      said: { type: 'textPrompt', at: [30, 560], data: { value: 'as in @{long}' } },
      word: { type: 'text', at: [330, 330], data: { name: 'Qjgy', value: 'quickly' } },
    },
    [pipe('idea', 'art'), pipe('photo', 'art', 'image'), pipe('long', 'art'), pipe('said', 'art')],
    { x: 0, y: 0, zoom },
  );
  editor.select('art');
  return editor;
};

const STRIP = 8;
const columns = Array.from({ length: width / STRIP }, (_, index) => ({ x: index * STRIP, y: 0, width: STRIP, height }));
const rows = Array.from({ length: Math.ceil(height / STRIP) }, (_, index) => ({
  x: 0,
  y: index * STRIP,
  width,
  height: STRIP,
}));

describe('a part of a frame', () => {
  it.each([
    { as: 'columns', zoom: 0.75, strips: columns },
    { as: 'columns', zoom: 1.7, strips: columns },
    { as: 'rows', zoom: 0.75, strips: rows },
    { as: 'rows', zoom: 1.7, strips: rows },
  ])('shows what the whole frame shows there: in $as at zoom $zoom', ({ zoom, strips }) => {
    const { engine } = crowd(zoom);
    const whole = new Sheet(width, height);
    paintWorld(whole.ctx, engine, ON_SCREEN);
    const inStrips = new Sheet(width, height);
    for (const strip of strips) paintWorld(inStrips.ctx, engine, ON_SCREEN, strip);
    // Each seam may round a soft edge.
    expect(differences(valuesOf(inStrips), valuesOf(whole))).toBeLessThan(strips.length);
  });

  it('costs the texts and buttons in it: a strip beside the words draws none', () => {
    const { engine } = crowd(1);
    const textsIn = (box: Box): readonly unknown[] => {
      const recorder = new Recorder();
      paintWorld(recorder, engine, ON_SCREEN, box);
      return recorder.texts;
    };
    // The left margin of the prompt and of the category, then a piece of the prompt's title.
    expect(textsIn({ x: 26, y: 30, width: 6, height: 250 })).toEqual([]);
    expect(textsIn({ x: 100, y: 44, width: 20, height: 20 })).toEqual([EN.kinds['textPrompt']]);
  });
});

/** Its colours, four values a pixel. */
const valuesOf = (sheet: Sheet): Buffer => Buffer.from(sheet.print(0, 0, width, height), 'base64');

const differences = (a: Buffer, b: Buffer): number =>
  a.reduce((count, value, index) => count + (Math.abs(value - (b[index] ?? 0)) > SOFT_EDGE ? 1 : 0), 0);
