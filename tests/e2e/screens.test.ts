import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from '../support/browser';
import { Person } from '../support/Person';
import { startServer, type RunningServer } from '../support/startServer';

const LOOKS: readonly (BrowserContextOptions & { language: 'ko' | 'en'; called: string })[] = [
  { called: 'a wide window, Korean, light', language: 'ko', viewport: { width: 1440, height: 900 } },
  {
    called: 'a phone, English, dark',
    language: 'en',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
  },
];

/** Every type of product.md section 3 and one of a newer version. */
const TYPES = [
  'textPrompt',
  'imageUpload',
  'image',
  'category',
  'categoryItem',
  'text',
  'model',
  'video',
  'audio',
  'hologram',
];

const canvas = JSON.stringify({
  nodes: TYPES.map((type, index) => ({
    id: `${type}_1`,
    type,
    position: { x: (index % 4) * 300, y: Math.floor(index / 4) * 300 },
    data: {
      name: '이름',
      value: '값',
      categories: [{ id: 'row', name: '색', value: '파랑, 남색', parentId: 'category_1' }],
    },
  })),
  edges: [],
  viewport: { x: 40, y: 40, zoom: 0.7 },
});

let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

/** What a screen must hold in every look: nothing that axe calls serious, and nothing wider than the window. */
async function expectGood(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect({ screen, serious, overflow: Math.max(0, overflow) }).toEqual({ screen, serious: [], overflow: 0 });
}

describe.each(LOOKS)('Every screen in $called', ({ called, language, ...look }) => {
  it('is readable for all, fits the window and breaks no rule of the browser', async () => {
    const { page, context, faults } = await openPage(browser, look);
    const person = new Person(page, server.url, language);
    const { words } = person;

    await page.goto(`${server.url}/?lng=${language}`);
    await page.getByText(words.dashboard.question).waitFor();
    await expectGood(page, 'dashboard of a visitor');
    await page.goto(`${server.url}/signin`);
    await page.getByRole('button', { name: words.signIn.google }).waitFor();
    await expectGood(page, 'sign-in');
    await page.getByRole('button', { name: words.signIn.google }).click();
    await page.locator('input[name="name"]').waitFor();
    await expectGood(page, 'local sign-in');

    await person.signIn(`구경꾼 ${called}`);
    const made = await context.request.post(`${server.url}/projects`, { data: { name: '모든 노드', canvas } });
    const { projectId } = (await made.json()) as { projectId: number };
    await page.reload();
    await page.getByText('모든 노드').waitFor();
    await expectGood(page, 'dashboard of a member');
    await page.getByRole('button', { name: words.dashboard.create }).click();
    await page.getByText(words.createModal.text).waitFor();
    await expectGood(page, 'create modal');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.dashboard.deleteProject.replace('{{name}}', '모든 노드') }).click();
    await page.getByText(words.deleteModal.warning).waitFor();
    await expectGood(page, 'delete modal');
    await page.getByRole('button', { name: words.deleteModal.cancel }).click();

    await page.goto(`${server.url}/main/${projectId}`);
    await page.locator('[data-node-id="textPrompt_1"]').waitFor();
    await expectGood(page, 'editor');
    await page.getByRole('button', { name: words.rail.image, exact: true }).click();
    await page.locator('[data-palette="imageUpload"]').waitFor();
    await expectGood(page, 'editor with its panel');

    await page.goto(`${server.url}/main/abc`);
    await page.getByRole('link', { name: words.notFound.home }).waitFor();
    await expectGood(page, 'project not found');
    await page.goto(`${server.url}/nowhere`);
    await page.getByRole('link', { name: words.notFound.home }).waitFor();
    await expectGood(page, 'page not found');

    expect(faults).toEqual([]);
    await context.close();
  });
});
