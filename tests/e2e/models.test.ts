import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ko } from '../../src/i18n/ko';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { serve, type Served } from '../support/serve';
import { startServer, type RunningServer } from '../support/startServer';
import { pipe } from '../support/TestEditor';
import { languages } from './support/languages';
import { browser, setUpApp } from './support/setUpApp';

/** Both engines speak OpenAI's images call, and each records its requests. */
const asked: { engine: string; model: string; size: string }[] = [];
let engines: Served[];
let server: RunningServer;

async function startEngine(engine: string, background: string): Promise<Served> {
  const picture = await sharp({ create: { width: 96, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const http = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { model, size } = JSON.parse(Buffer.concat(chunks).toString()) as { model: string; size: string };
      asked.push({ engine, model, size });
      const body = JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
  });
  return serve(http);
}

setUpApp();
beforeAll(async () => {
  engines = [await startEngine('openai', '#0a8f5b'), await startEngine('own', '#2f6bff')];
  const [openai, own] = engines;
  server = await startServer({
    env: {
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: openai?.url ?? '',
      OPENAI_IMAGE_MODELS: 'gpt-image-1',
      IMAGE_BASE_URL: own?.url ?? '',
      IMAGE_MODEL: 'river-flux',
    },
  });
});
afterAll(async () => {
  await server.stop();
  for (const engine of engines) await engine.stop();
});

let opened: OpenedPage;
afterEach(async () => {
  assert.deepEqual(opened.faults, []);
  await opened.context.close();
});

it.each(languages('en'))(
  'runs the model that a node names, with its settings, and replaces one that is gone: %s [MODEL-7] [MODEL-8]',
  async (language) => {
    opened = await openPage(browser);
    const { page } = opened;
    const person = new Person(page, server.url, language);
    const { words } = person;
    await person.enter('Iris');
    await person.openMade('Models', {
      nodes: [
        { id: 'words', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: `a river, ${language}` } },
        { id: 'art', type: 'image', position: { x: 330, y: 0 }, data: { model: 'river-flux-0', data: null } },
      ],
      edges: [pipe('words', 'art')],
      viewport: { x: 60, y: 60, zoom: 1 },
    });
    const art = person.node('art');
    await expect.poll(() => art.locator('[data-reason]').textContent()).toBe(words.node.modelGone);
    await art.focus();
    await art.getByRole('button', { name: words.node.settings, exact: true }).press('Enter');
    const panel = page.getByTestId('node-settings');
    await panel.getByRole('button', { name: words.nodeSettings.takeNearest.replace('{{name}}', 'river-flux') }).click();
    await expect.poll(() => art.locator('[data-reason]').count()).toBe(0);

    await panel.getByRole('combobox', { name: words.nodeSettings.model, exact: true }).selectOption('gpt-image-1');
    await panel.getByText('3:2', { exact: true }).click();
    asked.length = 0;
    await person.run('art');
    await expect.poll(() => asked).toEqual([{ engine: 'openai', model: 'gpt-image-1', size: '1536x1024' }]);
    await art.getByRole('button', { name: words.takes.show }).waitFor({ state: 'attached' });

    await panel.getByRole('combobox', { name: words.nodeSettings.model, exact: true }).selectOption('river-flux');
    // This model makes squares only, so the shape of the other one is gone.
    expect(await panel.getByRole('radio').evaluateAll((radios) => radios.length)).toBe(2);
    await expect.poll(() => art.getByRole('button', { name: words.node.run, exact: true }).count()).toBe(1);
    await person.run('art');
    await expect.poll(() => asked.at(-1)).toEqual({ engine: 'own', model: 'river-flux', size: '1024x1024' });
    await person.waitUntilSaved();
  },
);

it('numbers the pictures that go with a node, and takes them in another order by drag [REFER-2] [REFER-3]', async () => {
  opened = await openPage(browser);
  const { page } = opened;
  const person = new Person(page, server.url, 'ko');
  await person.enter('김물길');
  const pictures = await Promise.all(
    ['#0a8f5b', '#2f6bff', '#f5b301'].map(async (background, row) => {
      const bytes = await sharp({ create: { width: 96, height: 64, channels: 3, background } })
        .png()
        .toBuffer();
      const value = `data:image/png;base64,${bytes.toString('base64')}`;
      return { id: `p${row + 1}`, type: 'imageUpload', position: { x: 0, y: 240 * row }, data: { value } };
    }),
  );
  await person.openMade('References', {
    nodes: [...pictures, { id: 'art', type: 'image', position: { x: 345, y: 0 }, data: { model: null, data: null } }],
    edges: pictures.map(({ id }) => pipe(id, 'art', 'image')),
    viewport: { x: 60, y: 60, zoom: 1 },
  });
  const art = person.node('art');
  await art.focus();
  await art.getByRole('button', { name: ko.node.settings, exact: true }).press('Enter');
  const shown = page.getByRole('region', { name: ko.nodeSettings.references }).getByRole('button');
  const order = (): Promise<string[]> =>
    shown.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  // Pictures that came as data become files while the page is open.
  await expect.poll(async () => (await order()).filter((url) => url.includes('/files/')).length).toBe(3);
  const [one, two, three] = await order();
  const numbers = page.getByTestId('reference-numbers').locator('span');
  const numberAt = (): Promise<string[]> =>
    numbers.evaluateAll((signs) => signs.map((sign) => `${sign.dataset['of']} ${sign.textContent}`).toSorted());
  await expect.poll(numberAt).toEqual(['p1 1', 'p2 2', 'p3 3']);
  const [first, last] = [await shown.first().boundingBox(), await shown.last().boundingBox()];
  assert(first && last);
  await page.mouse.move(last.x + 30, last.y + 30);
  await page.mouse.down();
  await page.mouse.move(first.x + 30, first.y + 30, { steps: 5 });
  await page.mouse.up();
  await expect.poll(order).toEqual([three, one, two]);
  await expect.poll(numberAt).toEqual(['p1 2', 'p2 3', 'p3 1']);
  await page.keyboard.press('Control+z');
  await expect.poll(order).toEqual([one, two, three]);
  await person.waitUntilSaved();
});
