import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryItems, replaceText } from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'A red boat. The RED sea.' } },
      named: { type: 'text', at: [0, 300], data: { name: 'red', value: 'redder than red', width: 220 } },
      mood: {
        type: 'category',
        at: [0, 600],
        data: {
          categories: [
            { id: 'r1', name: 'red', value: 'dark red, wine', parentId: 'mood' },
            { id: 'r2', name: 'light', value: ['soft', 'red dawn'], parentId: 'mood' },
          ],
        },
      },
      art: { type: 'image', at: [500, 0], data: { model: 'red', value: '/files/red.png' } },
    },
    [pipe('idea', 'art')],
  );

const replaceIn = (canvas: TestEditor, id: string, words: string, by: string) =>
  replaceText(canvas.engine.document.kinds, canvas.node(id), words, by);

describe('words put in the place of others [FIND-7]', () => {
  it('are found in every text that a person can edit, in either case, rows and parts of lists too', () => {
    const canvas = desk();
    const done = ['idea', 'named', 'mood'].map((id) => replaceIn(canvas, id, 'red', 'blue'));
    expect(done.map(({ places }) => places)).toEqual([2, 3, 3]);
    canvas.engine.apply(done.flatMap(({ changes }) => changes));
    expect(canvas.node('idea').data['value']).toBe('A blue boat. The blue sea.');
    expect(canvas.node('named').data).toEqual({ name: 'blue', value: 'blueder than blue', width: 220 });
    expect(categoryItems(canvas.node('mood')).map(({ name, value }) => [name, value])).toEqual([
      ['blue', 'dark blue, wine'],
      ['light', ['soft', 'blue dawn']],
    ]);
    canvas.undo();
    expect(canvas.node('idea').data['value']).toBe('A red boat. The RED sea.');
    expect(categoryItems(canvas.node('mood')).map(({ name }) => name)).toEqual(['red', 'light']);
  });

  it('leave models and addresses of pictures alone, and change nothing without a match', () => {
    const canvas = desk();
    expect(replaceIn(canvas, 'art', 'red', 'blue')).toEqual({ changes: [], places: 0 });
    expect(replaceIn(canvas, 'idea', 'green', 'blue')).toEqual({ changes: [], places: 0 });
    expect(replaceIn(canvas, 'idea', '', 'blue')).toEqual({ changes: [], places: 0 });
  });

  it('find a Korean syllable whether it was stored whole or in parts', () => {
    const canvas = TestEditor.with({
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '강가의 밤'.normalize('NFD') } },
    });
    canvas.engine.apply(replaceIn(canvas, 'idea', '강가', '바다').changes);
    expect(canvas.node('idea').data['value']).toBe('바다의 밤');
  });

  it('mean exactly what was typed: no character in them has a special meaning', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('ab가$&.*+?^()[]{}|\\/- ')), maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (value, words, by) => {
        const canvas = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0], data: { value } } });
        const { changes, places } = replaceIn(canvas, 'idea', words, by);
        canvas.engine.apply(changes);
        const parts = words === '' ? [value] : value.split(words);
        expect(places).toBe(parts.length - 1);
        expect(canvas.node('idea').data['value']).toBe(parts.join(by));
      }),
    );
  });
});
