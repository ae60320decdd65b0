import { performance } from 'node:perf_hooks';
import { paced } from '../canvas/paced';
import type { Measured } from '../canvas/Probe';
import { readAll, withLibrary } from './withLibrary';

/** Scrolling through a library that has been read to its end. */
export interface Scrolling {
  readonly takes: number;
  /** How long it took to read all of it, page by page. */
  readonly readMs: number;
  readonly scrolled: number;
  readonly frames: Pick<Measured, 'drawnPerS' | 'p95FrameMs' | 'longTasks' | 'longestTaskMs' | 'busyMs' | 'stolen'>;
}

const STEPS = 240;
/** Wheel distance of a report: four screenfuls a second. */
const TURN = 30;

/** Throws where it did not scroll. */
export function measureScrolling(takes: number): Promise<Scrolling> {
  return withLibrary(takes, async ({ page, probe }) => {
    const begun = performance.now();
    await readAll(page, takes);
    const readMs = performance.now() - begun;
    await probe.rest();
    const grid = page.locator('#library [role="listbox"]');
    const top = (): Promise<number> => grid.evaluate(({ scrollTop }) => scrollTop);
    // Scrolling begins in the middle, where nothing has been loaded.
    await grid.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
    await grid.hover();
    await probe.rest();
    const from = await top();
    const frames = await probe.measure(() => paced(probe, STEPS, () => page.mouse.wheel(0, TURN)));
    const scrolled = (await top()) - from;
    if (scrolled < STEPS * TURN) throw new Error(`it scrolled by ${scrolled} pixels only`);
    const { drawnPerS, p95FrameMs, longTasks, longestTaskMs, busyMs, stolen } = frames;
    return { takes, readMs, scrolled, frames: { drawnPerS, p95FrameMs, longTasks, longestTaskMs, busyMs, stolen } };
  });
}
