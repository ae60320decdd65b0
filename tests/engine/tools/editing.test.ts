import { describe, expect, it } from 'vitest';
import { TestEditor, pipe } from '../../support/TestEditor';

const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '' } },
      note: { type: 'text', at: [300, 0], data: { name: 'place', value: 'Seoul' } },
      loose: { type: 'categoryItem', at: [600, 0], data: { name: 'colour', value: 'red' } },
      moods: {
        type: 'category',
        at: [300, 300],
        data: {
          categories: [
            { id: 'first', name: 'calm', value: 'sea', parentId: 'moods' },
            { id: 'second', name: 'wild', value: ['storm', 'fire'], parentId: 'moods' },
          ],
        },
      },
      photo: { type: 'imageUpload', at: [0, 300], data: {} },
      art: { type: 'image', at: [0, 600], data: {} },
      shown: { type: 'image', at: [300, 600], data: { value: '/files/a.png' } },
    },
    [pipe('idea', 'art')],
  );

const type = (editor: TestEditor, text: string, field = { nodeId: 'idea', name: 'value' } as const) => {
  for (let length = 1; length <= text.length; length++) editor.engine.editText(field, text.slice(0, length));
};

const actions = (editor: TestEditor) => editor.takeEvents().filter((event) => event.type === 'action');

describe('opening a text', () => {
  it.each([
    ['idea', 'value', undefined],
    ['note', 'name', undefined],
    ['note', 'value', undefined],
    ['loose', 'name', undefined],
    ['loose', 'value', undefined],
    ['moods', 'name', 'first'],
    ['moods', 'value', 'first'],
    ['moods', 'name', 'second'],
    ['moods', 'value', 'second'],
  ] as const)('by a double click: %s %s %s [NODE-4] [NODE-15] [CAT-10]', (nodeId, name, rowId) => {
    const editor = desk();
    editor.doubleClick(editor.part(nodeId, name, rowId));
    expect(editor.engine.editing).toEqual({ nodeId, name, ...(rowId && { rowId }) });
    expect(editor.eventTypes).toContain('editing');
  });

  it('by a double click on the header: the main text, or the first row', () => {
    expect(desk().doubleClick('idea').engine.editing).toEqual({ nodeId: 'idea', name: 'value' });
    expect(desk().doubleClick('moods').engine.editing).toEqual({ nodeId: 'moods', name: 'value', rowId: 'first' });
  });

  it('by Enter on the selected node [NODE-15]', () => {
    expect(desk().select('note').keyDown('Enter').engine.editing).toEqual({ nodeId: 'note', name: 'value' });
    expect(desk().select('moods').keyDown('Enter').engine.editing).toMatchObject({ rowId: 'first' });
    expect(desk().keyDown('Enter').engine.editing).toBeNull();
  });

  it('enlarges a picture and asks for a file by a double click; runs by Enter only', () => {
    const editor = desk();
    expect(actions(editor.doubleClick('shown'))).toEqual([{ type: 'action', nodeId: 'shown', action: 'enlarge' }]);
    expect(actions(editor.doubleClick('photo'))).toEqual([{ type: 'action', nodeId: 'photo', action: 'upload' }]);
    expect(actions(editor.doubleClick('art')), 'a generation costs').toEqual([]);
    expect(actions(editor.keyDown('Enter'))).toEqual([{ type: 'action', nodeId: 'art', action: 'run' }]);
  });

  it('does nothing on the pane, on a pipe or on a handle', () => {
    const editor = desk();
    editor
      .doubleClick([900, 650])
      .doubleClick(editor.middleOf('idea-art'))
      .doubleClick(editor.handle('idea', 'text-right'));
    expect(editor.engine.editing).toBeNull();
  });

  it('ignores a text the node does not have', () => {
    const editor = desk();
    editor.engine.startEditing({ nodeId: 'art', name: 'value' });
    editor.engine.startEditing({ nodeId: 'nobody', name: 'value' });
    editor.engine.startEditing({ nodeId: 'moods', name: 'value', rowId: 'third' });
    expect(editor.engine.editing).toBeNull();
  });

  it('closes when the node, the row or the text goes', () => {
    const editor = desk();
    editor.engine.startEditing({ nodeId: 'note', name: 'value' });
    expect(editor.merge({ type: 'removeNode', id: 'note' }).engine.editing).toBeNull();

    editor.engine.startEditing({ nodeId: 'moods', name: 'name', rowId: 'second' });
    editor.engine.detachRow('moods', 'second', { x: 900, y: 300 });
    expect(editor.engine.editing).toBeNull();

    editor.engine.startEditing({ nodeId: 'idea', name: 'value' });
    const categories = [{ id: 'idea-item-0', name: 'mood', value: 'calm', parentId: 'idea' }];
    editor.engine.apply([
      { type: 'replaceNode', node: { ...editor.node('idea'), type: 'category', data: { categories } } },
    ]);
    expect(editor.engine.editing).toBeNull();
    expect(editor.edges, 'a conversion keeps the edges').toEqual(['idea-art']);
  });

  it('presses the buttons of a card by a click', () => {
    const editor = desk();
    editor
      .click(editor.part('idea', 'convert'))
      .click(editor.part('photo', 'upload'))
      .click(editor.part('shown', 'enlarge'));
    expect(actions(editor)).toEqual([
      { type: 'action', nodeId: 'idea', action: 'convert' },
      { type: 'action', nodeId: 'photo', action: 'upload' },
      { type: 'action', nodeId: 'shown', action: 'enlarge' },
    ]);
  });

  it('presses a button of a card once by a double click: the second press would stop the run that the first began', () => {
    const editor = desk();
    editor.doubleClick(editor.part('art', 'run'));
    expect(actions(editor)).toEqual([{ type: 'action', nodeId: 'art', action: 'run' }]);
  });
});

