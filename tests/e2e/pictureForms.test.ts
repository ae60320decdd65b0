import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage } from '../support/browser';
import { Person } from '../support/Person';
import { bmp, dataUrl, heic, ico, svg } from '../support/pictureForms';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

const WINDOW = { width: 1300, height: 800 };
const RED = [200, 30, 30] as const;
const BLUE = 'rgb(30,30,200)';
const STORED_PNG = /^\/files\/[0-9a-f]{64}\.png$/;

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const png = (): Promise<Buffer> =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: '#00aa00' } })
    .png()
    .toBuffer();

const input = (id: string, value: string | null, x: number, y: number) => ({
  id,
  type: 'imageUpload',
  position: { x, y },
  data: { model: null, data: null, value },
});

const saved = async (page: Page, projectId: number): Promise<Snapshot> => {
  const answer = await page.context().request.get(`${server.url}/projects/${projectId}`);
  const { canvas } = (await answer.json()) as { canvas: string };
  return JSON.parse(canvas) as Snapshot;
};

const valuesOf = async (page: Page, projectId: number): Promise<unknown[]> =>
  (await saved(page, projectId)).nodes.filter(({ type }) => type === 'imageUpload').map(({ data }) => data.value);

/** Drops files at a point of the window, or pastes them where the focus is. */
const give = (page: Page, how: 'drop' | 'paste', files: readonly GivenFile[], x = 0, y = 0): Promise<boolean> =>
  page.evaluate(
    ({ how, x, y, given }) => {
      const carried = new DataTransfer();
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
        carried.items.add(new File([bytes], name, { type: mimeType }));
      }
      const common = { bubbles: true, cancelable: true };
      const event =
        how === 'drop'
          ? new DragEvent('drop', { ...common, clientX: x, clientY: y, dataTransfer: carried })
          : new ClipboardEvent('paste', { ...common, clipboardData: carried });
      const to = how === 'drop' ? document.querySelector('[data-testid="stage"]') : document.activeElement;
      return !to?.dispatchEvent(event);
    },
    { how, x, y, given: files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') })) },
  );

const colourAt = async (page: Page, x: number, y: number): Promise<number[]> => {
  const shot = await page.screenshot({ scale: 'css' });
  const { data } = await sharp(shot).extract({ left: x, top: y, width: 1, height: 1 }).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return [...data];
};

