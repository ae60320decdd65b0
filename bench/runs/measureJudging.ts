import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from '../quantile';
import { watchKeys } from './watchKeys';
import { readAll, withLibrary } from './withLibrary';

/** Judging one picture after another by keys. */
export interface Judging {
  readonly pictures: number;
  /** Time from one key to the next, in the middle. */
  readonly paceMs: number;
  /** Time from a key to the frame with the next picture. */
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly worstMs: number;
}

/** A person in a hurry rates four a second. */
const PACE_MS = 250;
/** None is on its way for longer. */
const LATEST_MS = 20_000;
const RATING = 4;

/** Whether this many pictures were shown; runs in the page. */
const areShown = (count: number): boolean => (window.benchKeys?.length ?? 0) >= count;

/**
 * None of the pictures was ever looked at in this size: their small versions are made meanwhile. Throws where not every judgement has
 * reached the server.
 */
export function measureJudging(pictures: number): Promise<Judging> {
  return withLibrary(pictures, async ({ page, probe, rated }) => {
    await readAll(page, pictures);
    await page.locator('#library header button[aria-haspopup="dialog"]').click();
    await page.getByTestId('judge').getByText(`1 / ${pictures}`).waitFor();
    await probe.rest();
    await page.evaluate(watchKeys);
    const paces: number[] = [];
    let last = performance.now();
    for (let key = 1; key <= pictures; key += 1) {
      await page.keyboard.press(String(RATING));
      // The last one has no picture behind it.
      const shown = Math.min(key, pictures - 1);
      await page.waitForFunction(areShown, shown, { timeout: LATEST_MS, polling: 20 });
      await sleep(Math.max(0, PACE_MS - (performance.now() - last)));
      paces.push(performance.now() - last);
      last = performance.now();
    }
    const until = performance.now() + LATEST_MS;
    while ((await rated(RATING)) < Math.min(pictures, 200)) {
      if (performance.now() > until) throw new Error(`only ${await rated(RATING)} of ${pictures} are rated`);
      await sleep(100);
    }
    const keys = await page.evaluate(() => window.benchKeys ?? []);
    return {
      pictures,
      paceMs: median(paces),
      medianMs: median(keys),
      p95Ms: quantile(keys, 0.95),
      worstMs: Math.max(...keys),
    };
  });
}
