import { describe, expect, it, vi } from 'vitest';
import { moveInput, type Change } from '../../../src/engine';
import type { TestEditor } from '../../support/TestEditor';
import { rows, desk, ROW, ADDED, CALM, ASIDE, rowsIn, placesOf, nameOf } from '../support/categoryDesk';

describe('a row and what arrives beside it', () => {
  it.each([
    ['an edit', (editor: TestEditor) => editor.engine.editText(CALM, 'still')],
    ['taking one out', (editor: TestEditor) => editor.engine.detachRow('moods', 'moods-item-calm', ASIDE)],
    ['a new order', (editor: TestEditor) => editor.engine.moveRow('moods', 'moods-item-calm', 2)],
  ])('undoing %s leaves a row of somebody else that came since [CAT-14]', (_, act) => {
    const editor = desk('calm', 'wide');
    act(editor);
    editor.merge({ type: 'addRow', id: 'moods', row: ADDED });
    editor.undo();
    expect(rowsIn(editor)).toEqual([...rows('calm', 'wide'), ADDED]);
    editor.redo();
    editor.undo();
    expect(rowsIn(editor)).toEqual([...rows('calm', 'wide'), ADDED]);
  });
});

describe('a row whose words somebody else writes again', () => {
  it('keeps them when an older edit of it is undone; what was written after them is undone to them [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.editText({ ...CALM, name: 'value' }, 'mine');
    editor.engine.editText(CALM, 'still');
    editor.merge({ type: 'setRow', id: 'moods', rowId: 'moods-item-calm', data: { name: 'theirs' } });
    editor.engine.editText(CALM, 'mine again');
    expect(rowsIn(editor)[0]).toMatchObject({ name: 'mine again', value: 'mine' });
    expect(rowsIn(editor.undo())[0]).toMatchObject({ name: 'theirs', value: 'mine' });
    expect(rowsIn(editor.undo())[0]).toMatchObject({ name: 'theirs', value: 'calm value' });
    expect(editor.engine.canUndo).toBe(false);
  });

  it('comes back with them when it was deleted, or moved, before they came [UNDO-4]', () => {
    const theirs: Change = { type: 'setRow', id: 'moods', rowId: 'moods-item-calm', data: { name: 'theirs' } };
    const editor = desk('calm', 'wide');
    editor.engine.apply([{ type: 'removeRow', id: 'moods', rowId: 'moods-item-calm' }]);
    expect(nameOf(editor.merge(theirs).undo(), 'moods-item-calm')).toEqual(['theirs']);
    editor.engine.detachRow('moods', 'moods-item-calm', ASIDE);
    editor.merge({ ...theirs, data: { name: 'theirs again' } });
    expect(nameOf(editor.undo(), 'moods-item-calm')).toEqual(['theirs again']);
  });

  it('and the deletion of its category is undone with them, and with a row that came into it [UNDO-4]', () => {
    const editor = desk('calm', 'wide').select('moods').keyDown('Delete');
    editor.merge(
      { type: 'setRow', id: 'moods', rowId: 'moods-item-calm', data: { name: 'theirs' } },
      { type: 'addRow', id: 'moods', row: ADDED },
    );
    editor.undo();
    const [calm, wide] = rows('calm', 'wide');
    expect(rowsIn(editor)).toEqual([{ ...calm, name: 'theirs' }, wide, ADDED]);
  });
});

it('many rows that came into a deleted category come back with it, in one look at the canvas [UNDO-4]', () => {
  const editor = desk('calm').select('moods').keyDown('Delete');
  const theirs = Array.from({ length: 50 }, (_, index) => ({ ...ADDED, id: `theirs-${index}` }));
  editor.merge(...theirs.map((row): Change => ({ type: 'addRow', id: 'moods', row })));
  const look = vi.spyOn(editor.engine.document, 'allNodes');
  editor.undo();
  expect(rowsIn(editor)).toEqual([...rows('calm'), ...theirs]);
  expect(look.mock.calls.length).toBeLessThan(10);
});

