import { describe, expect, it } from 'vitest';
import { signIn } from '../support/Person';
import type { Person } from '../support/Person';
import { Easel } from './support/Easel';
import { openStudio } from './support/openStudio';
import { StreamReader } from './support/StreamReader';

const HOUR_MS = 60 * 60 * 1000;

function wish(projectId: number): object {
  return { projectId, nodes: [{ type: 'text_prompt', content: 'a boat' }] };
}

async function make(person: Person, projectId: number, easel: Easel): Promise<number> {
  const next = easel.orders.length;
  const answer = person.post('/nodes/generate/image', wish(projectId));
  const ended = await Promise.race([answer, easel.order(next)]);
  if ('statusCode' in ended) return ended.statusCode;
  await easel.finish(next);
  return (await answer).statusCode;
}

describe('how much one member may make', () => {
  it('counts a minute, says when to come back, and remembers it over a restart', async () => {
    const easel = new Easel();
    const studio = await openStudio(easel, { GENERATE_PER_MINUTE: '2' });
    const { person, projectId, clock } = studio;
    expect(await make(person, projectId, easel)).toBe(200);
    clock.pass(20_000);
    expect(await make(person, projectId, easel)).toBe(200);
    clock.pass(10_000);

    const refused = await person.post('/nodes/generate/image', wish(projectId));
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.json()).toMatchObject({ code: 'limitMinute', message: expect.stringContaining('30 s') });

    const other = await signIn(studio.app, '다른 사람');
    expect(await make(other, await other.create(), easel)).toBe(200);

    const again = new Easel();
    const after = await studio.reopen(again);
    expect(await make(after.person, projectId, again)).toBe(429);
    clock.pass(30_000);
    expect(await make(after.person, projectId, again)).toBe(200);
  });

  it('counts the last 24 hours', async () => {
    const easel = new Easel();
    const { person, projectId, clock } = await openStudio(easel, { GENERATE_PER_DAY: '2' });
    for (let picture = 0; picture < 2; picture += 1) {
      expect(await make(person, projectId, easel)).toBe(200);
      clock.pass(HOUR_MS);
    }
    expect(await make(person, projectId, easel)).toBe(429);
    clock.pass(22 * HOUR_MS);
    expect(await make(person, projectId, easel)).toBe(200);
  });

  it('counts what runs at once, also for requests that arrive together', async () => {
    const easel = new Easel();
    const { person, projectId } = await openStudio(easel, { GENERATE_CONCURRENT: '2' });
    const asked = [1, 2, 3, 4].map((number) => person.post('/nodes/generate/image', { ...wish(projectId), number }));
    const answered: number[] = [];
    for (const answer of asked) void answer.then(({ statusCode }) => answered.push(statusCode));
    await expect.poll(() => answered).toEqual([429, 429]);
    expect(easel.orders).toHaveLength(2);
    await easel.finish(0);
    await easel.finish(1);
    await Promise.all(asked);
    expect(answered).toEqual([429, 429, 200, 200]);
    expect(await make(person, projectId, easel)).toBe(200);
  });

  it('reports the longest of the waits, after which it is true', async () => {
    const easel = new Easel();
    const { person, projectId, clock } = await openStudio(easel, { GENERATE_PER_MINUTE: '1', GENERATE_PER_DAY: '2' });
    expect(await make(person, projectId, easel)).toBe(200);
    clock.pass(HOUR_MS);
    expect(await make(person, projectId, easel)).toBe(200);
    const refused = await person.post('/nodes/generate/image', wish(projectId));
    expect(refused.headers['retry-after']).toBe(String(23 * 60 * 60));
    expect(refused.json()).toMatchObject({ retryAt: new Date(clock.now().getTime() + 23 * HOUR_MS).toISOString() });
    clock.pass(23 * HOUR_MS - 1000);
    expect(await make(person, projectId, easel)).toBe(429);
    clock.pass(1000);
    expect(await make(person, projectId, easel)).toBe(200);
  });

  it('counts at every server, and what was made for a project that is gone', async () => {
    const easel = new Easel();
    const studio = await openStudio(easel, { GENERATE_PER_DAY: '2', TRASH_DAYS: '0' });
    const other = await studio.beside(easel);
    const { person, projectId } = studio;
    expect(await make(person, projectId, easel)).toBe(200);
    expect(await make(other.person, projectId, easel)).toBe(200);
    expect((await person.delete(`/projects/${projectId}`)).statusCode).toBe(204);
    const next = await person.create();
    expect(await make(person, next, easel)).toBe(429);
    expect(await make(other.person, next, easel)).toBe(429);
  });
});

describe('how many streams one member may read', () => {
  it('is enough for eight pages that wait for all that may be made at once, and ends there', async () => {
    const easel = new Easel();
    const studio = await openStudio(easel, { GENERATE_CONCURRENT: '2' });
    const { person, projectId, app } = studio;
    const url = await studio.listen();
    const read = (cookie: string, path: string, body?: object) => {
      const headers = { cookie, 'content-type': 'application/json' };
      if (body === undefined) return StreamReader.open(url + path, { headers });
      return StreamReader.open(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const start = async (cookie: string, pid: number) => {
      const reader = await read(cookie, '/nodes/generate/image', wish(pid));
      const first = await reader.next();
      return { reader, id: first?.event === 'job' ? first.data.id : '' };
    };
    const first = await start(person.cookie, projectId);
    // A miss or a refusal takes no place.
    for (let miss = 0; miss < 20; miss += 1) expect((await person.get('/jobs/none/events')).statusCode).toBe(404);

    const path = `/jobs/${first.id}/events`;
    const pages = await Promise.all(Array.from({ length: 20 }, () => read(person.cookie, path)));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(pages.filter(({ status }) => status === 429)).toHaveLength(5);
    for (const refused of [await person.get(path), await person.post('/nodes/generate/image', wish(projectId))]) {
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      expect(refused.json()).toMatchObject({ code: 'tooManyStreams', message: expect.stringContaining('Close some') });
    }
    // Nothing was started that would reach no reader.
    expect(easel.orders).toHaveLength(1);

    const other = await signIn(app, '다른 사람');
    expect((await start(other.cookie, await other.create())).id).not.toBe('');

    pages.find(({ status }) => status === 200)?.leave();
    await expect.poll(async () => (await read(person.cookie, path)).status).toBe(200);
    await easel.finish();
    expect(await first.reader.next()).toMatchObject({ event: 'generated_image' });
    await expect.poll(async () => (await person.get(path)).statusCode).toBe(200);
    await easel.finish(1);
  });
});
