import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeImageEngine, plainPicture } from './support/FakeImageEngine';
import { openEngineApp } from './support/openEngineApp';
import type { EngineApp } from './support/openEngineApp';
import { signIn } from '../support/Person';
import { MEBIBYTE } from '../../../server/bytes';
import { DiskFileStore } from '../../../server/files/DiskFileStore';

afterEach(() => vi.restoreAllMocks());

const words = (content: string) => ({ type: 'text_prompt', content });
const row = (key: string, ...value: string[]) => ({ type: 'category_prompt', key, value });
const picture = (content: string) => ({ type: 'image_prompt', content });

const ask = ({ person, projectId }: EngineApp, nodes: object[], more: object = {}, headers = {}) =>
  person.post('/nodes/generate/image', { projectId, nodes, ...more }, headers);

interface JobTold {
  readonly state: string;
  readonly code: string | null;
  readonly costMicros: number | null;
}
const jobsOf = async ({ person, projectId }: EngineApp) =>
  (await person.get(`/projects/${projectId}/jobs`)).json<JobTold[]>();

async function upload({ person }: EngineApp, bytes: Buffer): Promise<string> {
  return (await person.upload('POST', '/files', 'file', bytes)).json<{ url: string }>().url;
}

/** A PNG of about this many bytes that does not compress. */
function noisy(side: number): Promise<Buffer> {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Holds what is read from the store until it is let go. */
function holdReads() {
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  const { get } = DiskFileStore.prototype;
  const reads = vi.spyOn(DiskFileStore.prototype, 'get').mockImplementation(async function (this: DiskFileStore, name) {
    await opened;
    return get.call(this, name);
  });
  return { begun: () => reads.mock.calls.length, letGo: () => gate.emit('open') };
}

describe('what one picture may be asked from', () => {
  let shared: EngineApp;
  beforeAll(async () => {
    shared = await openEngineApp(new FakeImageEngine(), {}, 'file');
  });

  it.each([
    ['more than 200 items', 'tooManyItems', Array.from({ length: 201 }, () => words('a'))],
    [
      'more than 200 items, those in groups counted',
      'tooManyItems',
      [words('a'), { type: 'group', contents: Array.from({ length: 199 }, () => row('k', 'v')) }],
    ],
    ['more than 14 pictures', 'tooManyPictures', Array.from({ length: 15 }, (_, n) => picture(`/files/${n}.png`))],
    ['more than 32 KiB of words', 'tooManyWords', [words('가'.repeat(10_923))]],
    ['the same in a category', 'tooManyWords', [row('색', ...Array.from({ length: 3_300 }, () => '0123456789'))]],
    ['a key of more than 200 characters', 'keyTooLong', [row('k'.repeat(201), 'v')]],
  ])('is refused before anything is read: %s [BOUND-1]', async (name, code, nodes) => {
    const person = await signIn(shared.app, `Asks from ${name}`);
    const engineApp = { ...shared, person, projectId: await person.create() };
    const refused = await ask(engineApp, nodes);
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toMatchObject({ code });
    expect(await jobsOf(engineApp)).toEqual([]);
  });

  it('is taken up to there, with small data URLs among it [BOUND-1]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const url = `data:image/png;base64,${(await plainPicture('#118833')).toString('base64')}`;
    void imageEngine.finish();
    const most = [
      ...Array.from({ length: 14 }, () => picture(url)),
      words('가'.repeat(10_900)),
      ...Array.from({ length: 185 }, () => words('')),
    ];
    expect((await ask(engineApp, most)).statusCode).toBe(200);
    expect((await imageEngine.order()).request.parts).toHaveLength(15);
  });

  it('has ids of at most 200 characters and a body of at most 4 MiB [BOUND-1]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    expect((await ask(engineApp, [words('a')], { nodeId: 'n'.repeat(201) })).statusCode).toBe(400);
    expect(
      (await engineApp.person.get(`/projects/${engineApp.projectId}/jobs?nodeId=${'n'.repeat(201)}`)).statusCode,
    ).toBe(400);
    const large = await ask(engineApp, [words('a'), picture(`data:image/png;base64,${'A'.repeat(4 * MEBIBYTE)}`)]);
    expect(large.statusCode).toBe(413);
    expect(large.json()).toMatchObject({ code: 'bodyTooLarge' });
    expect(await jobsOf(engineApp)).toEqual([]);
    void imageEngine.finish();
    expect((await ask(engineApp, [words('a')], { nodeId: 'n'.repeat(200) })).statusCode).toBe(200);
  });
});

