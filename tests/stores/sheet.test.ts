import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CELL_ACTIONS, RUN_ACTIONS, SHEET_ACTIONS } from '../../src/actions';
import type { Run } from '../../src/api/contractRuns';
import type { OpenEditor } from '../../src/stores/EditorSession';
import type { SheetStore } from '../../src/stores/cells/SheetStore';
import { Desk } from './support/Desk';
import { failure } from './support/FakeProjects';
import { art, canvas, list, pipe } from './support/snapshots';

type Step = Run['steps'][number];

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

/** Opens a value of the only tab axis. */
function openTab(value: number): void {
  const [axis] = sheet().layout.tabs;
  if (axis) sheet().openTab(axis, value);
}

describe('a sheet', () => {
  it('shows the newest picture of each cell, whatever the order of its words, and empty cells [SHEET-3]', () => {
    expect(axes()).toEqual(['화풍', '무엇', ['때']]);
    expect(sheet().cellAt(1, 0)).toMatchObject({ state: 'done', url: '/files/new.png', isChosen: false });
    expect(sheet().cellAt(0, 0)).toMatchObject({ state: 'empty', cell: { a: '강', b: '수채화', c: '낮' } });
    openTab(1);
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

  it('shows the last tab that is left when words of its list go, and all of them again after an undo [SHEET-4]', () => {
    opened.editor.apply([{ type: 'setData', id: 'c', data: { value: '새벽, 낮, 저녁, 밤, 자정' } }]);
    openTab(4);
    expect(sheet().cellAt(0, 0).cell).toMatchObject({ c: '자정' });
    opened.editor.apply([{ type: 'setData', id: 'c', data: { value: '새벽, 낮, 저녁' } }]);
    expect(sheet().open).toEqual([2]);
    expect(sheet().cellAt(0, 0).cell).toMatchObject({ c: '저녁' });
    expect(opened.cells.tableOf('table')?.cellAt(1, 0).url).toBeNull();
    opened.editor.undo();
    expect(sheet().cellAt(0, 0).cell).toMatchObject({ c: '자정' });
  });

  it('keeps its cell when an axis goes from the tabs into the columns and back [SHEET-4]', () => {
    openTab(1);
    sheet().setActive({ row: 1, column: 1 });
    const seen = () => sheet().cellAt(sheet().active.row, sheet().active.column).cell;
    const before = seen();
    expect(before).toEqual({ a: '산', b: '유화', c: '밤' });
    sheet().setAxes('b', 'c');
    expect(axes()).toEqual(['화풍', '때', ['무엇']]);
    expect(sheet().active).toEqual({ row: 1, column: 1 });
    expect(seen()).toEqual(before);
    opened.editor.undo();
    expect(seen()).toEqual(before);
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

  it('makes a cell again under the next number of its node, so that another picture comes, and an empty one as the first [ASK-5]', async () => {
    for (const cell of [sheet().cellAt(1, 0), sheet().cellAt(0, 0)]) {
      CELL_ACTIONS.runAgain.run({ sheet: sheet(), runs: opened.runs, takes: opened.takes, cell });
      await desk.clock.pass(100);
    }
    const wishes = desk.manyRuns.planned.map(({ isFresh, number }) => [isFresh, number]);
    expect(wishes).toEqual([
      [true, 1],
      [undefined, undefined],
    ]);
  });

  it('continues with another image node, and is empty without one [SHEET-5]', () => {
    opened.editor.apply([{ type: 'removeEdge', id: 'one-table' }]);
    expect(opened.cells.sheets.has('table')).toBe(false);
    expect(opened.cells.tableOf('table')).toBeNull();
    opened.editor.undo();
    expect(opened.cells.tableOf('table')?.columns).toEqual(['강', '산']);
  });
});

const pagesOfOne = (): number => desk.takes.calls.filter((call) => call.startsWith('list one')).length;

describe('a sheet whose pictures are older than the newest takes of its project', () => {
  const MANY = 5_000;

  beforeEach(() => {
    for (let count = 0; count < MANY; count++) desk.takes.put('other', `/files/${count}.png`);
  });

  it('shows them once it is in view, and reads them once for all its frames [SHEET-3]', async () => {
    desk.takes.calls.length = 0;
    const later = new Desk({ beside: desk });
    opened = await later.edit(7, 20_000);
    expect(sheet().cellAt(1, 0).state).toBe('empty');
    expect(pagesOfOne()).toBe(0);
    const letGo = desk.takes.delayPages();
    for (let frame = 0; frame < 5; frame++) opened.cells.tableOf('table');
    letGo();
    await desk.clock.pass(1000);
    expect(opened.cells.tableOf('table')?.cellAt(1, 0).url).toBe('/files/new.png');
    await desk.clock.pass(60_000);
    expect(pagesOfOne()).toBe(1);
  });

  it('has its takes read after those of the sheet beside it, not at the same time [SHEET-3]', async () => {
    const later = new Desk({ beside: desk });
    opened = await later.edit(7, 20_000);
    const letGo = desk.takes.delayPages();
    desk.takes.calls.length = 0;
    for (const nodeId of ['one', 'other', 'third']) opened.takes.readOlder(nodeId);
    await desk.clock.pass(100);
    expect(desk.takes.calls).toEqual(['list one']);
    letGo();
    await desk.clock.pass(60_000);
    const nodes = new Set(desk.takes.calls.map((call) => call.split(' ')[1]));
    expect([...nodes]).toEqual(['one', 'other', 'third']);
  });

  it('shows them though it was painted before the project was read, and though the first try fails [SHEET-3]', async () => {
    const later = new Desk({ beside: desk });
    opened = await later.edit(7, 500);
    opened.cells.tableOf('table');
    const { list } = desk.takes;
    vi.spyOn(desk.takes, 'list').mockImplementation(async (pid, query) => {
      const isFirst = query.nodeId === 'one' && pagesOfOne() === 0;
      const page = await list(pid, query);
      if (isFirst) throw failure(503);
      return page;
    });
    await desk.clock.pass(19_000);
    for (let frame = 0; frame < 5; frame++) opened.cells.tableOf('table');
    await desk.clock.pass(10_000);
    expect(sheet().cellAt(1, 0).url).toBe('/files/new.png');
    expect(pagesOfOne()).toBe(2);
  });
});

/** The cells of the second column: their states, or why they failed. */
const states = (): unknown[] => [0, 1, 2].map((row) => sheet().cellAt(row, 1).reason ?? sheet().cellAt(row, 1).state);

describe('a sheet of which cells have failed', () => {
  const MINUTE = 60_000;
  const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 11) + minute * MINUTE).toISOString();
  const cells = [0, 1, 2].map((row) => ({ a: '산', b: ['수채화', '유화', '판화'][row] ?? '', c: '낮' }));
  const step = (row: number, state: Step['state'], minute: number): Step => ({
    nodeId: 'one',
    cell: cells[row],
    state,
    startedAt: at(minute),
    endedAt: state === 'running' ? null : at(minute),
    ...(state === 'failed' && { reason: 'refusedSafety' }),
  });
  /** The server has another run, and tells of it. */
  const run = async (minute: number, ...steps: Step[]): Promise<void> => {
    const state = steps.some((each) => each.state === 'running') ? 'running' : 'done';
    const runId = `r${minute}`;
    const cost = { aboutMicros: 0, unknownCalls: 0 };
    const others = desk.manyRuns.stored.filter((each) => each.runId !== runId);
    const endedAt = state === 'done' ? at(minute) : null;
    desk.manyRuns.stored = [{ runId, state, createdAt: at(minute), endedAt, steps, cost }, ...others];
    desk.events.tell({ event: 'run', data: { runId, state, done: 0, total: steps.length } });
    await desk.clock.pass(100);
  };
  it('keeps what failed and why until each is made or run again, through other runs, their end and a reload [SHEET-14]', async () => {
    await run(1, step(0, 'failed', 1), step(1, 'failed', 1), step(2, 'failed', 1));
    await run(2, step(0, 'running', 2));
    expect(states()).toEqual(['running', 'refusedSafety', 'refusedSafety']);
    await run(2, step(0, 'failed', 2));
    desk.takes.put('one', '/files/again.png', { cell: cells[1], createdAt: at(3) });
    await run(3, step(1, 'done', 3));
    opened.runs.dismiss();
    await opened.takes.load();
    expect(states()).toEqual(['refusedSafety', 'done', 'refusedSafety']);
    expect(sheet().failed).toEqual([cells[0], cells[2]]);
    opened = await new Desk({ beside: desk }).edit(7);
    expect(states()).toEqual(['refusedSafety', 'done', 'refusedSafety']);
    // A word that is gone takes its cell along.
    opened.editor.apply([{ type: 'setData', id: 'b', data: { value: '수채화, 유화' } }]);
    expect(sheet().failed).toEqual([cells[0]]);
  });

  it('says so at its node and in the bar, though a picture of another cell came later [SHEET-14]', async () => {
    desk.takes.put('one', '/files/later.png', { cell: cells[1], createdAt: at(5) });
    await opened.takes.load();
    await run(4, step(0, 'failed', 4), step(1, 'done', 5), step(2, 'failed', 4));
    expect(opened.runs.byNode.get('one')).toMatchObject({ state: 'failed', reason: 'refusedSafety' });
    expect([opened.runs.failed, opened.runs.failedCount]).toEqual([['one'], 2]);
    expect(opened.runs.summary()).not.toBeNull();
    desk.takes.put('one', '/files/even.png', { cell: cells[0], createdAt: at(6) });
    await opened.takes.load();
    expect(opened.runs.failedCount).toBe(1);
    desk.takes.put('one', '/files/more.png', { cell: cells[2], createdAt: at(6) });
    await opened.takes.load();
    expect([opened.runs.failed, opened.runs.summary()]).toEqual([[], null]);
  });

  it('plans the cells that failed alone when those are run again from the bar, and none that was never run [PROGRESS-3]', async () => {
    await run(1, step(0, 'failed', 1), step(1, 'done', 1), {
      ...step(2, 'failed', 1),
      cell: { ...cells[2], take: '1' },
    });
    RUN_ACTIONS.failed.run(opened);
    await desk.clock.pass(100);
    expect(desk.manyRuns.planned).toMatchObject([
      {
        nodes: ['one'],
        cells: [
          { nodeId: 'one', cell: cells[0] },
          { nodeId: 'one', cell: cells[2] },
        ],
      },
    ]);
  });

  it('forgets in the bar what failed of words that are gone, and its node once nothing else failed [PROGRESS-3]', async () => {
    await run(1, step(0, 'failed', 1), step(2, 'failed', 1));
    opened.editor.apply([{ type: 'setData', id: 'b', data: { value: '수채화, 유화' } }]);
    expect(opened.runs.failedCount).toBe(1);
    RUN_ACTIONS.failed.run(opened);
    await desk.clock.pass(100);
    expect(desk.manyRuns.planned.at(-1)).toMatchObject({ cells: [{ nodeId: 'one', cell: cells[0] }] });
    opened.runs.planning.giveUp();
    // Without one of its lists it has other cells.
    opened.editor.apply([{ type: 'removeEdge', id: 'c-one' }]);
    expect([opened.runs.failed, opened.runs.failedCount, opened.runs.summary()]).toEqual([[], 0, null]);
    opened.editor.undo();
    expect([opened.runs.failed, opened.runs.failedCount]).toEqual([['one'], 1]);
  });

  it('plans a cell with the nodes at its left whose failure it waits for, and with no others [EACH-11]', async () => {
    opened.editor.apply([
      ...['two', 'beside', 'three'].map((id) => ({ type: 'addNode' as const, node: art(id) })),
      ...[pipe('one', 'two'), pipe('two', 'three'), pipe('beside', 'three')].map((edge) => ({
        type: 'addEdge' as const,
        edge,
      })),
      { type: 'removeEdge', id: 'one-table' },
      { type: 'addEdge', edge: pipe('three', 'table', 'image') },
    ]);
    const blocked = { ...step(1, 'blocked', 1), reason: 'upstream' };
    const behind = ['two', 'three'].map((nodeId) => ({ ...blocked, nodeId }));
    await run(1, step(1, 'failed', 1), ...behind, { ...step(1, 'done', 1), nodeId: 'beside' });
    const runFailed = async (): Promise<unknown> => {
      SHEET_ACTIONS.runFailed.run({ sheet: sheet(), runs: opened.runs });
      await desk.clock.pass(100);
      return desk.manyRuns.planned.at(-1);
    };
    const cell = { nodeId: 'three', cell: cells[1] };
    expect(await runFailed()).toMatchObject({ nodes: ['one', 'two', 'three'], cells: [cell] });

    // Its own request has failed: what it is made from is there.
    await run(
      2,
      step(1, 'done', 2),
      { ...step(1, 'done', 2), nodeId: 'two' },
      { ...step(1, 'failed', 2), nodeId: 'three' },
    );
    expect(await runFailed()).toMatchObject({ nodes: ['three'], cells: [cell] });
  });

  it('takes a picture of the node as a whole for what failed in a cell, once its lists are gone', async () => {
    await run(1, step(1, 'failed', 1));
    opened.editor.apply(['a', 'b', 'c'].map((id) => ({ type: 'removeEdge', id: `${id}-one` })));
    expect(opened.runs.failedCount).toBe(1);
    desk.takes.put('one', '/files/hand.png', { createdAt: at(5) });
    await opened.takes.load();
    expect([opened.runs.failed, opened.runs.failedCount]).toEqual([[], 0]);
  });

  it('counts a result that failed though another one of the same cell was made after it', async () => {
    const take = desk.takes.put('one', '/files/second.png', { cell: { ...cells[1], take: '1' }, createdAt: at(3) });
    await opened.takes.load();
    await run(
      3,
      { ...step(1, 'failed', 2), cell: { ...cells[1], take: '0' } },
      { ...step(1, 'done', 3), cell: { ...cells[1], take: '1' }, take: take.id },
    );
    expect([opened.runs.failed, opened.runs.failedCount]).toEqual([['one'], 1]);
  });

  it('keeps it through a run that passes the cell over, and runs what was stopped again, too [SHEET-14]', async () => {
    await run(1, step(0, 'aborted', 1), step(1, 'failed', 1));
    await run(2, { ...step(1, 'blocked', 2), reason: 'mute' });
    await run(3, { ...step(0, 'done', 3), nodeId: 'other' });
    expect(states()).toEqual(['aborted', 'refusedSafety', 'empty']);
    expect(sheet().failed).toEqual([cells[0], cells[1]]);
  });
});
