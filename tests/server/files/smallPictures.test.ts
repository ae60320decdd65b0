import { EventEmitter, once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDataSettings } from '../../../server/config';
import { createFileStore } from '../../../server/files/createFileStore';
import { pictureDecoder } from '../../../server/files/decoding';
import { SmallPictures } from '../../../server/files/SmallPictures';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { openEngineApp, type EngineApp } from '../generation/support/openEngineApp';
import { Person, signIn } from '../support/Person';

afterEach(() => vi.restoreAllMocks());

/** Holds small versions as they begin to be decoded, and counts. With `isAlike` the first one stands for all. */
function watchDecoding({ isAlike = false } = {}) {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  const watch = { begun: [] as string[], atOnce: 0, most: 0, letGo: () => gate.emit('open') };
  const decode = pictureDecoder.decode.bind(pictureDecoder);
  let first: ReturnType<typeof decode> | undefined;
  vi.spyOn(pictureDecoder, 'decode').mockImplementation(async (task, bytes, whose) => {
    if (!task.startsWith('small')) return decode(task, bytes, whose);
    watch.begun.push(whose === 'engine' ? whose : whose.memberId);
    watch.atOnce += 1;
    watch.most = Math.max(watch.most, watch.atOnce);
    await opened;
    const made = (isAlike && first) || decode(task, bytes, whose);
    first ??= made;
    return made.finally(() => (watch.atOnce -= 1));
  });
  return watch;
}

async function uploadMany(person: Person, count: number, first = 0): Promise<string[]> {
  const urls: string[] = [];
  for (let at = first; at < first + count; at += 1) {
    const bytes = await plainPicture(`#${(at + 1).toString(16).padStart(6, '0')}`);
    urls.push((await person.upload('POST', '/files', 'file', bytes)).json<{ url: string }>().url);
  }
  return urls;
}

/** Writes equal pictures straight into the store and the tables, each with an address of its own. */
async function writePictures({ db, env, person }: EngineApp, count: number): Promise<string[]> {
  const store = createFileStore(readDataSettings(env).storage);
  const bytes = await plainPicture('#aa3311');
  const member_id = await idOf(person);
  const created_at = '2026-11-21T03:00:00.000Z';
  const kind = { extension: 'png', content_type: 'image/png', bytes: bytes.byteLength, width: 8, height: 8 };
  const names = Array.from({ length: count }, (_name, at) => at.toString(16).padStart(64, '0'));
  await Promise.all(names.map((sha256) => store.put(`${sha256}.png`, bytes)));
  await db
    .insertInto('file')
    .values(names.map((sha256) => ({ sha256, ...kind, created_at })))
    .execute();
  await db
    .insertInto('file_owner')
    .values(names.map((sha256) => ({ member_id, sha256, created_at, only_thumbnail: 0 })))
    .execute();
  return names.map((sha256) => `/files/${sha256}.png`);
}

const idOf = async (person: Person): Promise<string> =>
  (await person.get('/member')).json<{ memberId: string }>().memberId;

async function reservedBytes({ person }: EngineApp): Promise<number> {
  const { body } = await person.get('/metrics');
  return Number(/^bodies_bytes (\d+)$/m.exec(body)?.[1]);
}

describe('small versions of pictures', () => {
  it('are made two at a time for a member, each with its bytes set aside, and all of them come [SMALL-1]', async () => {
    const engineApp = await openEngineApp();
    const { person, db } = engineApp;
    const urls = await uploadMany(person, 12);
    const watch = watchDecoding();
    const asked = urls.map((url) => person.get(`${url}?size=256`));
    await expect.poll(() => watch.begun.length).toBe(2);
    const [first] = await db.selectFrom('file').select('bytes').execute();
    expect(await reservedBytes(engineApp)).toBe(2 * (first?.bytes ?? 0));
    watch.letGo();
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => [answer.statusCode, answer.headers['content-type']])).toEqual(
      urls.map(() => [200, 'image/webp']),
    );
    expect([watch.begun.length, watch.most]).toEqual([12, 2]);
    await expect.poll(() => reservedBytes(engineApp)).toBe(0);
  });

  it('come to members in turn, and keep no place from uploads [SMALL-2]', async () => {
    const { app, person } = await openEngineApp();
    const other = await signIn(app, '다른 사람');
    const urls = await uploadMany(person, 20);
    const theirs = await uploadMany(other, 1, 100);
    const watch = watchDecoding();
    const asked = urls.map((url) => person.get(`${url}?size=256`));
    await expect.poll(() => watch.begun.length).toBe(2);
    const also = theirs.map((url) => other.get(`${url}?size=1024`));
    await expect.poll(() => watch.begun.length).toBe(3);
    expect(watch.begun[2]).toBe(await idOf(other));
    expect(await uploadMany(person, 1, 200)).toHaveLength(1);
    watch.letGo();
    const answers = await Promise.all([...asked, ...also]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('are not made for a reader who left, unless another waits for the same [SMALL-3]', async () => {
    const { app, person, listen } = await openEngineApp();
    const urls = await uploadMany(person, 10);
    const base = await listen();
    const watch = watchDecoding();
    const make = vi.spyOn(SmallPictures.prototype, 'make');
    const connections = promisify(app.server.getConnections.bind(app.server));
    const leaving = new AbortController();
    const get = (url = '', signal?: AbortSignal): Promise<Response> =>
      fetch(`${base}${url}?size=256`, { headers: { cookie: person.cookie }, ...(signal && { signal }) });
    const gone = [];
    for (const url of urls) gone.push(get(url, leaving.signal).catch(() => 'left'));
    await expect.poll(() => watch.begun.length).toBe(2);
    const staying = get(urls[9]);
    await expect.poll(() => make.mock.calls.length).toBe(11);
    leaving.abort();
    expect(await Promise.all(gone)).toEqual(urls.map(() => 'left'));
    await expect.poll(() => connections()).toBe(1);
    watch.letGo();
    expect((await staying).status).toBe(200);
    await expect.poll(() => watch.atOnce).toBe(0);
    expect(watch.begun).toHaveLength(3);
  });

  it('are put off with 503 when hundreds of a member wait already [SMALL-1]', async () => {
    const engineApp = await openEngineApp();
    const { person } = engineApp;
    const urls = await writePictures(engineApp, 256);
    const watch = watchDecoding({ isAlike: true });
    const asked = urls.flatMap((url) => [person.get(`${url}?size=256`), person.get(`${url}?size=1024`)]);
    // The others are held.
    const refused = await Promise.race(asked);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'picturesBusy']);
    watch.letGo();
    const answers = await Promise.all(asked);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(502);
    expect(answers.filter(({ statusCode }) => statusCode === 503)).toHaveLength(10);
  });
});
