import { describe, expect, it } from 'vitest';
import { signIn } from '../support/Person';
import type { Person } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';
import { FakeImageEngine } from './support/FakeImageEngine';
import { openEngineApp } from './support/openEngineApp';
import { StreamReader } from './support/StreamReader';

const HOUR_MS = 60 * 60 * 1000;

function wish(projectId: number): object {
  return { projectId, nodes: [{ type: 'text_prompt', content: 'a boat' }] };
}

async function make(person: Person, projectId: number, imageEngine: FakeImageEngine): Promise<number> {
  const next = imageEngine.orders.length;
  const answer = person.post('/nodes/generate/image', wish(projectId));
  const ended = await Promise.race([answer, imageEngine.order(next)]);
  if ('statusCode' in ended) return ended.statusCode;
  await imageEngine.finish(next);
  return (await answer).statusCode;
}

describe('how much one member may make', () => {
  it('counts a minute, says when to come back, and remembers it over a restart', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine, { GENERATE_PER_MINUTE: '2' });
    const { person, projectId, clock } = engineApp;
    expect(await make(person, projectId, imageEngine)).toBe(200);
    clock.pass(20_000);
    expect(await make(person, projectId, imageEngine)).toBe(200);
    clock.pass(10_000);

    const refused = await person.post('/nodes/generate/image', wish(projectId));
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.json()).toMatchObject({ code: 'limitMinute', message: expect.stringContaining('30 s') });

    const other = await signIn(engineApp.app, '다른 사람');
    expect(await make(other, await other.create(), imageEngine)).toBe(200);

    const again = new FakeImageEngine();
    const after = await engineApp.reopen(again);
    expect(await make(after.person, projectId, again)).toBe(429);
    clock.pass(30_000);
    expect(await make(after.person, projectId, again)).toBe(200);
  });

  it('counts the last 24 hours', async () => {
    const imageEngine = new FakeImageEngine();
    const { person, projectId, clock } = await openEngineApp(imageEngine, { GENERATE_PER_DAY: '2' });
    for (let picture = 0; picture < 2; picture += 1) {
      expect(await make(person, projectId, imageEngine)).toBe(200);
      clock.pass(HOUR_MS);
    }
    expect(await make(person, projectId, imageEngine)).toBe(429);
    clock.pass(22 * HOUR_MS);
    expect(await make(person, projectId, imageEngine)).toBe(200);
  });

  it('counts what runs at once, also for requests that arrive together', async () => {
    const imageEngine = new FakeImageEngine();
    const { person, projectId } = await openEngineApp(imageEngine, { GENERATE_CONCURRENT: '2' });
    const asked = [1, 2, 3, 4].map((number) => person.post('/nodes/generate/image', { ...wish(projectId), number }));
    const answered: number[] = [];
    for (const answer of asked) void answer.then(({ statusCode }) => answered.push(statusCode));
    await expect.poll(() => answered).toEqual([429, 429]);
    expect(imageEngine.orders).toHaveLength(2);
    await imageEngine.finish(0);
    await imageEngine.finish(1);
    await Promise.all(asked);
    expect(answered).toEqual([429, 429, 200, 200]);
    expect(await make(person, projectId, imageEngine)).toBe(200);
  });

  it('reports the longest of the waits, after which it is true', async () => {
    const imageEngine = new FakeImageEngine();
    const { person, projectId, clock } = await openEngineApp(imageEngine, {
      GENERATE_PER_MINUTE: '1',
      GENERATE_PER_DAY: '2',
    });
    expect(await make(person, projectId, imageEngine)).toBe(200);
    clock.pass(HOUR_MS);
    expect(await make(person, projectId, imageEngine)).toBe(200);
    const refused = await person.post('/nodes/generate/image', wish(projectId));
    expect(refused.headers['retry-after']).toBe(String(23 * 60 * 60));
    expect(refused.json()).toMatchObject({ retryAt: new Date(clock.now().getTime() + 23 * HOUR_MS).toISOString() });
    clock.pass(23 * HOUR_MS - 1000);
    expect(await make(person, projectId, imageEngine)).toBe(429);
    clock.pass(1000);
    expect(await make(person, projectId, imageEngine)).toBe(200);
  });

  it('counts at every server, and what was made for a project that is gone', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine, { GENERATE_PER_DAY: '2', TRASH_DAYS: '0' });
    const other = await engineApp.beside(imageEngine);
    const { person, projectId } = engineApp;
    expect(await make(person, projectId, imageEngine)).toBe(200);
    expect(await make(other.person, projectId, imageEngine)).toBe(200);
    expect((await person.delete(`/projects/${projectId}`)).statusCode).toBe(204);
    const next = await person.create();
    expect(await make(person, next, imageEngine)).toBe(429);
    expect(await make(other.person, next, imageEngine)).toBe(429);
  });
});

describe('how many streams one member may read', () => {
  it.skipIf(sqliteIsEnough)(
    'is enough for eight pages that wait for all that may be made at once, and ends there',
    async () => {
      const imageEngine = new FakeImageEngine();
      const engineApp = await openEngineApp(imageEngine, { GENERATE_CONCURRENT: '2' });
      const { person, projectId, app } = engineApp;
      const url = await engineApp.listen();
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
        expect(refused.json()).toMatchObject({
          code: 'tooManyStreams',
          message: expect.stringContaining('Close some'),
        });
      }
      // Nothing was started that would reach no reader.
      expect(imageEngine.orders).toHaveLength(1);

      const other = await signIn(app, '다른 사람');
      expect((await start(other.cookie, await other.create())).id).not.toBe('');

      pages.find(({ status }) => status === 200)?.leave();
      await expect.poll(async () => (await read(person.cookie, path)).status).toBe(200);
      await imageEngine.finish();
      expect(await first.reader.next()).toMatchObject({ event: 'generated_image' });
      await expect.poll(async () => (await person.get(path)).statusCode).toBe(200);
      await imageEngine.finish(1);
    },
  );
});
