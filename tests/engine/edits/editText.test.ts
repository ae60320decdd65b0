import { describe, expect, it } from 'vitest';
import { categoryItems } from '../../../src/engine';
import { TestEditor } from '../../support/TestEditor';

describe('a row whose text has a line break', () => {
  it('is edited in a field of one line as it shows there, and can be emptied', () => {
    const field = { nodeId: 'moods', rowId: 'calm', name: 'value' } as const;
    const editor = TestEditor.with({
      moods: {
        type: 'category',
        at: [0, 0],
        data: { categories: [{ id: 'calm', name: 'calm', value: 'hello\nworld' }] },
      },
    });
    const value = () => categoryItems(editor.node('moods'))[0]?.value;
    editor.engine.editText(field, 'helXrld', 'helloworld');
    expect(value()).toBe('helXrld');
    editor.undo();
    editor.engine.editText(field, '', 'helloworld');
    expect(value()).toBe('');
  });
});

describe('a syllable that is composed while others write', () => {
  it.each(['hello\n\n', '\nhello', 'hel\nlo'])('leaves the line breaks that they have put in: %j', (theirs) => {
    const field = { nodeId: 'idea', name: 'value' } as const;
    const editor = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0], data: { value: 'hello' } } });
    editor.merge({ type: 'setData', id: 'idea', data: { value: theirs } });
    editor.engine.editText(field, 'hello한', 'hello');
    expect(editor.node('idea').data.value).toBe(theirs.replace('lo', 'lo한'));
  });
});
