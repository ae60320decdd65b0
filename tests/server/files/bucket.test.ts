import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { RequestListener } from 'node:http';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../../src/api/contract';
import { readConfig } from '../../../server/config';
import { StartRefused } from '../../../server/errors';
import { createFileStore } from '../../../server/files/createFileStore';
import { readWhole } from '../../../server/files/FileStore';
import { S3FileStore } from '../../../server/files/s3/S3FileStore';
import type { BucketSettings } from '../../../server/files/s3/S3Bucket';
import { StoreUnavailable } from '../../../server/files/errors';
import { listen, type Listening } from '../../../server/listen';
import { openApp } from '../support/openApp';
import { cuttingOff, hangingUp, openBucket, refusing, silent, type OpenBucket } from '../support/openBucket';
import { Person, signIn } from '../support/Person';

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

const nameOf = (bytes: Buffer): string => `${createHash('sha256').update(bytes).digest('hex')}.png`;

function placeOf({ env }: OpenBucket): BucketSettings {
  const { storage } = readConfig(env);
  if (storage.kind !== 's3') throw new Error('that is no bucket');
  return storage;
}

const configOf = ({ env }: OpenBucket, dataDir: string) =>
  readConfig({ ...env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });

const HOUR_MS = 60 * 60 * 1000;
const TWO_HOURS_MS = 2 * HOUR_MS;

afterEach(() => {
  vi.useRealTimers();
});

