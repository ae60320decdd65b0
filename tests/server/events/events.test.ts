import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProjectEvent } from '../../../src/api/contractEvents';
import { readProjectEvents, type NamedEvent } from '../../../src/api/eventStreams';
import { readEvents, type Cursor, type EventPage } from '../../../server/events/readEvents';
import { LEASE_MS } from '../../../server/generation/jobs/JobLeases';
import { FakeImageEngine } from '../generation/support/FakeImageEngine';
import { openEngineApp, type EngineApp } from '../generation/support/openEngineApp';
import { signIn, textNode } from '../support/Person';
import { flow, image, prompt } from '../runs/support/flows';
import { painted } from '../abuse/support/painted';
import { writeManyTakes } from '../support/manyTakes';
import { openApp } from '../support/openApp';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

afterEach(() => {
  vi.useRealTimers();
});

const bodyOf = (text: string | Uint8Array): ReadableStream<Uint8Array> => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
};

async function readAll(text: string | Uint8Array): Promise<NamedEvent[]> {
  const events: NamedEvent[] = [];
  for await (const event of readProjectEvents(bodyOf(text))) events.push(event);
  return events;
}

/** A client that follows a project over its own connection. */
class Follower {
  readonly #events: AsyncGenerator<NamedEvent, void, undefined>;
  id: string | null = null;

  private constructor(events: AsyncGenerator<NamedEvent, void, undefined>) {
    this.#events = events;
  }

  static async open(url: string, cookie: string, projectId: number, after?: string): Promise<Follower> {
    const headers = { cookie, ...(after !== undefined && { 'last-event-id': after }) };
    const answer = await fetch(`${url}/projects/${projectId}/events`, { headers });
    if (!answer.ok || !answer.body) throw new Error(`there is no stream: ${answer.status}`);
    return new Follower(readProjectEvents(answer.body));
  }

  async next(): Promise<ProjectEvent | null> {
    const next = await this.#events.next();
    if (next.done) return null;
    this.id = next.value.id;
    return next.value.event;
  }

  /** Reads until an event matches; returns all up to it. */
  async until(isIt: (event: ProjectEvent) => boolean): Promise<ProjectEvent[]> {
    const read: ProjectEvent[] = [];
    for (;;) {
      const event = await this.next();
      if (event === null) throw new Error(`the stream ended: ${JSON.stringify(read)}`);
      read.push(event);
      if (isIt(event)) return read;
    }
  }

  async leave(): Promise<void> {
    await this.#events.return();
  }
}

const CHAIN = flow([prompt('one', '강'), image('a'), image('b')], ['one>a', 'a>b', 'one>b']);

async function openPainted(lifetime?: 'file'): Promise<EngineApp> {
  const opened = await openApp({ GENERATE_PER_MINUTE: '1000' }, { enginesFor: painted, lifetime });
  const person = await signIn(opened.app);
  const projectId = await person.create('Flow', CHAIN);
  const listen = async (): Promise<string> => opened.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...opened, person, projectId, listen } as unknown as EngineApp;
}

const runAll = async ({ person, projectId }: EngineApp, nodes = ['a', 'b']): Promise<string> => {
  const { revision } = (await person.get(`/projects/${projectId}`)).json<{ revision: number }>();
  const answer = await person.post(`/projects/${projectId}/runs`, { nodes, revision });
  return answer.json<{ runId: string }>().runId;
};

/** The missed events, after a given one. */
const since = async ({ person, projectId }: EngineApp, id: string): Promise<string> =>
  (await person.get(`/projects/${projectId}/events?once=true`, { 'last-event-id': id })).body;

const isEndOf =
  (runId: string) =>
  (event: ProjectEvent): boolean =>
    event.event === 'run' && event.data.runId === runId && event.data.state !== 'running';

/** An app for the tests that only read a project's stream. */
let shared: EngineApp;
beforeAll(async () => {
  shared = await openPainted('file');
});