describe('what somebody else removes and brings back', () => {
  it('is undone further back, whether a row or its whole category went and came [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.editText({ nodeId: 'loose', name: 'name' }, 'step before');
    editor.engine.editText(CALM, 'mine');
    const [calm] = rowsIn(editor);
    const category = editor.node('moods');
    if (!calm) throw new Error('the row is gone');
    editor.merge({ type: 'removeRow', id: 'moods', rowId: calm.id });
    editor.merge({ type: 'addRow', id: 'moods', row: calm, index: 0 });
    editor.merge({ type: 'removeNode', id: 'moods' });
    editor.merge({ type: 'addNode', node: category });
    expect(nameOf(editor.undo(), calm.id)).toEqual(['calm']);
    expect(editor.node('loose').data.name).toBe('step before');
  });

  it('comes once, though its deletion is undone after them [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    const [calm] = rowsIn(editor);
    if (!calm) throw new Error('the row is gone');
    editor.engine.apply([{ type: 'removeRow', id: 'moods', rowId: calm.id }]);
    editor.merge({ type: 'addRow', id: 'moods', row: calm, index: 0 });
    expect(placesOf(editor.undo(), calm.id)).toEqual(['moods']);
    expect(rowsIn(editor)).toHaveLength(2);
    editor.engine.moveRowInto('moods', calm.id, 'other');
    editor.merge({ type: 'addRow', id: 'moods', row: calm, index: 0 });
    editor.undo();
    expect(rowsIn(editor).filter(({ id }) => id === calm.id)).toHaveLength(1);
  });
});

describe('a row that a person deletes while others move it', () => {
  it('comes back by the undo only if it is nowhere else [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.apply([{ type: 'removeRow', id: 'moods', rowId: ROW }]);
    editor.merge({ type: 'addRow', id: 'other', row: { id: ROW, name: 'calm', value: 'x', parentId: 'other' } });
    expect(placesOf(editor.undo(), ROW)).toEqual(['other']);
  });

  it('is not in the category either that comes back without it, and a card of theirs stays a row [UNDO-4]', () => {
    const editor = desk('calm', 'wide').select('moods', 'loose').keyDown('Delete');
    const taken = [ROW, 'loose'].map((id): Change => ({
      type: 'addRow',
      id: 'other',
      row: { id, name: id, value: 'x', parentId: 'other' },
    }));
    editor.merge(...taken).undo();
    expect([placesOf(editor, ROW), placesOf(editor, 'loose')]).toEqual([['other'], ['other']]);
    expect(rowsIn(editor).map(({ name }) => name)).toEqual(['wide']);
  });
});

describe('a category that a person deletes while others put something into it', () => {
  it('is one with its own rows and theirs once the deletion is undone [UNDO-4]', () => {
    const editor = desk('calm', 'wide').select('moods').keyDown('Delete');
    editor.merge({
      type: 'addNode',
      node: { id: 'moods', type: 'category', position: ASIDE, data: { categories: [ADDED] } },
    });
    editor.undo();
    expect(
      rowsIn(editor)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...rows('calm', 'wide'), ADDED].map(({ id }) => id).toSorted());
    expect(editor.edges).toEqual(['moods-art', 'loose-art']);
  });

  it('comes back with what the person gave it before [UNDO-4]', () => {
    const editor = desk('calm', 'wide');
    editor.engine.apply([{ type: 'setData', id: 'moods', data: { title: 'mine' } }]);
    editor.engine.apply([{ type: 'moveNode', id: 'moods', position: ASIDE }]);
    editor.select('moods').keyDown('Delete');
    editor.merge({
      type: 'addNode',
      node: { id: 'moods', type: 'category', position: { x: 0, y: 0 }, data: { categories: [ADDED] } },
    });
    editor.undo();
    expect([editor.node('moods').data['title'], editor.node('moods').position]).toEqual(['mine', ASIDE]);
  });

  it('stays with their rows and its connections when the deletion is redone [UNDO-4]', () => {
    const editor = desk('calm', 'wide').select('moods').keyDown('Delete').undo();
    editor.merge({ type: 'addRow', id: 'moods', row: ADDED }).redo();
    expect([rowsIn(editor), editor.edges]).toEqual([[ADDED], ['moods-art', 'loose-art']]);
    expect(rowsIn(editor.undo()).map(({ id }) => id)).toEqual([...rows('calm', 'wide'), ADDED].map(({ id }) => id));
  });

  it('does not bring a row of theirs that the person has taken out since [UNDO-4]', () => {
    const editor = desk('calm').select('moods').keyDown('Delete');
    const other = { ...ADDED, id: 'other row' };
    editor.merge({
      type: 'addNode',
      node: { id: 'moods', type: 'category', position: ASIDE, data: { categories: [ADDED, other] } },
    });
    editor.engine.detachRow('moods', ADDED.id, ASIDE);
    editor.merge({ type: 'removeNode', id: 'moods' });
    editor.undo();
    expect(placesOf(editor, ADDED.id)).toEqual(['pane']);
  });
});

describe('a connection that others have deleted', () => {
  it('does not come back when its new place among the inputs is undone', () => {
    const editor = desk('calm');
    editor.engine.apply(moveInput(editor.engine.document, 'loose-art', 0));
    editor.merge({ type: 'removeEdge', id: 'loose-art' });
    expect(editor.undo().edges).toEqual(['moods-art']);
  });
});
