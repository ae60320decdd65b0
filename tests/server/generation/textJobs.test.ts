import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/api/contract';
import type { TakePage } from '../../../src/api/contractTakes';
import { chooseEngines, EngineError } from '../../../server/generation';
import type { Environment } from '../../../server/config';
import { dropTakes } from '../../../server/takes/dropTakes';
import { purgeProject } from '../../../server/trash/purgeProject';
import { openApp, type EnginesFor } from '../support/openApp';
import { Person, signIn } from '../support/Person';
import { eventsIn } from './support/events';
import { openEngineApp } from './support/openEngineApp';
import { FakeTextEngine } from './support/FakeTextEngine';
import { StreamReader } from './support/StreamReader';

const TEXT = '노을 아래 작은 배';
const items = [{ type: 'text_prompt', content: '배를 그릴 글을 써 줘' }];

const writingWith =
  (textEngine: FakeTextEngine): EnginesFor =>
  (config) =>
  async (log) => ({ ...(await chooseEngines(config, log)), writer: textEngine });

/** Jiwoo, with a project on a server whose text model is a textEngine. */
async function open(env: Environment = {}) {
  const textEngine = new FakeTextEngine();
  const opened = await openApp(env, { enginesFor: writingWith(textEngine), lifetime: 'test' });
  const person = await signIn(opened.app);
  const projectId = await person.create();
  const wish = { projectId, nodes: items, nodeId: 'writer-1' };
  const ask = (headers = {}, more = {}) => person.post('/nodes/generate/text', { ...wish, ...more }, headers);
  const jobs = async () => (await person.get(`/projects/${projectId}/jobs`)).json<Job[]>();
  const takes = async () => (await person.get(`/projects/${projectId}/takes`)).json<TakePage>().takes;
  return { ...opened, textEngine, person, projectId, wish, ask, jobs, takes };
}

type Opened = Awaited<ReturnType<typeof open>>;

const address = (server: { server: { address: () => unknown } }): string =>
  `http://127.0.0.1:${(server.server.address() as { port: number }).port}`;

