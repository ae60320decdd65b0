import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBody, type Job } from '../../../src/api/contract';
import { FakeImageEngine } from '../generation/support/FakeImageEngine';
import { eventsIn } from '../generation/support/events';
import { openEngineApp } from '../generation/support/openEngineApp';
import { openApp } from '../support/openApp';
import { Person, emptyCanvas, signIn, textNode } from '../support/Person';
import { Postgres } from '../support/Postgres';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.start({ durable: true });
});
afterAll(() => postgres.remove());

describe('while its PostgreSQL is away', () => {
  it('a server says so to everybody, does nothing by halves and goes on by itself when it is back', async () => {
    const { app, clock } = await openApp({ DATABASE_URL: postgres.url('postgres') });
    const jiwoo = await signIn(app);
    const visitor = new Person(app);
    const id = await jiwoo.create('Flow', { ...emptyCanvas(), nodes: [textNode('a')] });
    const save = () =>
      jiwoo.patch(id, [{ op: 'add', path: '/nodes/-', value: textNode('b') }], {
        'if-match': '"1"',
        'idempotency-key': 'one',
      });
    expect((await visitor.get('/readyz')).statusCode).toBe(200);

    await postgres.stop();
    const asked = [save, () => jiwoo.get('/projects'), () => jiwoo.post('/projects', { name: 'x', canvas: '' }), save];
    for (const ask of asked) {
      const answer = await ask();
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(errorBody.parse(answer.json())).toMatchObject({ code: 'databaseAway' });
      expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i);
    }
    clock.pass(1000);
    expect((await visitor.get('/readyz')).statusCode).toBe(503);
    expect((await visitor.get('/healthz')).statusCode).toBe(200);

    await postgres.startAgain();
    await vi.waitFor(async () => {
      clock.pass(1000);
      expect((await visitor.get('/readyz')).statusCode).toBe(200);
    });
    expect((await save()).json()).toMatchObject({ revision: 2 });
    expect((await save()).json()).toMatchObject({ revision: 2 });
    expect((await jiwoo.canvas(id)).nodes).toEqual([textNode('a'), textNode('b')]);
    expect((await jiwoo.get('/projects')).json()).toHaveLength(1);
  });

  it('saves that were being answered as it went down are whole or not there, and none that was acknowledged is lost', async () => {
    const { app } = await openApp({ DATABASE_URL: postgres.url('postgres') });
    const jiwoo = await signIn(app, '하나');
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => jiwoo.create(name)));
    const acknowledged = new Map(ids.map((id) => [id, 0]));
    /** Saves until it is refused; returns the status. */
    const write = async (id: number): Promise<number> => {
      for (let number = 0; ; number += 1) {
        const answer = await jiwoo.patch(id, [{ op: 'add', path: '/nodes/-', value: textNode(`n${number}`) }]);
        if (answer.statusCode !== 200) return answer.statusCode;
        acknowledged.set(id, number + 1);
      }
    };
    const writing = Promise.all(ids.map(write));
    await vi.waitFor(() => expect(Math.min(...acknowledged.values())).toBeGreaterThan(5));
    await postgres.kill();
    expect(await writing).toEqual([503, 503, 503, 503]);
    await postgres.startAgain();
    await vi.waitFor(async () => expect((await jiwoo.get('/projects')).statusCode).toBe(200));
    for (const [id, count] of acknowledged) {
      const { nodes } = await jiwoo.canvas(id);
      expect(nodes.map((node) => node.id)).toEqual(nodes.map((_node, index) => `n${index}`));
      // At most the save whose answer was lost is there beyond them.
      expect([count, count + 1]).toContain(nodes.length);
    }
  });

  it('a picture that was being made and paid for is kept once it is back', async () => {
    const imageEngine = new FakeImageEngine();
    const { person, projectId } = await openEngineApp(imageEngine, { DATABASE_URL: postgres.url('postgres') });
    const nodes = [{ type: 'text_prompt', content: '강' }];
    const asked = person.post('/nodes/generate/image', { projectId, nodes });
    await imageEngine.order();
    await postgres.stop();
    await imageEngine.finish();
    await vi.waitFor(async () => expect((await person.get('/projects')).statusCode).toBe(503));
    await postgres.startAgain();
    const [job, picture] = eventsIn((await asked).body);
    const [kept] = (await person.get(`/projects/${projectId}/jobs`)).json<Job[]>();
    expect(kept).toMatchObject({ state: 'done', url: expect.stringMatching(/^\/files\//) });
    expect(job).toEqual({ event: 'job', data: { id: kept?.id } });
    expect(picture).toEqual({ event: 'generated_image', data: { url: kept?.url } });
  });
});
