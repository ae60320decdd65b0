import type { Browser, Page } from 'playwright-core';
import type { Snapshot } from '../../src/engine/document/Snapshot';
import type { Contestant } from './contestants/Contestant';
import type { Scene } from './gestures';
import { Mouse } from './Mouse';
import { Probe } from './Probe';
import { processorTime, stolenShare } from './processorTime';
import { WINDOW } from './stage';
import { watchPage } from './watchPage';
import { within } from './within';

/** Longest time to the first frame with the flow in it. */
const LOAD_LIMIT_MS = 60_000;
/** Longest time until the page rests after that. */
const REST_LIMIT_MS = 60_000;

export interface Opened {
  readonly scene: Scene;
  /** Milliseconds from the start of the navigation to the first frame with the flow in it. */
  readonly loadMs: number;
  /** Share of the processor time wanted until then that was stolen; see `Measured`. */
  readonly stolen: number | null;
}

/** A fresh profile with the flow opened, painted and at rest. */
export const openScene = (...args: Parameters<typeof open>): Promise<Opened> =>
  within(LOAD_LIMIT_MS + REST_LIMIT_MS, 'opening', open(...args));

async function open(
  browser: Browser,
  contestant: Contestant,
  flow: Snapshot,
  name = String(flow.nodes.length),
): Promise<Opened> {
  const context = await browser.newContext({ viewport: WINDOW, locale: 'ko-KR', reducedMotion: 'reduce' });
  const url = await contestant.place(context, name, flow);
  const page = await context.newPage();
  const breakdown = failureOf(page);
  // The compiler keeps names by a function that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(watchPage, contestant.firstPaint);
  const before = processorTime();
  await page.goto(url, { waitUntil: 'commit', timeout: LOAD_LIMIT_MS });
  const painted = page.waitForFunction(() => window.benchPaintedMs, null, { timeout: LOAD_LIMIT_MS, polling: 50 });
  const loadMs = await (await Promise.race([painted, breakdown])).jsonValue();
  if (loadMs === undefined) throw new Error('it was never painted');
  const stolen = stolenShare(before, processorTime());
  await contestant.openDoor(page);
  const probe = await Probe.attach(browser, page);
  const scene = { contestant, page, mouse: await Mouse.of(page), probe, flow };
  await probe.rest();
  return { scene, loadMs, stolen };
}

function failureOf(page: Page): Promise<never> {
  const failure = new Promise<never>((_resolve, reject) => {
    page.once('pageerror', reject);
    page.once('crash', () => reject(new Error('its page crashed')));
  });
  failure.catch(() => {});
  return failure;
}
