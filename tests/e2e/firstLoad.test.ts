import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page, Response } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ko } from '../../src/i18n/ko';
import { openPage } from '../support/browser';
import { Person } from '../support/Person';
import { holdRequests } from './support/holdRequests';
import { browser, server, setUpApp } from './support/setUpApp';

const FIRST_LOAD_MAX_BYTES = 205_000;
/** Scripts with which a project opens beside those of the dashboard: a browser fetches six at a time. */
const OPENING_MAX_FILES = 20;
const PROJECTS = 500;
/** Pictures that a browser fetches before they come into view: a generous two windows of rows. */
const NEAR_PICTURES_MAX = 100;
/** The browsers' makers call a score of 0.1 unnoticeable; text that settles in its own font takes far less. */
const FONT_JUMPS_MAX = 0.01;

declare global {
  interface Window {
    /** Layout shifts that no press or key explains, each with the browser's own score. */
    jumps: string[];
  }
}

/** Collects what the browser calls layout shifts; to run before the page's own scripts. */
const WATCH_JUMPS = `
  window.jumps = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) =>
        (node?.className ?? node?.nodeName) + ' ' + [from.x, from.y, '->', to.x, to.y].join(' '));
      window.jumps.push(value.toFixed(4) + ': ' + moved.join('; '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

setUpApp();

/** Collects every script and style sheet that the page gets from now on. */
function watchCode(page: Page): Response[] {
  const code: Response[] = [];
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) code.push(response);
  });
  return code;
}

const nameOf = (response: Response): string => new URL(response.url()).pathname.replace(/^\/assets\/(\w+)-.*$/, '$1');

describe('The first load of the dashboard', () => {
  it('takes less than 205 kB of scripts and styles, compressed; the editor comes when it is opened, in few files [DASH-12]', async () => {
    const { page, context, faults } = await openPage(browser);
    const code = watchCode(page);
    await page.goto(server.url, { waitUntil: 'networkidle' });

    let bytes = 0;
    // Fonts are left out, and so is the table of their files.
    for (const response of code.filter((each) => nameOf(each) !== 'font')) {
      expect(response.headers()['content-encoding']).toMatch(/^(?:br|gzip)$/);
      bytes += gzipSync(await response.body()).byteLength;
    }
    expect(code.map(nameOf)).toContain('index');
    expect(code.map(nameOf)).not.toContain('EditorScreen');
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX_BYTES);

    const person = new Person(page, server.url, 'ko');
    await person.enter('처음');
    await page.reload();
    const loaded = code.length;
    await person.createProject('나중');
    const opening = code.slice(loaded).filter((each) => each.request().resourceType() === 'script');
    expect(opening.map(nameOf)).toContain('EditorScreen');
    expect(opening.length).toBeLessThanOrEqual(OPENING_MAX_FILES);
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    { window: 'a wide window', width: 1440, height: 900 },
    { window: 'a phone', width: 390, height: 844 },
  ])(
    'moves nothing that is in its place, however slowly its parts come to $window [DASH-10]',
    async ({ width, height }) => {
      const { page, context, letFonts } = await openSlowly(`느린 사람 ${width}`, { viewport: { width, height } });
      for (let made = 0; made < 8; made++) {
        await context.request.post(`${server.url}/projects`, { data: { name: `물길 ${made}`, canvas: '' } });
      }
      const letMember = await holdRequests(page, '**/member');
      const letProjects = await holdRequests(page, '**/projects?**');
      await page.goto(server.url, { waitUntil: 'commit' });
      await page.getByTestId('dashboard-skeleton').waitFor();
      letMember();
      await page.getByText(ko.dashboard.question).waitFor();
      letProjects();
      await page.getByText('물길 7').waitFor();
      await page.locator('footer').waitFor();
      expect(await jumpsOf(page)).toEqual([]);
      letFonts();
      await page.waitForFunction(() => document.fonts.status === 'loaded');
      const scores = (await jumpsOf(page)).map((jump) => parseFloat(jump));
      expect(scores.reduce((sum, score) => sum + score, 0)).toBeLessThan(FONT_JUMPS_MAX);
      await context.close();
    },
  );

  it('moves nothing for a visitor either [DASH-10]', async () => {
    const { page, context } = await openSlowly();
    const letMember = await holdRequests(page, '**/member');
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.getByTestId('dashboard-skeleton').waitFor();
    letMember();
    await page.locator('footer').waitFor();
    expect(await jumpsOf(page)).toEqual([]);
    await context.close();
  });
});

describe('Five hundred projects', () => {
  it('fetch the pictures near the window only, and move nothing when these come or others are scrolled to', async () => {
    const { page, context } = await openSlowly('부지런한 사람');
    const thumbnail = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#5aa9e6' } })
      .png()
      .toBuffer();
    const fetched = new Set<string>();
    await page.route('**/files/*', (route) => {
      fetched.add(route.request().url());
      return route.fulfill({ body: thumbnail, contentType: 'image/png' });
    });
    await page.route(/\/projects(\?.*)?$/, (route) => route.fulfill({ json: manyProjects() }));
    const letPictures = await holdRequests(page, '**/files/*');
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.getByText('물길 0', { exact: true }).waitFor();
    letPictures();
    await expect.poll(() => picturesShown(page)).toBeGreaterThan(0);
    expect(await page.locator('article').count()).toBe(PROJECTS);
    expect(fetched.size).toBeLessThan(NEAR_PICTURES_MAX);

    await page.mouse.move(700, 600);
    for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, 800);
    await page.getByText('물길 200', { exact: true }).scrollIntoViewIfNeeded();
    await expect.poll(() => fetched.has(`${server.url}${pictureOf(200)}`)).toBe(true);
    expect(await jumpsOf(page)).toEqual([]);
    await context.close();
  });
});

/** Opens a page whose fonts are held back, with a record of its layout shifts; as a visitor unless a name is given. */
async function openSlowly(name?: string, options: BrowserContextOptions = {}) {
  // Files kept by a service worker would come at once.
  const { page, context } = await openPage(browser, { ...options, serviceWorkers: 'block' });
  if (name !== undefined) await context.request.post(`${server.url}/auth/login/local`, { data: { name } });
  await page.addInitScript(WATCH_JUMPS);
  return { page, context, letFonts: await holdRequests(page, '**/*.woff2') };
}

/** Reads the layout shifts after the browser has painted. */
const jumpsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return window.jumps;
  });

const picturesShown = (page: Page): Promise<number> =>
  page
    .locator('article img')
    .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length);

const pictureOf = (index: number): string => `/files/${String(index).padStart(64, '0')}.png`;

const manyProjects = (): object[] =>
  Array.from({ length: PROJECTS }, (_, index) => ({
    projectId: index + 1,
    name: `물길 ${index}`,
    updatedAt: new Date(Date.UTC(2026, 0, 1) - index * 86_400_000).toISOString(),
    thumbnail: pictureOf(index),
  }));
