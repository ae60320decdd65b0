import assert from 'node:assert/strict';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage, type OpenedPage } from '../support/browser';
import { Fingers } from '../support/Fingers';
import { startFakeGemini, type FakeGemini } from '../support/fakeGemini';
import { Person } from '../support/Person';
import { startServer, type RunningServer } from '../support/startServer';
import { pipe } from '../support/TestEditor';
import { expectGood } from './support/expectGood';
import { languages } from './support/languages';
import { browser, setUpApp } from './support/setUpApp';

/** Thirty image nodes in five rows, each made from the one before it; all lead to the last of the first row. */
const ROWS = 5;
const COLUMNS = 6;
const id = (row: number, column: number): string => `art${row}-${column}`;
const LAST = id(0, COLUMNS - 1);
const REFUSED = 'NEVER';

let gemini: FakeGemini;
let server: RunningServer;
let isRefusing = true;
/** The number of pictures the engine has made. */
let made = 0;
const opened: OpenedPage[] = [];

function flowOf(words: string): Snapshot {
  const places = Array.from(
    { length: ROWS * COLUMNS },
    (_, index) => [Math.floor(index / COLUMNS), index % COLUMNS] as const,
  );
  return {
    nodes: [
      ...Array.from({ length: ROWS }, (_, row) => ({
        id: `idea${row}`,
        type: 'textPrompt',
        position: { x: 0, y: row * 240 },
        data: { value: `${words} ${row}${row === 3 ? ` ${REFUSED}` : ''}` },
      })),
      ...places.map(([row, column]) => ({
        id: id(row, column),
        type: 'image',
        position: { x: 300 + column * 300, y: row * 240 },
        data: { model: 'Gemini-2.5-flash' },
      })),
    ],
    edges: places.flatMap(([row, column]) => [
      column === 0 ? pipe(`idea${row}`, id(row, 0)) : pipe(id(row, column - 1), id(row, column)),
      ...(row > 0 && column === COLUMNS - 1 ? [pipe(id(row, column), LAST)] : []),
    ]),
    viewport: { x: 10, y: 60, zoom: 0.55 },
  };
}

setUpApp();
beforeAll(async () => {
  gemini = await startFakeGemini({
    answers: async ({ body }) => {
      if (isRefusing && JSON.stringify(body).includes(REFUSED)) return { blocked: 'SAFETY' };
      made += 1;
      // Each picture has its own colour, by which the chosen one is recognised.
      const background = { r: made % 256, g: Math.floor(made / 256), b: 91 };
      return {
        picture: await sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      };
    },
  });
  const env = { GEMINI_API_KEY: 'key', GEMINI_BASE_URL: gemini.url, GENERATE_PER_MINUTE: '1000' };
  server = await startServer({ env });
});
afterEach(async () => {
  for (const { faults, context } of opened.splice(0)) {
    assert.deepEqual(faults, []);
    await context.close();
  }
});
afterAll(async () => {
  await server.stop();
  await gemini.stop();
});

async function enter(language: 'ko' | 'en', name: string): Promise<Person> {
  const page = await openPage(browser, { hasTouch: true });
  opened.push(page);
  const person = new Person(page.page, server.url, language);
  await person.enter(name);
  return person;
}

/** Drags the newest picture of the library with a finger; it becomes a picture input where it is dropped. */
async function dragOutByFinger({ page, words }: Person): Promise<void> {
  const library = page.getByTestId('library');
  const before = await page.locator('[data-node-id]').count();
  const pictures = library.getByRole('listbox', { name: words.library.pictures });
  const box = await pictures.getByRole('option').first().boundingBox();
  assert.ok(box);
  const fingers = await Fingers.of(page);
  await fingers.down(1, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  await fingers.move({ 1: { x: box.x - 60, y: box.y + box.height / 2 + 10 } });
  await fingers.move({ 1: { x: 520, y: 640 } });
  await fingers.up(1);
  await expect.poll(() => page.locator('[data-node-id]').count()).toBe(before + 1);
  await library.getByRole('button', { name: words.shell.close, exact: true }).tap();
  await library.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await expect.poll(() => page.locator('[data-node-id]').count()).toBe(before);
}

describe.each(languages('en'))('a flow of thirty pictures in %s', (language) => {
  it('is run up to a node, goes on in another browser, what failed is run again, and the pictures are judged and dragged out [PROGRESS-6] [LIBRARY-4]', async () => {
    isRefusing = true;
    const here = await enter(language, `손님 ${language}`);
    const { runs, node, library } = here.words;
    const pid = await here.openMade('강', flowOf(`a river, ${language}, ${made}`));
    await here.node(LAST).focus();
    await here.page.keyboard.press('Control+BracketLeft');
    const plan = here.page.getByTestId('run-plan');
    await plan.getByText(runs.calls_other.replace('{{count}}', '30')).waitFor();
    await expectGood(here.page, 'the plan');
    await plan.getByRole('button', { name: runs.start_other.replace('{{count}}', '30') }).click();
    await here.page.getByTestId('run-pill').waitFor();
    await opened[0]?.page.close();

    const there = await enter(language, `손님 ${language}`);
    const { page } = there;
    await page.goto(`${server.url}/main/${pid}?lng=${language}`);
    const pill = page.getByTestId('run-pill');
    await pill.and(page.locator('[data-state="ended"]')).waitFor();
    const reason = there.node(id(3, 0)).locator('[data-reason]');
    expect(await reason.textContent()).toBe(there.words.runReason.refusedSafety);
    expect(await there.node(LAST).locator('[data-reason]').textContent()).toBe(there.words.runReason.upstream);
    await there.node(id(4, 0)).getByRole('button', { name: node.enlarge, exact: true }).waitFor();

    // Retries by finger what failed and what depended on it.
    isRefusing = false;
    await pill.tap();
    const progress = page.getByTestId('run-progress');
    await expectGood(page, 'the run');
    await progress.getByRole('button', { name: runs.failed }).tap();
    await page
      .getByTestId('run-plan')
      .getByRole('button', { name: runs.start_other.replace('{{count}}', '7') })
      .tap();
    await there.node(LAST).getByRole('button', { name: node.enlarge, exact: true }).waitFor();
    await pill.waitFor({ state: 'detached' });
    expect(await page.locator('[data-reason]').count()).toBe(0);
    await there.waitUntilSaved();

    // Rates one by one in the library, by keys.
    await page.getByRole('button', { name: library.name, exact: true }).click();
    await page
      .getByTestId('library')
      .getByRole('option')
      .filter({ has: page.locator('img') })
      .first()
      .waitFor();
    await expectGood(page, 'the library');
    await page.getByRole('button', { name: there.words.takes.judge }).click();
    await page.getByTestId('judge').waitFor();
    await page.keyboard.press('5');
    await page.keyboard.press('x');
    await expect
      .poll(async () => {
        const answer = await page.context().request.get(`${server.url}/projects/${pid}/takes?limit=2`);
        return ((await answer.json()) as { takes: { rating: number | null }[] }).takes.map(({ rating }) => rating);
      })
      .toEqual([5, -1]);
    await page.keyboard.press('Escape');
    await page.getByTestId('judge').waitFor({ state: 'detached' });

    await dragOutByFinger(there);
  });
});
