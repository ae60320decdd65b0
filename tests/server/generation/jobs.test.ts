import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Job } from '../../../src/api/contract';
import { EngineError } from '../../../server/generation';
import { signIn } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';
import { FakeImageEngine, plainPicture } from './support/FakeImageEngine';
import { eventsIn } from './support/events';
import { openEngineApp } from './support/openEngineApp';
import type { EngineApp } from './support/openEngineApp';
import { StreamReader } from './support/StreamReader';

afterEach(() => {
  vi.useRealTimers();
});

const words = (content: string): object => ({ type: 'text_prompt', content });

function wish({ projectId }: EngineApp, nodes: object[] = [words('a calm lake')], nodeId = 'image-1'): object {
  return { projectId, nodes, nodeId };
}

/** Starts a job over a real connection and reads its first event. */
async function startWatching(
  engineApp: EngineApp,
  url: string,
  key?: string,
): Promise<{ id: string; reader: StreamReader }> {
  const reader = await StreamReader.open(`${url}/nodes/generate/image`, {
    method: 'POST',
    headers: {
      cookie: engineApp.person.cookie,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(wish(engineApp)),
  });
  const first = await reader.next();
  if (first?.event !== 'job') throw new Error('the stream did not begin with its job');
  return { id: first.data.id, reader };
}

async function jobsOf(engineApp: EngineApp, query = ''): Promise<Job[]> {
  const answer = await engineApp.person.get(`/projects/${engineApp.projectId}/jobs${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<Job[]>();
}

describe('making a picture', () => {
  it('streams the job, its picture and its end, and stores the picture for its member [STREAM-1]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    void imageEngine.finish();

    const answer = await engineApp.person.post('/nodes/generate/image', wish(engineApp));

    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const [job, picture, end] = eventsIn(answer.body);
    expect(job).toMatchObject({ event: 'job', data: { id: expect.any(String) } });
    expect(picture).toMatchObject({ event: 'generated_image', data: { url: expect.stringMatching(/^\/files\//) } });
    expect(end).toEqual({ event: 'generate_image_end' });

    const url = picture?.event === 'generated_image' ? picture.data.url : '';
    expect((await engineApp.person.get(url)).headers['content-type']).toBe('image/png');
    const stranger = await signIn(engineApp.app, '다른 사람');
    expect((await stranger.get(url)).statusCode).toBe(404);
  });

  it.skipIf(sqliteIsEnough)('hands the engine every item in the order of the pipes [REQ-4] [REQ-6]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const uploaded = await engineApp.person.upload('POST', '/files', 'file', await plainPicture('#aa3311'));
    const inline = await plainPicture('#118833');
    void imageEngine.finish();

    await engineApp.person.post(
      '/nodes/generate/image',
      wish(engineApp, [
        words('  노을 지는 바다 '),
        { type: 'image_prompt', content: uploaded.json<{ url: string }>().url },
        {
          type: 'group',
          contents: [
            { type: 'category_prompt', key: '색', value: ['파랑', ' '] },
            { type: 'category_prompt', key: '분위기', value: [] },
          ],
        },
        { type: 'category_prompt', key: 'style', value: ['oil painting', 'warm'] },
        { type: 'image_prompt', content: `data:image/png;base64,${inline.toString('base64')}` },
        words('   '),
      ]),
    );

    const { parts } = (await imageEngine.order()).request;
    expect(parts.map((part) => (part.kind === 'text' ? part.text : part.contentType))).toEqual([
      '노을 지는 바다',
      'image/png',
      '색: 파랑',
      'style: oil painting, warm',
      'image/png',
    ]);
    expect(parts.flatMap((part) => (part.kind === 'picture' ? [part.bytes.equals(inline)] : []))).toEqual([
      false,
      true,
    ]);
  });

  it.skipIf(sqliteIsEnough).each([
    ['nothing at all', []],
    ['only blanks', [words('  '), { type: 'group', contents: [] }]],
  ])('refuses a request with %s, and no job is written [REQ-5]', async (_name, nodes) => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const answer = await engineApp.person.post('/nodes/generate/image', wish(engineApp, nodes));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'nothingToGenerate' });
    expect(await jobsOf(engineApp)).toEqual([]);
    expect(imageEngine.orders).toEqual([]);
  });

  it
    .skipIf(sqliteIsEnough)
    .each([
      'https://elsewhere.example/cat.png',
      'http://127.0.0.1:1/files/a.png',
      '/files/../../etc/passwd',
      '//elsewhere.example/files/a.png',
      'file:///etc/passwd',
    ])('refuses the picture address %s without fetching anything', async (content) => {
    const engineApp = await openEngineApp(new FakeImageEngine());
    const answer = await engineApp.person.post(
      '/nodes/generate/image',
      wish(engineApp, [{ type: 'image_prompt', content }]),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'foreignPicture', message: expect.stringContaining('Upload') });
  });

  it.skipIf(sqliteIsEnough)("does not use another member's picture", async () => {
    const engineApp = await openEngineApp(new FakeImageEngine());
    const stranger = await signIn(engineApp.app, '다른 사람');
    const { url } = (await stranger.upload('POST', '/files', 'file', await plainPicture('#123456'))).json<{
      url: string;
    }>();
    const answer = await engineApp.person.post(
      '/nodes/generate/image',
      wish(engineApp, [{ type: 'image_prompt', content: url }]),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'pictureMissing' });
  });

  it.skipIf(sqliteIsEnough)('is for members and their own projects', async () => {
    const engineApp = await openEngineApp(new FakeImageEngine());
    const visitor = await engineApp.app.inject({
      method: 'POST',
      url: '/nodes/generate/image',
      payload: wish(engineApp),
    });
    expect(visitor.statusCode).toBe(401);
    const stranger = await signIn(engineApp.app, '다른 사람');
    expect((await stranger.post('/nodes/generate/image', wish(engineApp))).statusCode).toBe(404);
    expect((await stranger.get(`/projects/${engineApp.projectId}/jobs`)).statusCode).toBe(404);
  });
});

describe('watching a picture being made', () => {
  it('goes on without its tab, and can be watched again from the start [GEN-20] [GEN-21]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const url = await engineApp.listen();
    const { id, reader } = await startWatching(engineApp, url);
    reader.leave();
    expect(await jobsOf(engineApp)).toMatchObject([
      { id, nodeId: 'image-1', state: 'running', url: null, endedAt: null },
    ]);

    const again = await StreamReader.open(`${url}/jobs/${id}/events`, { headers: { cookie: engineApp.person.cookie } });
    expect(await again.next()).toEqual({ event: 'job', data: { id } });
    await imageEngine.finish();
    const picture = await again.next();
    expect(picture).toMatchObject({ event: 'generated_image' });
    expect(await again.next()).toEqual({ event: 'generate_image_end' });
    expect(await again.next()).toBeNull();

    const afterwards = await engineApp.person.get(`/jobs/${id}/events`);
    expect(eventsIn(afterwards.body)).toEqual([
      { event: 'job', data: { id } },
      picture,
      { event: 'generate_image_end' },
    ]);
    const [made] = await jobsOf(engineApp);
    expect(made).toMatchObject({ id, state: 'done', message: null, url: expect.any(String) });
    expect(await jobsOf(engineApp, `?url=${made?.url}`)).toEqual([made]);
  });

  it.skipIf(sqliteIsEnough)('is kept alive by a comment every 15 seconds [STREAM-5]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    await imageEngine.order();
    for (let quarter = 0; quarter < 3; quarter += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      vi.advanceTimersByTime(15_000);
    }
    await imageEngine.finish();
    const { body } = await asked;
    expect(body.split('\n\n').filter((block) => block.startsWith(':'))).toHaveLength(3);
    expect(eventsIn(body)).toHaveLength(3);
  });

  it('joins the same job when a request is repeated with its key [GEN-10]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const url = await engineApp.listen();
    const first = await startWatching(engineApp, url, 'press-1');
    const second = await startWatching(engineApp, url, 'press-1');
    expect(second.id).toBe(first.id);
    await imageEngine.finish();
    expect(await first.reader.next()).toMatchObject({ event: 'generated_image' });
    expect(await second.reader.next()).toMatchObject({ event: 'generated_image' });

    const late = await engineApp.person.post('/nodes/generate/image', wish(engineApp), {
      'idempotency-key': 'press-1',
    });
    expect(eventsIn(late.body)).toHaveLength(3);
    const other = await engineApp.person.post('/nodes/generate/image', wish(engineApp, [words('a fox')]), {
      'idempotency-key': 'press-1',
    });
    expect(other.statusCode).toBe(422);
    expect(imageEngine.orders).toHaveLength(1);
  });

  it('makes one job of two requests with one key that arrive together', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    void imageEngine.finish();
    const press = { 'idempotency-key': 'press-2' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => engineApp.person.post('/nodes/generate/image', wish(engineApp), press)),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(imageEngine.orders).toHaveLength(1);
  });

  it('stores the number that distinguishes it from others of its node, which lists only that node’s newest [GEN-16]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const ask = async (more: object, key = ''): Promise<number> => {
      engineApp.clock.pass(1);
      const headers = key === '' ? undefined : { 'idempotency-key': key };
      return (await engineApp.person.post('/nodes/generate/image', { ...wish(engineApp), ...more }, headers))
        .statusCode;
    };
    const finishing = [0, 1, 2].map((order) => imageEngine.finish(order));
    expect(await ask({}, 'first')).toBe(200);
    expect(await ask({ number: 1 })).toBe(200);
    expect(await ask({ number: 4, nodeId: 'image-2' }, 'other')).toBe(200);
    await Promise.all(finishing);
    expect(imageEngine.orders.map(({ request }) => request.number)).toEqual([0, 1, 4]);

    // Absent and 0 are the same; another number is another picture.
    expect(await ask({ number: 0 }, 'first')).toBe(200);
    expect(await ask({ number: 5 }, 'first')).toBe(422);
    for (const number of [-1, 0.5, '1', null]) expect(await ask({ number })).toBe(400);
    expect(imageEngine.orders).toHaveLength(3);

    const numbers = async (query: string) => (await jobsOf(engineApp, query)).map(({ number }) => number);
    expect(await numbers('')).toEqual([0, 1, 4]);
    expect(await numbers('?nodeId=image-1')).toEqual([0, 1]);
    expect(await numbers('?nodeId=image-1&limit=1')).toEqual([1]);
    expect((await engineApp.person.get(`/projects/${engineApp.projectId}/jobs?limit=0`)).statusCode).toBe(400);
  });

  it('stops at the wish of its member only', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const { id, reader } = await startWatching(engineApp, await engineApp.listen());
    const stranger = await signIn(engineApp.app, '다른 사람');
    expect((await stranger.delete(`/jobs/${id}`)).statusCode).toBe(404);
    expect((await stranger.get(`/jobs/${id}/events`)).statusCode).toBe(404);

    expect((await engineApp.person.delete(`/jobs/${id}`)).statusCode).toBe(204);
    expect(await reader.next()).toMatchObject({ event: 'error', data: { code: 'aborted' } });
    expect(await reader.next()).toBeNull();
    expect((await imageEngine.order()).request.signal.aborted).toBe(true);
    await imageEngine.finish();
    expect(await jobsOf(engineApp)).toMatchObject([{ id, state: 'aborted', url: null }]);
    expect((await engineApp.person.delete(`/jobs/${id}`)).statusCode).toBe(204);
  });

  it('lists what ran, began or ended since a time, oldest first [GEN-9]', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    void imageEngine.finish(0);
    await engineApp.person.post('/nodes/generate/image', wish(engineApp, [words('one')], 'a'));
    engineApp.clock.pass(60_000);
    const since = engineApp.clock.now();
    void imageEngine.finish(1);
    await engineApp.person.post('/nodes/generate/image', wish(engineApp, [words('two')], 'b'));

    expect((await jobsOf(engineApp)).map(({ nodeId }) => nodeId)).toEqual(['a', 'b']);
    expect((await jobsOf(engineApp, `?since=${since.toISOString()}`)).map(({ nodeId }) => nodeId)).toEqual(['b']);
    const inSeoul = encodeURIComponent('2026-11-21T12:01:00+09:00');
    expect((await jobsOf(engineApp, `?since=${inSeoul}`)).map(({ nodeId }) => nodeId)).toEqual(['b']);
    expect((await engineApp.person.get(`/projects/${engineApp.projectId}/jobs?since=yesterday`)).statusCode).toBe(400);
    expect((await engineApp.person.get('/projects/one/jobs')).statusCode).toBe(404);
  });
});

describe('an engine in trouble', () => {
  it.skipIf(sqliteIsEnough)('has the reason at the end of the stream, and in the list', async () => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await openEngineApp(imageEngine);
    const { reader } = await startWatching(engineApp, await engineApp.listen());
    const message = 'The picture engine will not draw this. Change the words and run it again.';
    (await imageEngine.order()).fail(new EngineError('refused', message));
    expect(await reader.next()).toEqual({ event: 'error', data: { message, code: 'refused' } });
    expect(await jobsOf(engineApp)).toMatchObject([{ state: 'failed', message }]);
  });

  it.skipIf(sqliteIsEnough).each([
    ['unreachable', 503],
    ['keyRefused', 503],
    ['quota', 429],
  ] as const)('answers %s with %i when it comes before the stream', async (code, status) => {
    const imageEngine = new FakeImageEngine('gemini');
    const engineApp = await openEngineApp(imageEngine);
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    (await imageEngine.order()).fail(new EngineError(code, 'Said for people.', { retryAfterS: 7 }));
    const answer = await asked;
    expect(answer.statusCode).toBe(status);
    const told = { message: 'Said for people.', error: 'Said for people.', code };
    const retryAt = new Date(engineApp.clock.now().getTime() + 7000).toISOString();
    expect(answer.json()).toMatchObject({ ...told, retryAt, jobId: expect.any(String) });
    expect(answer.headers['retry-after']).toBe('7');
    expect(await jobsOf(engineApp)).toMatchObject([{ state: 'failed', message: 'Said for people.' }]);
  });

  it.skipIf(sqliteIsEnough)('says nothing of the inside when something breaks that nobody expected', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    (await imageEngine.order()).fail(new TypeError('secret-host.internal:8443 is undefined'));
    const events = eventsIn((await asked).body);
    expect(events[1]).toMatchObject({ event: 'error', data: { code: 'internal' } });
    expect(JSON.stringify(events)).not.toContain('secret-host');
  });

  it.skipIf(sqliteIsEnough)('does not pass on an answer that is no picture', async () => {
    const imageEngine = new FakeImageEngine();
    const engineApp = await openEngineApp(imageEngine);
    const asked = engineApp.person.post('/nodes/generate/image', wish(engineApp));
    (await imageEngine.order()).hand({ bytes: Buffer.from('<html>'), model: 'fake-image-1' });
    expect(eventsIn((await asked).body)[1]).toMatchObject({ event: 'error', data: { code: 'unusablePicture' } });
  });
});

describe('a server that goes away', () => {
  it.skipIf(sqliteIsEnough)('ends its streams with an error and is closed at once', async () => {
    const engineApp = await openEngineApp(new FakeImageEngine());
    const { id, reader } = await startWatching(engineApp, await engineApp.listen());
    const began = performance.now();
    const closed = engineApp.close();
    expect(await reader.next()).toMatchObject({ event: 'error', data: { code: 'restarted' } });
    expect(await reader.next()).toBeNull();
    await closed;
    // A deployment waits ten seconds for a server that stops.
    expect(performance.now() - began).toBeLessThan(10_000);

    const after = await engineApp.reopen(new FakeImageEngine());
    expect(await jobsOf(after)).toMatchObject([
      { id, state: 'failed', message: expect.stringContaining('Run it again') },
    ]);
    expect(eventsIn((await after.person.get(`/jobs/${id}/events`)).body)[1]).toMatchObject({ event: 'error' });
  });

  it.skipIf(sqliteIsEnough)(
    'does not wait for readers that never read, nor has a word to say about how many there are',
    async () => {
      const warned = vi.fn();
      process.on('warning', warned);
      onTestFinished(() => void process.off('warning', warned));
      const engineApp = await openEngineApp(new FakeImageEngine());
      const url = await engineApp.listen();
      const { id } = await startWatching(engineApp, url);
      for (let tab = 0; tab < 12; tab += 1) {
        await StreamReader.open(`${url}/jobs/${id}/events`, { headers: { cookie: engineApp.person.cookie } });
      }
      const began = performance.now();
      await engineApp.close();
      // A deployment waits ten seconds for a server that stops.
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(warned).not.toHaveBeenCalled();
    },
  );
});