describe('a bucket', () => {
  it.each([
    ['keys of its own', {}],
    ['lent keys', { AWS_SESSION_TOKEN: 'lent/for+a=while' }],
  ])("is called with signatures equal to another signer's, with %s", async (_keys, more) => {
    const bucket = await openBucket();
    const { storage } = readConfig({ ...bucket.env, ...more });
    const store = createFileStore(storage);
    const bytes = await picture('#2f6bff');
    await store.put(nameOf(bytes), bytes);
    expect((await readWhole(store, nameOf(bytes)))?.equals(bytes)).toBe(true);
    await store.remove(nameOf(bytes));
    await store.probe();

    expect(bucket.requests.map(({ method }) => method)).toEqual(['HEAD', 'PUT', 'GET', 'DELETE', 'GET']);
    const place = placeOf(bucket);
    const signer = new SignatureV4({
      service: 's3',
      region: 'us-east-1',
      sha256: Sha256,
      uriEscapePath: false,
      credentials: {
        accessKeyId: place.accessKeyId,
        secretAccessKey: place.secretAccessKey,
        ...('AWS_SESSION_TOKEN' in more ? { sessionToken: more.AWS_SESSION_TOKEN } : {}),
      },
    });
    for (const { method = '', url = '', headers } of bucket.requests) {
      const [, signedNames = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
      const { pathname, searchParams } = new URL(url, bucket.url);
      const date = String(headers['x-amz-date']);
      const signed = await signer.sign(
        {
          method,
          protocol: 'http:',
          hostname: '127.0.0.1',
          path: pathname,
          query: Object.fromEntries(searchParams),
          headers: Object.fromEntries(signedNames.split(';').map((name) => [name, String(headers[name])])),
        },
        { signingDate: new Date(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')) },
      );
      expect(signedNames).toContain('host');
      expect(headers.authorization).toBe(signed.headers['authorization']);
    }
    expect(bucket.requests[1]?.headers['x-amz-content-sha256']).toBe(nameOf(bytes).slice(0, 64));
  });

  it('is called again while that may help', async () => {
    const bucket = await openBucket();
    const { app } = await openApp(bucket.env);
    const jiwoo = await signIn(app);
    const troubles = [hangingUp, refusing(503, 'SlowDown'), refusing(500, 'InternalError')];
    const nextTrouble = (): void => {
      const trouble = troubles.shift();
      bucket.behave(
        trouble === undefined
          ? null
          : (request, response) => {
              nextTrouble();
              trouble(request, response);
            },
      );
    };
    nextTrouble();
    const bytes = await picture('#f5b301');
    const { url } = (await jiwoo.upload('POST', '/files', 'file', bytes)).json<{ url: string }>();
    expect(bucket.requests.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'HEAD', 'HEAD', 'PUT', 'HEAD']);
    expect((await jiwoo.get(url)).rawPayload.equals(bytes)).toBe(true);
  });

  it.each([
    ['hangs up', hangingUp, 4],
    ['wants to be left alone', refusing(503, 'SlowDown'), 4],
    ['refuses the keys', refusing(403, 'InvalidAccessKeyId'), 1],
    ['is gone', refusing(404, 'NoSuchBucket'), 1],
  ])(
    'that %s does not keep canvases from being saved, and works again without a restart',
    async (_how, trouble, attempts) => {
      const bucket = await openBucket();
      const { app, clock } = await openApp(bucket.env);
      const jiwoo = await signIn(app);
      const [id, here, away] = [await jiwoo.create(), await picture('#ffffff'), await picture('#000000')];
      const { url } = (await jiwoo.upload('POST', '/files', 'file', here)).json<{ url: string }>();

      bucket.behave(trouble);
      const before = bucket.requests.length;
      const shown = await jiwoo.get(url);
      expect(bucket.requests.length - before).toBe(attempts);
      for (const answer of [
        shown,
        await jiwoo.upload('POST', '/files', 'file', away),
        await jiwoo.upload('PUT', `/projects/${id}/thumbnail`, 'thumbnail', away),
      ]) {
        expect(answer.statusCode).toBe(503);
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);
        expect(errorBody.parse(answer.json())).toMatchObject({ code: 'storeUnavailable' });
        expect(answer.body).not.toMatch(/S3RVER|127\.0\.0\.1|InvalidAccessKeyId/);
      }
      expect((await jiwoo.patch(id, [{ op: 'replace', path: '/viewport/x', value: 5 }])).statusCode).toBe(200);
      const ready = await jiwoo.get('/readyz');
      expect([ready.statusCode, errorBody.parse(ready.json()).message]).toEqual([
        503,
        'The file store does not answer.',
      ]);
      expect((await jiwoo.get('/healthz')).statusCode).toBe(200);

      bucket.behave(null);
      clock.pass(1000);
      expect((await jiwoo.get('/readyz')).statusCode).toBe(200);
      expect((await jiwoo.get(`/files/${nameOf(away)}`)).statusCode).toBe(404);
      expect(await bucket.names()).toEqual([nameOf(here)]);
      expect((await jiwoo.upload('POST', '/files', 'file', away)).statusCode).toBe(201);
      expect((await jiwoo.get(`/files/${nameOf(away)}`)).rawPayload.equals(away)).toBe(true);
    },
  );

  it('that says nothing is not waited for', async () => {
    const bucket = await openBucket();
    const store = new S3FileStore(placeOf(bucket), { callMs: 40, attemptsMs: 400 });
    bucket.behave(silent);
    await expect(store.size(nameOf(Buffer.alloc(0)))).rejects.toThrow(StoreUnavailable);
    await expect(store.probe()).rejects.toThrow(StoreUnavailable);
    bucket.behave(null);
    expect(await new S3FileStore(placeOf(bucket)).size(nameOf(Buffer.alloc(0)))).toBeNull();
  });

  it('is asked once a second whether it is there, however many strangers ask the server', async () => {
    const bucket = await openBucket();
    const { app, clock } = await openApp(bucket.env);
    const strangers = Array.from({ length: 20 }, () => new Person(app));
    const statuses = async (): Promise<number[]> => {
      const answers = await Promise.all(strangers.map((stranger) => stranger.get('/readyz')));
      return [...new Set(answers.map(({ statusCode }) => statusCode))];
    };
    expect([await statuses(), bucket.requests.length]).toEqual([[200], 1]);
    bucket.behave(refusing(503, 'SlowDown'));
    clock.pass(999);
    expect([await statuses(), bucket.requests.length]).toEqual([[200], 1]);
    clock.pass(1);
    expect([await statuses(), bucket.requests.length]).toEqual([[503], 2]);
    expect([await statuses(), bucket.requests.length]).toEqual([[503], 2]);

    const slow = holding(bucket, 'GET');
    bucket.behave(slow.trouble);
    clock.pass(1000);
    const first = statuses();
    await slow.arrived;
    clock.pass(1000);
    const second = statuses();
    slow.release();
    expect([await first, await second, bucket.requests.length]).toEqual([[200], [200], 3]);
  });

  it('keeps nothing of an upload that was reported as failed', async () => {
    const bucket = await openBucket();
    const { app, clock, reopen } = await openApp(bucket.env);
    const jiwoo = await signIn(app);
    const bytes = await picture('#12b886');
    // The bytes arrive, but the answer does not.
    bucket.behave(refusing(403, 'AccessDenied'));
    expect((await jiwoo.upload('POST', '/files', 'file', bytes)).statusCode).toBe(503);
    bucket.behave(null);
    await new S3FileStore(placeOf(bucket)).put(nameOf(bytes), bytes);
    expect((await jiwoo.get(`/files/${nameOf(bytes)}`)).statusCode).toBe(404);

    const second = await reopen();
    await second.tidy();
    expect(await bucket.names()).toEqual([nameOf(bytes)]);
    clock.pass(TWO_HOURS_MS);
    const last = await second.reopen();
    await last.tidy();
    expect(await bucket.names()).toEqual([]);
    // A later upload of the same picture keeps it for good.
    await (await signIn(last.app)).upload('POST', '/files', 'file', bytes);
    clock.pass(TWO_HOURS_MS);
    await (await last.reopen()).tidy();
    expect(await bucket.names()).toEqual([nameOf(bytes)]);
  });
});

it('one of its servers at a time removes bytes without an owner from a bucket, and another when that one is gone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const bucket = await openBucket();
  const one = await openApp(bucket.env);
  const other = await one.beside();
  await one.tidy();
  await other.tidy();
  const here = await signIn(one.app);
  const there = new Person(other.app, here.cookie);
  const project = await here.create();
  const show = async (person: Person, colour: string): Promise<string> => {
    const bytes = await picture(colour);
    await person.upload('PUT', `/projects/${project}/thumbnail`, 'thumbnail', bytes);
    return nameOf(bytes);
  };
  const passHour = (): void => {
    one.clock.pass(HOUR_MS);
    vi.advanceTimersByTime(HOUR_MS);
  };
  await show(here, '#e03131');
  const second = await show(here, '#2f6bff');
  passHour();
  await expect.poll(() => bucket.names()).toEqual([second]);

  await one.close();
  const third = await show(there, '#12b886');
  passHour();
  await expect.poll(() => bucket.names()).toEqual([third]);
  await other.close();
  expect(bucket.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});

/** An upload that was reported as failed two hours ago, though its bytes may have arrived in the bucket; a second server looks for them. */
async function withLeftover(hasArrived = true) {
  const bucket = await openBucket();
  const { app, clock, beside } = await openApp(bucket.env);
  const jiwoo = await signIn(app);
  const bytes = await picture('#15aabf');
  bucket.behave(refusing(403, 'AccessDenied'));
  await jiwoo.upload('POST', '/files', 'file', bytes);
  bucket.behave(null);
  if (hasArrived) await new S3FileStore(placeOf(bucket)).put(nameOf(bytes), bytes);
  clock.pass(TWO_HOURS_MS);
  return { bucket, jiwoo, bytes, beside };
}

/** A request of one method, held until it is released; all others are answered. */
function holding(bucket: OpenBucket, method: string, answer = bucket.answer) {
  const gate = new EventEmitter();
  const [arrived, released] = [once(gate, 'arrived'), once(gate, 'released')];
  const trouble: RequestListener = (request, response) => {
    if (request.method !== method) {
      bucket.answer(request, response);
      return;
    }
    gate.emit('arrived');
    void released.then(() => answer(request, response));
  };
  return { trouble, arrived, release: () => gate.emit('released') };
}

describe('a picture that comes while its bytes are swept away', () => {
  it('is put back by the server that has just removed them', async () => {
    const { bucket, jiwoo, bytes, beside } = await withLeftover();
    const removal = holding(bucket, 'DELETE');
    bucket.behave(removal.trouble);
    await (await beside()).app.listen({ port: 0 });
    await removal.arrived;
    expect((await jiwoo.upload('POST', '/files', 'file', bytes)).statusCode).toBe(201);
    removal.release();
    await expect.poll(() => bucket.requests.some(({ method }) => method === 'DELETE')).toBe(true);
    await expect.poll(() => bucket.requests.at(-1)?.method).toBe('PUT');
    await expect.poll(() => bucket.names()).toEqual([nameOf(bytes)]);
    expect((await jiwoo.get(`/files/${nameOf(bytes)}`)).rawPayload.equals(bytes)).toBe(true);
  });

  it('stays where nothing was there to be swept', async () => {
    const { bucket, jiwoo, bytes, beside } = await withLeftover(false);
    const removal = holding(bucket, 'DELETE');
    bucket.behave(removal.trouble);
    const before = bucket.requests.length;
    const tidied = (await beside()).tidy();
    const isRead = (): boolean =>
      bucket.requests.slice(before).some(({ method, url }) => method === 'GET' && url?.includes(nameOf(bytes)));
    await expect.poll(isRead).toBe(true);
    expect((await jiwoo.upload('POST', '/files', 'file', bytes)).statusCode).toBe(201);
    removal.release();
    await tidied;
    expect(await bucket.names()).toEqual([nameOf(bytes)]);
  });

  it('is stored again by a new upload', async () => {
    const { bucket, jiwoo, bytes, beside } = await withLeftover();
    const sweep = holding(bucket, 'GET');
    bucket.behave(sweep.trouble);
    await (await beside()).app.listen({ port: 0 });
    await sweep.arrived;
    // It is still there, as the upload learns …
    const look = holding(bucket, 'HEAD', (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length }).end();
    });
    bucket.behave(look.trouble);
    const upload = jiwoo.upload('POST', '/files', 'file', bytes);
    await look.arrived;
    // … and then it is gone.
    bucket.behave(null);
    sweep.release();
    await expect.poll(() => bucket.names()).toEqual([]);
    look.release();
    expect((await upload).statusCode).toBe(201);
    expect((await jiwoo.get(`/files/${nameOf(bytes)}`)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('a server on a bucket', () => {
  let running: Listening | undefined;
  afterEach(() => running?.close());

  it('does not start with keys that the bucket refuses, and says so in one line', async () => {
    const bucket = await openBucket();
    const { dataDir } = await openApp();
    bucket.behave(refusing(403, 'InvalidAccessKeyId'));
    const refused: unknown = await listen(configOf(bucket, dataDir)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartRefused);
    expect(String(refused)).toMatch(/^StartRefused: The bucket flows-\d+ cannot be used \(.*403 InvalidAccessKeyId\)/);
    expect(String(refused)).not.toContain('S3RVER');
  });

  it('starts before its bucket does, and never passes off half a picture as a whole one', async () => {
    const bucket = await openBucket();
    const { dataDir, close } = await openApp();
    await close();
    bucket.behave(hangingUp);
    running = await listen(configOf(bucket, dataDir));
    const { url } = running;
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    bucket.behave(null);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 5_000 }).toBe(200);

    const signedIn = await fetch(`${url}/auth/login/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: '지우' }),
    });
    const headers = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' };
    const body = new FormData();
    const bytes = await picture('#e03131');
    body.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
    expect((await fetch(`${url}/files`, { method: 'POST', headers, body })).status).toBe(201);
    bucket.behave(cuttingOff);
    const read = async (): Promise<Buffer> => {
      const answer = await fetch(`${url}/files/${nameOf(bytes)}`, { headers });
      return Buffer.from(await answer.arrayBuffer());
    };
    await expect(read()).rejects.toThrow(/terminated|fetch failed/);
    bucket.behave(null);
    expect((await read()).equals(bytes)).toBe(true);
  });
});
