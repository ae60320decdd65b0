import { describe, expect, it } from 'vitest';
import { promptOf } from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

const MODEL = 'Gemini-2.5-flash';
const MOODS = [
  { id: 'a', name: 'mood', value: 'calm, wild', parentId: 'moods' },
  { id: 'b', name: 'colour', value: ['red', 'blue'], parentId: 'moods' },
];

const desk = (...edges: Parameters<typeof pipe>[]) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '  a fox\n\nin the   snow ' } },
      empty: { type: 'textPrompt', at: [0, 300], data: { value: ' ' } },
      moods: { type: 'category', at: [300, 300], data: { categories: MOODS } },
      photo: { type: 'imageUpload', at: [0, 600], data: { value: '/files/a.png' } },
      words: { type: 'model', at: [300, 600], data: { value: '/placeholder.svg' } },
      art: { type: 'image', at: [600, 0], data: { model: MODEL } },
      late: { type: 'image', at: [900, 0], data: { model: MODEL } },
    },
    edges.map((ends) => pipe(...ends)),
  );

const titleOf = (editor: TestEditor, name = 'art') => promptOf(editor.engine.document, editor.node(name));

describe('what an image node is called', () => {
  it('is the first words of the first text at its left, on one line [CARD-2]', () => {
    expect(titleOf(desk(['idea', 'art'], ['moods', 'art']))).toBe('a fox in the snow');
    expect(titleOf(desk(['moods', 'art'], ['idea', 'art']))).toBe('mood: calm, wild, colour: red, blue');
    expect(titleOf(desk(['empty', 'art'], ['photo', 'art', 'image'], ['idea', 'art']))).toBe('a fox in the snow');
  });

  it('is nothing but its model where no words come in', () => {
    expect(titleOf(desk())).toBe('');
    expect(titleOf(desk(['photo', 'art', 'image'], ['empty', 'art'], ['words', 'art']))).toBe('');
    expect(titleOf(desk(['idea', 'art']), 'idea')).toBe('');
  });

  it('is cut from a long prompt', () => {
    const editor = desk(['idea', 'art']);
    editor.engine.editText({ nodeId: 'idea', name: 'value' }, 'word '.repeat(100_000));
    expect(titleOf(editor).length).toBeLessThan(150);
  });

  it('follows the words as they are typed, converted, led elsewhere and taken back', () => {
    const editor = desk(['idea', 'art'], ['moods', 'late']);
    const kept = paintWatch(editor);
    editor.engine.scene.bounds();
    editor.engine.editText({ nodeId: 'idea', name: 'value' }, 'an owl');
    expect(kept()).toEqual(['an owl', 'mood: calm, wild, colour: red, blue']);
    editor.engine.apply([{ type: 'setData', id: 'moods', data: { value: 'a still lake' } }]);
    expect(kept()).toEqual(['an owl', 'a still lake']);
    editor.undo().undo();
    expect(kept()).toEqual(['a fox in the snow', 'mood: calm, wild, colour: red, blue']);
  });

  it('follows the words that are led to a dot, which passes them on', () => {
    const editor = TestEditor.with(
      {
        idea: { type: 'textPrompt', at: [-900, 600], data: { value: 'a fox' } },
        dot: { type: 'reroute', at: [-300, 600] },
        art: { type: 'image', at: [600, 0], data: { model: MODEL } },
        late: { type: 'image', at: [900, 0], data: { model: MODEL } },
      },
      [pipe('idea', 'dot'), pipe('dot', 'art'), pipe('dot', 'late')],
    );
    const kept = paintWatch(editor);
    editor.engine.scene.bounds();
    editor.engine.apply([{ type: 'removeEdge', id: 'idea-dot' }]);
    expect(kept()).toEqual(['', '']);
    editor.undo();
    expect(kept()).toEqual(['a fox', 'a fox']);
  });
});

/** The titles painted after each edit: the invalidated region must include the cards of both images. */
function paintWatch(editor: TestEditor) {
  let stale = 0;
  editor.engine.subscribe((event) => {
    if (event.type === 'invalidate' && event.reason === 'document' && event.area !== 'all')
      stale += event.area.filter(({ x, y, width }) => (x === 600 || x === 900) && y === 0 && width === 245).length;
  });
  return (): readonly string[] => {
    expect(stale, 'cards that are called otherwise are painted anew').toBeGreaterThan(0);
    stale = 0;
    return ['art', 'late'].map((name) => titleOf(editor, name));
  };
}
