import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewport } from '../../src/engine';
import { pictureOver } from '../../src/engine/render/frame/pictureOver';
import { openPage } from '../support/browser';
import { Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

const WINDOW = { width: 1200, height: 800 };
const PANE = [0xed, 0xed, 0xed];
const RED = [200, 30, 30];
const BLUE = [30, 30, 200];

setUpApp();

/** A site that serves its pictures to everyone, but lets no other site read them. */
let foreign: Server;
let foreignUrl: string;

beforeAll(async () => {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();
  foreign = createServer((_request, response) => void response.setHeader('Content-Type', 'image/png').end(png));
  await new Promise<void>((resolve) => {
    foreign.listen(0, '127.0.0.1', resolve);
  });
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/green.png`;
});
afterAll(() => {
  foreign.closeAllConnections();
  foreign.close();
});

/** Red above and blue below once it is turned as its EXIF data says; stored on its side. */
async function photo(): Promise<Buffer> {
  const upright = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="480"><rect width="600" height="240" fill="rgb(${RED.join()})"/><rect y="240" width="600" height="240" fill="rgb(${BLUE.join()})"/></svg>`;
  return sharp(Buffer.from(upright)).rotate(-90).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
}

const picture = (id: string, value: string, x: number, y: number) => ({
  id,
  type: 'imageUpload',
  position: { x, y },
  data: { model: null, data: null, value },
});

/** The project's thumbnail on the server, if there is one. */
async function thumbnailOf(page: Page, projectId: number): Promise<Buffer | null> {
  const { request } = page.context();
  const list = (await (await request.get(`${server.url}/projects`)).json()) as {
    projectId: number;
    thumbnail: string | null;
  }[];
  const url = list.find((project) => project.projectId === projectId)?.thumbnail;
  return url ? (await request.get(server.url + url)).body() : null;
}

async function pixels(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [
    ...data.subarray((Math.round(y) * info.width + Math.round(x)) * 3).subarray(0, 3),
  ];
  return { width: info.width, height: info.height, at };
}

const isNear = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 40);

describe('pictures on the canvas and on its thumbnail', () => {
  it('are upright, or a placeholder when they cannot be read; the thumbnail is of the canvas alone [PIC-4] [PIC-5] [PIC-8] [PIC-9] [THUMB-2]', async () => {
    const { context, page, faults } = await openPage(browser, { viewport: WINDOW, deviceScaleFactor: 2 });
    const person = new Person(page, server.url, 'en');
    await person.enter('River Walker');
    const buffer = await photo();
    const uploaded = await context.request.post(`${server.url}/files`, {
      multipart: { file: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer } },
    });
    const { url } = (await uploaded.json()) as { url: string };
    const nodes = [
      picture('photo', url, 60, 60),
      picture('offline', `data:image/jpeg;base64,${buffer.toString('base64')}`, 60, 300),
      picture('foreign', foreignUrl, 360, 60),
      picture('gone', '/files/none.png', 660, 60),
    ];
    // The server is just restarting at the first request.
    let answers = 0;
    await context.route(`**${url}`, (route) => (answers++ === 0 ? route.fulfill({ status: 503 }) : route.continue()));
    const projectId = await person.openMade('Shore', { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
    await person.node('photo').waitFor();
    const seen = async () => pixels(await page.screenshot({ scale: 'css' }));
    // In the middle of both cards, above and below the middle of their pictures.
    const uprightAt = ({ at }: Awaited<ReturnType<typeof pixels>>, { x, y, zoom }: Viewport): boolean[] =>
      [60, 300].flatMap((top) => [
        isNear(at(x + (60 + 122) * zoom, y + (top + 60) * zoom), RED),
        isNear(at(x + (60 + 122) * zoom, y + (top + 175) * zoom), BLUE),
      ]);
    // The stage begins there.
    const onStage = { x: 70, y: 56, zoom: 1 };
    await expect.poll(async () => uprightAt(await seen(), onStage)).toEqual([true, true, true, true]);
    // The small version may come before the driver listens to the page's worker; then the full one is refused.
    await expect.poll(() => answers).toBeGreaterThan(1);

    await person.goHome();
    await expect.poll(() => thumbnailOf(page, projectId)).not.toBeNull();
    const thumbnail = await pixels((await thumbnailOf(page, projectId)) ?? Buffer.alloc(0));
    expect([thumbnail.width, thumbnail.height]).toEqual([WINDOW.width, WINDOW.height]);
    const { zoom, ...corner } = pictureOver({ x: 60, y: 60, width: 845, height: 435 }, { size: WINDOW }).viewport;
    expect(uprightAt(thumbnail, { zoom, ...corner })).toEqual([true, true, true, true]);
    for (const x of [360 + 122, 660 + 122]) {
      const placeholder = thumbnail.at(corner.x + x * zoom, corner.y + 120 * zoom);
      expect(placeholder).not.toEqual(PANE);
      expect(isNear(placeholder, [0, 255, 0])).toBe(false);
    }
    // No colours of the dots, the minimap or the controls beside and below the cards.
    const colours = new Set<string>();
    const left = Math.ceil(corner.x + (305 + 10) * zoom);
    const top = Math.ceil(corner.y + (255 + 10) * zoom);
    for (let x = left; x < WINDOW.width; x += 1)
      for (let y = top; y < WINDOW.height; y += 1) colours.add(thumbnail.at(x, y).join());
    expect(colours).toEqual(new Set([PANE.join()]));
    expect(faults.filter((fault) => !fault.includes(foreignUrl))).toEqual([]);
    await context.close();
  });

  it('all come onto the thumbnail, those out of view too; while one is loading, the good thumbnail stays [THUMB-11]', async () => {
    const { context, page } = await openPage(browser, { viewport: WINDOW });
    const person = new Person(page, server.url, 'en');
    await person.enter('River Walker');
    const upload = async (background: string): Promise<string> => {
      const buffer = await sharp({ create: { width: 500, height: 316, channels: 3, background } })
        .png()
        .toBuffer();
      const file = { name: 'colour.png', mimeType: 'image/png', buffer };
      const answer = await context.request.post(`${server.url}/files`, { multipart: { file } });
      return ((await answer.json()) as { url: string }).url;
    };
    const [red, blue] = [await upload(`rgb(${RED.join()})`), await upload(`rgb(${BLUE.join()})`)];
    const nodes = [picture('near', red, 60, 60), picture('far', blue, 5_000, 60)];
    const projectId = await person.openMade('Wide', { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
    await person.node('near').waitFor();
    await person.goHome();
    await expect.poll(() => thumbnailOf(page, projectId)).not.toBeNull();
    const first = await thumbnailOf(page, projectId);
    const { x, y, zoom } = pictureOver({ x: 60, y: 60, width: 5_185, height: 195 }, { size: WINDOW }).viewport;
    const { at } = await pixels(first ?? Buffer.alloc(0));
    const middles = [60, 5_000].map((left) => at(x + (left + 122) * zoom, y + (60 + 117) * zoom));
    expect([isNear(middles[0] ?? [], RED), isNear(middles[1] ?? [], BLUE)]).toEqual([true, true]);

    const held = await upload('#888888');
    await context.route(`**${held}*`, () => new Promise(() => undefined));
    const asked = page.waitForRequest((request) => request.url().includes(held));
    await context.request.post(`${server.url}/projects/${projectId}`, {
      data: {
        pid: projectId,
        name: 'Wide',
        timestamp: new Date().toISOString(),
        snapshot: { nodes: [...nodes, picture('late', held, 360, 60)], edges: [], viewport: { x: 0, y: 0, zoom: 1 } },
      },
    });
    await person.openProject('Wide');
    await person.node('late').waitFor();
    await asked;
    const sent: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/thumbnail') && sent.push(request.url())));
    await person.goHome();
    await page.waitForTimeout(4_000);
    expect(sent).toEqual([]);
    expect(await thumbnailOf(page, projectId)).toEqual(first);
    await context.close();
  });
});
