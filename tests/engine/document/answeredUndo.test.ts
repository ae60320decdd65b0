import { describe, expect, it } from 'vitest';
import { Editor, type EditorOptions } from '../../../src/engine';

const ID = 'idea';
const write = (editor: Editor) => editor.apply([{ type: 'setData', id: ID, data: { value: 'a fox' } }]);

/** A text that was moved to 300, 600 and 900, in a program whose listener acts once, on an undo or redo after `listen`. */
function program(answer: (editor: Editor) => void, options: Partial<EditorOptions> = {}) {
  const idea = { id: ID, type: 'textPrompt', position: { x: 0, y: 0 }, data: {} };
  const snapshot = { nodes: [idea], edges: [] };
  const editor = new Editor({ snapshot, uniqueId: () => 'new', ...options });
  for (const x of [300, 600, 900]) editor.apply([{ type: 'moveNode', id: ID, position: { x, y: 0 } }]);
  let isListening = false;
  editor.subscribe((event) => {
    if (!isListening || event.type !== 'document' || event.origin !== 'history') return;
    isListening = false;
    answer(editor);
  });
  return {
    editor,
    listen: () => (isListening = true),
    /** Takes steps. Returns where the text is after each, with its words. */
    walk: (...steps: ('undo' | 'redo')[]): string[] =>
      steps.map((step) => {
        editor[step]();
        const node = editor.document.node(ID);
        return [node?.position.x, node?.data.value].join(' ').trim();
      }),
  };
}

describe('a program that answers an undo or a redo at once', () => {
  it('by a step: that is undone before the step that it followed', () => {
    const { editor, walk, listen } = program(write);
    walk('undo', 'undo');
    listen();
    expect(walk('redo')).toEqual(['600 a fox']);
    expect(editor.canRedo, 'a new step forgets what could be redone').toBe(false);
    expect(walk('undo', 'undo', 'undo')).toEqual(['600', '300', '0']);
    expect(walk('redo', 'redo', 'redo')).toEqual(['300', '600', '600 a fox']);
  });

  it('by a step, where only one can be undone', () => {
    const { editor, walk, listen } = program(write, { undoSteps: 1 });
    walk('undo');
    listen();
    expect(walk('redo', 'undo')).toEqual(['900 a fox', '900']);
    expect(editor.canUndo).toBe(false);
  });

  it('by another undo', () => {
    const { walk, listen } = program((editor) => editor.undo());
    listen();
    expect(walk('undo', 'redo', 'redo')).toEqual(['300', '600', '900']);
  });

  it('by another redo', () => {
    const { walk, listen } = program((editor) => editor.redo());
    walk('undo', 'undo');
    listen();
    expect(walk('redo', 'undo', 'undo')).toEqual(['900', '600', '300']);
  });
});
