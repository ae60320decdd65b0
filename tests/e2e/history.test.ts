import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { expectGood } from './support/expectGood';
import { browser, server, setUpApp } from './support/setUpApp';

let opened: OpenedPage;
let person: Person;
let pid: number;

setUpApp();

beforeEach(async () => {
  opened = await openPage(browser, { hasTouch: true });
  person = new Person(opened.page, server.url, 'ko');
  await person.enter('김물길');
  pid = await person.openMade('강가', canvas);
  await person.node('idea').waitFor();
});
afterEach(async () => {
  assert.deepEqual(opened.faults, []);
  await opened.context.close();
});

const canvas = {
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '' } },
    { id: 'art', type: 'image', position: { x: 450, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
  ],
  edges: [],
  viewport: { x: 200, y: 100, zoom: 1 },
};

const words = () => person.words.history;
const sheet = (page: Page = opened.page): Locator => page.getByRole('dialog', { name: words().title });
const entries = (): Locator => sheet().getByRole('listitem');
const openHistory = async (): Promise<void> => {
  await opened.page.getByRole('banner').getByRole('button', { name: words().title, exact: true }).click();
  await sheet().waitFor();
};
const closeHistory = () => sheet().getByRole('button', { name: person.words.shell.close }).click();
const look = async (entry: Locator): Promise<void> => {
  await entry.getByRole('button').first().click();
  await sheet().getByText('노드 2개', { exact: true }).waitFor();
};
const restore = async (): Promise<void> => {
  await sheet().getByRole('button', { name: words().restoreThis }).click();
  await sheet().getByText(words().saidRestored).waitFor();
};

async function savedText(): Promise<unknown> {
  const answer = await opened.context.request.get(`${server.url}/projects/${pid}`);
  const saved = JSON.parse(((await answer.json()) as { canvas: string }).canvas) as typeof canvas;
  return saved.nodes.find(({ id }) => id === 'idea')?.data.value;
}

/** The colours of a preview in the list, once it is painted. */
async function coloursOf(entry: Locator): Promise<number> {
  const picture = entry.locator('canvas[data-painted="true"]');
  await picture.waitFor();
  return picture.evaluate((painted) => {
    if (!(painted instanceof HTMLCanvasElement)) throw new Error('no canvas');
    const { data } = painted.getContext('2d')?.getImageData(0, 0, painted.width, painted.height) ?? { data: [] };
    return new Set(new Uint32Array(data instanceof Uint8ClampedArray ? data.buffer : [])).size;
  });
}