describe('the stream of a project', () => {
  it('sends patches, runs with their steps, jobs and takes as they come [EVENT-1]', async () => {
    const engineApp = await openPainted();
    const { person, projectId } = engineApp;
    const follower = await Follower.open(await engineApp.listen(), person.cookie, projectId);
    expect(await follower.next()).toEqual({ event: 'revision', data: { revision: 1 } });
    const patch = [{ op: 'add', path: '/nodes/-', value: textNode('two', '산') }];
    await person.patch(projectId, patch);
    expect(await follower.next()).toEqual({
      event: 'revision',
      data: { revision: 2, patches: [{ revision: 2, patch }] },
    });
    const runId = await runAll(engineApp);
    const told = await follower.until(isEndOf(runId));
    const last = (name: ProjectEvent['event']): unknown[] =>
      told.flatMap((event) => (event.event === name ? [event.data] : []));
    expect(last('run').at(-1)).toEqual({ runId, state: 'done', done: 2, total: 2 });
    const { takes } = (await person.get(`/projects/${projectId}/takes`)).json<{ takes: { id: number }[] }>();
    expect(last('take')).toEqual(takes.toReversed().map((take) => ({ take })));
    const steps = last('step').filter((step) => (step as { state: string }).state === 'done');
    expect(steps).toEqual(
      takes.toReversed().map(({ id }, at) => ({ runId, nodeId: ['a', 'b'][at], state: 'done', take: id })),
    );
    const jobs = (await person.get(`/projects/${projectId}/jobs`)).json<object[]>();
    expect(jobs).toMatchObject([{ runId }, { runId }]);
    for (const job of jobs) expect(last('job')).toContainEqual(job);
    const { revision } = (await person.get(`/projects/${projectId}`)).json<{ revision: number }>();
    expect(last('revision').at(-1)).toMatchObject({ revision });
    await person.send({ method: 'PATCH', url: `/takes/${takes[0]?.id}`, payload: { rating: 5 } });
    expect(await follower.next()).toMatchObject({ event: 'take', data: { take: { rating: 5 } } });
    await person.delete(`/takes/${takes[0]?.id}`);
    expect(await follower.next()).toMatchObject({ event: 'take', data: { isDeleted: true } });
    await follower.leave();
  });

  it.skipIf(sqliteIsEnough)('goes on behind the last whole event, wherever it was cut [EVENT-2]', async () => {
    const engineApp = await openPainted();
    const { person, projectId } = engineApp;
    const runId = await runAll(engineApp);
    await expect.poll(async () => (await person.get(`/runs/${runId}`)).json<{ state: string }>().state).toBe('done');
    await person.patch(projectId, [{ op: 'add', path: '/nodes/-', value: textNode('two', '한글 \u{1F3A8}') }]);
    const text = await since(engineApp, '0-0');
    const whole = await readAll(text);
    expect(whole.length).toBeGreaterThan(5);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    const rests = new Map<string, NamedEvent[]>();
    const bytes = new TextEncoder().encode(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const read = await readAll(bytes.slice(0, cut));
      const id = read.at(-1)?.id ?? '0-0';
      if (!rests.has(id)) rests.set(id, await readAll(await since(engineApp, id)));
      expect([...read, ...(rests.get(id) ?? [])]).toEqual(whole);
    }
  });

  it('reports changes of another server, and continues there [EVENT-3]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const { person, projectId } = engineApp;
    const other = await engineApp.beside(new FakeImageEngine());
    const follower = await Follower.open(await other.listen(), person.cookie, projectId);
    expect(await follower.next()).toMatchObject({ event: 'revision' });
    await person.patch(projectId, [{ op: 'add', path: '/nodes/-', value: textNode('n', '강') }]);
    expect(await follower.next()).toMatchObject({ event: 'revision', data: { revision: 2 } });
    const nodes = [{ type: 'text_prompt', content: '강' }];
    const making = person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art' });
    expect(await follower.next()).toMatchObject({ event: 'job', data: { nodeId: 'art', state: 'running' } });
    const { id } = follower;
    await follower.leave();
    await imageEngine.finish();
    await making;
    const again = await Follower.open(await engineApp.listen(), person.cookie, projectId, id ?? '');
    expect(await again.next()).toMatchObject({ event: 'take', data: { take: { nodeId: 'art' } } });
    expect(await again.next()).toMatchObject({ event: 'job', data: { nodeId: 'art', state: 'done' } });
    await again.leave();
  });

  it('reports that a job has lost its server, though nobody asks for that job [EVENT-11]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const { person, projectId } = engineApp;
    const other = await engineApp.beside(new FakeImageEngine());
    const nodes = [{ type: 'text_prompt', content: '강' }];
    const making = person.post('/nodes/generate/image', { projectId, nodes, nodeId: 'art' });
    await imageEngine.order();
    const follower = await Follower.open(await other.listen(), person.cookie, projectId);
    expect(await follower.next()).toMatchObject({ event: 'revision' });
    // The first server stands still: it does not renew its leases in time.
    const passing = setInterval(() => engineApp.clock.pass(LEASE_MS), 50);
    onTestFinished(() => clearInterval(passing));
    const end = { event: 'job', data: { nodeId: 'art', code: 'restarted' } };
    // A slow follower learns before that the run is running.
    await expect.poll(() => follower.next()).toMatchObject(end);
    await follower.leave();
    await engineApp.close();
    await making;
  });

  it.each(['999-0', '0-999', 'from a backup', '1-2-3', '-1-0'].slice(0, sqliteIsEnough ? 1 : 5))(
    'is reset for a reader that cannot continue: behind %s [EVENT-4]',
    async (id) => {
      const person = await signIn(shared.app, `Reads behind ${id}`);
      const projectId = await person.create('Flow', CHAIN);
      const [first, ...rest] = await readAll(await since({ ...shared, person, projectId }, id));
      expect(first).toEqual({ id: '1-0', event: { event: 'reset', data: { revision: 1 } } });
      expect(rest).toEqual([]);
    },
  );

  it('is reset for a reader that has missed more than a thousand changes, or a mebibyte of them [EVENT-4]', async () => {
    const engineApp = await openPainted();
    const { db, person } = engineApp;
    const runId = await runAll(engineApp);
    await expect.poll(async () => (await person.get(`/runs/${runId}`)).json<{ state: string }>().state).toBe('done');
    const row = await db.selectFrom('take').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 1000 }, (_, at) => ({ ...row, id: 100 + at, job_id: null, event: 1000 + at }));
    for (const some of [more.slice(0, 500), more.slice(500)]) await db.insertInto('take').values(some).execute();
    await db.updateTable('project_event').set({ last: 1999 }).execute();
    expect(await readAll(await since(engineApp, '1-0'))).toMatchObject([{ event: { event: 'reset' } }]);
    expect(await readAll(await since(engineApp, '1-1500'))).toHaveLength(500);
    // They would all wait for the reader in the server's memory.
    await db
      .updateTable('take')
      .set({ url: `/files/${'x'.repeat(4096)}.png` })
      .where('id', '>=', 100)
      .execute();
    expect(await readAll(await since(engineApp, '1-1500'))).toMatchObject([{ event: { event: 'reset' } }]);
    expect(await readAll(await since(engineApp, '1-1900'))).toHaveLength(100);
  });

  it('is read a few long takes at a time, so that little waits for a reader, and without a gap [EVENT-2]', async () => {
    const { app, db } = await openApp();
    const person = await signIn(app);
    const { memberId } = (await person.get('/member')).json<{ memberId: string }>();
    const projectId = await person.create('Flow', CHAIN);
    await writeManyTakes(db, { memberId, projectId, from: 1, count: 6 });
    await db
      .updateTable('take')
      .set((take) => ({ event: take.ref('id'), text: 'x'.repeat(100_000) }))
      .execute();
    await db.insertInto('project_event').values({ project_id: projectId, last: 6 }).execute();
    const pages: string[][] = [];
    for (let after: Cursor | null = { revision: 1, event: 0 }; after !== null;) {
      const page: EventPage | null = await readEvents(db, projectId, { after, limit: 200 });
      pages.push(page?.events.map(({ id }) => id) ?? []);
      after = page?.isWhole === false ? page.cursor : null;
    }
    expect(pages).toEqual([
      ['1-1', '1-2'],
      ['1-3', '1-4'],
      ['1-5', '1-6'],
    ]);
  });

  it.skipIf(sqliteIsEnough)('names a revision without its patches when they have 16 KB or more [EVENT-5]', async () => {
    const engineApp = await openPainted();
    const { person, projectId } = engineApp;
    for (const letter of ['x', 'y']) {
      const value = textNode(letter, letter.repeat(9 * 1024));
      await person.patch(projectId, [{ op: 'add', path: '/nodes/-', value }]);
    }
    expect(await readAll(await since(engineApp, '1-0'))).toEqual([
      { id: '3-0', event: { event: 'revision', data: { revision: 3 } } },
    ]);
    expect(await readAll(await since(engineApp, '2-0'))).toMatchObject([{ event: { data: { patches: [{}] } } }]);
  });

  it.skipIf(sqliteIsEnough)(
    'is kept alive by a comment every 15 seconds, and ends with its session [EVENT-6]',
    async () => {
      const engineApp = await openPainted();
      const { person, projectId, db } = engineApp;
      const url = await engineApp.listen();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const answer = await fetch(`${url}/projects/${projectId}/events`, { headers: { cookie: person.cookie } });
      await db.deleteFrom('session').execute();
      vi.advanceTimersByTime(60_000);
      const body = await answer.text();
      expect(body.split('\n\n').filter((block) => block.startsWith(':')).length).toBeGreaterThan(0);
      expect((await readAll(body)).at(-1)).toMatchObject({ id: null, event: { data: { code: 'signInRequired' } } });
    },
  );

  it.skipIf(sqliteIsEnough)('ends when its project is deleted, and when its server closes [EVENT-7]', async () => {
    const engineApp = await openPainted();
    const { person, projectId, app } = engineApp;
    const url = await engineApp.listen();
    const other = await person.create();
    const [leaving, staying] = [
      await Follower.open(url, person.cookie, projectId),
      await Follower.open(url, person.cookie, other),
    ];
    for (const follower of [leaving, staying]) await follower.next();
    await person.delete(`/projects/${projectId}`);
    expect(await leaving.next()).toMatchObject({ event: 'error', data: { code: 'projectNotFound' } });
    expect(await leaving.next()).toBeNull();
    const closed = app.close();
    expect(await staying.next()).toMatchObject({ event: 'error', data: { code: 'closing' } });
    await closed;
  });

  it.skipIf(sqliteIsEnough)(
    'is read so often by a member at once, and again when a page is closed [EVENT-8]',
    async () => {
      const engineApp = await openPainted();
      const { person, projectId } = engineApp;
      const url = await engineApp.listen();
      const followers: Follower[] = [];
      for (let page = 0; page < 32; page += 1) {
        const follower = await Follower.open(url, person.cookie, projectId);
        await follower.next();
        followers.push(follower);
      }
      expect((await person.get(`/projects/${projectId}/events?once=true`)).statusCode).toBe(429);
      expect((await person.get('/metrics')).body).toContain('project_streams 32');
      for (const follower of followers) await follower.leave();
      await expect.poll(async () => (await person.get(`/projects/${projectId}/events?once=true`)).statusCode).toBe(200);
    },
  );
});
