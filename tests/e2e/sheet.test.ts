import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage, type OpenedPage } from '../support/browser';
import { startFakeGemini, type FakeGemini } from '../support/fakeGemini';
import { boxOf, Person } from '../support/Person';
import { startServer, type RunningServer } from '../support/startServer';
import { pipe } from '../support/TestEditor';
import { expectGood } from './support/expectGood';
import { languages } from './support/languages';
import { browser, setUpApp } from './support/setUpApp';

const COLUMNS = 8;
const ROWS = 6;
/** Long enough for a busy machine. */
const PATIENCE_MS = 300_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The engine refuses every cell of this row until `isRefusing` is off. */
const REFUSED = 'style3';
/** Wider than a column. */
const LONG = 'an astonishingly thoroughgoing subject';

let gemini: FakeGemini;
let server: RunningServer;
let isRefusing = true;
/** Equal words would reuse the results of the previous sheet. */
let sheets = 0;
const opened: OpenedPage[] = [];

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_word, index) => `${name}${index}`).join(', ');
const list = (id: string, name: string, value: string, y: number) => ({
  id,
  type: 'categoryItem',
  position: { x: 0, y },
  data: { name, value, each: true },
});

const flowOf = (language: string, number: number): Snapshot => ({
  // The image node lies where a phone's window begins.
  nodes: [
    { id: 'art', type: 'image', position: { x: 0, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
    { id: 'sheet', type: 'sheet', position: { x: 345, y: 0 }, data: { width: 480, height: 360 } },
    list('subject', 'Subject', words('subject', COLUMNS).replace('subject0', LONG), 420),
    list('style', 'Style', words('style', ROWS), 525),
    { id: 'idea', type: 'textPrompt', position: { x: 345, y: 420 }, data: { value: `a river, ${language} ${number}` } },
  ],
  edges: [pipe('subject', 'art'), pipe('style', 'art'), pipe('idea', 'art'), pipe('art', 'sheet', 'image')],
  viewport: { x: 40, y: 80, zoom: 1 },
});

setUpApp();
beforeAll(async () => {
  let made = 0;
  gemini = await startFakeGemini({
    answers: async ({ body }) => {
      if (isRefusing && JSON.stringify(body).includes(REFUSED)) return { blocked: 'SAFETY' };
      made += 1;
      const background = { r: (made * 37) % 256, g: (made * 91) % 256, b: 120 };
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

async function enter(language: 'ko' | 'en', options?: Parameters<typeof openPage>[1]): Promise<Person> {
  const page = await openPage(browser, options);
  opened.push(page);
  const person = new Person(page.page, server.url, language);
  await person.enter(`손님 ${language}`);
  return person;
}

/** A person's sheet as it appears on the screen. */
class SeenSheet {
  readonly page: Page;
  readonly panel: Locator;
  readonly grid: Locator;

  constructor(readonly person: Person) {
    this.page = person.page;
    this.panel = this.page.getByTestId('sheet-panel');
    this.grid = this.page.getByTestId('sheet-grid');
  }

  cells(state: string): Locator {
    return this.grid.locator(`[role="gridcell"][data-state="${state}"]`);
  }

  cell(row: number, column: number): Locator {
    return this.grid
      .locator(`[role="row"][aria-rowindex="${row + 2}"]`)
      .locator(`[role="gridcell"][aria-colindex="${column + 2}"]`);
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  /** Zooms out until the whole sheet is in the window. */
  async shrink(): Promise<void> {
    await this.panel.getByLabel(this.person.words.sheet.size).fill('70');
  }

  async startPlan(count: number): Promise<void> {
    const { runs } = this.person.words;
    const plan = this.page.getByTestId('run-plan');
    await plan.getByText(runs.calls_other.replace('{{count}}', String(count))).waitFor();
    await plan.getByRole('button', { name: runs.start_other.replace('{{count}}', String(count)) }).click();
  }

  /** Saves by an entry of the export menu and returns the file. */
  async save(entry: string): Promise<{ name: string; bytes: Buffer }> {
    await this.button(this.person.words.sheet.export).click();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('menuitem', { name: entry }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
  }
}

/** Resolves when the sheet has closed, and what was opened has the focus. */
async function hasMadeWay({ page, panel }: SeenSheet, opened: string): Promise<void> {
  await panel.waitFor({ state: 'detached' });
  await page.locator(opened).waitFor();
  await expect
    .poll(() => page.evaluate((within) => Boolean(document.activeElement?.closest(within)), opened))
    .toBe(true);
}

interface SavedTake {
  readonly rating: number | null;
  readonly cell: Readonly<Record<string, string>> | null;
}

async function ratedTakes(person: Person, pid: number): Promise<SavedTake[]> {
  const answer = await person.page.context().request.get(`${server.url}/projects/${pid}/takes?nodeId=art&limit=200`);
  const { takes } = (await answer.json()) as { takes: SavedTake[] };
  return takes.filter(({ rating }) => rating !== null);
}

describe.each(languages('ko'))('a sheet of 48 pictures in %s', { timeout: PATIENCE_MS }, (language) => {
  it('is run, tried again, judged, branched, widened by a word and saved, and goes on on a phone [FIND-4] [SHEET-11] [SHEET-15] [SHEET-16]', async () => {
    isRefusing = true;
    sheets += 1;
    const before = gemini.requests.length;
    const asked = (): number => gemini.requests.length - before;
    const person = await enter(language);
    const { page } = person;
    const { sheet: said, compare, node } = person.words;
    const pid = await person.openMade('강', flowOf(language, sheets));
    const sheet = new SeenSheet(person);
    await person.node('art').getByRole('button', { name: said.open, exact: true }).click();
    await sheet.grid.waitFor();
    await sheet.shrink();
    await expect.poll(() => sheet.cells('empty').count()).toBe(COLUMNS * ROWS);

    // Runs the whole sheet: one row fails, and nothing else is lost.
    await sheet.button(said.runMissing).click();
    await sheet.startPlan(COLUMNS * ROWS);
    // It goes by itself, perhaps before the sheet has been looked at.
    const toldAt = boxOf(page.getByRole('alert').filter({ hasText: person.words.runs.someFailed }));
    await expect.poll(() => sheet.cells('failed').count(), { timeout: PATIENCE_MS }).toBe(COLUMNS);
    await expect.poll(() => sheet.cells('done').count(), { timeout: PATIENCE_MS }).toBe(COLUMNS * (ROWS - 1));
    expect(asked()).toBe(COLUMNS * ROWS);
    expect(await sheet.cell(3, 0).getAttribute('aria-label')).toContain(person.words.runReason.refusedSafety);
    await expectGood(page, 'the sheet');
    // Nothing under it can have the focus.
    expect(await page.getByTestId('stage').isVisible()).toBe(false);
    const toast = await toldAt;
    const header = await boxOf(sheet.panel.locator('header').first());
    expect(toast.y).toBeGreaterThanOrEqual(header.y + header.height);
    // In a narrow window its buttons are aligned: those that run at the right, one below the other.
    await page.setViewportSize({ width: 390, height: 844 });
    const [missing, failed] = [await boxOf(sheet.button(said.runMissing)), await boxOf(sheet.button(said.runFailed))];
    expect(failed.y).toBeGreaterThanOrEqual(missing.y + missing.height);
    expect(failed.x + failed.width).toBeCloseTo(missing.x + missing.width);
    await page.setViewportSize({ width: 1440, height: 900 });
    const heading = await sheet.grid.getByText(LONG, { exact: true }).evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const head = element.closest('[role="columnheader"]')?.getBoundingClientRect().left ?? Infinity;
      return {
        isShortened: element.scrollWidth > element.clientWidth,
        hasStart: words.getBoundingClientRect().left >= head,
      };
    });
    expect(heading).toEqual({ isShortened: true, hasStart: true });

    // Runs again only what has failed.
    isRefusing = false;
    await sheet.button(said.runFailed).click();
    await sheet.startPlan(COLUMNS);
    await expect.poll(() => sheet.cells('done').count(), { timeout: PATIENCE_MS }).toBe(COLUMNS * ROWS);
    expect(asked()).toBe(COLUMNS * ROWS + COLUMNS);

    // By keys: rates, chooses, compares, and makes a branch.
    await sheet.cell(1, 2).click();
    await sheet.grid.press('5');
    await expect
      .poll(() => ratedTakes(person, pid))
      .toMatchObject([{ rating: 5, cell: { subject: 'subject2', style: 'style1' } }]);
    await sheet.grid.press('Enter');
    await expect.poll(() => sheet.cell(1, 2).getAttribute('aria-label')).toContain(said.chosen);
    await sheet.grid.press('c');
    await sheet.grid.press('ArrowRight');
    await sheet.grid.press('c');
    await sheet.button(compare.open_other.replace('{{count}}', '2')).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('heading', { name: compare.title_other.replace('{{count}}', '2') }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const known = new Set(await person.nodeIds());
    await sheet.grid.press('b');
    await sheet.grid.press('Escape');
    await sheet.panel.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-node-id') ?? ''))
      .not.toBe('');
    // The view is where the branch is, and goes back.
    await expect.poll(async () => (await person.nodeIds()).filter((id) => !known.has(id)).length).toBe(4);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Shift+1');
    await page.keyboard.press('Shift+0');
    await expect.poll(async () => new Set(await person.nodeIds())).toEqual(known);

    // Dragged onto the canvas, which is seen meanwhile, a cell is a branch there.
    const enlarge = person.node('sheet').getByRole('button', { name: node.enlarge, exact: true });
    await enlarge.click();
    const cell = await boxOf(sheet.cell(1, 2));
    await page.mouse.move(cell.x + 20, cell.y + 20);
    await page.mouse.down();
    await page.mouse.move(cell.x + cell.width + 60, cell.y + cell.height + 60, { steps: 4 });
    await person.node('sheet').waitFor({ state: 'visible' });
    await page.mouse.up();
    await sheet.panel.waitFor({ state: 'detached' });
    await expect.poll(async () => (await person.nodeIds()).filter((id) => !known.has(id)).length).toBe(4);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => new Set(await person.nodeIds())).toEqual(known);

    // A new word adds cells, and only those are run.
    const style = await boxOf(person.node('style'));
    await page.mouse.dblclick(style.x + 60, style.y + 55);
    await page.keyboard.press('End');
    await page.keyboard.type(', style6');
    await page.keyboard.press('Escape');
    await enlarge.click();
    await sheet.shrink();
    await expect.poll(() => sheet.cells('empty').count()).toBe(COLUMNS);
    await sheet.button(said.runMissing).click();
    await sheet.startPlan(COLUMNS);
    await expect.poll(() => sheet.cells('done').count(), { timeout: PATIENCE_MS }).toBe(COLUMNS * (ROWS + 1));
    expect(asked()).toBe(COLUMNS * ROWS + 2 * COLUMNS);

    const picture = await sheet.save(said.exportPicture);
    expect(picture.name).toMatch(/\.png$/);
    const { width, height } = await sharp(picture.bytes).metadata();
    expect([width > COLUMNS * 256, height > ROWS * 256, width * height <= 4096 * 4096]).toEqual([true, true, true]);
    const zip = await sheet.save(said.exportZip);
    const entries = Object.entries(unzipSync(zip.bytes));
    const table = entries.find(([name]) => name.endsWith('.csv'))?.[1] ?? new Uint8Array();
    expect(entries).toHaveLength(COLUMNS * (ROWS + 1) + 1);
    expect([...table].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    expect(strFromU8(table)).toContain('style6,subject7,');
    const pictures = entries.filter(([name]) => name.endsWith('.png'));
    const widths = await Promise.all(pictures.map(async ([, bytes]) => (await sharp(bytes).metadata()).width));
    expect(new Set(widths)).toEqual(new Set([64]));
    await person.waitUntilSaved();

    // The way to a node leads out of the sheet.
    await page.keyboard.press('Control+k');
    const bar = page.getByTestId('command-bar');
    await bar.getByRole('combobox').fill('Style');
    await bar.getByRole('option', { name: /Style$/ }).click();
    await sheet.panel.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-node-id'))).toBe('style');

    // So does a node that is added, which would lie behind it.
    await page.keyboard.press('Alt+Shift+1');
    await person.node('art').getByRole('button', { name: said.open, exact: true }).click();
    await sheet.panel.waitFor();
    await page.keyboard.press('Control+k');
    await bar
      .getByRole('combobox')
      .fill(person.words.commandBar.addNode.replace('{{name}}', person.words.node.textPrompt));
    await page.keyboard.press('Enter');
    await sheet.panel.waitFor({ state: 'detached' });
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await person.waitUntilSaved();

    await onPhone(await enter(language, PHONE), pid);
  });

  it('makes way for the library and a side panel, on a phone for the list too, which have the focus and would lie behind it [SHEET-11]', async () => {
    sheets += 1;
    const person = await enter(language);
    const { page, words } = person;
    const pid = await person.openMade('강', flowOf(language, sheets));
    const sheet = new SeenSheet(person);
    const library = page.locator('#library');
    const openSheet = async (): Promise<void> => {
      // An open panel lies over the card.
      await person.node('art').getByRole('button', { name: words.sheet.open, exact: true }).press('Enter');
      await sheet.panel.waitFor();
    };
    const askForLibrary = async (): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByTestId('command-bar').getByRole('combobox').fill(words.library.name);
      await page.keyboard.press('Enter');
    };
    await openSheet();
    await page.locator('[data-rail="library"]').click();
    await hasMadeWay(sheet, '#library');

    // A sheet that is opened later covers the library, and nothing of that can have the focus.
    await openSheet();
    expect(await library.isVisible()).toBe(false);
    await sheet.grid.press('Escape');
    await sheet.panel.waitFor({ state: 'detached' });
    await library.waitFor();
    await page.locator('[data-rail="library"]').click();
    await library.waitFor({ state: 'detached' });

    await openSheet();
    await askForLibrary();
    await hasMadeWay(sheet, '#library');
    await openSheet();
    await page.locator('[data-rail="text"]').click();
    await hasMadeWay(sheet, '[data-panel]');

    // The button of a list that the sheet hides shows it, and both stay open.
    await openSheet();
    await page.locator('[data-rail="library"]').click();
    await hasMadeWay(sheet, '#library');
    expect(await page.locator('[data-panel]').isVisible()).toBe(true);
    await openSheet();
    await page.locator('[data-rail="text"]').click();
    await hasMadeWay(sheet, '[data-panel]');
    expect(await library.isVisible()).toBe(true);
    await openSheet();
    await askForLibrary();
    await hasMadeWay(sheet, '#library');

    const phone = await enter(language, PHONE);
    await phone.page.goto(`${server.url}/main/${pid}?lng=${language}`);
    await phone.showCanvas();
    const held = new SeenSheet(phone);
    await phone.node('art').getByRole('button', { name: words.sheet.open, exact: true }).tap();
    await held.panel.waitFor();
    await phone.page.locator('[data-rail="outline"]').tap();
    await hasMadeWay(held, '#outline');
    await phone.page.locator('#outline').getByRole('button', { name: words.node.enlarge, exact: true }).first().tap();
    await held.panel.waitFor();
    await phone.page.locator('[data-rail="outline"]').tap();
    await hasMadeWay(held, '#outline');
  });

  /** The same sheet by a finger. */
  async function onPhone(person: Person, pid: number): Promise<void> {
    const { page } = person;
    const { sheet: said, shell, takes } = person.words;
    await page.goto(`${server.url}/main/${pid}?lng=${language}`);
    await person.showCanvas();
    const sheet = new SeenSheet(person);
    await person.node('art').getByRole('button', { name: said.open, exact: true }).tap();
    await sheet.cell(1, 2).waitFor();
    await expect.poll(() => sheet.cell(1, 2).getAttribute('aria-label')).toContain(said.chosen);
    await expectGood(page, 'the sheet on a phone');
    await sheet.cell(1, 1).tap();
    await sheet.panel.getByRole('button', { name: takes.star_other.replace('{{count}}', '4') }).tap();
    await expect
      .poll(async () => (await ratedTakes(person, pid)).map(({ rating }) => rating))
      .toEqual(expect.arrayContaining([4, 5]));
    await sheet.button(takes.choose).tap();
    await expect.poll(() => sheet.cell(1, 1).getAttribute('aria-label')).toContain(said.chosen);
    const { width, height, x, y } = await boxOf(sheet.button(said.runMissing));
    expect([x >= 0, y >= 0, x + width <= 390, y + height <= 844]).toEqual([true, true, true, true]);
    await sheet.button(shell.close).tap();
    await sheet.panel.waitFor({ state: 'detached' });
  }
});
