import { describe, expect, it } from 'vitest';
import { silentMentions } from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

const text = (value: string) => ({ type: 'textPrompt', at: [0, 0] as const, data: { value } });
const photo = { type: 'imageUpload', at: [0, 0] as const, data: { value: '/files/cat.png' } };

const canvas = () =>
  TestEditor.with(
    {
      good: text('@{cat} and @{other}'),
      other: text('a sofa'),
      odd: text('@{dog} or @{cat}, @{odd}'),
      plain: text('no {braces} @ all'),
      cat: photo,
      dog: photo,
      one: { type: 'image', at: [600, 0] },
      two: { type: 'image', at: [600, 300] },
    },
    [
      ...['good', 'other', 'odd', 'plain'].map((id) => pipe(id, 'one')),
      pipe('cat', 'one', 'image'),
      pipe('good', 'two'),
      pipe('dog', 'two', 'image'),
    ],
  );

describe('the texts whose mentions say nothing', () => {
  it('are known from the request: a node that feeds another one alone, a muted or missing one, and the text itself [MENTION-11]', () => {
    const { engine } = canvas();
    const silent = (...ids: string[]) => silentMentions(engine.document, ids);
    expect([silent('one'), silent('two'), silent('one', 'two'), silent()]).toEqual([
      ['odd'],
      ['good'],
      ['odd', 'good'],
      [],
    ]);
    engine.apply([
      { type: 'setData', id: 'cat', data: { mode: 'mute' } },
      { type: 'removeNode', id: 'odd' },
    ]);
    expect(silent('one')).toEqual(['good']);
    engine.apply([{ type: 'setData', id: 'good', data: { value: '@{other}' } }]);
    expect(silent('one')).toEqual([]);
  });

  it('are none for a picture that is still to be made [MENTION-11]', () => {
    const { engine } = canvas();
    engine.apply([
      { type: 'removeNode', id: 'odd' },
      { type: 'addEdge', edge: pipe('two', 'one', 'image') },
      { type: 'setData', id: 'good', data: { value: '@{two}' } },
      { type: 'removeEdge', id: 'good-two' },
    ]);
    expect(silentMentions(engine.document, ['one'])).toEqual([]);
  });
});
