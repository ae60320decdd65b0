import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paintSheetCaptions, paintSheetCell, sheetPicture, type TableCell } from '../../src/engine';
import { SHEET_PICTURE_MAX_PIXELS } from '../../src/engine/nodes/sheet/sheetPicture';
import { Sheet } from '../support/nodeCanvas';
import { LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';

const named = (count: number, name: string): string[] => Array.from({ length: count }, (_word, at) => `${name}${at}`);
const tableOf = (rows: number, columns: number) => ({ rows: named(rows, 'r'), columns: named(columns, 'c') });
const words = {
  title: '때: 낮',
  states: { empty: 'empty', waiting: 'waiting', running: 'running', failed: 'failed' },
  broken: 'broken',
};
const how = { theme: LIGHT, words };

function laid(rows: number, columns: number) {
  const picture = sheetPicture(tableOf(rows, columns), words.title);
  if (!picture) throw new Error('no picture');
  return picture;
}
const cellOf = (cell: Partial<Parameters<typeof paintSheetCell>[3]> = {}) => ({
  state: 'done' as const,
  url: null,
  isChosen: false,
  picture: null,
  ...cell,
});

describe('a sheet as one picture', () => {
  it('is never larger than what every browser takes: its cells become smaller, and too many make none [SHEET-8]', () => {
    expect(laid(6, 8)).toMatchObject({ cell: 512, isSmaller: false });
    expect(laid(100, 100)).toMatchObject({ isSmaller: true, isTurned: true });
    expect(sheetPicture(tableOf(600, 600), '')).toBeNull();
    const count = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(count, count, (rows, columns) => {
        const picture = sheetPicture(tableOf(rows, columns), '');
        if (picture === null) return rows * columns * 16 * 16 > SHEET_PICTURE_MAX_PIXELS / 2;
        const { width, height, left, top, cell } = picture;
        expect(width * height).toBeLessThanOrEqual(SHEET_PICTURE_MAX_PIXELS);
        expect(Math.max(width, height)).toBeLessThanOrEqual(8192);
        expect([left + columns * cell <= width, top + rows * cell <= height]).toEqual([true, true]);
        return true;
      }),
      { numRuns: 60 },
    );
  });

  it('has its title and the words of its rows and columns, upright where columns are narrow [SHEET-8]', () => {
    for (const size of [3, 100]) {
      const recorder = new Recorder();
      paintSheetCaptions(recorder, tableOf(size, size), laid(size, size), how);
      expect(recorder.texts).toEqual(expect.arrayContaining(['때: 낮', 'r0', 'c0', `r${size - 1}`, `c${size - 1}`]));
      expect(recorder.depth).toBe(0);
    }
    // Without axes there are no words, and no room for them.
    expect(sheetPicture({ rows: [''], columns: [''] }, '')).toMatchObject({ side: 0, head: 0 });
  });

  it('paints a picture whole in its cell, and says of every other cell how far it is [SHEET-8]', () => {
    const picture = laid(2, 2);
    const { left, top, cell, width, height } = picture;
    const canvas = new Sheet(width, height, LIGHT.surface);
    const photo = new Sheet(200, 100, '#0a8f5b');
    const shown = { bitmap: photo.bitmap, width: 200, height: 100 };
    paintSheetCell(canvas.ctx, picture, { row: 1, column: 0 }, cellOf({ picture: shown, isChosen: true }), how);
    const [middle, centre] = [left + cell / 2, top + 1.5 * cell];
    expect(canvas.at(middle, centre)).toBe('#0a8f5b');
    expect(canvas.at(middle, centre - cell / 3)).toBe(LIGHT.surface);
    expect(canvas.at(middle - cell / 2 + 20, centre)).toBe('#0a8f5b');

    const said = (state: TableCell['state'], broken?: 'broken') => {
      const recorder = new Recorder();
      paintSheetCell(recorder, picture, { row: 0, column: 0 }, cellOf({ state, picture: broken ?? null }), how);
      return recorder.texts;
    };
    expect(['empty', 'waiting', 'running', 'failed'].map((state) => said(state as TableCell['state']))).toEqual([
      ['empty'],
      ['waiting'],
      ['running'],
      ['failed'],
    ]);
    expect(said('done', 'broken')).toEqual(['broken']);
  });
});
