/** `npm run guide`: takes the pictures of docs/GUIDE.md and docs/GUIDE.ko.md with the real app and its offline engine. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import sharp from 'sharp';
import type { Snapshot } from '../src/engine';
import { boxOf, Person } from '../tests/support/Person';
import { endServers, startServer } from '../tests/support/startServer';
import { pipe } from '../tests/support/TestEditor';
import { buildServerIfStale } from './buildServer.mjs';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

const FOLDER = resolve(import.meta.dirname, '../docs/images/guide');
const WIDE = { viewport: { width: 1200, height: 750 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Size of a picture as the guide shows it, CSS pixels. */
const SHOWN_WIDTH = 1200;
/** All pictures of an example at the preview painter's pace, on a busy machine. */
const RUN_MS = 180_000;

type Language = 'ko' | 'en';

/** Takes pictures of the screen in one language. */
class Photographer {
  readonly person: Person;

  constructor(
    readonly page: Page,
    url: string,
    readonly language: Language,
  ) {
    this.person = new Person(page, url, language);
  }

  async take(name: string): Promise<void> {
    const picture = await this.page.screenshot({ animations: 'disabled' });
    await sharp(picture)
      .resize({ width: SHOWN_WIDTH, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toFile(join(FOLDER, `${name}.${this.language}.webp`));
  }

  /** An empty project with this example in it. */
  async openExample(name: string, example: string): Promise<void> {
    await this.person.openMade(name);
    await this.page.locator(`[data-example="${example}"]`).click();
    // On a phone, zoomed out, the accessible layer has no elements of nodes.
    await this.page.locator('[data-example]').first().waitFor({ state: 'detached' });
  }

  /** Every picture of the project is made. */
  async runAll(): Promise<void> {
    const { page, person } = this;
    await page.getByRole('banner').getByRole('button', { name: person.words.runs.all }).click();
    const plan = page.getByTestId('run-plan').locator('[data-first]');
    // One picture alone is not asked about.
    await plan.click({ timeout: 4000 }).catch(() => undefined);
    await page
      .getByTestId('run-pill')
      .waitFor({ state: 'visible', timeout: 4000 })
      .catch(() => undefined);
    await page.getByTestId('run-pill').waitFor({ state: 'detached', timeout: RUN_MS });
    await page.waitForTimeout(1000);
  }
}

async function withPage(
  browser: Browser,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce', ...options });
  await use(await context.newPage());
  await context.close();
}

const NAMES = {
  ko: { member: '가온', first: '첫 물길', steps: '바닷가', variations: '산 아래 한옥' },
  en: { member: 'Gaon', first: 'A first flow', steps: 'By the sea', variations: 'A hanok below the mountains' },
} as const;

async function takeWide(photographer: Photographer): Promise<void> {
  const { page, person, language } = photographer;
  const names = NAMES[language];
  await person.enter(names.member);

  await person.openMade(names.first);
  await page.locator('[data-example]').first().waitFor();
  await photographer.take('start');

  await photographer.openExample(names.first, 'first');
  await page.getByRole('button', { name: person.words.flows.image.name, exact: true }).click();
  await page.getByTestId('stage').hover({ position: { x: 600, y: 60 } });
  await photographer.take('add');
  await page.getByRole('button', { name: person.words.flows.image.name, exact: true }).click();
  await photographer.runAll();
  await photographer.take('first');

  const handle = await boxOf(page.locator('[data-handle="image-right"]').last());
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 170, handle.y + 60, { steps: 8 });
  await photographer.take('connect');
  await page.mouse.up();
  await page.getByRole('menu').waitFor();
  await photographer.take('addMenu');
  await page.keyboard.press('Escape');

  await photographer.openExample(names.steps, 'steps');
  await photographer.runAll();
  await photographer.take('steps');

  await photographer.openExample(names.variations, 'variations');
  await page.getByRole('banner').getByRole('button', { name: person.words.runs.all }).click();
  await page.getByTestId('run-plan').locator('[data-first]').waitFor();
  await photographer.take('plan');
  await page.getByTestId('run-plan').locator('[data-first]').click();
  await page.getByTestId('run-pill').waitFor();
  await page.getByTestId('run-pill').waitFor({ state: 'detached', timeout: RUN_MS });
  await page.keyboard.press('Control+a');
  await page.waitForTimeout(1000);
  await photographer.take('select');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(language === 'ko' ? 'ㅇㅁㅈ' : 'image');
  await page.waitForTimeout(500);
  await photographer.take('find');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: person.words.shell.accountOf.replace('{{name}}', names.member) }).click();
  await page.getByRole('button', { name: person.words.shell.themeOf.dark }).click();
  await page.waitForTimeout(500);
  await photographer.take('dark');
}

