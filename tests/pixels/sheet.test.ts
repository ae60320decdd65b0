import { describe, expect, it } from 'vitest';
import type { CellTable, TableCell } from '../../src/engine';
import { paintCard } from '../../src/engine/render/card/paintCard';
import { RESTING } from '../../src/engine/render/card/PaintEnvironment';
import { contrast } from '../support/contrast';
import { Sheet } from '../support/nodeCanvas';
import { DARK, EN, environmentAt, LIGHT, nodeOf } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const node = nodeOf('sheet');
const words = (count: number, name: string): string[] => Array.from({ length: count }, (_word, at) => `${name}${at}`);

/** A table that records which of its cells were read. */
function tableOf(rows: number, columns: number, cell: Partial<TableCell> = {}) {
  const asked: string[] = [];
  const table: CellTable = {
    rows: words(rows, 'r'),
    columns: words(columns, 'c'),
    cellAt: (row, column) => {
      asked.push(`${row} ${column}`);
      return { state: 'done', url: null, isChosen: false, ...cell };
    },
  };
  return { asked, cells: { get: () => null, tableOf: () => table } };
}

describe('a sheet on its card', () => {
  it('has the words of its rows and columns, and each cell; without an image node it says so [SHEET-6]', () => {
    const recorder = new Recorder();
    const { cells, asked } = tableOf(2, 3);
    paintCard(recorder, node, RESTING, { ...environmentAt(), cells });
    expect(recorder.texts).toEqual(expect.arrayContaining(['r0', 'r1', 'c0', 'c2']));
    expect(asked).toHaveLength(6);
    expect([recorder.depth, recorder.globalAlpha]).toEqual([0, 1]);
    const empty = new Recorder();
    paintCard(empty, node, RESTING, { ...environmentAt(), cells: { get: () => null, tableOf: () => null } });
    expect(empty.texts).toContain(EN.sheetEmpty);
  });

  it('is a table of squares where nothing is known of cells, as in a thumbnail and in the preview of a version [SHEET-6]', () => {
    const thumbnail = new Recorder();
    const squares = environmentAt();
    paintCard(thumbnail, node, RESTING, squares);
    expect(squares.cells).toBeUndefined();
    expect(thumbnail.texts).not.toContain(EN.sheetEmpty);
  });

  it('of 10,000 cells costs those that are on screen [SHEET-7]', () => {
    const { cells, asked } = tableOf(100, 100);
    const visible = { x: 200, y: 150, width: 20, height: 20 };
    paintCard(new Recorder(), node, { ...RESTING, visible }, { ...environmentAt(), cells });
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.length).toBeLessThan(100);
    asked.length = 0;
    paintCard(new Recorder(), node, { ...RESTING, visible: { ...visible, x: 2000 } }, { ...environmentAt(), cells });
    expect(asked).toEqual([]);
  });

  it.each([LIGHT, DARK])('distinguishes its states, in the light and in the dark [SHEET-6]', (theme) => {
    const colours = (['empty', 'waiting', 'running', 'failed'] as const).map((state) => {
      const sheet = new Sheet(500, 380, '#888888');
      paintCard(sheet.ctx, node, RESTING, { ...environmentAt({ theme }), ...tableOf(1, 1, { state }) });
      return sheet.at(120, 80);
    });
    expect(new Set(colours).size).toBe(4);
  });

  it.each([LIGHT, DARK])(
    'shows empty and waiting cells on its ground, in the light and in the dark [SHEET-6]',
    (theme) => {
      for (const state of ['empty', 'waiting'] as const) {
        const sheet = new Sheet(500, 380, '#888888');
        paintCard(sheet.ctx, node, RESTING, { ...environmentAt({ theme }), ...tableOf(1, 1, { state }) });
        const ground = sheet.at(6, 60);
        const across = Array.from({ length: 440 }, (_pixel, x) => contrast(sheet.at(20 + x, 200), ground));
        expect(Math.max(...across)).toBeGreaterThan(1.25);
      }
    },
  );
});
