import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../../src/i18n/startI18n';
import SheetPanel from '../../../../src/screens/editor/sheet/SheetPanel';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import { SheetExports } from '../../../../src/stores/cells/SheetExports';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas, list, pipe } from '../../../stores/support/snapshots';

const WORDS = Array.from({ length: 80 }, (_, index) => `word ${index + 1}`).join(', ');

let desk: Desk;
let open: OpenEditor;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  // In jsdom nothing has a size by itself.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  desk = new Desk();
  const lists = [list('a', 'who', WORDS), list('b', 'style', WORDS)];
  const one = {
    ...art('one'),
    data: { models: ['Gemini-2.5-flash', 'wide'], settings: { aspectRatios: ['1:1', '3:2'] } },
  };
  desk.projects.put(
    7,
    canvas(
      [...lists, one, { id: 'table', type: 'sheet', position: { x: 900, y: 0 }, data: {} }],
      [...lists.map(({ id }) => pipe(id, 'one')), pipe('one', 'table', 'image')],
    ),
  );
  open = await desk.edit(7);
});

function openSheet(): void {
  const sheet = open.cells.sheets.get('table');
  if (!sheet) throw new Error('no sheet');
  render(
    <StoresProvider stores={desk.stores}>
      <SheetPanel
        open={open}
        exports={new SheetExports(() => Promise.resolve())}
        sheet={sheet}
        onClose={() => undefined}
      />
    </StoresProvider>,
  );
}
const grid = (): HTMLElement => screen.getByTestId('sheet-grid');
const activeCell = (): HTMLElement | null =>
  document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');

describe('a sheet on the screen', () => {
  it("names the tabs of a node's own axes in Korean, not by their ids", () => {
    startI18n('ko');
    openSheet();
    expect(screen.getAllByRole('tablist').map(({ ariaLabel }) => ariaLabel)).toEqual(['모델', '비율']);
  });

  it('names its active cell even when that is scrolled out of sight, and lays out few cells', () => {
    openSheet();
    fireEvent.keyDown(grid(), { key: 'ArrowRight' });
    fireEvent.keyDown(grid(), { key: 'ArrowDown' });
    expect(activeCell()).toHaveAccessibleName(/^word 2, word 2/);
    act(() => {
      grid().scrollTop = 6_000;
      grid().scrollLeft = 6_000;
      fireEvent.scroll(grid());
    });
    expect(activeCell()).toHaveAccessibleName(/^word 2, word 2/);
    expect(activeCell()?.closest('[role=row]')).toHaveAttribute('aria-rowindex', '3');
    expect(screen.getAllByRole('gridcell').length).toBeLessThan(100);
    fireEvent.keyDown(grid(), { key: 'End' });
    expect(activeCell()).toHaveAccessibleName(/^word 2, word 80/);
  });

  it('has the focus itself after a press on a cell, and its arrows go on from there', async () => {
    openSheet();
    await userEvent.click(screen.getByRole('gridcell', { name: /^word 2, word 1,/ }));
    expect(grid()).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(activeCell()).toHaveAccessibleName(/^word 2, word 2/);
  });

  it('brings a deleted take back by Ctrl+Z or its button, and no step of the canvas or of another node [SHEET-13]', async () => {
    const cell = { a: 'word 1', b: 'word 1', model: 'Gemini-2.5-flash', aspectRatio: '1:1' };
    for (const name of ['old', 'new']) desk.takes.put('one', `/files/${name}.png`, { cell });
    await open.takes.loadNode('one');
    open.editor.apply([{ type: 'setData', id: 'a', data: { name: 'whom' } }]);
    openSheet();
    grid().focus();
    expect(activeCell()).toHaveAccessibleName(/Picture/);
    await userEvent.keyboard('{Delete}{Delete}');
    expect(activeCell()).toHaveAccessibleName(/Not made yet/);
    await screen.findByText('2 takes deleted');
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(activeCell()).toHaveAccessibleName(/Picture/));
    await userEvent.click(screen.getByRole('button', { name: 'Delete this take' }));
    expect(grid()).toHaveFocus();
    const elsewhere = desk.takes.put('other', '/files/other.png');
    await open.takes.remove(elsewhere);
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull());
    expect(grid()).toHaveFocus();
    expect(open.takes.of('one')).toHaveLength(2);
    expect(open.takes.removed).toEqual([elsewhere]);
    expect(open.editor.document.node('a')?.data.name).toBe('whom');
  });

  it('takes a rating back by Ctrl+Z, in turn with the steps of the canvas [SHEET-13]', async () => {
    const cell = { a: 'word 1', b: 'word 1', model: 'Gemini-2.5-flash', aspectRatio: '1:1' };
    desk.takes.put('one', '/files/new.png', { cell });
    await open.takes.loadNode('one');
    openSheet();
    grid().focus();
    await userEvent.keyboard('3{Enter}5');
    const undo = async (): Promise<unknown> => {
      // The canvas would hear the key where the sheet leaves it.
      if (fireEvent.keyDown(grid(), { key: 'z', code: 'KeyZ', ctrlKey: true })) act(() => open.editor.undo());
      return [open.takes.of('one')[0]?.rating, open.editor.document.node('one')?.data.value];
    };
    expect(await undo()).toEqual([3, '/files/new.png']);
    expect(await undo()).toEqual([3, undefined]);
    expect(await undo()).toEqual([null, undefined]);
  });
});