describe('a requested text', () => {
  it('is a job: its words come as they are written, and the whole text is a take [WRITER-1]', async () => {
    const { app, textEngine, person, wish, jobs, takes } = await open();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { cookie: person.cookie, 'content-type': 'application/json' };
    const reader = await StreamReader.open(`${address(app)}/nodes/generate/text`, {
      method: 'POST',
      headers,
      body: JSON.stringify(wish),
    });
    const job = await reader.next();
    const { request } = await textEngine.order();
    expect(request.parts).toEqual([{ kind: 'text', text: '배를 그릴 글을 써 줘' }]);
    request.onText?.('노을 ');
    expect(await reader.next()).toEqual({ event: 'words', data: { text: '노을 ' } });
    // A later reader gets everything written so far.
    const id = job?.event === 'job' ? job.data.id : '';
    const later = await StreamReader.open(`${address(app)}/jobs/${id}/events`, { headers: { cookie: person.cookie } });
    expect([await later.next(), await later.next()]).toEqual([job, { event: 'words', data: { text: '노을 ' } }]);
    await pause(120);
    request.onText?.('노을 아래 ');
    expect(await reader.next()).toEqual({ event: 'words', data: { text: '아래 ' } });
    await textEngine.finish(0, TEXT, 120);
    const end = [{ event: 'generated_text', data: { text: TEXT } }, { event: 'generate_text_end' }, null];
    expect([await reader.next(), await reader.next(), await reader.next()]).toEqual(end);

    expect(await jobs()).toMatchObject([
      { id, state: 'done', text: TEXT, provider: 'openai', model: 'fake-text-1', outputTokens: 4, costMicros: 120 },
    ]);
    const [take] = await takes();
    expect(take).toMatchObject({
      nodeId: 'writer-1',
      text: TEXT,
      model: 'fake-text-1',
      costMicros: 120,
      recipe: { model: 'text', settings: { makes: 'words' }, items },
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(take?.url).toMatch(/^words:[0-9a-f]{64}$/);
    expect((await person.get('/takes?q=써')).json<TakePage>().takes).toEqual([take]);
  });

  it('is kept without what a database cannot hold [WRITER-1]', async () => {
    const { textEngine, ask, jobs, takes } = await open();
    const asked = ask();
    await textEngine.finish(0, '노을\0 아래 \ud800배');
    await asked;
    const kept = { text: '노을 아래 \ufffd배' };
    expect([await jobs(), await takes()]).toMatchObject([[{ state: 'done', ...kept }], [kept]]);
  });

  it('joins the job of its key, and is no other one’s [WRITER-1]', async () => {
    const { app, textEngine, ask, jobs } = await open();
    const first = ask({ 'idempotency-key': 'press' });
    await textEngine.finish();
    await first;
    const again = await ask({ 'idempotency-key': 'press' });
    expect(eventsIn(again.body).map(({ event }) => event)).toEqual(['job', 'generated_text', 'generate_text_end']);
    expect(textEngine.orders).toHaveLength(1);
    const other = await ask({ 'idempotency-key': 'press' }, { number: 1 });
    expect([other.statusCode, other.json()]).toEqual([422, expect.objectContaining({ code: 'keyReused' })]);
    const [job] = await jobs();
    const stranger = await signIn(app, '다른 사람');
    expect((await stranger.get(`/jobs/${job?.id}/events`)).statusCode).toBe(404);
  });

  it.each([
    [
      'its take',
      async ({ db, person, clock, takes }: Opened) => {
        const [take] = await takes();
        await person.delete(`/takes/${take?.id}`);
        await dropTakes(db, { until: new Date(clock.now().getTime() + 1).toISOString(), limit: 10 });
      },
    ],
    [
      'its project',
      async ({ db, person, clock, projectId }: Opened) => {
        await person.delete(`/projects/${projectId}`);
        await purgeProject(db, { projectId, now: clock.now().toISOString() });
      },
    ],
  ])('is gone for good with %s', async (_what, remove) => {
    const opened = await open();
    const asked = opened.ask();
    await opened.textEngine.finish(0, TEXT);
    await asked;
    const [job] = await opened.jobs();
    await remove(opened);
    const events = await opened.person.get(`/jobs/${job?.id}/events`);
    expect(eventsIn(events.body)).toEqual([{ event: 'job', data: { id: job?.id } }, { event: 'generate_image_end' }]);
    expect(await opened.db.selectFrom('job').select('text').execute()).toEqual([{ text: null }]);
  });

  it('is another request than a picture from the same words [WRITER-7]', async () => {
    const { textEngine, person, projectId, ask, takes } = await open();
    const text = ask();
    await textEngine.finish();
    await text;
    await person.post('/nodes/generate/image', { projectId, nodes: items, nodeId: 'image-1' });
    const made = await takes();
    expect(made).toHaveLength(2);
    expect(new Set(made.map(({ key }) => key)).size).toBe(2);
  });

  it('is never stored in part: a failure has its reason and its cost [WRITER-6]', async () => {
    const { textEngine, ask, jobs, takes } = await open();
    const asked = ask();
    const { request, fail } = await textEngine.order();
    request.onText?.('노을 ');
    const usage = { inputTokens: 10, outputTokens: 1, costMicros: 30 };
    fail(new EngineError('unreadable', 'The text engine broke off.', { usage }));
    expect(eventsIn((await asked).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'unreadable' } });
    const [job] = await jobs();
    expect(job).toMatchObject({ state: 'failed', code: 'unreadable', costMicros: 30 });
    expect(job).not.toHaveProperty('text');
    expect(await takes()).toEqual([]);
  });

  it('is stopped by its person, and its engine with it [WRITER-2]', async () => {
    const { textEngine, person, ask, jobs, takes } = await open();
    const asked = ask();
    const { request } = await textEngine.order();
    await expect.poll(async () => (await jobs()).length).toBe(1);
    const [job] = await jobs();
    expect((await person.delete(`/jobs/${job?.id}`)).statusCode).toBe(204);
    expect(request.signal.aborted).toBe(true);
    expect(eventsIn((await asked).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'aborted' } });
    // It is billed nevertheless.
    await textEngine.finish(0, TEXT, 50);
    await expect.poll(jobs).toMatchObject([{ state: 'aborted', costMicros: 50 }]);
    expect(await takes()).toEqual([]);
  });

  it('ends with its server, which another one reports, and does not start again by itself [WRITER-2]', async () => {
    const { textEngine, person, projectId, ask, close, beside } = await open();
    const idle = new FakeTextEngine();
    const asked = ask();
    await textEngine.order();
    // Its stream has begun.
    await pause(1_100);
    const other = await beside(writingWith(idle));
    await close();
    expect(eventsIn((await asked).body).at(-1)).toMatchObject({ event: 'error', data: { code: 'restarted' } });
    const there = new Person(other.app, person.cookie);
    const jobs = (await there.get(`/projects/${projectId}/jobs`)).json<Job[]>();
    expect(jobs).toMatchObject([{ state: 'failed', code: 'restarted' }]);
    expect(idle.orders).toEqual([]);
  });

  it('counts with other requests of nodes, and in the common budget [WRITER-3]', async () => {
    const { textEngine, person, projectId, ask } = await open({ GENERATE_PER_MINUTE: '2', BUDGET_PER_DAY_USD: '1' });
    const first = ask();
    await textEngine.finish(0, TEXT, 999_000);
    expect((await first).statusCode).toBe(200);
    const dear = await ask();
    expect([dear.statusCode, dear.json()]).toEqual([429, expect.objectContaining({ code: 'budget' })]);
    const picture = { projectId, nodes: items };
    expect((await person.post('/nodes/generate/image', picture)).statusCode).toBe(200);
    const more = await person.post('/nodes/generate/image', { projectId, nodes: items, number: 1 });
    expect([more.statusCode, more.json()]).toEqual([429, expect.objectContaining({ code: 'limitMinute' })]);
  });

  it('is refused where nothing can be written, or by nobody [WRITER-4]', async () => {
    const { ask, textEngine } = await open();
    const empty = await ask({}, { nodes: [{ type: 'text_prompt', content: ' ' }] });
    expect([empty.statusCode, empty.json()]).toEqual([400, expect.objectContaining({ code: 'nothingToGenerate' })]);
    expect((await ask({}, { projectId: 999 })).statusCode).toBe(404);
    expect(textEngine.orders).toEqual([]);
    const without = await openEngineApp();
    const wish = { projectId: without.projectId, nodes: items };
    const answer = await without.person.post('/nodes/generate/text', wish);
    expect([answer.statusCode, answer.json()]).toEqual([501, expect.objectContaining({ code: 'noTextModel' })]);
  });
});
