import type { Browser, Page } from 'playwright-core';
import type { Snapshot } from '../../src/engine/model/Snapshot';
import type { Contestant } from './contestants/Contestant';
import type { Scene } from './gestures';
import { Probe } from './Probe';
import { WINDOW } from './stage';
import { watchPage } from './watchPage';

const LOAD_LIMIT_MS = 60_000;
/** Quiet and closed: nothing of the browser itself asks the network for anything. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A fresh profile with the flow opened and painted; notes how long that took. */
export async function openScene(
  browser: Browser,
  contestant: Contestant,
  flow: Snapshot,
  loads: number[],
  name = String(flow.nodes.length),
): Promise<Scene> {
  const context = await browser.newContext({ viewport: WINDOW, locale: 'ko-KR', reducedMotion: 'reduce' });
  const url = await contestant.place(context, name, flow);
  const page = await context.newPage();
  const breakdown = failureOf(page);
  // What is sent to the page is compiled with names kept, by a function that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(watchPage, contestant.firstPaint);
  await page.goto(url, { waitUntil: 'commit', timeout: LOAD_LIMIT_MS });
  const painted = page.waitForFunction(() => window.benchPaintedMs, null, { timeout: LOAD_LIMIT_MS, polling: 50 });
  const loadMs = await (await Promise.race([painted, breakdown])).jsonValue();
  if (loadMs === undefined) throw new Error('it was never painted');
  loads.push(loadMs);
  await contestant.openDoor(page);
  const probe = await Probe.attach(browser, page);
  const scene = { contestant, page, probe, flow };
  await probe.rest();
  return scene;
}

function failureOf(page: Page): Promise<never> {
  const failure = new Promise<never>((_resolve, reject) => {
    page.once('pageerror', reject);
    page.once('crash', () => reject(new Error('its page crashed')));
  });
  failure.catch(() => {});
  return failure;
}
