import { act, fireEvent, render, screen } from '@testing-library/react';
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
});