describe('the pictures that a request names', () => {
  it('are not read for whom the meter does not let ask [BOUND-2]', async () => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await openEngineApp(imageEngine, { GENERATE_PER_MINUTE: '1' });
    void imageEngine.finish();
    expect((await ask(engineApp, [words('a')])).statusCode).toBe(200);
    const refused = await ask(engineApp, [picture(`/files/${'0'.repeat(64)}.png`)]);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'limitMinute' });
  });

  it('are read once each, so that the same large one fourteen times costs little more than one [BOUND-2]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const url = await upload(engineApp, await noisy(2_600));
    global.gc?.();
    const before = process.memoryUsage().rss;
    const asked = ask(
      engineApp,
      Array.from({ length: 14 }, () => picture(url)),
    );
    const { parts } = (await imageEngine.order()).request;
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEBIBYTE);
    expect(new Set(parts.map((part) => (part.kind === 'picture' ? part.bytes : null))).size).toBe(1);
    await imageEngine.finish();
    expect((await asked).statusCode).toBe(200);
    expect(
      (
        await ask(
          engineApp,
          Array.from({ length: 100 }, () => picture(url)),
        )
      ).json(),
    ).toMatchObject({
      code: 'tooManyPictures',
    });
  });

  it('end the job unbilled where one is missing, and say so in the answer [BOUND-2]', async () => {
    const engineApp = await openEngineApp(new FakeImageEngine('gemini'));
    const missing = [picture(`/files/${'0'.repeat(64)}.png`)];
    const refused = await ask(engineApp, missing, {}, { 'idempotency-key': 'one' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: 'pictureMissing', jobId: expect.any(String) });
    expect(await jobsOf(engineApp)).toMatchObject([{ state: 'failed', code: 'pictureMissing', costMicros: 0 }]);
  });

  it('are not read on once the caller has gone; the same key starts again [BOUND-2]', async () => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await openEngineApp(imageEngine);
    const address = new URL(await engineApp.listen());
    const urls: string[] = [];
    for (const colour of ['#118833', '#aa3311']) urls.push(await upload(engineApp, await plainPicture(colour)));
    const reads = holdReads();
    const connections = promisify(engineApp.app.server.getConnections.bind(engineApp.app.server));
    const body = JSON.stringify({ projectId: engineApp.projectId, nodes: urls.map(picture) });
    const call = connect(Number(address.port), address.hostname);
    call.write(
      `POST /nodes/generate/image HTTP/1.1\r\nhost: x\r\ncookie: ${engineApp.person.cookie}\r\nidempotency-key: one\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await expect.poll(() => reads.begun()).toBe(1);
    call.destroy();
    await expect.poll(() => connections()).toBe(0);
    reads.letGo();
    await expect.poll(async () => (await jobsOf(engineApp))[0]?.state).toBe('failed');
    expect(await jobsOf(engineApp)).toMatchObject([{ code: 'leftEarly', costMicros: 0 }]);
    await sleep(50);
    expect(reads.begun()).toBe(1);
    expect(imageEngine.orders).toEqual([]);
    engineApp.clock.pass(1000);
    void imageEngine.finish();
    const again = await ask(engineApp, urls.map(picture), {}, { 'idempotency-key': 'one' });
    expect(again.statusCode).toBe(200);
    expect(await jobsOf(engineApp)).toMatchObject([{ state: 'failed' }, { state: 'done' }]);
  });
});
