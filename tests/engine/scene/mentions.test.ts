import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutOut,
  mentionable,
  mentionOf,
  planRun,
  promptOf,
  referencesOf,
  replaceText,
  requestItems,
  withItsMentions,
  worded,
} from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

const picture = (file: string, top: number) => ({
  type: 'imageUpload',
  at: [0, top] as const,
  data: { value: `/files/${file}.png` },
});
const words = (value: string, top: number, name?: string) =>
  name === undefined
    ? { type: 'textPrompt', at: [300, top] as const, data: { value } }
    : { type: 'text', at: [300, top] as const, data: { name, value } };

/** Two pictures, a text with a name and one that mentions all of them, which feed one image node. */
const desk = (value: string) =>
  TestEditor.with(
    {
      cat: picture('cat', 0),
      sofa: picture('sofa', 300),
      style: words('soft light', 600, 'Style'),
      idea: words(value, 900),
      art: { type: 'image', at: [900, 0], data: { model: 'Gemini-2.5-flash' } },
    },
    [pipe('cat', 'art', 'image'), pipe('sofa', 'art', 'image'), pipe('style', 'art'), pipe('idea', 'art')],
  );

const items = ({ engine: { document } }: TestEditor, nodeId = 'art') => requestItems(document, nodeId);
const texts = (canvas: TestEditor, nodeId?: string) =>
  items(canvas, nodeId).flatMap((item) => (item.type === 'text_prompt' ? [item.content] : []));

describe('a mention in a text', () => {
  it('is sent as the number of its picture in that very request, and of a text as its words [MENTION-1]', () => {
    const canvas = desk('@{cat} on @{sofa}, @{style}');
    expect(texts(canvas)).toEqual(['soft light', 'image 1 on image 2, soft light']);
    canvas.engine.apply([
      { type: 'removeEdge', id: 'cat-art' },
      { type: 'addEdge', edge: pipe('cat', 'art', 'image') },
    ]);
    expect(referencesOf(canvas.engine.document, 'art').map(({ nodeId }) => nodeId)).toEqual(['sofa', 'cat']);
    expect(texts(canvas)).toContain('image 2 on image 1, soft light');
  });

  it('says nothing when it leads to the input of another node, or to one that is gone, empty or muted, or when it leads back [MENTION-2]', () => {
    const canvas = desk('a @{gone} b @{other} c @{cat} d @{style} e @{idea}.');
    canvas.engine.merge([
      { type: 'addNode', node: { id: 'other', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: 'no' } } },
      { type: 'setData', id: 'cat', data: { mode: 'mute' } },
      { type: 'setData', id: 'style', data: { value: 'so @{idea}' } },
    ]);
    expect(texts(canvas)).toEqual(['so a  b  c  d  e .', 'a  b  c  d so  e .']);
    canvas.engine.merge([{ type: 'setData', id: 'idea', data: { value: ' @{gone}' } }]);
    expect(texts(canvas)).toEqual(['so  ']);
  });

  it('is the word of the cell when it leads to a list whose words go one by one [MENTION-1]', () => {
    const canvas = desk('@{list} and @{cat}');
    const list = { name: 'Mood', value: 'calm, wild', each: true };
    canvas.engine.merge([
      { type: 'addNode', node: { id: 'list', type: 'categoryItem', position: { x: 0, y: 0 }, data: list } },
      { type: 'addEdge', edge: pipe('list', 'art') },
    ]);
    const known = { key: () => null, madeBy: () => [], finished: () => null, isMade: () => false, refusal: () => null };
    const asked = planRun(canvas.engine.document, { nodes: ['art'] }, known).map(({ request }) => request.items);
    const said = asked.map((request) => request.flatMap((item) => (item.type === 'text_prompt' ? item.content : [])));
    expect(said).toEqual([
      ['soft light', 'calm and image 1'],
      ['soft light', 'wild and image 1'],
    ]);
  });

  it('has its numbers and words also beside a writer, whose words nothing mentions [MENTION-1] [MENTION-2]', () => {
    const canvas = desk('like @{cat}@{poet}');
    canvas.engine.merge([
      { type: 'addNode', node: { id: 'topic', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: 'rain' } } },
      { type: 'addNode', node: { id: 'poet', type: 'writer', position: { x: 0, y: 0 }, data: {} } },
      { type: 'addEdge', edge: pipe('topic', 'poet') },
      { type: 'addEdge', edge: pipe('poet', 'art') },
    ]);
    const known = { key: () => null, madeBy: () => [], finished: () => null, isMade: () => false, refusal: () => null };
    const asked = planRun(canvas.engine.document, { nodes: ['poet', 'art'] }, known).map(
      ({ request }) => request.items,
    );
    expect(asked[1]?.filter(({ type }) => type !== 'image_prompt')).toEqual([
      { type: 'text_prompt', content: 'soft light' },
      { type: 'text_prompt', content: 'like image 1' },
      { type: 'step_words', step: 0 },
    ]);
    canvas.engine.merge([{ type: 'setData', id: 'poet', data: { value: 'a model may write @{cat}' } }]);
    expect(items(canvas)).toContainEqual({ type: 'text_prompt', content: 'a model may write @{cat}' });
    expect(mentionable(canvas.engine.document, 'idea').map(({ nodeId }) => nodeId)).not.toContain('poet');
  });

  it('never goes into a request in its stored form, and texts without one are the same objects as before [MENTION-1]', () => {
    const part = fc.oneof(
      fc.constantFrom('cat', 'sofa', 'style', 'idea', 'gone').map((id) => mentionOf(id) ?? ''),
      fc.string({ maxLength: 5 }).map((text) => text.replaceAll('@', 'a')),
    );
    const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const canvas = desk(one);
        canvas.engine.merge([{ type: 'setData', id: 'style', data: { value: other } }]);
        const sent = JSON.stringify(items(canvas));
        expect(sent).not.toContain('@{');
        const plain = [other, one].filter((each) => each.trim() !== '');
        expect(`${one}${other}`.includes('@{') ? plain : texts(canvas)).toEqual(plain);
      }),
    );
  });

  it('ends where texts double one another without end [MENTION-2]', () => {
    const names = Array.from({ length: 60 }, (_, index) => `t${index}`);
    const doubling = names.map((name, index): [string, ReturnType<typeof words>] => {
      const next = names[index + 1];
      return [name, words(next === undefined ? '' : `@{${next}}@{${next}}`, 0)];
    });
    const canvas = TestEditor.with(
      { ...Object.fromEntries(doubling), art: { type: 'image', at: [900, 0] } },
      names.map((name) => pipe(name, 'art')),
    );
    expect(texts(canvas)).toEqual([]);
    canvas.engine.merge([{ type: 'setData', id: 't59', data: { value: 'word' } }]);
    expect(texts(canvas).join('').length).toBeLessThan(2_000_000);
  });
});

