import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import type { TakePage } from '../../../src/api/contractTakes';
import { databaseAway } from '../../../server/db/databaseAway';
import { diskFull } from '../../../server/errors';
import { DiskFileStore } from '../../../server/files/DiskFileStore';
import { StoreUnavailable } from '../../../server/files/errors';
import { LEASE_MS } from '../../../server/generation/jobs/JobLeases';
import { EngineError } from '../../../server/generation';
import { JobStore } from '../../../server/generation/jobs/JobStore';
import { shortenPauses } from '../support/shortenPauses';
import { sqliteIsEnough } from '../support/sqliteIsEnough';
import { FakeImageEngine, plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { openEngineApp } from './support/openEngineApp';
import { Orders } from './support/Orders';
import type { EngineApp } from './support/openEngineApp';

afterEach(() => vi.restoreAllMocks());

/** Jiwoo has uploaded a picture, and asks for another one that is made from it. */
async function open(env = {}, name: 'gemini' | 'offline' = 'gemini') {
  const imageEngine = new FakeImageEngine(name);
  const engineApp = await openEngineApp(imageEngine, env);
  const uploaded = await engineApp.person.upload('POST', '/files', 'file', await plainPicture('#aa3311'));
  const { url } = uploaded.json<{ url: string }>();
  const wish = { projectId: engineApp.projectId, nodes: [{ type: 'image_prompt', content: url }], nodeId: 'image-1' };
  const press = (key = 'press', number = 0) =>
    engineApp.person.post('/nodes/generate/image', { ...wish, number }, { 'idempotency-key': key });
  return { imageEngine, engineApp, press };
}

/** The store of the pictures does not answer once. */
function losePicture(): void {
  vi.spyOn(DiskFileStore.prototype, 'get').mockRejectedValueOnce(new StoreUnavailable(new Error('it restarts'), true));
}

const jobsOf = async ({ person, projectId }: EngineApp) =>
  (await person.get(`/projects/${projectId}/jobs`)).json<Job[]>();

describe('a job whose pictures cannot be read just as its end cannot be written', () => {
  it('ends unbilled as soon as it can be written, and the same key begins another', async () => {
    const { imageEngine, engineApp, press } = await open();
    losePicture();
    vi.spyOn(JobStore.prototype, 'end').mockRejectedValueOnce(databaseAway(new Error('it restarts')));
    const refused = await press();
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const unread = { state: 'failed', code: 'storeUnavailable', costMicros: 0 };
    expect(await jobsOf(engineApp)).toMatchObject([unread]);

    engineApp.clock.pass(1000);
    void imageEngine.finish();
    expect(eventsIn((await press()).body).at(-1)).toEqual({ event: 'generate_image_end' });
    expect(await jobsOf(engineApp)).toMatchObject([unread, { state: 'done' }]);
    expect(imageEngine.orders).toHaveLength(1);
  });

  it('is over with its lease when its end is never written, and frees its place', async () => {
    const { imageEngine, engineApp, press } = await open({ GENERATE_CONCURRENT: '1' });
    losePicture();
    vi.spyOn(JobStore.prototype, 'end').mockRejectedValueOnce(new Error('the table is broken'));
    expect((await press()).statusCode).toBe(503);
    expect((await press('another')).json()).toMatchObject({ code: 'limitConcurrent' });

    engineApp.clock.pass(LEASE_MS);
    expect(await jobsOf(engineApp)).toMatchObject([{ state: 'failed', code: 'restarted' }]);
    void imageEngine.finish();
    expect((await press('another')).statusCode).toBe(200);
    expect(eventsIn((await press()).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'restarted' } });
    expect(imageEngine.orders).toHaveLength(1);
  });

  it('says its own reason, though another server has given it up meanwhile', async () => {
    const { engineApp, press } = await open();
    const other = await engineApp.beside(new FakeImageEngine('gemini'));
    losePicture();
    vi.spyOn(JobStore.prototype, 'end').mockImplementationOnce(async () => {
      // Its own server may just have renewed its lease.
      await vi.waitFor(async () => {
        engineApp.clock.pass(LEASE_MS);
        expect(await jobsOf(other)).toMatchObject([{ state: 'failed', code: 'restarted' }]);
      });
      throw databaseAway(new Error('it restarts'));
    });
    expect((await press()).statusCode).toBe(503);
    expect(await jobsOf(other)).toMatchObject([{ state: 'failed', code: 'storeUnavailable', costMicros: 0 }]);
  });

  it('keeps no server from closing', async () => {
    const { engineApp, press } = await open();
    losePicture();
    const end = vi.spyOn(JobStore.prototype, 'end').mockRejectedValue(databaseAway(new Error('it is gone')));
    const refused = press();
    await expect.poll(() => end.mock.calls.length).toBeGreaterThan(0);
    const began = performance.now();
    await engineApp.close();
    // A deployment waits ten seconds for a server that stops.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await refused).statusCode).toBe(503);
  });
});

