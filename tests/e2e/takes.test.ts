import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { expectGood } from './support/expectGood';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

const FLOW: Snapshot = {
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '새벽 강가의 작은 배' } },
    { id: 'art', type: 'image', position: { x: 345, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
  ],
  edges: [pipe('idea', 'art')],
  viewport: { x: 60, y: 60, zoom: 1 },
};

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

let opened: OpenedPage;

setUpApp();
afterEach(async () => {
  assert.deepEqual(opened.faults, []);
  await opened.context.close();
});

describe.each(languages('ko'))('the takes of a node in %s', (language) => {
  let person: Person;
  let pid: number;

  beforeEach(async () => {
    opened = await openPage(browser, { hasTouch: true });
    person = new Person(opened.page, server.url, language);
    await person.enter('손님');
    pid = await person.openMade('강', FLOW);
    await person.node('art').waitFor();
  });

  const words = () => person.words.takes;
  const ratings = async (): Promise<(number | null)[]> => {
    const answer = await opened.context.request.get(`${server.url}/projects/${pid}/takes?nodeId=art`);
    const { takes } = (await answer.json()) as { takes: { rating: number | null }[] };
    return takes.map(({ rating }) => rating);
  };
  const badge = () => person.node('art').getByRole('button', { name: words().show });
  const option = (number: number) =>
    opened.page.getByRole('option', {
      name: new RegExp(`^${words().take.replace('{{number}}', String(number))}(,|$)`),
    });

  it('read well in every look and size, are compared, judged and chosen by keys, by mouse and by a finger, and stay so [STRIP-8] [COMPARE-3]', async () => {
    const { page } = opened;
    for (const count of [1, 2]) {
      await person.run('art');
      await expect.poll(async () => (await ratings()).length).toBe(count);
      await person.node('art').getByRole('button', { name: person.words.node.run, exact: true }).waitFor();
    }
    const strip = page.getByTestId('takes-strip');
    await badge().click();
    await option(2).waitFor();
    expect(await strip.getByRole('option').count()).toBe(2);
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectGood(page, `takes ${colorScheme} ${size.width}`);
      }
    }

    const open = person.words.compare.open_other.replace('{{count}}', '2');
    await strip.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('2');
    await expect.poll(() => dialog.getByRole('button', { pressed: true }).last().textContent()).toContain('2');
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await expectGood(page, `compare ${size.width}`);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => option(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Control+z');
    await expect.poll(() => option(2).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await strip.waitFor({ state: 'detached' });

    await badge().focus();
    await page.keyboard.press('Enter');
    await option(2).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('4');
    await expect.poll(ratings).toEqual([4, null]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => option(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('x');
    await expect.poll(ratings).toEqual([4, -1]);
    await option(2).click();
    await expect.poll(() => option(2).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Control+z');
    await expect.poll(() => option(1).getAttribute('aria-selected')).toBe('true');
    await option(2).tap();
    await expect.poll(() => option(2).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Delete');
    await expect.poll(ratings).toEqual([-1]);
    await strip.getByRole('button', { name: words().undoDelete }).tap();
    await expect.poll(ratings).toEqual([4, -1]);
    await person.waitUntilSaved();
    await page.reload();
    await badge().click();
    await expect.poll(() => option(2).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await strip.waitFor({ state: 'detached' });
  });

  it('of several nodes are rated by keys with each picture at once, and cards with fewer stars are faint [JUDGE-2] [JUDGE-3]', async () => {
    const { page } = opened;
    const shots = ['배', '등대', '산'];
    pid = await person.openMade('셋', {
      nodes: shots.flatMap((name, index) => [
        { id: `words-${index}`, type: 'textPrompt', position: { x: 0, y: index * 300 }, data: { value: name } },
        { id: `shot-${index}`, type: 'image', position: { x: 345, y: index * 300 }, data: {} },
      ]),
      edges: shots.map((_name, index) => pipe(`words-${index}`, `shot-${index}`)),
      viewport: { x: 60, y: 60, zoom: 0.6 },
    });
    for (const index of shots.keys()) {
      await person.run(`shot-${index}`);
      await person.node(`shot-${index}`).getByRole('button', { name: words().show }).waitFor();
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+u');
    const dialog = page.getByTestId('judge');
    await dialog.getByText('1 / 3').waitFor();
    // All pictures are loaded before they are asked for, so a key shows the next one at once.
    const isThere = () =>
      page.evaluate(() => document.querySelector<HTMLImageElement>('[data-testid="judge"] img')?.complete);
    await expect
      .poll(() =>
        page.evaluate(
          () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('?size=1024')).length,
        ),
      )
      .toBe(3);
    for (const [key, place] of [
      ['5', '2 / 3'],
      ['2', '3 / 3'],
      ['ArrowLeft', '2 / 3'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await dialog.textContent()).toContain(place);
      await expect.poll(isThere).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+u');
    const bar = page.getByTestId('rating-filter');
    const found = (count: number): string =>
      words().found_other.replace('{{count}}', String(count)).replace('{{total}}', '3');
    await bar.getByText(found(1)).waitFor();
    await bar.getByRole('button', { name: words().star_other.replace('{{count}}', '2') }).tap();
    await bar.getByText(found(2)).waitFor();
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      await expectGood(page, `looking for a rating ${size.width}`);
    }
    await bar.getByRole('button', { name: words().endLooking }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('show the recipe of an enlarged picture, and lead to its node [STRIP-10]', async () => {
    const { page } = opened;
    await person.run('art');
    await badge().waitFor();
    await person.node('art').getByRole('button', { name: person.words.node.enlarge }).click();
    await page.getByTestId('picture-overlay').getByRole('button', { name: person.words.madeOf.title }).click();
    const dialog = page.getByTestId('made-of');
    await dialog.getByText('새벽 강가의 작은 배').waitFor();
    await expectGood(page, 'what made this');
    await dialog.getByRole('button', { name: person.words.madeOf.goTo }).click();
    await dialog.waitFor({ state: 'detached' });
    const led = person.node('art').and(page.locator('[data-selected], :focus, :focus-within'));
    await led.waitFor();
    expect(await led.count()).toBe(1);
  });
});
