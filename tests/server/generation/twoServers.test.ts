import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import { databaseAway } from '../../../server/db/databaseAway';
import { EngineError } from '../../../server/generation';
import { LEASE_MS } from '../../../server/generation/jobs/JobLeases';
import { JobStore } from '../../../server/generation/jobs/JobStore';
import { DAY_MS } from '../support/openApp';
import { sqliteIsEnough } from '../support/sqliteIsEnough';
import { FakeImageEngine } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { openEngineApp } from './support/openEngineApp';
import type { EngineApp } from './support/openEngineApp';
import { StreamReader } from './support/StreamReader';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Jiwoo, with one server that makes pictures and another one that is idle. */
async function openTwo(name?: 'gemini') {
  const imageEngine = new FakeImageEngine(name);
  const idle = new FakeImageEngine(name);
  const engineApp = await openEngineApp(imageEngine);
  return { imageEngine, idle, engineApp, other: await engineApp.beside(idle) };
}

/** Starts a job and reads its first event. */
async function press(engineApp: EngineApp, url: string, key = 'press'): Promise<{ id: string; reader: StreamReader }> {
  const reader = await StreamReader.open(`${url}/nodes/generate/image`, pressOf(engineApp, key));
  const first = await reader.next();
  if (first?.event !== 'job') throw new Error('the stream did not begin with its job');
  return { id: first.data.id, reader };
}

function pressOf(engineApp: EngineApp, key: string) {
  const headers = { cookie: engineApp.person.cookie, 'content-type': 'application/json', 'idempotency-key': key };
  return { method: 'POST', headers, body: JSON.stringify(wish(engineApp)) } as const;
}

function wish({ projectId }: EngineApp): object {
  return { projectId, nodes: [{ type: 'text_prompt', content: '잔잔한 호수' }], nodeId: 'image-1' };
}

async function watch(engineApp: EngineApp, url: string, id: string): Promise<StreamReader> {
  const reader = await StreamReader.open(`${url}/jobs/${id}/events`, { headers: { cookie: engineApp.person.cookie } });
  expect(await reader.next()).toEqual({ event: 'job', data: { id } });
  return reader;
}

async function jobsAt({ person, projectId }: EngineApp): Promise<Job[]> {
  return (await person.get(`/projects/${projectId}/jobs`)).json<Job[]>();
}

/** How many jobs a server has ended for this reason. */
async function ended({ person }: EngineApp, outcome: string): Promise<number> {
  const { body } = await person.get('/metrics');
  return Number(new RegExp(`^generation_pictures_total{.*outcome="${outcome}"} (.+)$`, 'm').exec(body)?.[1] ?? 0);
}

describe('a job at one server and its person at another', () => {
  it('is watched and joined there, and its picture is there [GEN-20] [GEN-10]', async () => {
    const { imageEngine, idle, engineApp, other } = await openTwo();
    const { id, reader } = await press(engineApp, await engineApp.listen());
    const url = await other.listen();
    expect(await jobsAt(other)).toMatchObject([{ id, state: 'running' }]);
    const watching = await watch(other, url, id);
    const joined = await press(other, url);
    expect(joined.id).toBe(id);

    await imageEngine.finish();
    const picture = await reader.next();
    expect(picture).toMatchObject({ event: 'generated_image' });
    for (const there of [watching, joined.reader]) {
      expect(await there.next()).toEqual(picture);
      expect(await there.next()).toEqual({ event: 'generate_image_end' });
      expect(await there.next()).toBeNull();
    }
    const { url: address } = picture?.event === 'generated_image' ? picture.data : { url: '' };
    expect((await other.person.get(address)).headers['content-type']).toBe('image/png');
    expect(idle.orders).toEqual([]);
  });

  it('is stopped from there, and its engine with it [GEN-6]', async () => {
    const { imageEngine, engineApp, other } = await openTwo();
    const { id, reader } = await press(engineApp, await engineApp.listen());
    const { signal } = (await imageEngine.order()).request;

    expect((await other.person.delete(`/jobs/${id}`)).statusCode).toBe(204);
    expect(await reader.next()).toMatchObject({ event: 'error', data: { code: 'aborted' } });
    expect(await reader.next()).toBeNull();
    expect(signal.aborted).toBe(true);
    await imageEngine.finish();
    expect(await jobsAt(engineApp)).toMatchObject([{ id, state: 'aborted', url: null }]);
  });

  it('is stopped from there just as its engine answers, and its cost is kept [METER-3]', async () => {
    const { imageEngine, engineApp, other } = await openTwo('gemini');
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    const order = await imageEngine.order();
    const [job] = await jobsAt(other);
    expect((await other.person.delete(`/jobs/${job?.id}`)).statusCode).toBe(204);
    // Its own server reads that within half a second.
    const usage = { inputTokens: 12, outputTokens: 1290, costMicros: 38_704 };
    order.fail(new EngineError('refusedSafety', 'No.', { usage }));
    await expect.poll(() => jobsAt(other)).toMatchObject([{ state: 'aborted', ...usage }]);
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'error', data: { code: 'aborted' } });
  });

  it('shows there why it failed, and when it is worth another try', async () => {
    const { imageEngine, engineApp, other } = await openTwo();
    const { id, reader } = await press(engineApp, await engineApp.listen());
    const message = 'The picture engine has had enough for now.';
    (await imageEngine.order()).fail(new EngineError('quota', message, { retryAfterS: 90 }));
    const retryAt = new Date(engineApp.clock.now().getTime() + 90_000).toISOString();
    const told = { event: 'error', data: { message, code: 'quota', retryAt } };
    expect(await reader.next()).toEqual(told);
    expect(eventsIn((await other.person.get(`/jobs/${id}/events`)).body)[1]).toEqual(told);
    expect(await jobsAt(other)).toMatchObject([{ id, state: 'failed', message, code: 'quota', retryAt }]);
  });

  it('goes on when the server of its reader closes, and ends with its own', async () => {
    const { imageEngine, engineApp, other } = await openTwo();
    const { id, reader } = await press(engineApp, await engineApp.listen());
    const watching = await watch(other, await other.listen(), id);
    await other.close();
    expect(await watching.next()).toMatchObject({ event: 'error', data: { code: 'closing' } });
    expect(await watching.next()).toBeNull();
    expect((await imageEngine.order()).request.signal.aborted).toBe(false);

    const third = await engineApp.beside(new FakeImageEngine());
    expect(await jobsAt(third)).toMatchObject([{ id, state: 'running' }]);
    await engineApp.close();
    expect(await reader.next()).toMatchObject({ event: 'error', data: { code: 'restarted' } });
    expect(await jobsAt(third)).toMatchObject([{ id, state: 'failed', code: 'restarted' }]);
  });
});