describe('typing', () => {
  it('reaches the document letter by letter, and a word is one undo step', () => {
    const editor = desk();
    editor.engine.startEditing({ nodeId: 'idea', name: 'value' });
    type(editor, '고래');
    expect(editor.node('idea').data.value).toBe('고래');

    editor.undo();
    expect(editor.node('idea').data.value).toBe('');
    expect(editor.engine.canUndo).toBe(false);
    expect(editor.redo().node('idea').data.value).toBe('고래');
  });

  it('is another step after the field was closed', () => {
    const editor = desk();
    editor.engine.startEditing({ nodeId: 'idea', name: 'value' });
    type(editor, 'a whale');
    editor.engine.stopEditing();
    editor.engine.startEditing({ nodeId: 'idea', name: 'value' });
    editor.engine.editText({ nodeId: 'idea', name: 'value' }, 'a whale, at night');
    expect(editor.undo().node('idea').data.value).toBe('a whale');
    expect(editor.undo().node('idea').data.value).toBe('');
  });

  it('keeps the steps of two fields apart', () => {
    const editor = desk();
    editor.engine.editText({ nodeId: 'note', name: 'name' }, 'town');
    editor.engine.editText({ nodeId: 'note', name: 'value' }, 'Busan');
    expect(editor.undo().node('note').data).toEqual({ name: 'town', value: 'Seoul' });
    expect(editor.undo().node('note').data).toEqual({ name: 'place', value: 'Seoul' });
  });

  it('edits the names and values of rows in place [CAT-10]', () => {
    const editor = desk();
    editor.engine.editText({ nodeId: 'moods', name: 'name', rowId: 'second' }, 'loud');
    editor.engine.editText({ nodeId: 'moods', name: 'value', rowId: 'second' }, 'drum, fire');
    expect(editor.node('moods').data.categories).toEqual([
      { id: 'first', name: 'calm', value: 'sea', parentId: 'moods' },
      { id: 'second', name: 'loud', value: 'drum, fire', parentId: 'moods' },
    ]);
  });

  it('changes nothing when the text is the same or its place is gone', () => {
    const editor = desk();
    editor.takeEvents();
    editor.engine.editText({ nodeId: 'note', name: 'value' }, 'Seoul');
    editor.engine.editText({ nodeId: 'moods', name: 'name', rowId: 'first' }, 'calm');
    editor.engine.editText({ nodeId: 'moods', name: 'name', rowId: 'third' }, 'x');
    editor.engine.editText({ nodeId: 'nobody', name: 'name' }, 'x');
    expect(editor.takeEvents()).toEqual([]);
    expect(editor.engine.canUndo).toBe(false);
  });
});

