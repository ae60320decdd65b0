import { sql } from 'kysely';
import { Mouse } from '../canvas/Mouse';
import { paced } from '../canvas/paced';
import type { Measured } from '../canvas/Probe';
import { WINDOW } from '../canvas/stage';
import { sheetOf } from './sheetOf';
import { withTakes } from './withLibrary';

/** Panning over a sheet whose cells all have their pictures, in a browser. */
export interface SheetFrames {
  readonly cells: number;
  /** How far the view came from where it was. */
  readonly moved: number;
  readonly frames: Pick<Measured, 'drawnPerS' | 'p95FrameMs' | 'longTasks' | 'longestTaskMs' | 'busyMs' | 'stolen'>;
}

/** Steps from side to side, of 16 pixels at most; one and three quarter rounds, so that it ends beside its start. */
const STEPS = 210;
const ROUND = 120;
const REACH = 300;
const LOAD_LIMIT_MS = 120_000;
/** The last takes come long after the first frame. */
const READ_MS = 20_000;

/** Throws where the view did not move. */
export function measureSheetFrames(cells: number): Promise<SheetFrames> {
  const side = Math.round(Math.sqrt(cells));
  return withTakes(
    {
      takes: side * side,
      canvas: JSON.stringify(sheetOf(side)),
      prepare: async (db) => {
        const cell = sql<string>`'{"columns":"columns' || ((id - 1) % ${side}) || '","rows":"rows' || ((id - 1) / ${side}) || '"}'`;
        await db.updateTable('take').set({ node_id: 'art', cell }).execute();
      },
      open: async (page) => {
        await page.locator('[data-node-id="sheet"]').waitFor({ timeout: LOAD_LIMIT_MS, state: 'attached' });
        await page.waitForTimeout(READ_MS);
      },
    },
    async ({ page, probe }) => {
      const mouse = await Mouse.of(page);
      const centre = { x: WINDOW.width / 2, y: WINDOW.height / 2 };
      const left = async (): Promise<number> =>
        (await page.locator('[data-node-id="sheet"]').boundingBox({ timeout: LOAD_LIMIT_MS }))?.x ?? Number.NaN;
      const from = await left();
      await mouse.move(centre);
      const measured = await probe.measure(async () => {
        await mouse.press('middle');
        const steps = await paced(probe, STEPS, (step) =>
          mouse.move({ x: centre.x - REACH * Math.sin((2 * Math.PI * step) / ROUND), y: centre.y }),
        );
        await mouse.release();
        return steps;
      });
      await probe.rest();
      const moved = Math.abs((await left()) - from);
      if (!(moved >= REACH / 2)) throw new Error(`the view moved by ${moved} pixels only`);
      const { drawnPerS, p95FrameMs, longTasks, longestTaskMs, busyMs, stolen } = measured;
      return { cells: side * side, moved, frames: { drawnPerS, p95FrameMs, longTasks, longestTaskMs, busyMs, stolen } };
    },
  );
}