describe('what a text may mention', () => {
  it('is what feeds the same image nodes: pictures by their numbers, then words [MENTION-3]', () => {
    const canvas = desk('');
    const named = mentionable(canvas.engine.document, 'idea');
    expect(named.map(({ nodeId, number, title }) => [nodeId, number, title])).toEqual([
      ['cat', 1, ''],
      ['sofa', 2, ''],
      ['style', null, 'Style'],
    ]);
    canvas.engine.apply([{ type: 'removeEdge', id: 'idea-art' }]);
    expect(mentionable(canvas.engine.document, 'idea')).toEqual([]);
  });

  it('has a number only where all requests of the text agree [MENTION-3]', () => {
    const canvas = desk('');
    canvas.engine.merge([
      { type: 'addNode', node: { id: 'more', type: 'image', position: { x: 900, y: 400 }, data: {} } },
      ...['sofa', 'cat'].map((from) => ({ type: 'addEdge', edge: pipe(from, 'more', 'image') }) as const),
      { type: 'addEdge', edge: pipe('idea', 'more') },
    ]);
    expect(mentionable(canvas.engine.document, 'idea').map(({ number }) => number)).toEqual([null, null, null]);
  });
});

describe('the words of a mention', () => {
  it('follow renames, also in the title of the node they feed, and end where titles mention one another [MENTION-4]', () => {
    const canvas = desk('@{style} for @{cat} by @{idea}');
    const { document } = canvas.engine;
    const said = () => worded(document, canvas.node('idea')).data['value'];
    expect(said()).toBe('@Style for @1 by @');
    canvas.engine.apply([{ type: 'removeEdge', id: 'style-art' }]);
    canvas.engine.editText({ nodeId: 'style', name: 'name' }, 'Mood');
    canvas.engine.editText({ nodeId: 'idea', name: 'value' }, 'in @{style}');
    expect(said()).toBe('in @Mood');
    expect(promptOf(document, canvas.node('art'))).toBe('in @Mood');
    expect(promptOf(document, canvas.node('idea'))).toBe('in @Mood');
  });

  it('are not what is replaced: only the words around them are [MENTION-5]', () => {
    const canvas = desk('a style for @{style}');
    const done = replaceText(canvas.engine.document.kinds, canvas.node('idea'), 'style', 'mood');
    canvas.engine.apply(done.changes);
    expect(done.places).toBe(1);
    expect(canvas.node('idea').data['value']).toBe('a mood for @{style}');
  });

  it('become mentions again in words that somebody has rewritten [MENTION-5]', () => {
    const { engine } = desk('@{style} and @{cat}');
    expect(withItsMentions(engine.document, 'idea', 'Softly, @Style with @1')).toBe('Softly, @{style} with @{cat}');
  });
});

describe('copies', () => {
  it('mention the copies of nodes that were copied along, and else the same nodes as the original [MENTION-6]', () => {
    const canvas = desk('@{cat} in @{style}');
    const fragment = cutOut(canvas.engine.document, ['cat', 'idea']);
    const [cat = '', idea = ''] = canvas.engine.addFragment(fragment, { x: 15, y: 15 });
    expect(canvas.node(idea).data['value']).toBe(`@{${cat}} in @{style}`);
    canvas.undo();
    expect(canvas.node('idea').data['value']).toBe('@{cat} in @{style}');
  });
});
