import { crc32, deflateSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { openApp } from '../support/openApp';
import { emptyCanvas, signIn, type Person } from '../support/Person';
import { RawConnection, statusIn } from './support/RawConnection';
import { MEBIBYTE } from '../../../server/bytes';

let app: FastifyInstance;
let url: string;
let jiwoo: Person;
beforeAll(async () => {
  ({ app } = await openApp({}, { lifetime: 'file' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  jiwoo = await signIn(app);
});

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A file of a few kilobytes that claims to be a black picture of this size. */
function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * Math.min(side, 4000)), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of one pixel's data that claims a canvas of this size. */
function bombGif(side: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  const frame = Buffer.from(',\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;', 'latin1');
  frame.writeUInt16LE(side, 5);
  frame.writeUInt16LE(side, 7);
  return Buffer.concat([head, frame]);
}

/** A WebP whose extended header claims this size. */
function bombWebp(side: number): Buffer {
  const body = Buffer.alloc(30);
  body.write('RIFF', 0);
  body.writeUInt32LE(22, 4);
  body.write('WEBPVP8X', 8);
  body.writeUInt32LE(10, 16);
  body.writeUIntLE(side - 1, 24, 3);
  body.writeUIntLE(side - 1, 27, 3);
  return body;
}

/** This many frames of 2,000 by 2,000 pixels in a few kilobytes. */
function manyFrames(frames: number): Buffer {
  const one = bombGif(2_000);
  const [head, frame] = [one.subarray(0, 19), one.subarray(19, -1)];
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

describe('a small file that unpacks to a huge picture', () => {
  it('is refused by every way in, without being unpacked', async () => {
    const bombs = { png: bombPng(30_000), gif: bombGif(30_000), webp: bombWebp(16_384) };
    const projectId = await jiwoo.create();
    const before = process.memoryUsage().rss;
    for (const [name, bytes] of Object.entries(bombs)) {
      expect(bytes.length).toBeLessThan(MEBIBYTE);
      const uploaded = await jiwoo.upload('POST', '/files', 'file', bytes);
      expect([name, uploaded.statusCode]).toEqual([
        name,
        expect.toSatisfy((status: number) => status === 413 || status === 422),
      ]);
      const content = `data:image/png;base64,${bytes.toString('base64')}`;
      const painted = await jiwoo.post('/nodes/generate/image', {
        projectId,
        nodes: [{ type: 'image_prompt', content }],
      });
      expect([name, painted.statusCode]).toEqual([name, uploaded.statusCode]);
    }
    expect((await jiwoo.upload('PUT', `/projects/${projectId}/thumbnail`, 'thumbnail', bombs.png)).statusCode).toBe(
      413,
    );
    // Only the first picture of a film is ever unpacked: 16 MB of 32 GB.
    expect((await jiwoo.upload('POST', '/files', 'file', manyFrames(2_000))).statusCode).toBe(201);
    // 30,000 by 30,000 pixels are 2.7 GB.
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEBIBYTE);
  });
});

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const SCRIPT = '<script>fetch("/member")</script>';

describe('a file that is not what it says', () => {
  it('is refused when it is no picture, whatever it is called', async () => {
    const files: Record<string, string> = {
      'page.png': `<!doctype html><html><body>${SCRIPT}</body></html>`,
      'drawing.png': `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`,
      'xml.png': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>`,
      'script.png': 'alert(document.domain)//',
      'paper.png': '%PDF-1.4 1 0 obj << /Type /Catalog >> endobj',
      'empty.png': '',
      '../../../../tmp/evil.png': SCRIPT,
      'a\0b.png': SCRIPT,
      [`${'x'.repeat(5_000)}.png`]: SCRIPT,
    };
    for (const [name, text] of Object.entries(files)) {
      const { statusCode } = await jiwoo.upload('POST', '/files', 'file', Buffer.from(text), name);
      expect([name.slice(0, 40), statusCode]).toEqual([name.slice(0, 40), 415]);
    }
  });

  it('and is a picture as well is served as the picture only', async () => {
    const png = await plainPicture('#118833');
    const gif = await sharp(png).gif().toBuffer();
    const jpeg = await sharp(png)
      .withExif({ IFD0: { ImageDescription: SCRIPT, Copyright: SCRIPT } })
      .jpeg()
      .toBuffer();
    const mixed = {
      'image/png': Buffer.concat([png, Buffer.from(SCRIPT)]),
      'image/gif': Buffer.concat([gif, Buffer.from(`/*${SCRIPT}*/=1;`)]),
      'image/jpeg': jpeg,
    };
    for (const [type, bytes] of Object.entries(mixed)) {
      const uploaded = await jiwoo.upload('POST', '/files', 'file', bytes, 'page.html');
      expect(uploaded.statusCode).toBe(201);
      const address = uploaded.json<{ url: string }>().url;
      expect(address).toMatch(/^\/files\/[0-9a-f]{64}\.(?:png|gif|jpg)$/);
      const served = await jiwoo.get(address, { accept: 'text/html' });
      expect(served.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
      });
      expect(served.rawPayload.equals(bytes)).toBe(true);
    }
  });

  it('in a form of many parts, or of none that is finished, is refused', async () => {
    const send = (payload: string, boundary = 'b') =>
      jiwoo.send({
        method: 'POST',
        url: '/files',
        payload,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
    const answers = [
      await send(''),
      await send('--b\r\n'),
      await send('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf'),
      await send(`${Array.from({ length: 100 }, (_none, index) => field(`f${index}`, 'x')).join('')}--b--\r\n`),
      await send(`${field('__proto__', 'x')}${field('constructor', 'x')}--b--\r\n`),
      await send(`${field('a', 'x'.repeat(2 * MEBIBYTE))}--b--\r\n`),
      await send(`--b\r\n${'X-H: 1\r\n'.repeat(5_000)}\r\n\r\n--b--\r\n`),
      await send('--b--', 'x'.repeat(5_000)),
      await jiwoo.send({
        method: 'POST',
        url: '/files',
        payload: 'x',
        headers: { 'content-type': 'multipart/form-data' },
      }),
    ];
    for (const [index, { statusCode }] of answers.entries()) {
      expect([index, statusCode]).toEqual([index, expect.toSatisfy((status: number) => status >= 400 && status < 500)]);
    }
  });
});

describe('an address under /files', () => {
  it('leads to the picture of that name and to nothing else', async () => {
    const uploaded = await jiwoo.upload('POST', '/files', 'file', await plainPicture('#aa3311'));
    const path = uploaded.json<{ url: string }>().url;
    const name = path.slice('/files/'.length);
    const [hash = '', extension = ''] = name.split('.');
    const folder = hash.slice(0, 2);
    const tricks = [
      '../mulgil.db',
      '..%2fmulgil.db',
      '%2e%2e/mulgil.db',
      '%2e%2e%2fmulgil.db',
      '..%5cmulgil.db',
      '..\\mulgil.db',
      '....//mulgil.db',
      '%252e%252e%252fmulgil.db',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      '..%c0%afmulgil.db',
      './',
      '.',
      '',
      `${folder}/${name}`,
      `${folder}%2f${name}`,
      `./${name}`,
      `x/../${name}`,
      `%2e%2f${name}`,
      `${hash.toUpperCase()}.${extension}`,
      `${hash}.PNG`,
      `${hash}.jpg`,
      `${hash}.html`,
      `${hash}.svg`,
      hash,
      `${hash}.`,
      `${name}.html`,
      `${name}%00`,
      `${name}%00.html`,
      `${hash}%00.${extension}`,
      `${name}%20`,
      `${name}%0a`,
      `${name};.html`,
      `${name}/`,
      `${name}/index.html`,
      `${name}.part`,
      `drafts/${name}.12345678.part`,
    ];
    for (const trick of tricks) {
      const caller = await RawConnection.open(url);
      caller.say(`GET /files/${trick} HTTP/1.1\r\nHost: a\r\nCookie: ${jiwoo.cookie}\r\nConnection: close\r\n\r\n`);
      const answer = await caller.ended();
      expect([trick, statusIn(answer)]).toEqual([
        trick,
        expect.toSatisfy((status: number) => status === 404 || status === 400),
      ]);
      expect(answer).toMatch(/^content-type: application\/json/im);
      expect(answer).toMatch(/^x-content-type-options: nosniff/im);
    }
    expect((await jiwoo.get(path)).statusCode).toBe(200);
    expect((await jiwoo.get(`${path}?x=<script>`)).headers['content-type']).toBe('image/png');
  });
});

it('a picture inside a canvas is never read by the server', async () => {
  // A plain text to the server: it is saved and returned unchanged.
  const value = 'data:image/svg+xml,<svg onload="alert(1)"/>';
  const canvas = { ...emptyCanvas(), nodes: [{ id: 'a', type: 'image', position: { x: 0, y: 0 }, data: { value } }] };
  expect(await jiwoo.canvas(await jiwoo.create('흐름', canvas))).toEqual(canvas);
});
