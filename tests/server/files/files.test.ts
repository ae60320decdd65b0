import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import type { Environment } from '../../../server/config';
import { claimingPng } from '../support/hostilePictures';
import { openApp as openAppWith, type OpenApp } from '../support/openApp';
import { openBucket } from '../support/openBucket';
import { Person, signIn } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';
import { MEBIBYTE } from '../../../server/bytes';

const FORMATS = [
  ['png', 'png', 'image/png'],
  ['jpeg', 'jpg', 'image/jpeg'],
  ['webp', 'webp', 'image/webp'],
  ['gif', 'gif', 'image/gif'],
  ['avif', 'avif', 'image/avif'],
] as const;
type Format = (typeof FORMATS)[number][0];

function picture(format: Format, background = '#2f6bff', size = 40): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

async function upload(person: Person, bytes: Buffer, fileName?: string): Promise<string> {
  return (await person.upload('POST', '/files', 'file', bytes, fileName)).json<{ url: string }>().url;
}

interface StoredApp extends OpenApp {
  /** The names of all stored files. */
  stored(): Promise<string[]>;
}

type Open = (env?: Environment) => Promise<StoredApp>;

const inFolder: Open = async (env) => {
  const open = await openAppWith(env);
  const stored = async (): Promise<string[]> =>
    (await readdir(join(open.dataDir, 'files'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  return { ...open, stored };
};

const inBucket: Open = async (env) => {
  const bucket = await openBucket();
  return { ...(await openAppWith({ ...bucket.env, ...env })), stored: () => bucket.names() };
};

const HOUR_MS = 60 * 60 * 1000;

// The database does not matter here: where it does, one store is enough.
const STORES = (
  [
    ['a folder', inFolder],
    ['a bucket', inBucket],
  ] as const
).slice(0, inject('postgres') === undefined ? 2 : 1);

describe.each(STORES)('pictures in %s', (store, openApp) => {
  // The format makes no difference to a bucket or a database.
  it.each(FORMATS.slice(0, store === 'a bucket' || sqliteIsEnough ? 1 : FORMATS.length))(
    'in %s are kept byte for byte and shown to their uploader',
    async (format, extension, contentType) => {
      const { app } = await openApp();
      const jiwoo = await signIn(app);
      const bytes = await picture(format);
      const answer = await jiwoo.upload('POST', '/files', 'file', bytes, 'whatever.txt');
      expect(answer.statusCode).toBe(201);
      const { url } = answer.json<{ url: string }>();
      expect(url).toMatch(new RegExp(`^/files/[0-9a-f]{64}\\.${extension}$`));

      const shown = await jiwoo.get(url);
      expect(shown.statusCode).toBe(200);
      expect(shown.rawPayload.equals(bytes)).toBe(true);
      expect(shown.headers).toMatchObject({
        'content-type': contentType,
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it.skipIf(sqliteIsEnough)('keep their orientation: a phone’s photo is stored as it came [PIC-5]', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const photo = await sharp(await picture('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const shown = await jiwoo.get(await upload(jiwoo, photo));
    expect((await sharp(shown.rawPayload).metadata()).orientation).toBe(6);
  });

  it('of the same bytes have the same address and are stored once', async () => {
    const { app, stored } = await openApp();
    const [jiwoo, minsu] = [await signIn(app, '지우'), await signIn(app, '민수')];
    const bytes = await picture('png');
    const [one, two, theirs] = await Promise.all([upload(jiwoo, bytes), upload(jiwoo, bytes), upload(minsu, bytes)]);
    expect([two, theirs]).toEqual([one, one]);
    expect(await stored()).toEqual([one.slice('/files/'.length)]);
  });

  it('are nobody else’s, even when their address is known', async () => {
    const { app } = await openApp();
    const [jiwoo, minsu] = [await signIn(app, '지우'), await signIn(app, '민수')];
    const bytes = await picture('png');
    const url = await upload(jiwoo, bytes);
    const theirs = await minsu.get(url);
    const missing = await minsu.get(`/files/${'0'.repeat(64)}.png`);
    expect([theirs.statusCode, theirs.body]).toEqual([404, missing.body]);
    // It may be theirs later.
    expect(theirs.headers['cache-control']).toBe('no-store');
    expect((await new Person(app).get(url)).statusCode).toBe(401);
    expect((await jiwoo.get(url.replace('.png', '.jpg'))).statusCode).toBe(404);
    expect((await jiwoo.get('/files/..%2f..%2fmulgil.db')).statusCode).toBe(404);
    await upload(minsu, bytes);
    expect((await minsu.get(url)).statusCode).toBe(200);
  });

  it('are there after a restart', async () => {
    const first = await openApp();
    const jiwoo = await signIn(first.app);
    const bytes = await picture('webp');
    const url = await upload(jiwoo, bytes);
    const second = await first.reopen();
    expect((await new Person(second.app, jiwoo.cookie).get(url)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('pictures', () => {
  it.skipIf(sqliteIsEnough)('are refused when their bytes are none', async () => {
    const { app } = await openAppWith();
    const jiwoo = await signIn(app);
    const status = async (bytes: Buffer, field = 'file'): Promise<number> =>
      (await jiwoo.upload('POST', '/files', field, bytes, 'photo.png')).statusCode;
    const png = await picture('png', '#f5b301', 400);
    expect(await status(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(415);
    expect(await status(Buffer.from('hello'))).toBe(415);
    expect(await status(Buffer.alloc(0))).toBe(415);
    expect(await status(Buffer.from('%PDF-1.7\n'))).toBe(415);
    expect(await status(png.subarray(0, 60))).toBe(422);
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect(await status(noise.subarray(0, noise.length / 2))).toBe(422);
    expect(await status(png, 'picture')).toBe(422);
    expect(await status(Buffer.concat([png, Buffer.alloc(20 * MEBIBYTE)]))).toBe(413);
    expect(await status(claimingPng(16_000, 4_001))).toBe(413);
    expect((await jiwoo.post('/files', { file: 'x' })).statusCode).toBe(415);
    expect((await jiwoo.post('/files')).statusCode).toBe(415);
    expect((await new Person(app).upload('POST', '/files', 'file', png)).statusCode).toBe(401);
  });
});

describe.each(STORES)('a thumbnail in %s', (_store, openApp) => {
  it('shows in the list and moves neither revision nor updatedAt [THUMB-9]', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create();
    clock.pass(60_000);
    const answer = await jiwoo.upload('PUT', `/projects/${id}/thumbnail`, 'thumbnail', await picture('png'));
    expect(answer.statusCode).toBe(200);
    const { thumbnail } = answer.json<{ thumbnail: string }>();
    expect((await jiwoo.get('/projects')).json()).toMatchObject([{ thumbnail, updatedAt: '2026-11-21T03:00:00.000Z' }]);
    expect((await jiwoo.get(`/projects/${id}`)).json()).toMatchObject({ revision: 1 });
    expect((await jiwoo.get(thumbnail)).headers['content-type']).toBe('image/png');
  });

  it('goes when the next one comes, unless the member needs those bytes elsewhere', async () => {
    const first = await openApp({ TRASH_DAYS: '0' });
    const { app, clock } = first;
    const jiwoo = await signIn(app);
    const [one, two] = [await jiwoo.create(), await jiwoo.create()];
    const put = async (project: number, bytes: Buffer): Promise<string> =>
      (await jiwoo.upload('PUT', `/projects/${project}/thumbnail`, 'thumbnail', bytes)).json<{ thumbnail: string }>()
        .thumbnail;
    const [red, green, blue] = [
      await picture('png', 'red'),
      await picture('png', 'green'),
      await picture('png', 'blue'),
    ];
    const redUrl = await put(one, red);
    expect(await put(two, red)).toBe(redUrl);
    const greenUrl = await put(one, green);
    expect((await jiwoo.get(redUrl)).statusCode).toBe(200);
    const blueUrl = await put(two, blue);
    expect((await jiwoo.get(redUrl)).statusCode).toBe(404);
    // Its bytes are gone with it.
    const shown = [greenUrl, blueUrl].map((url) => url.slice('/files/'.length)).toSorted();
    expect(await first.stored()).toEqual(shown);
    expect(await put(two, blue)).toBe(blueUrl);
    expect((await jiwoo.get(blueUrl)).statusCode).toBe(200);
    await upload(jiwoo, green);
    await put(one, red);
    expect((await jiwoo.get(greenUrl)).statusCode).toBe(200);
    await jiwoo.delete(`/projects/${two}`);
    expect((await jiwoo.get(blueUrl)).statusCode).toBe(404);

    // One that was shown for a minute stays for the backup that may name it.
    clock.pass(60_000);
    await put(one, await picture('png', 'white'));
    expect((await jiwoo.get(redUrl)).statusCode).toBe(404);
    expect(await first.stored()).toContain(redUrl.slice('/files/'.length));
    await put(one, red);

    const kept = [redUrl, greenUrl].map((url) => url.slice('/files/'.length)).toSorted();
    expect(await first.stored()).toHaveLength(3);
    clock.pass(2 * HOUR_MS);
    await (await first.reopen()).tidy();
    expect(await first.stored()).toEqual(kept);
  });

  it.skipIf(sqliteIsEnough)('is a PNG that can be read, of the member’s own project [THUMB-7]', async () => {
    const { app } = await openApp();
    const [jiwoo, minsu] = [await signIn(app, '지우'), await signIn(app, '민수')];
    const id = await jiwoo.create();
    const png = await picture('png');
    const put = async (person: Person, bytes: Buffer, field = 'thumbnail', project = id): Promise<number> =>
      (await person.upload('PUT', `/projects/${project}/thumbnail`, field, bytes)).statusCode;
    expect(await put(jiwoo, await picture('jpeg'))).toBe(415);
    expect(await put(jiwoo, png.subarray(0, 50))).toBe(422);
    expect(await put(jiwoo, png, 'picture')).toBe(422);
    expect(await put(jiwoo, Buffer.concat([png, Buffer.alloc(16 * MEBIBYTE)]))).toBe(413);
    expect(await put(minsu, png)).toBe(404);
    expect(await put(jiwoo, png, 'thumbnail', 99)).toBe(404);
    expect((await jiwoo.put(`/projects/${id}/thumbnail`, { thumbnail: 'x' })).statusCode).toBe(415);
    expect((await jiwoo.get('/projects')).json()).toMatchObject([{ thumbnail: null }]);
  });
});