describe('the lease of a job', () => {
  it('is renewed for as long as its server lives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { imageEngine, engineApp, other } = await openTwo();
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    await imageEngine.order();
    for (let passed = 0; passed < 2 * LEASE_MS; passed += LEASE_MS / 4) {
      engineApp.clock.pass(LEASE_MS / 4);
      await vi.advanceTimersByTimeAsync(LEASE_MS / 4);
      // The server finishes writing before it answers this.
      for (const server of [engineApp, other]) expect(await jobsAt(server)).toMatchObject([{ state: 'running' }]);
    }
    await imageEngine.finish();
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'generated_image' });
  });

  it('is kept by a machine that has slept for days: its job is among those of the last hour', async () => {
    const { imageEngine, engineApp } = await openTwo();
    const { person, projectId, clock } = engineApp;
    const asked = person.post('/nodes/generate/image', wish(engineApp));
    await imageEngine.order();
    clock.pass(3 * DAY_MS);
    const since = new Date(clock.now().getTime() - DAY_MS / 24).toISOString();
    const listed = async () => (await person.get(`/projects/${projectId}/jobs?since=${since}`)).json<Job[]>();
    expect(await listed()).toMatchObject([{ state: 'running' }]);
    await imageEngine.finish();
    await asked;
  });

  it('expires with a server that is not heard of: every reader sees it failed, and it does not come back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { imageEngine, idle, engineApp, other } = await openTwo();
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    await imageEngine.order();
    engineApp.clock.pass(LEASE_MS - 1);
    expect(await jobsAt(other)).toMatchObject([{ state: 'running' }]);
    engineApp.clock.pass(1);
    const [lost] = await jobsAt(other);
    expect(lost).toMatchObject({ state: 'failed', code: 'restarted', endedAt: engineApp.clock.now().toISOString() });

    engineApp.clock.pass(60_000);
    const third = await engineApp.beside(idle);
    expect(await jobsAt(third)).toEqual([lost]);
    await engineApp.close();
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'error', data: { code: 'closing' } });
    expect(await jobsAt(other)).toEqual([lost]);
    expect(idle.orders).toEqual([]);
    const counts = await Promise.all([other, third].map((server) => ended(server, 'restarted')));
    expect(counts).toEqual([1, 0]);
  });

  it('expires, and readers at another server are told without asking', async () => {
    const { imageEngine, engineApp, other } = await openTwo();
    const { id } = await press(engineApp, await engineApp.listen());
    await imageEngine.order();
    const watching = await watch(other, await other.listen(), id);
    engineApp.clock.pass(LEASE_MS);
    expect(await watching.next()).toMatchObject({ event: 'error', data: { code: 'restarted' } });
  });

  it('is taken back by a server that had only stalled: its readers get nothing but the picture', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { imageEngine, engineApp, other } = await openTwo();
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    const { signal } = (await imageEngine.order()).request;
    engineApp.clock.pass(LEASE_MS);
    expect(await jobsAt(other)).toMatchObject([{ state: 'failed', code: 'restarted' }]);

    // The server resumes and reads its rows.
    await vi.advanceTimersByTimeAsync(500);
    await vi.waitFor(async () =>
      expect(await jobsAt(other)).toMatchObject([{ state: 'running', code: null, message: null, endedAt: null }]),
    );
    expect(signal.aborted).toBe(false);
    await imageEngine.finish();
    const [, picture, end] = eventsIn((await asked).body);
    expect([picture?.event, end?.event]).toEqual(['generated_image', 'generate_image_end']);
    expect(await jobsAt(other)).toMatchObject([{ state: 'done', code: null, url: expect.any(String) }]);
  });

  it('does not expire at a server that was without the database, before the others could renew it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { imageEngine, engineApp, other } = await openTwo();
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    await imageEngine.order();
    engineApp.clock.pass(LEASE_MS / 2);
    vi.spyOn(JobStore.prototype, 'list').mockRejectedValueOnce(databaseAway(new Error('it restarts')));
    expect((await other.person.get(`/projects/${other.projectId}/jobs`)).statusCode).toBe(503);
    engineApp.clock.pass(LEASE_MS / 2);
    expect(await jobsAt(other)).toMatchObject([{ state: 'running' }]);

    // Its own server does not come back.
    engineApp.clock.pass(LEASE_MS / 2);
    expect(await jobsAt(other)).toMatchObject([{ state: 'failed', code: 'restarted' }]);
    await imageEngine.finish();
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'generated_image' });
  });

  // A file of SQLite is never away.
  it.skipIf(inject('postgres') === undefined)(
    'does not expire at a server that starts as the database comes back',
    async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const imageEngine = new FakeImageEngine();
      const engineApp = await openEngineApp(imageEngine);
      const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
      await imageEngine.order();
      // Nobody could renew a lease meanwhile.
      engineApp.clock.pass(LEASE_MS);
      const other = await engineApp.beside(new FakeImageEngine());
      expect(await jobsAt(other)).toMatchObject([{ state: 'running' }]);
      // The first server does not come back.
      engineApp.clock.pass(LEASE_MS);
      expect(await jobsAt(other)).toMatchObject([{ state: 'failed', code: 'restarted' }]);
      await imageEngine.finish();
      expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'generated_image' });
    },
  );

  it.each([
    ['picture', { state: 'done', code: null, message: null }, 'generated_image'],
    ['failure', { state: 'failed', code: 'timeout', url: null }, 'error'],
  ])('does not block a %s that comes as its server resumes', async (kind, kept, event) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { imageEngine, engineApp, other } = await openTwo();
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    const { fail } = await imageEngine.order();
    engineApp.clock.pass(LEASE_MS);
    expect(await jobsAt(other)).toMatchObject([{ state: 'failed', code: 'restarted' }]);
    if (kind === 'picture') await imageEngine.finish();
    else fail(new EngineError('timeout', 'It took too long.'));
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event });
    expect(await jobsAt(other)).toMatchObject([kept]);
  });

  it.skipIf(sqliteIsEnough)('that was renewed late does not let an equal request ask the engine again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine, { GENERATE_CONCURRENT: '2' });
    const url = await engineApp.listen();
    const { reader } = await press(engineApp, url);
    await imageEngine.order();
    // The machine slept.
    engineApp.clock.pass(LEASE_MS);
    const again = await press(engineApp, url, 'press again');
    const third = await fetch(`${url}/nodes/generate/image`, pressOf(engineApp, 'third press'));
    expect(third.status).toBe(429);
    await imageEngine.finish();
    const picture = await reader.next();
    expect(await again.reader.next()).toEqual(picture);
    expect(imageEngine.orders).toHaveLength(1);
  });

  it('that is over frees the place of its job', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine, { GENERATE_CONCURRENT: '1' });
    const next = new FakeImageEngine();
    const other = await engineApp.beside(next);
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    await imageEngine.order();
    const refused = await other.person.post('/nodes/generate/image', wish(other));
    expect(refused.statusCode).toBe(429);

    engineApp.clock.pass(LEASE_MS);
    void next.finish();
    expect((await other.person.post('/nodes/generate/image', wish(other))).statusCode).toBe(200);
    expect(await jobsAt(other)).toMatchObject([{ state: 'failed', code: 'restarted' }, { state: 'done' }]);
    await imageEngine.finish();
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'generated_image' });
  });
});

// PostgreSQL's driver has timers of its own, and ours are counted here.
describe.skipIf(inject('postgres') !== undefined)('looking at the rows of jobs', () => {
  it('is done only while somebody waits for one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { imageEngine, engineApp, other } = await openTwo();
    // Each looks once for runs that another server has left.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100);
      expect(vi.getTimerCount()).toBe(0);
    });
    const { id, reader } = await press(engineApp, await engineApp.listen());
    // One timer to poll, one to renew the lease. The press itself may still have one.
    const alone = 2;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(alone));

    const url = await other.listen();
    const tabs = [await watch(other, url, id), await watch(other, url, id)];
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(alone + 1));
    for (const tab of tabs) tab.leave();
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(500);
      expect(vi.getTimerCount()).toBe(alone);
    });

    await imageEngine.finish();
    expect(await reader.next()).toMatchObject({ event: 'generated_image' });
    // The threads that stored the picture wait a minute for more work.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
