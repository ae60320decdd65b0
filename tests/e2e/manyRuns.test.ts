import assert from 'node:assert/strict';
import type { Request } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { startFakeGemini, type FakeGemini } from '../support/fakeGemini';
import { Person } from '../support/Person';
import { startServer, type RunningServer } from '../support/startServer';
import { pipe } from '../support/TestEditor';
import { browser, setUpApp } from './support/setUpApp';

const NODES = Array.from({ length: 10 }, (_, index) => `art${index}`);
let gemini: FakeGemini;
let server: RunningServer;
let opened: OpenedPage;
let person: Person;
/** Calls of the engine that wait until the test releases them; null when none wait. */
let held: (() => void)[] | null = null;
let canvases = 0;

setUpApp();
beforeAll(async () => {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a8f5b' } })
    .png()
    .toBuffer();
  gemini = await startFakeGemini({
    answers: async () => {
      await new Promise<void>((resolve) => {
        if (held) held.push(resolve);
        else resolve();
      });
      return { picture };
    },
  });
  // One picture at once: the second stream of the page meets the limit.
  const env = { GEMINI_API_KEY: 'key', GEMINI_BASE_URL: gemini.url, GENERATE_CONCURRENT: '1' };
  server = await startServer({ env });
  opened = await openPage(browser);
  person = new Person(opened.page, server.url, 'ko');
  await person.enter('김물길');
});
afterAll(async () => {
  await opened.context.close();
  await server.stop();
  await gemini.stop();
});
afterEach(() => {
  // A failed test leaves no call open that takes the place of the next test's.
  for (const release of held ?? []) release();
  held = null;
  assert.deepEqual(opened.faults, []);
});

/** Ten image nodes, all in view, each with an idea of its own. */
async function atTenNodes(): Promise<void> {
  canvases += 1;
  await person.openMade('열', {
    nodes: [
      // Equal requests would be one call, and would reuse the pictures of another test.
      ...NODES.map((id, index) => ({
        id: `of ${id}`,
        type: 'textPrompt',
        position: { x: -300, y: index * 210 },
        data: { value: `새벽 강 ${index}, ${canvases}` },
      })),
      ...NODES.map((id, index) => ({
        id,
        type: 'image',
        position: { x: 300 + (index % 5) * 270, y: Math.floor(index / 5) * 240 },
        data: { model: 'Gemini-2.5-flash' },
      })),
    ],
    edges: NODES.map((id) => pipe(`of ${id}`, id)),
    viewport: { x: 10, y: 40, zoom: 0.8 },
  });
  await person.node('art9').waitFor();
}

const button = (id: string, name: string) => person.node(id).getByRole('button', { name, exact: true });
const isRun = (request: Request): boolean => request.url().endsWith('/nodes/generate/image');
const count = (name: string) => opened.page.getByRole('button', { name, exact: true }).count();

describe('ten nodes that are run one after the other', () => {
  it('all end, over two streams at most, though the server makes one picture at once [GEN-11] [GEN-12]', async () => {
    const { page } = opened;
    const streams = { open: 0, most: 0, refused: 0 };
    page.on('request', (request) => {
      if (isRun(request)) streams.most = Math.max(streams.most, (streams.open += 1));
    });
    const end = (request: Request): void => {
      if (isRun(request)) streams.open -= 1;
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    page.on('response', (response) => {
      if (response.status() === 429) streams.refused += 1;
    });
    held = [];
    await atTenNodes();
    for (const id of NODES) await button(id, person.words.node.run).click();
    await expect.poll(() => count(person.words.node.takeBack)).toBe(9);
    await expect.poll(() => person.node('art5').getAttribute('aria-busy')).toBe('true');
    for (const release of held) release();
    held = null;

    await expect.poll(() => count(person.words.node.enlarge)).toBe(10);
    expect(await page.locator('[data-reason]').count()).toBe(0);
    expect(streams.most).toBe(2);
    expect(streams.refused).toBeGreaterThan(0);
    expect(gemini.requests).toHaveLength(10);
  });

  it('are taken back while they wait, and not run by a page that opens later [GEN-13] [GEN-14]', async () => {
    const { page } = opened;
    const before = gemini.requests.length;
    held = [];
    await atTenNodes();
    await button('art0', person.words.node.run).click();
    // The server makes this one: of two requests on their way at once, the second may arrive first.
    await expect.poll(() => held?.length).toBe(1);
    // Two of them are asked for again and again, while the server has no place for them; the others wait for a stream.
    for (const id of ['art1', 'art2', 'art3', 'art4']) await button(id, person.words.node.run).click();
    await expect.poll(() => count(person.words.node.takeBack)).toBe(4);
    await button('art4', person.words.node.takeBack).click();
    await button('art4', person.words.node.run).waitFor();

    await page.reload();
    const reason = person.node('art3').locator('[data-reason]');
    await expect.poll(() => reason.textContent()).toBe(person.words.node.notRun);
    expect(await person.node('art4').locator('[data-reason]').count()).toBe(0);
    for (const release of held) release();
    held = null;
    await button('art0', person.words.node.enlarge).waitFor();
    expect(gemini.requests).toHaveLength(before + 1);
  });
});

describe('ten nodes that are run together', () => {
  it('are planned and run by the server after one answer, by the bar over the selection or by its keys, and stopped by one press [SELECT-8]', async () => {
    const { page } = opened;
    const before = gemini.requests.length;
    const { canvas, node, runs } = person.words;
    const named = (count: number) => canvas.runSelection_other.replace('{{count}}', String(count));
    const start = (count: number) => runs.start_other.replace('{{count}}', String(count));
    const plan = page.getByTestId('run-plan');
    held = [];
    await atTenNodes();
    await page.getByTestId('stage').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: named(10), exact: true }).click();
    await plan.getByRole('button', { name: start(10), exact: true }).click();
    await expect.poll(() => count(node.takeBack)).toBe(9);
    const stop = canvas.stopSelection_other.replace('{{count}}', '10');
    await page.getByRole('button', { name: stop, exact: true }).click();
    await expect.poll(() => count(node.takeBack)).toBe(0);
    for (const release of held) release();
    held = null;
    await page.getByRole('button', { name: named(10), exact: true }).waitFor();

    await page.keyboard.press('Escape');
    await person.node('art7').focus();
    await page.keyboard.press('Shift+Enter');
    await person.node('art8').focus();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Control+Enter');
    await plan
      .getByRole('button', { name: start(2), exact: true })
      .and(page.locator(':focus'))
      .press('Enter');
    await button('art7', node.enlarge).waitFor();
    await button('art8', node.enlarge).waitFor();
    // The eight were not asked for.
    expect(gemini.requests.length - before).toBeLessThanOrEqual(4);
  });
});
