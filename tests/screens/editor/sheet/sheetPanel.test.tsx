import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../../../src/api/contractRuns';
import { startI18n } from '../../../../src/i18n/startI18n';
import { useClipboard } from '../../../../src/screens/editor/clipboard/useClipboard';
import SheetPanel from '../../../../src/screens/editor/sheet/SheetPanel';
import { ExportBadge } from '../../../../src/screens/editor/view/Badges';
import { useFocusNode } from '../../../../src/screens/editor/view/useFocusNode';
import { StoresProvider } from '../../../../src/screens/StoresContext';
import { SheetExports } from '../../../../src/stores/cells/SheetExports';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { Toasts } from '../../../../src/ui/toasts/Toasts';
import { Desk } from '../../../stores/support/Desk';
import { planOf } from '../../../stores/support/FakeRuns';
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

/** The badge of an export as the workspace has it. */
function Badge({ exports }: { readonly exports: SheetExports }) {
  const [focusNode] = useFocusNode(useRef(null));
  return <ExportBadge exports={exports} onLeft={() => focusNode(null)} />;
}

/** Returns what closes it. */
function openSheet(exports = new SheetExports(() => Promise.resolve())): () => void {
  const sheet = open.cells.sheets.get('table');
  if (!sheet) throw new Error('no sheet');
  return render(
    <StoresProvider stores={desk.stores}>
      <SheetPanel
        open={open}
        exports={exports}
        sheet={sheet}
        onClose={() => undefined}
        zone={{ holds: () => false, dragOver: () => false, giveUp: () => undefined, drop: () => undefined }}
        zoom={() => 1}
      />
      <Badge exports={exports} />
    </StoresProvider>,
  ).unmount;
}
const grid = (): HTMLElement => screen.getByTestId('sheet-grid');
const compare = (): HTMLElement => screen.getByRole('button', { name: /^Compare/ });
const top = (): string => document.documentElement.style.getPropertyValue('--toasts-from');
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

  it('lets nothing be cut from the canvas that it covers', async () => {
    const area = { current: document.createElement('div') };
    renderHook(() => useClipboard(open, area, () => undefined));
    open.editor.select({ nodes: new Set(['one']) });
    const close = openSheet();
    const clipboardData = { setData: () => undefined };
    fireEvent.cut(grid(), { clipboardData });
    expect(open.editor.document.node('one')).toBeDefined();
    close();
    fireEvent.cut(document.body, { clipboardData });
    expect(open.editor.document.node('one')).toBeUndefined();
  });

  it('keeps the keys whose effect nobody would see from the canvas, and lets it hear the others', () => {
    const heard = vi.fn<(key: string) => void>();
    const hear = ({ key }: KeyboardEvent): void => heard(key);
    window.addEventListener('keydown', hear);
    try {
      openSheet();
      const unseen = ['a', 'd', '+', '-', '0'].map((key) => ({ key, ctrlKey: true }));
      for (const keys of [...unseen, { key: '1', shiftKey: true }, { key: '3', altKey: true }])
        fireEvent.keyDown(grid(), keys);
      expect(heard).not.toHaveBeenCalled();
      fireEvent.keyDown(grid(), { key: 'y', ctrlKey: true });
      expect(heard).toHaveBeenCalledExactlyOnceWith('y');
    } finally {
      window.removeEventListener('keydown', hear);
    }
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

  it('stays where it is scrolled to while its pictures come, until another cell is active', async () => {
    openSheet();
    grid().scrollTop = 3_000;
    desk.takes.put('one', '/files/new.png', {
      cell: { a: 'word 1', b: 'word 1', model: 'Gemini-2.5-flash', aspectRatio: '1:1' },
    });
    await act(() => open.takes.load());
    expect(activeCell()).toHaveAccessibleName(/Picture/);
    expect(grid().scrollTop).toBe(3_000);
    fireEvent.keyDown(grid(), { key: 'ArrowDown' });
    expect(grid().scrollTop).toBeLessThan(200);
  });

  it('keeps its active cell when rows and columns change places, also by an undo [SHEET-4]', async () => {
    openSheet();
    grid().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
    expect(activeCell()).toHaveAccessibleName(/^word 2, word 3,/);
    await userEvent.click(screen.getByRole('button', { name: 'Swap rows and columns' }));
    expect(activeCell()).toHaveAccessibleName(/^word 3, word 2,/);
    act(() => open.editor.undo());
    expect(activeCell()).toHaveAccessibleName(/^word 2, word 3,/);
  });

  it('shows why its active cell failed, not only in a tooltip [SHEET-15]', async () => {
    const cell = { a: 'word 1', b: 'word 1', model: 'Gemini-2.5-flash', aspectRatio: '1:1' };
    const at = desk.clock.iso();
    const step = { nodeId: 'one', cell, startedAt: at, endedAt: at };
    const tell = async (...steps: Run['steps']): Promise<void> => {
      const cost = { aboutMicros: 0, unknownCalls: 0 };
      desk.manyRuns.stored = [{ runId: 'r', state: 'done', createdAt: at, endedAt: at, steps, cost }];
      await act(() => open.runs.load());
    };
    openSheet();
    await tell({ ...step, state: 'failed', reason: 'refusedSafety' });
    const words = 'The AI refused it for safety. Change the words or pictures and run again.';
    expect(screen.getByText(words)).toBeVisible();
    grid().focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.queryByText(words)).toBeNull();
    await userEvent.keyboard('{ArrowLeft}');
    await tell({ ...step, state: 'aborted' });
    expect(screen.getByText('Not made: the run was stopped.')).toBeVisible();
  });

  it('runs its active cell once, however long R is held, and not again while it waits or is made', async () => {
    const cell = { a: 'word 1', b: 'word 1', model: 'Gemini-2.5-flash', aspectRatio: '1:1' };
    desk.manyRuns.answer = () => planOf({ calls: 1, steps: [{ nodeId: 'one', state: 'run', costMicros: 39_000 }] });
    openSheet();
    for (const repeat of [false, true, true, true]) {
      fireEvent.keyDown(grid(), { key: 'r', code: 'KeyR', repeat });
      await act(() => desk.clock.pass(100));
    }
    expect(desk.manyRuns.started).toHaveLength(1);
    const [run] = desk.manyRuns.stored;
    const times = { startedAt: null, endedAt: null };
    for (const [state, words] of [
      ['waiting', 'Waiting'],
      ['running', 'Being made'],
    ] as const) {
      if (run) desk.manyRuns.stored = [{ ...run, steps: [{ nodeId: 'one', cell, state, ...times }] }];
      await act(() => open.runs.load());
      fireEvent.keyDown(grid(), { key: 'r', code: 'KeyR' });
      await act(() => desk.clock.pass(100));
      expect(screen.getByRole('button', { name: 'Run this cell' })).toHaveAccessibleDescription(words);
    }
    expect(desk.manyRuns.started).toHaveLength(1);
  });

  it('says that it made a branch, which the sheet covers [LIBRARY-4]', async () => {
    const cell = { a: 'word 1', b: 'word 1', model: 'Gemini-2.5-flash', aspectRatio: '1:1' };
    desk.takes.put('one', '/files/new.png', { cell });
    await open.takes.loadNode('one');
    openSheet();
    render(<Toasts />);
    grid().focus();
    const before = open.editor.document.nodeCount;
    await userEvent.keyboard('b');
    const made = open.editor.document.nodeCount - before;
    expect(await screen.findByText(`A branch of ${made} nodes is on the canvas.`)).toBeVisible();
  });

  it('compares two marked pictures, and says of fewer why not', async () => {
    for (const word of ['word 1', 'word 2'])
      desk.takes.put('one', `/files/${word}.png`, {
        cell: { a: word, b: 'word 1', model: 'Gemini-2.5-flash', aspectRatio: '1:1' },
      });
    await open.takes.loadNode('one');
    openSheet();
    grid().focus();
    for (let marked = 0; marked < 2; marked++) {
      expect(compare()).toHaveAccessibleName('Compare takes');
      expect(compare()).toHaveAccessibleDescription('A comparison needs two takes.');
      expect(compare()).toHaveAttribute('aria-disabled', 'true');
      await userEvent.keyboard('c{ArrowRight}');
    }
    expect(compare()).toHaveAccessibleName('Compare 2 takes');
    expect(compare()).not.toHaveAttribute('aria-disabled');
  });

  it.each([
    ['is stopped', () => userEvent.keyboard('{Enter}')],
    ['ends', (end: () => void) => act(async () => end())],
  ])('has the focus again when an export %s whose button had it', async (_, finish) => {
    const ending = new AbortController();
    const exports = new SheetExports(
      (__, ___, { signal }) =>
        new Promise((resolve) => {
          for (const each of [signal, ending.signal]) each.addEventListener('abort', () => resolve());
        }),
    );
    openSheet(exports);
    const sheet = open.cells.sheets.get('table');
    if (!sheet) throw new Error('no sheet');
    act(() => void exports.save('zip', sheet));
    act(() => within(screen.getByTestId('export-badge')).getByRole('button').focus());
    await finish(() => ending.abort());
    await waitFor(() => expect(screen.queryByTestId('export-badge')).toBeNull());
    expect(grid()).toHaveFocus();
  });

  it('has toasts below its header as long as it is open [SHEET-15]', () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 130, 800, 600));
    const close = openSheet();
    expect(top()).toBe('130px');
    close();
    expect(top()).toBe('');
  });
});