describe('undo beside what arrives', () => {
  it('keeps a picture that was merged in between, through undo and redo', () => {
    const editor = desk().drag('art', [90, 620]);
    editor.merge({ type: 'setData', id: 'art', data: { value: '/files/b.png' } });
    expect(editor.undo().node('art')).toMatchObject({ position: { x: 0, y: 600 }, data: { value: '/files/b.png' } });
    expect(editor.redo().node('art')).toMatchObject({ position: { x: 30, y: 600 }, data: { value: '/files/b.png' } });
  });

  it('brings a picture back with the node that was added before it arrived [DROP-3]', () => {
    const editor = desk();
    const id = editor.engine.addNode('image', 'Gemini-2.5-flash', { x: 901, y: 8 });
    expect(editor.node(id)).toEqual({
      id: 'image_node_new1',
      type: 'image',
      position: { x: 900, y: 15 },
      data: { model: 'Gemini-2.5-flash', data: null },
    });
    expect(editor.selected).toEqual([id]);
    editor.merge({ type: 'setData', id, data: { value: '/files/c.png' } }).undo();
    expect(editor.nodes).not.toContain(id);
    expect(editor.redo().node(id).data.value).toBe('/files/c.png');
  });

  it('passes over a step of which nothing is left', () => {
    const editor = desk().drag('note', [390, 20]).drag('loose', [690, 20]);
    editor.merge({ type: 'removeNode', id: 'loose' });
    expect(editor.undo().at('note')).toEqual([300, 0]);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('has no step for foreign changes, and continues after them', () => {
    const editor = desk().merge({ type: 'moveNode', id: 'note', position: { x: 5, y: 5 } });
    expect(editor.engine.canUndo).toBe(false);
    expect(editor.undo().at('note')).toEqual([5, 5]);
  });

  it('forgets what could be redone at the next step, and the oldest of very many', () => {
    const editor = desk().drag('note', [390, 20]).undo().drag('note', [330, 20]);
    expect(editor.engine.canRedo).toBe(false);

    for (let step = 1; step <= 600; step++)
      editor.engine.apply([{ type: 'moveNode', id: 'note', position: { x: 0, y: step } }]);
    for (let step = 0; step < 600; step++) editor.undo();
    expect(editor.at('note')).toEqual([0, 100]);
  });

  it('travels by ctrl+Z, ctrl+shift+Z and ctrl+Y', () => {
    const editor = desk().drag('note', [390, 20]).keyDown('z', { primary: true });
    expect(editor.at('note')).toEqual([300, 0]);
    expect(editor.keyDown('Z', { primary: true, shift: true }).at('note')).toEqual([330, 0]);
    editor.undo().keyDown('y', { primary: true });
    expect(editor.at('note')).toEqual([330, 0]);
  });

  it('travels on a Korean keyboard by the place of the key, on another Latin one by its letter', () => {
    const editor = desk().drag('note', [390, 20]).keyDown('ㅋ', { primary: true, code: 'KeyZ' });
    expect(editor.at('note')).toEqual([300, 0]);
    editor.keyDown('ㅋ', { primary: true, shift: true, code: 'KeyZ' });
    expect(editor.at('note')).toEqual([330, 0]);
    // German layout: Z and Y are swapped.
    editor.keyDown('z', { primary: true, code: 'KeyY' });
    expect(editor.at('note')).toEqual([300, 0]);
  });
});
