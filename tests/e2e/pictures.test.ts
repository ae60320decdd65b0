import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

const WINDOW = { width: 1200, height: 800 };
const FLOOR = [0xed, 0xed, 0xed];
const RED = [200, 30, 30];
const BLUE = [30, 30, 200];

setUpApp();

/** A site that gives its pictures to everyone, but lets no other site read them. */
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

/** Red above and blue below for who turns it as its EXIF data says; stored on its side. */
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

/** The thumbnail the server has of the project, when it has one. */
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
  const at = (x: number, y: number): number[] => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  return { width: info.width, height: info.height, at };
}

const isNear = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 40);

describe('pictures on the canvas and on its thumbnail', () => {
  it('stand upright, or as a placeholder where they cannot be read; the thumbnail is of the canvas alone [PIC-4] [PIC-5] [PIC-8] [PIC-9] [THUMB-2]', async () => {
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
    // The first time, its server is just starting anew.
    let answers = 0;
    await context.route(`**${url}`, (route) => (answers++ === 0 ? route.fulfill({ status: 503 }) : route.continue()));
    const projectId = await person.openMade('Shore', { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
    await person.node('photo').waitFor();
    const seen = async () => pixels(await page.screenshot({ scale: 'css' }));
    // In the middle of both cards, above and below the middle of their pictures; the stage begins at 70, 56.
    const uprightAt = ({ at }: Awaited<ReturnType<typeof pixels>>, left: number, top: number): boolean[] =>
      [60, 300].flatMap((y) => [
        isNear(at(left + 60 + 122, top + y + 60), RED),
        isNear(at(left + 60 + 122, top + y + 175), BLUE),
      ]);
    await expect.poll(async () => uprightAt(await seen(), 70, 56)).toEqual([true, true, true, true]);
    // The small version may have come before the driver listened to the page's worker: then it is the full one that is refused.
    await expect.poll(() => answers).toBeGreaterThan(1);

    await person.goHome();
    await expect.poll(() => thumbnailOf(page, projectId)).not.toBeNull();
    const thumbnail = await pixels((await thumbnailOf(page, projectId)) ?? Buffer.alloc(0));
    expect([thumbnail.width, thumbnail.height]).toEqual([WINDOW.width, WINDOW.height]);
    expect(uprightAt(thumbnail, 0, 0)).toEqual([true, true, true, true]);
    for (const x of [360 + 122, 660 + 122]) {
      const placeholder = thumbnail.at(x, 60 + 60);
      expect(placeholder).not.toEqual(FLOOR);
      expect(isNear(placeholder, [0, 255, 0])).toBe(false);
    }
    // Nothing of the dots, of the minimap and of the controls beside and below the cards.
    const colours = new Set<string>();
    for (let x = 350; x < WINDOW.width; x += 1)
      for (let y = 300; y < WINDOW.height; y += 1) colours.add(thumbnail.at(x, y).join());
    expect(colours).toEqual(new Set([FLOOR.join()]));
    expect(faults.filter((fault) => !fault.includes(foreignUrl))).toEqual([]);
    await context.close();
  });
});