describe('pictures of forms that the server does not take', () => {
  it('stay in a project byte for byte when it is opened and edited, are shown, and feed a run as a PNG [PIC-10] [PIC-13]', async () => {
    const { context, page } = await openPage(browser, { viewport: WINDOW });
    const person = new Person(page, server.url, 'en');
    await person.enter('Old Hand');
    const values = [
      dataUrl('image/bmp', bmp(30, 20, RED)),
      `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg(BLUE).toString())}`,
      dataUrl('image/heic', heic()),
    ];
    const nodes = [
      ...values.map((value, index) => input(`photo${index}`, value, 30 + 290 * index, 30)),
      { id: 'art', type: 'image', position: { x: 330, y: 390 }, data: { model: 'Gemini-2.5-flash', data: null } },
    ];
    const edges = [0, 1].map((index) => ({
      id: `photo${index}-art`,
      source: `photo${index}`,
      target: 'art',
      sourceHandle: 'image-right',
      targetHandle: 'image-left',
      type: 'image',
    }));
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/files')) uploads.push(request.url());
    });
    const projectId = await person.openMade('Attic', { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } });
    await expect.poll(() => colourAt(page, 70 + 30 + 122, 56 + 30 + 100)).toEqual([...RED]);
    await expect.poll(() => colourAt(page, 70 + 320 + 122, 56 + 30 + 100)).toEqual([30, 30, 200]);
    await page.getByTestId('stage').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('ArrowDown');
    await person.waitUntilSaved();
    await expect.poll(async () => (await saved(page, projectId)).nodes[0]?.position.y).toBe(45);
    expect(await valuesOf(page, projectId)).toEqual(values);
    expect(uploads).toEqual([]);
    expect(await page.getByRole('alert').count()).toBe(0);

    const asked = page.waitForRequest((request) => request.url().endsWith('/nodes/generate/image'));
    await person.run('art');
    const { nodes: items } = (await asked).postDataJSON() as { nodes: { type: string; content: string }[] };
    expect(items.map(({ content }) => content)).toEqual([
      expect.stringMatching(STORED_PNG),
      expect.stringMatching(STORED_PNG),
    ]);
    const made = await context.request.get(`${server.url}${items[1]?.content}`);
    const facts = await sharp(await made.body()).metadata();
    expect([facts.format, facts.width, facts.height]).toEqual(['png', 1024, 768]);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    await expect
      .poll(async () => (await saved(page, projectId)).nodes.find(({ id }) => id === 'art')?.data.value, {
        timeout: 20_000,
      })
      .toMatch(STORED_PNG);
    expect(await valuesOf(page, projectId)).toEqual(values);
    await context.close();
  });

  it('become a PNG when they are chosen, dropped or pasted; several are added in a row, in one step [PIC-11] [PIC-12]', async () => {
    const { context, page } = await openPage(browser, { viewport: WINDOW });
    const person = new Person(page, server.url, 'en');
    await person.enter('Collector');
    const projectId = await person.openMade('Finds', {
      nodes: [input('photo', null, 30, 30)],
      edges: [],
      viewport: { x: 0, y: 0, zoom: 1 },
    });
    await person.chooseFile('photo', { name: 'scan.bmp', mimeType: 'image/bmp', buffer: bmp(30, 20, RED) });
    await expect.poll(() => valuesOf(page, projectId)).toEqual([expect.stringMatching(STORED_PNG)]);

    const several = [
      { name: 'sign.svg', mimeType: 'image/svg+xml', buffer: svg(BLUE) },
      { name: 'page.ico', mimeType: 'image/x-icon', buffer: ico(await png(), 32) },
      { name: 'plain.png', mimeType: 'image/png', buffer: await png() },
    ];
    expect(await give(page, 'drop', several, 70 + 30, 56 + 300)).toBe(true);
    await expect.poll(() => person.nodeIds()).toHaveLength(4);
    expect((await person.nodeIds()).length).toBe(4);
    await expect.poll(() => valuesOf(page, projectId)).toEqual(Array(4).fill(expect.stringMatching(STORED_PNG)));
    const places = (await saved(page, projectId)).nodes.map(({ position }) => [position.x, position.y]);
    expect(places).toEqual([
      [30, 30],
      [30, 300],
      [315, 300],
      [600, 300],
    ]);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    await page.keyboard.press('Control+z');
    await expect.poll(() => person.nodeIds()).toEqual(['photo']);

    await page.getByTestId('stage').focus();
    expect(await give(page, 'paste', several.slice(0, 2))).toBe(true);
    await expect.poll(() => person.nodeIds()).toHaveLength(3);
    await page.getByRole('button', { name: 'Finds' }).click();
    expect(await give(page, 'paste', several)).toBe(false);
    expect(await person.nodeIds()).toHaveLength(3);
    await context.close();
  });

  it('are refused with a sentence before anything changes where the browser cannot read them [PIC-11] [ERR-8]', async () => {
    const { context, page } = await openPage(browser, { viewport: WINDOW });
    const person = new Person(page, server.url, 'en');
    await person.enter('Phone Owner');
    await person.openMade('Roll', {
      nodes: [input('photo', null, 30, 30)],
      edges: [],
      viewport: { x: 0, y: 0, zoom: 1 },
    });
    const broken = (await png()).fill(7, 30);
    for (const [name, mimeType, buffer] of [
      ['IMG_1.HEIC', 'image/heic', heic()],
      ['broken.png', 'image/png', broken],
    ] as const) {
      await person.chooseFile('photo', { name, mimeType, buffer });
      await page.getByText(`This browser cannot read ${name}. Save it as JPEG or PNG and choose it again.`).waitFor();
    }
    expect(await give(page, 'drop', [{ name: 'IMG_2.HEIC', mimeType: '', buffer: heic() }], 500, 500)).toBe(true);
    await page.getByText('This browser cannot read IMG_2.HEIC.').waitFor();
    expect(await person.nodeIds()).toEqual(['photo']);
    const dialog = page.waitForEvent('dialog');
    const dropped = give(
      page,
      'drop',
      [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }],
      500,
      500,
    );
    const alert = await dialog;
    expect(alert.message()).toBe('Please upload a valid image file.');
    await alert.accept();
    await dropped;
    expect(await page.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
    expect(await person.nodeIds()).toEqual(['photo']);
    await context.close();
  });
});

it('dropped pictures are told as unreadable where the code that reads them does not come, and nothing is left waiting [PIC-11]', async () => {
  const { context, page } = await openPage(browser, { viewport: WINDOW });
  const person = new Person(page, server.url, 'en');
  await person.enter('Commuter');
  const nodes = [input('photo', null, 30, 30)];
  await person.openMade('Tunnel', { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
  // The canvas itself needs a part of it.
  await page.route('**/assets/readPicture-*.js', (route) => route.abort());
  const plain = { name: 'plain.png', mimeType: 'image/png', buffer: await png() };
  expect(await give(page, 'drop', [plain, { ...plain, name: 'other.png' }], 500, 500)).toBe(true);
  await page.getByText('This browser cannot read plain.png, other.png.').waitFor({ timeout: 8000 });
  expect(await page.getByText(/^Reading \d/).count()).toBe(0);
  expect(await person.nodeIds()).toEqual(['photo']);
  await context.close();
});
