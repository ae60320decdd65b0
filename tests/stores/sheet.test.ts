import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SHEET_ACTIONS } from '../../src/actions';
import type { OpenEditor } from '../../src/stores/EditorSession';
import type { SheetStore } from '../../src/stores/cells/SheetStore';
import { Desk } from './support/Desk';
import { art, canvas, list, pipe } from './support/snapshots';

let desk: Desk;
let opened: OpenEditor;

const table = { id: 'table', type: 'sheet', position: { x: 900, y: 0 }, data: {} };

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(
    7,
    canvas(
      [
        list('a', '무엇', '강, 산'),
        list('b', '화풍', '수채화, 유화, 판화'),
        list('c', '때', '낮, 밤'),
        art('one'),
        table,
      ],
      [pipe('a', 'one'), pipe('b', 'one'), pipe('c', 'one'), pipe('one', 'table', 'image')],
    ),
  );
  desk.takes.put('one', '/files/old.png', { cell: { a: '강', b: '유화', c: '낮' } });
  desk.takes.put('one', '/files/new.png', { cell: { c: '낮', a: '강', b: '유화' } });
  desk.takes.put('one', '/files/whole.png');
  opened = await desk.edit(7);
});

function sheet(): SheetStore {
  const found = opened.cells.sheets.get('table');
  if (!found) throw new Error('no sheet');
  return found;
}
const axes = (): unknown => {
  const { rows, columns, tabs } = sheet().layout;
  return [rows?.name, columns?.name, tabs.map(({ name }) => name)];
};

describe('a sheet', () => {
  it('shows the newest picture of each cell, whatever the order of its words, and empty cells [SHEET-3]', () => {
    expect(axes()).toEqual(['화풍', '무엇', ['때']]);
    expect(sheet().cellAt(1, 0)).toMatchObject({ state: 'done', url: '/files/new.png', isChosen: false });
    expect(sheet().cellAt(0, 0)).toMatchObject({ state: 'empty', cell: { a: '강', b: '수채화', c: '낮' } });
    sheet().openTab(0, 1);
    expect(sheet().cellAt(1, 0)).toMatchObject({ state: 'empty', cell: { a: '강', b: '유화', c: '밤' } });
  });

  it('changes its axes by an edit that can be undone, without a call [SHEET-4]', () => {
    SHEET_ACTIONS.swap.run({ sheet: sheet() });
    expect(axes()).toEqual(['무엇', '화풍', ['때']]);
    expect(sheet().cellAt(0, 1)).toMatchObject({ state: 'done' });
    sheet().setAxes('c', 'b');
    expect(axes()).toEqual(['때', '화풍', ['무엇']]);
    opened.editor.undo();
    opened.editor.undo();
    expect(axes()).toEqual(['화풍', '무엇', ['때']]);
    expect(desk.manyRuns.planned).toEqual([]);
  });

  it('says which cell the image node shows, and is painted again alone when a cell looks different [SHEET-3]', () => {
    const reasons: string[] = [];
    opened.editor.subscribe((event) => {
      if (event.type === 'invalidate') reasons.push(event.reason);
    });
    const { take } = sheet().cellAt(1, 0);
    if (take) opened.takes.choose(take);
    expect(sheet().cellAt(1, 0).isChosen).toBe(true);
    expect(opened.cells.tableOf('table')?.cellAt(1, 0).isChosen).toBe(true);
    expect(reasons).toContain('cells');
  });

  it('says so of one cell alone, where several have the same picture [SHEET-3]', async () => {
    desk.takes.put('one', '/files/new.png', { cell: { a: '산', b: '유화', c: '낮' } });
    await opened.takes.load();
    const chosen = () => [0, 1].filter((column) => sheet().cellAt(1, column).isChosen);
    opened.editor.apply([{ type: 'setData', id: 'one', data: { value: '/files/new.png' } }]);
    expect(chosen()).toEqual([1]);
    const { take } = sheet().cellAt(1, 0);
    if (take) opened.takes.choose(take);
    expect(chosen()).toEqual([0]);
    expect(opened.cells.tableOf('table')?.cellAt(1, 1).isChosen).toBe(false);
  });

  it('continues with another image node, and is empty without one [SHEET-5]', () => {
    opened.editor.apply([{ type: 'removeEdge', id: 'one-table' }]);
    expect(opened.cells.sheets.has('table')).toBe(false);
    expect(opened.cells.tableOf('table')).toBeNull();
    opened.editor.undo();
    expect(opened.cells.tableOf('table')?.columns).toEqual(['강', '산']);
  });
});
