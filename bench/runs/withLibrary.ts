import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { buildWebIfStale } from '../../scripts/buildWeb.mjs';
import { findChromium } from '../../scripts/chromium.mjs';
import { connect } from '../../server/db';
import { writeManyTakes } from '../../tests/server/support/manyTakes';
import { Probe } from '../canvas/Probe';
import { signIn } from '../canvas/signIn';
import { WINDOW } from '../canvas/stage';
import { startRealServer } from '../canvas/startRealServer';
import { watchPage } from '../canvas/watchPage';
import { withBrowser } from '../canvas/withBrowser';

/** Takes share pictures where there are more of them. */
const PICTURES_MAX = 200;
const SIDE = 1024;
const LOAD_LIMIT_MS = 60_000;

/** The product's own page with a project open, in a separate browser. */
export interface ProjectPage {
  readonly page: Page;
  readonly probe: Probe;
  /** How many takes the server has that are rated so or better. */
  readonly rated: (ratingMin: number) => Promise<number>;
}

interface ProjectWithTakes {
  readonly takes: number;
  /** Canvas as the project keeps it; an empty one when absent. */
  readonly canvas?: string;
  /** Changes the takes before the page opens. */
  readonly prepare?: (db: Awaited<ReturnType<typeof connect>>) => Promise<void>;
  /** Waits in the page until there is something to measure. */
  readonly open: (page: Page) => Promise<void>;
}

/** The same with its library open. */
export const withLibrary = <T>(takes: number, use: (library: ProjectPage) => Promise<T>): Promise<T> =>
  withTakes({ takes, open: openLibrary }, use);

async function openLibrary(page: Page): Promise<void> {
  await page.locator('[data-rail="library"]').click({ timeout: LOAD_LIMIT_MS });
  await page.locator('#library [role="option"] img').first().waitFor({ timeout: LOAD_LIMIT_MS });
}

/** A member with a project of this many finished pictures, each of 1024 x 1024 pixels, at the real server. */
export async function withTakes<T>(
  { takes, canvas = '', prepare, open }: ProjectWithTakes,
  use: (project: ProjectPage) => Promise<T>,
): Promise<T> {
  await buildWebIfStale();
  const chromium = findChromium();
  if (!chromium) throw new Error('no Chromium: npm run build says how to have one');
  const server = await startRealServer();
  try {
    return await withBrowser(chromium, async (browser) => {
      const context = await browser.newContext({ viewport: WINDOW, locale: 'en', reducedMotion: 'reduce' });
      const { request } = context;
      await signIn(request, server.url);
      const made = await request.post(`${server.url}/projects`, { data: { name: 'Library', canvas } });
      const { projectId } = (await made.json()) as { projectId: number };
      const { memberId } = (await (await request.get(`${server.url}/member`)).json()) as { memberId: string };
      const urls: string[] = [];
      for (let index = 0; index < Math.min(takes, PICTURES_MAX); index += 1) {
        const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture() };
        const stored = await request.post(`${server.url}/files`, { multipart: { file } });
        urls.push(((await stored.json()) as { url: string }).url);
      }
      const db = await connect({ kind: 'sqlite', path: join(server.dataDir, 'mulgil.db') });
      await writeManyTakes(db, { memberId, projectId, from: 1, count: takes, urls });
      await db.updateTable('take').set({ rating: null }).execute();
      await prepare?.(db);
      await db.destroy();
      const page = await context.newPage();
      // The compiler keeps names by a function that the page does not have.
      await page.addInitScript('globalThis.__name = (named) => named');
      await page.addInitScript(watchPage, { selector: '[data-testid="stage"]', isCanvas: false });
      await page.goto(`${server.url}/main/${projectId}?lng=en`, { timeout: LOAD_LIMIT_MS });
      await open(page);
      const probe = await Probe.attach(browser, page);
      await probe.rest();
      const rated = async (ratingMin: number): Promise<number> => {
        const query = `limit=200&ratingMin=${ratingMin}`;
        const answer = await request.get(`${server.url}/projects/${projectId}/takes?${query}`);
        return ((await answer.json()) as { takes: object[] }).takes.length;
      };
      return use({ page, probe, rated });
    });
  } finally {
    await server.stop();
  }
}

/** Soft stains, no two alike: as large as what engines make. */
async function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grains = sharp({ create: { width: 24, height: 24, channels: 3, background: '#808080', noise } });
  const small = await grains.png().toBuffer();
  return sharp(small).resize(SIDE, SIDE, { kernel: 'cubic' }).blur(24).jpeg({ quality: 92 }).toBuffer();
}

/** Reads on until this many are there, as a scrollbar held at its end does. Throws where they do not come. */
export async function readAll(page: Page, takes: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    const grid = document.querySelector('#library [role="listbox"]');
    if (!grid) throw new Error('there is no library');
    const tile = (): Element => grid.querySelector('[role="option"]') ?? grid;
    let [height, since] = [0, performance.now()];
    for (;;) {
      const { scrollHeight, clientWidth } = grid;
      const side = tile().getBoundingClientRect().height;
      const columns = Math.max(1, Math.round(clientWidth / (side + 8)));
      if (Math.round(scrollHeight / (side + 8)) * columns >= wanted) break;
      if (scrollHeight > height) [height, since] = [scrollHeight, performance.now()];
      else if (performance.now() - since > 60_000) throw new Error(`the library ended at ${scrollHeight} pixels`);
      grid.scrollTop = scrollHeight;
      await new Promise(requestAnimationFrame);
    }
    grid.scrollTop = 0;
  }, takes);
}
