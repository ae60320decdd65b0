import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import { EngineError } from '../../../server/generation';
import { LEASE_MS } from '../../../server/generation/jobs/JobLeases';
import { Easel } from './support/Easel';
import { eventsIn } from './support/events';
import { openStudio } from './support/openStudio';
import type { Studio } from './support/openStudio';
import { StreamReader } from './support/StreamReader';

afterEach(() => {
  vi.useRealTimers();
});

/** Jiwoo, with one server that makes pictures and another one that is idle. */
async function openTwo(name?: 'gemini') {
  const easel = new Easel(name);
  const idle = new Easel(name);
  const studio = await openStudio(easel);
  return { easel, idle, studio, other: await studio.beside(idle) };
}

/** Starts a job and reads its first event. */
async function press(studio: Studio, url: string, key = 'press'): Promise<{ id: string; reader: StreamReader }> {
  const reader = await StreamReader.open(`${url}/nodes/generate/image`, {
    method: 'POST',
    headers: { cookie: studio.person.cookie, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(wish(studio)),
  });
  const first = await reader.next();
  if (first?.event !== 'job') throw new Error('the stream did not begin with its job');
  return { id: first.data.id, reader };
}

function wish({ projectId }: Studio): object {
  return { projectId, nodes: [{ type: 'text_prompt', content: '잔잔한 호수' }], nodeId: 'image-1' };
}

async function watch(studio: Studio, url: string, id: string): Promise<StreamReader> {
  const reader = await StreamReader.open(`${url}/jobs/${id}/events`, { headers: { cookie: studio.person.cookie } });
  expect(await reader.next()).toEqual({ event: 'job', data: { id } });
  return reader;
}

async function jobsAt({ person, projectId }: Studio): Promise<Job[]> {
  return (await person.get(`/projects/${projectId}/jobs`)).json<Job[]>();
}

/** How many jobs a server has ended for this reason. */
async function ended({ person }: Studio, outcome: string): Promise<number> {
  const { body } = await person.get('/metrics');
  return Number(new RegExp(`^generation_pictures_total{.*outcome="${outcome}"} (.+)$`, 'm').exec(body)?.[1] ?? 0);
}

describe('a job at one server and its person at another', () => {
  it('is watched and joined there, and its picture is there [GEN-20] [GEN-10]', async () => {
    const { easel, idle, studio, other } = await openTwo();
    const { id, reader } = await press(studio, await studio.listen());
    const url = await other.listen();
    expect(await jobsAt(other)).toMatchObject([{ id, state: 'running' }]);
    const watching = await watch(other, url, id);
    const joined = await press(other, url);
    expect(joined.id).toBe(id);

    await easel.finish();
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
    const { easel, studio, other } = await openTwo();
    const { id, reader } = await press(studio, await studio.listen());
    const { signal } = (await easel.order()).request;

    expect((await other.person.delete(`/jobs/${id}`)).statusCode).toBe(204);
    expect(await reader.next()).toMatchObject({ event: 'error', data: { code: 'aborted' } });
    expect(await reader.next()).toBeNull();
    expect(signal.aborted).toBe(true);
    await easel.finish();
    expect(await jobsAt(studio)).toMatchObject([{ id, state: 'aborted', url: null }]);
  });

  it('shows there why it failed, and when it is worth another try', async () => {
    const { easel, studio, other } = await openTwo();
    const { id, reader } = await press(studio, await studio.listen());
    const message = 'The picture engine has had enough for now.';
    (await easel.order()).fail(new EngineError('quota', message, { retryAfterS: 90 }));
    const retryAt = new Date(studio.clock.now().getTime() + 90_000).toISOString();
    const told = { event: 'error', data: { message, code: 'quota', retryAt } };
    expect(await reader.next()).toEqual(told);
    expect(eventsIn((await other.person.get(`/jobs/${id}/events`)).body)[1]).toEqual(told);
    expect(await jobsAt(other)).toMatchObject([{ id, state: 'failed', message, code: 'quota', retryAt }]);
  });

  it('goes on when the server of its reader closes, and ends with its own', async () => {
    const { easel, studio, other } = await openTwo();
    const { id, reader } = await press(studio, await studio.listen());
    const watching = await watch(other, await other.listen(), id);
    await other.close();
    expect(await watching.next()).toMatchObject({ event: 'error', data: { code: 'closing' } });
    expect(await watching.next()).toBeNull();
    expect((await easel.order()).request.signal.aborted).toBe(false);

    const third = await studio.beside(new Easel());
    expect(await jobsAt(third)).toMatchObject([{ id, state: 'running' }]);
    await studio.close();
    expect(await reader.next()).toMatchObject({ event: 'error', data: { code: 'restarted' } });
    expect(await jobsAt(third)).toMatchObject([{ id, state: 'failed', code: 'restarted' }]);
  });
});

describe('the lease of a job', () => {
  it('is renewed for as long as its server lives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { easel, studio, other } = await openTwo();
    const asked = studio.person.post('/nodes/generate/image', wish(studio));
    await easel.order();
    for (let passed = 0; passed < 2 * LEASE_MS; passed += LEASE_MS / 4) {
      studio.clock.pass(LEASE_MS / 4);
      await vi.advanceTimersByTimeAsync(LEASE_MS / 4);
      // The server finishes writing before it answers this.
      for (const server of [studio, other]) expect(await jobsAt(server)).toMatchObject([{ state: 'running' }]);
    }
    await easel.finish();
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'generated_image' });
  });

  it('expires with a server that is not heard of: every reader sees it failed, and it does not come back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { easel, idle, studio, other } = await openTwo();
    const asked = studio.person.post('/nodes/generate/image', wish(studio));
    await easel.order();
    studio.clock.pass(LEASE_MS - 1);
    expect(await jobsAt(other)).toMatchObject([{ state: 'running' }]);
    studio.clock.pass(1);
    const [lost] = await jobsAt(other);
    expect(lost).toMatchObject({ state: 'failed', code: 'restarted', endedAt: studio.clock.now().toISOString() });

    studio.clock.pass(60_000);
    const third = await studio.beside(idle);
    expect(await jobsAt(third)).toEqual([lost]);
    await studio.close();
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'error', data: { code: 'closing' } });
    expect(await jobsAt(other)).toEqual([lost]);
    expect(idle.orders).toEqual([]);
    const counts = await Promise.all([other, third].map((server) => ended(server, 'restarted')));
    expect(counts).toEqual([1, 0]);
  });

  it('expires, and readers at another server are told without asking', async () => {
    const { easel, studio, other } = await openTwo();
    const { id } = await press(studio, await studio.listen());
    await easel.order();
    const watching = await watch(other, await other.listen(), id);
    studio.clock.pass(LEASE_MS);
    expect(await watching.next()).toMatchObject({ event: 'error', data: { code: 'restarted' } });
  });

  it('is taken back by a server that had only stalled: its readers get nothing but the picture', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { easel, studio, other } = await openTwo();
    const asked = studio.person.post('/nodes/generate/image', wish(studio));
    const { signal } = (await easel.order()).request;
    studio.clock.pass(LEASE_MS);
    expect(await jobsAt(other)).toMatchObject([{ state: 'failed', code: 'restarted' }]);

    // The server resumes and reads its rows.
    await vi.advanceTimersByTimeAsync(500);
    await vi.waitFor(async () =>
      expect(await jobsAt(other)).toMatchObject([{ state: 'running', code: null, message: null, endedAt: null }]),
    );
    expect(signal.aborted).toBe(false);
    await easel.finish();
    const [, picture, end] = eventsIn((await asked).body);
    expect([picture?.event, end?.event]).toEqual(['generated_image', 'generate_image_end']);
    expect(await jobsAt(other)).toMatchObject([{ state: 'done', code: null, url: expect.any(String) }]);
  });

  it.each([
    ['picture', { state: 'done', code: null, message: null }, 'generated_image'],
    ['failure', { state: 'failed', code: 'timeout', url: null }, 'error'],
  ])('does not block a %s that comes as its server resumes', async (kind, kept, event) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { easel, studio, other } = await openTwo();
    const asked = studio.person.post('/nodes/generate/image', wish(studio));
    const { fail } = await easel.order();
    studio.clock.pass(LEASE_MS);
    expect(await jobsAt(other)).toMatchObject([{ state: 'failed', code: 'restarted' }]);
    if (kind === 'picture') await easel.finish();
    else fail(new EngineError('timeout', 'It took too long.'));
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event });
    expect(await jobsAt(other)).toMatchObject([kept]);
  });

  it('that is over frees the place of its job', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const easel = new Easel();
    const studio = await openStudio(easel, { GENERATE_CONCURRENT: '1' });
    const next = new Easel();
    const other = await studio.beside(next);
    const asked = studio.person.post('/nodes/generate/image', wish(studio));
    await easel.order();
    const refused = await other.person.post('/nodes/generate/image', wish(other));
    expect(refused.statusCode).toBe(429);

    studio.clock.pass(LEASE_MS);
    void next.finish();
    expect((await other.person.post('/nodes/generate/image', wish(other))).statusCode).toBe(200);
    expect(await jobsAt(other)).toMatchObject([{ state: 'failed', code: 'restarted' }, { state: 'done' }]);
    await easel.finish();
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'generated_image' });
  });
});

// PostgreSQL's driver has timers of its own, and ours are counted here.
describe.skipIf(inject('postgres') !== undefined)('looking at the rows of jobs', () => {
  it('is done only while somebody waits for one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { easel, studio, other } = await openTwo();
    // Each looks once for runs that another server has left.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(100);
      expect(vi.getTimerCount()).toBe(0);
    });
    const { id, reader } = await press(studio, await studio.listen());
    // One timer to poll, one to renew the lease.
    const alone = vi.getTimerCount();
    expect(alone).toBe(2);

    const url = await other.listen();
    const tabs = [await watch(other, url, id), await watch(other, url, id)];
    expect(vi.getTimerCount()).toBe(alone + 1);
    for (const tab of tabs) tab.leave();
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(500);
      expect(vi.getTimerCount()).toBe(alone);
    });

    await easel.finish();
    expect(await reader.next()).toMatchObject({ event: 'generated_image' });
    // The threads that stored the picture wait a minute for more work.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
