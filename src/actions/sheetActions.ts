import type { ParseKeys } from 'i18next';
import type { Cell } from '../engine';
import type { SheetExports } from '../stores/cells/SheetExports';
import type { SheetCell, SheetStore } from '../stores/cells/SheetStore';
import type { CellOfNode } from '../stores/runs/RunPlanning';
import type { RunsStore } from '../stores/runs/RunsStore';
import type { TakesStore } from '../stores/takes/TakesStore';
import type { Action } from './Action';

/** A sheet, and the runs of its project. */
export interface SheetTarget {
  readonly sheet: SheetStore;
  readonly runs: Pick<RunsStore, 'withFailedSources'> & { readonly planning: Pick<RunsStore['planning'], 'ask'> };
  readonly exports: Pick<SheetExports, 'progress' | 'save'>;
}

export type SheetAction = Action<SheetTarget>;

const always = (): null => null;
const needsFailed = ({ sheet }: SheetTarget): ParseKeys | null =>
  sheet.failed.length > 0 ? null : 'sheet.nothingFailed';
const needsPictures = ({ sheet, exports }: SheetTarget): ParseKeys | null => {
  if (exports.progress !== null) return 'sheet.exporting';
  return sheet.hasPictures ? null : 'sheet.nothingToExport';
};

const cellsOf = (nodeId: string, cells: readonly Cell[]): readonly CellOfNode[] =>
  cells.map((cell) => ({ nodeId, cell }));

/** Makes cells, with what they are made from where that has failed. */
const makeCells = (runs: SheetTarget['runs'], imageId: string, cells: readonly Cell[]): void =>
  runs.planning.ask('sheet', runs.withFailedSources(imageId), false, cellsOf(imageId, cells));

/** The actions on a whole sheet. Runs ask first. */
export const SHEET_ACTIONS = {
  runMissing: {
    id: 'sheet.runMissing',
    words: 'sheet.runMissing',
    chords: [],
    whyNot: always,
    run: ({ sheet, runs }: SheetTarget) => runs.planning.ask('sheet', [sheet.imageId], false),
  },
  runFailed: {
    id: 'sheet.runFailed',
    words: 'sheet.runFailed',
    chords: [],
    whyNot: needsFailed,
    run: ({ sheet: { imageId, failed }, runs }: Pick<SheetTarget, 'sheet' | 'runs'>) => {
      if (failed.length > 0) makeCells(runs, imageId, failed);
    },
  },
  swap: {
    id: 'sheet.swap',
    words: 'sheet.swap',
    chords: [],
    whyNot: always,
    run: ({ sheet }: Pick<SheetTarget, 'sheet'>) => sheet.swap(),
  },
  exportPicture: {
    id: 'sheet.exportPicture',
    words: 'sheet.exportPicture',
    chords: [],
    whyNot: needsPictures,
    run: (target: SheetTarget) => {
      if (needsPictures(target) === null) void target.exports.save('picture', target.sheet);
    },
  },
  exportZip: {
    id: 'sheet.exportZip',
    words: 'sheet.exportZip',
    chords: [],
    whyNot: needsPictures,
    run: (target: SheetTarget) => {
      if (needsPictures(target) === null) void target.exports.save('zip', target.sheet);
    },
  },
} as const satisfies Readonly<Record<string, SheetAction>>;

/** A cell of a sheet. */
export interface CellTarget extends Pick<SheetTarget, 'runs'> {
  readonly sheet: Pick<SheetStore, 'imageId'>;
  readonly takes: Pick<TakesStore, 'choose'>;
  readonly cell: Pick<SheetCell, 'cell' | 'take' | 'state'>;
}

const needsTake = ({ cell }: CellTarget): ParseKeys | null => (cell.take ? null : 'sheet.noPicture');
const needsRest = ({ cell: { state } }: CellTarget): ParseKeys | null =>
  state === 'waiting' || state === 'running' ? `sheet.${state}` : null;
/** Makes a cell, and one that has a take anew. */
const runCell = (target: CellTarget): void => {
  const { sheet, runs, cell } = target;
  const { imageId } = sheet;
  if (needsRest(target) !== null) return;
  if (cell.take === null) makeCells(runs, imageId, [cell.cell]);
  else runs.planning.ask('sheet', [imageId], true, cellsOf(imageId, [cell.cell]));
};

/** Chooses the picture of one cell, or makes it, which asks first, and again where there is one. */
export const CELL_ACTIONS = {
  choose: {
    id: 'cell.choose',
    words: 'takes.choose',
    chords: [{ key: 'Enter' }, { key: ' ' }],
    within: 'sheet',
    whyNot: needsTake,
    run: ({ takes, cell: { take } }: CellTarget) => take && takes.choose(take),
  },
  run: { id: 'cell.run', words: 'sheet.run', chords: [{ key: 'r' }], within: 'sheet', whyNot: needsRest, run: runCell },
  runAgain: { id: 'cell.runAgain', words: 'sheet.runAgain', chords: [], whyNot: needsRest, run: runCell },
} as const satisfies Readonly<Record<string, Action<CellTarget>>>;
