import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { categoryItems } from '../../../../src/engine';
import { TestEditor } from '../../../support/TestEditor';
import { openLayer, said } from '../../support/openLayer';

const row = (id: string) => ({ id, name: id, value: 'sea', parentId: 'moods' });

let editor: TestEditor;
const rows = (): string => {
  const items = categoryItems(editor.node('moods'));
  return items.map(({ id }) => id).join(' ');
};
const grip = (name: string): HTMLElement =>
  screen.getByRole('button', { name: `Move item ${name} out of the category` });

beforeEach(() => {
  editor = openLayer(
    TestEditor.with({
      moods: { type: 'category', at: [0, 0], data: { categories: [row('calm'), row('wild'), row('late')] } },
    }),
  );
});

describe('a row reordered by keys', () => {
  it('goes down and up among the others from its grip, and the focus with it [CAT-13]', async () => {
    act(() => grip('calm').focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(rows()).toBe('wild calm late');
    expect(said()).toContain('calm is now item 2 of 3.');
    expect(grip('calm')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{ArrowDown}');
    expect(rows(), 'the end is the end').toBe('wild late calm');
    expect(said()).toContain('calm is now item 3 of 3.');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(rows()).toBe('calm wild late');
    expect(grip('calm')).toHaveFocus();
    expect(editor.at('moods'), 'the card stays where it is').toEqual([0, 0]);
    // The elements follow once the canvas rests.
    await waitFor(() => {
      const grips = screen.getAllByRole('button', { name: /^Move item/ });
      expect(grips.map(({ dataset }) => dataset.itemId)).toEqual(['calm', 'wild', 'late']);
    });
  });

  it('is taken back a step at a time', async () => {
    act(() => grip('late').focus());
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(rows()).toBe('late calm wild');
    act(() => void editor.undo());
    expect(rows()).toBe('calm late wild');
    act(() => void editor.undo());
    expect(rows()).toBe('calm wild late');
  });
});

describe('a row deleted by keys', () => {
  it('goes alone from its category, in one step, and the focus goes to the next row [CAT-15]', async () => {
    act(() => grip('wild').focus());
    await userEvent.keyboard('{Delete}');
    expect(rows()).toBe('calm late');
    expect(said()).toBe('Deleted.');
    expect(grip('late')).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    expect(rows()).toBe('calm');
    expect(grip('calm')).toHaveFocus();
    act(() => void editor.undo());
    expect(rows()).toBe('calm late');
    expect(said()).toBe('Undone: delete 1 item');
    act(() => void editor.undo());
    expect(rows()).toBe('calm wild late');
  });

  it('takes its category with it when it was the last one, and the focus goes to the next card', async () => {
    act(() => void editor.engine.addNode('image', null, { x: 450, y: 0 }));
    for (const name of ['calm', 'wild']) {
      act(() => grip(name).focus());
      await userEvent.keyboard('{Delete}');
    }
    await userEvent.keyboard('{Delete}');
    expect(editor.nodes).not.toContain('moods');
    expect(screen.getByRole('group', { name: 'Image' })).toHaveFocus();
  });

  it('leaves the focus to the canvas when it is deleted elsewhere', async () => {
    act(() => grip('late').focus());
    await act(async () => editor.engine.merge([{ type: 'removeRow', id: 'moods', rowId: 'late' }]));
    expect(document.activeElement).toHaveAttribute('data-stage');
    expect(said()).toBe('What you were on was deleted or folded away elsewhere. The focus is on the canvas.');
  });
});