const STUDY = {
  ko: {
    name: '네 철과 세 화풍',
    idea: '호숫가의 오두막',
    seasons: ['철', '봄, 여름, 가을, 겨울'],
    styles: ['화풍', '수채화, 유화, 목판화'],
  },
  en: {
    name: 'Four seasons, three styles',
    idea: 'a hut by a lake',
    seasons: ['Season', 'spring, summer, autumn, winter'],
    styles: ['Style', 'watercolour, oil, woodcut'],
  },
} as const;

const list = (id: string, [name, value]: readonly [string, string], y: number) => ({
  id,
  type: 'categoryItem',
  position: { x: 0, y },
  data: { name, value, each: true },
});

/** A scene and two lists whose words go one by one, with the sheet of their pictures. */
function studyOf(language: Language): Snapshot {
  const { idea, seasons, styles } = STUDY[language];
  return {
    nodes: [
      { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: idea } },
      list('season', seasons, 225),
      list('style', styles, 345),
      { id: 'art', type: 'image', position: { x: 360, y: 30 }, data: {} },
      { id: 'sheet', type: 'sheet', position: { x: 690, y: 0 }, data: { width: 390, height: 405 } },
    ],
    edges: [pipe('idea', 'art'), pipe('season', 'art'), pipe('style', 'art'), pipe('art', 'sheet', 'image')],
    viewport: { x: 45, y: 90, zoom: 0.95 },
  };
}

async function takeStudy(photographer: Photographer): Promise<void> {
  const { page, person, language } = photographer;
  const { sheet } = person.words;
  await person.enter(NAMES[language].member);
  await person.openMade(STUDY[language].name, studyOf(language));
  await page.waitForTimeout(1000);
  await photographer.take('study');

  await person.node('art').getByRole('button', { name: sheet.open, exact: true }).click();
  const panel = page.getByTestId('sheet-panel');
  await panel.getByLabel(sheet.size).fill('175');
  await panel.getByRole('button', { name: sheet.runMissing, exact: true }).click();
  const start = page.getByTestId('run-plan').locator('[data-first]');
  await start.waitFor();
  await photographer.take('studyPlan');
  await start.click();
  await panel.locator('[data-state="done"]').nth(11).waitFor({ timeout: RUN_MS });
  await panel.locator('[aria-rowindex="2"] [aria-colindex="4"]').click();
  await page.keyboard.press('5');
  await page.keyboard.press('Enter');
  await person.waitUntilSaved();
  await page.waitForTimeout(1000);
  await photographer.take('studySheet');
}

async function takePhone(photographer: Photographer): Promise<void> {
  const { person, language } = photographer;
  await person.enter(NAMES[language].member);
  await photographer.openExample(NAMES[language].first, 'first');
  await photographer.runAll();
  await photographer.take('phone');
}

const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium: run scripts/chromium.mjs');
mkdirSync(FOLDER, { recursive: true });
await buildServerIfStale();
const server = await startServer({ env: { NODE_ENV: undefined } });
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS] });
try {
  for (const language of ['ko', 'en'] as const) {
    await withPage(browser, WIDE, (page) => takeWide(new Photographer(page, server.url, language)));
    await withPage(browser, WIDE, (page) => takeStudy(new Photographer(page, server.url, language)));
    await withPage(browser, PHONE, (page) => takePhone(new Photographer(page, server.url, language)));
  }
} finally {
  await browser.close();
  await server.stop();
  await endServers();
}