describe('going back to a past state', () => {
  it('a state is kept, viewed, restored, and the restore is undone; the other tab follows', async () => {
    const { page, context } = opened;
    await person.write('idea', '첫 문장');
    await openHistory();
    await sheet().getByRole('textbox', { name: words().keepName }).fill('손님에게 보인 것');
    await sheet().getByRole('button', { name: words().keep }).click();
    await sheet().getByText(words().saidKept).waitFor();
    await entries().filter({ hasText: '손님에게 보인 것' }).waitFor();
    await closeHistory();

    await page.mouse.click(1300, 300);
    await person.write('idea', ', 그리고 둘째 문장');
    await person.waitUntilSaved();
    expect(await savedText()).toBe('첫 문장, 그리고 둘째 문장');
    const other = await context.newPage();
    await other.goto(`${server.url}/main/${pid}`);
    await other.locator('[data-node-id="idea"]').waitFor();

    await openHistory();
    const kept = entries().filter({ hasText: '손님에게 보인 것' });
    expect(await coloursOf(kept)).toBeGreaterThan(3);
    await look(kept);
    // Nothing done in the preview changes the version.
    const stage = await boxOf(sheet().getByTestId('stage'));
    await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2);
    await page.mouse.wheel(0, -200);
    await page.mouse.down();
    await page.mouse.move(stage.x + 200, stage.y + 200, { steps: 4 });
    await page.mouse.up();
    expect(await savedText()).toBe('첫 문장, 그리고 둘째 문장');

    await restore();
    expect(await savedText()).toBe('첫 문장');
    await entries().first().getByText(words().restore).waitFor();
    const inOther = other.locator('[data-node-id="idea"]');
    await expect.poll(() => inOther.getAttribute('aria-label')).toContain('첫 문장');
    await expect.poll(() => inOther.getAttribute('aria-label')).not.toContain('둘째');

    await look(entries().first());
    await restore();
    expect(await savedText()).toBe('첫 문장, 그리고 둘째 문장');
    await closeHistory();
    await expect.poll(() => person.node('idea').getAttribute('aria-label')).toContain('둘째');
  });

  it('by the keyboard alone, back to the button it began at', async () => {
    const { page } = opened;
    await person.write('idea', '첫 문장');
    const clock = page.getByRole('banner').getByRole('button', { name: words().title, exact: true });
    await clock.focus();
    await page.keyboard.press('Enter');
    await sheet().getByRole('textbox', { name: words().keepName }).fill('');
    await page.keyboard.press('Enter');
    await sheet().getByText(words().saidKept).waitFor();
    // Escape takes one step back, never two.
    const [lookAt, name, remove] = await entries().first().getByRole('button').all();
    await name?.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('실수');
    await page.keyboard.press('Escape');
    await remove?.focus();
    await page.keyboard.press('Enter');
    const question = sheet().getByRole('group', { name: words().deleteQuestion });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await entries().first().textContent()).toContain(words().kept);
    expect(await sheet().getByText(words().saidNamed).count()).toBe(0);
    await lookAt?.focus();
    await page.keyboard.press('Enter');
    await sheet().getByRole('button', { name: words().back }).waitFor();
    await page.keyboard.press('Escape');
    await sheet().getByRole('button', { name: words().back }).waitFor({ state: 'detached' });
    expect(await sheet().isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });
    expect(await clock.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('shows the pictures of a version once they have come, those far from one another too', async () => {
    // Small versions are close to the colours of their pictures, and these are in the middle of a step of 16.
    const colours = ['#d82828', '#2828d8'];
    const nodes = [];
    for (const [index, background] of colours.entries()) {
      const buffer = await sharp({ create: { width: 490, height: 310, channels: 3, background } })
        .png()
        .toBuffer();
      const file = { name: 'colour.png', mimeType: 'image/png', buffer };
      const answer = await opened.context.request.post(`${server.url}/files`, { multipart: { file } });
      const { url: value } = (await answer.json()) as { url: string };
      nodes.push({ id: `n${index}`, type: 'imageUpload', position: { x: index * 1600, y: 0 }, data: { value } });
    }
    await person.openMade('사진', { ...canvas, nodes });
    await person.node('n0').waitFor();
    await openHistory();
    await sheet().getByRole('button', { name: words().keep }).click();
    const painted = entries().first().locator('canvas[data-painted="true"]');
    // In the middle of each card: the cards are 1845 pixels wide with the gap, and have 60 at each side.
    const middles = () =>
      painted.evaluate((shown) => {
        if (!(shown instanceof HTMLCanvasElement)) throw new Error('no canvas');
        const { width, height } = shown;
        return [182.5, 1782.5].map((x) => {
          const at = shown.getContext('2d')?.getImageData((x / 1965) * width, height / 2, 1, 1).data ?? [];
          return `#${[...at]
            .slice(0, 3)
            .map((part) => (part - (part % 16) + 8).toString(16).padStart(2, '0'))
            .join('')}`;
        });
      });
    await expect.poll(middles).toEqual(colours);
  });

  it('offline says why there is nothing to see, and shows it when the line is back', async () => {
    const { context } = opened;
    await person.write('idea', '첫 문장');
    await person.waitUntilSaved();
    // The sheet itself is loaded already.
    await openHistory();
    await closeHistory();
    await context.setOffline(true);
    await openHistory();
    await sheet().getByText(words().offline).waitFor();
    expect(await sheet().getByRole('button', { name: words().keep }).isDisabled()).toBe(true);
    await context.setOffline(false);
    await entries().first().waitFor();
  });

  it('reads well in light and dark, on a desk and on a phone', async () => {
    const { page } = opened;
    await person.write('idea', '첫 문장');
    await person.waitUntilSaved();
    await openHistory();
    await sheet().getByRole('button', { name: words().keep }).click();
    await entries().first().waitFor();
    await closeHistory();
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const inBoth = async (state: string): Promise<void> => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectGood(page, `${state} ${colorScheme} ${size.width}`);
        }
      };
      await page.setViewportSize(size);
      await openHistory();
      expect(await coloursOf(entries().first())).toBeGreaterThan(3);
      await inBoth('list');
      const { x, width } = await boxOf(sheet());
      expect(Math.round(x + width)).toBe(size.width);

      await look(entries().first());
      await inBoth('look');
      const { width: stageWidth } = await boxOf(sheet().getByTestId('stage'));
      expect(stageWidth).toBe(size.width === 390 ? 390 : size.width - 380);
      expect(await sheet().getByRole('button', { name: words().restoreThis }).isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await coloursOf(entries().first())).toBeGreaterThan(3);
      await closeHistory();
    }
  });
});