describe('a job that breaks after its engine has answered', () => {
  it('ends, and its server goes on', async () => {
    const { imageEngine, engineApp, press } = await open();
    const pressed = press();
    // No time is so far away.
    (await imageEngine.order()).fail(new EngineError('quota', 'Not now.', { retryAfterS: 1e13 }));
    expect(eventsIn((await pressed).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'internal' } });
    expect(await jobsOf(engineApp)).toMatchObject([{ state: 'failed', code: 'internal' }]);
  });
});

describe('a picture that was made and paid for', () => {
  const full = diskFull(new Error('ENOSPC'));
  const away = databaseAway(new Error('it restarts'));
  /** A restart of the store takes a minute: the server asks nine times meanwhile. */
  const ASKED = 9;

  it.each([
    ['the disk has no room for it', full, 1],
    ['the store is away for a minute', new StoreUnavailable(new Error('it restarts'), true), ASKED],
  ])('is kept although %s just then', async (_why, error, times) => {
    const { imageEngine, engineApp, press } = await open();
    shortenPauses();
    const pressed = press();
    await imageEngine.order();
    const put = vi.spyOn(DiskFileStore.prototype, 'put');
    for (let time = 0; time < times; time += 1) put.mockRejectedValueOnce(error);
    void imageEngine.finish();
    expect(eventsIn((await pressed).body).at(-1)).toEqual({ event: 'generate_image_end' });
    expect(await jobsOf(engineApp)).toMatchObject([{ state: 'done' }]);
  });

  it.each([
    ['the disk has no room', full, 1],
    ['the database is away for a minute', away, ASKED],
  ])('becomes a take although %s when its end is written', async (_why, error, times) => {
    const { imageEngine, engineApp, press } = await open();
    shortenPauses();
    const end = vi.spyOn(JobStore.prototype, 'end');
    for (let time = 0; time < times; time += 1) end.mockRejectedValueOnce(error);
    void imageEngine.finish();
    expect(eventsIn((await press()).body).at(-1)).toEqual({ event: 'generate_image_end' });
    const { takes } = (await engineApp.person.get(`/projects/${engineApp.projectId}/takes`)).json<TakePage>();
    expect(takes).toMatchObject([{ nodeId: 'image-1' }]);
  });

  it.skipIf(sqliteIsEnough)('is kept although its server closes while it is being stored', async () => {
    // Its streams are open at once, since no early failure of this engine is waited for.
    const { imageEngine, engineApp, press } = await open({}, 'offline');
    const made = press();
    await imageEngine.order();
    const unmade = press('another', 1);
    await imageEngine.order(1);
    const { put } = DiskFileStore.prototype;
    const puts = new Orders<null, null>();
    vi.spyOn(DiskFileStore.prototype, 'put').mockImplementationOnce(async function (this: DiskFileStore, ...file) {
      await puts.take(null);
      return put.apply(this, file);
    });
    void imageEngine.finish();
    const storing = await puts.at(0);
    const closed = engineApp.close();
    expect(eventsIn((await unmade).body).at(-1)).toMatchObject({ data: { code: 'restarted' } });
    storing.hand(null);
    expect(eventsIn((await made).body).at(-1)).toEqual({ event: 'generate_image_end' });
    await closed;
    const { person, projectId } = await engineApp.reopen(new FakeImageEngine());
    const { takes } = (await person.get(`/projects/${projectId}/takes`)).json<TakePage>();
    expect(takes).toMatchObject([{ nodeId: 'image-1' }]);
  });

  it('is given up after minutes without room, and its person is told why', async () => {
    // No early failure of this engine is waited for: its stream is open by then, as it is after minutes.
    const { imageEngine, press } = await open({}, 'offline');
    shortenPauses();
    vi.spyOn(JobStore.prototype, 'end').mockRejectedValue(full);
    void imageEngine.finish();
    const { code, message } = full;
    expect(eventsIn((await press()).body).at(-1)).toEqual({ event: 'error', data: { code, message } });
  });
});
