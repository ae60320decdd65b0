import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { openApp } from '../support/openApp';
import { emptyCanvas, Person, signIn, textNode } from '../support/Person';
import { painted } from './support/painted';

const metricsOf = async (person: Person): Promise<Map<string, number>> => {
  const { body } = await person.get('/metrics');
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
};

describe('the figures', () => {
  it("report saves, streams, queues and memory, and nobody's name", async () => {
    const { app } = await openApp({ GENERATE_CONCURRENT: '9' }, { enginesFor: painted });
    const jiwoo = await signIn(app, '비밀이름');
    const pid = await jiwoo.create('비밀이름', { ...emptyCanvas(), nodes: [textNode('n1', '비밀글')] });
    const patch = [{ op: 'replace', path: '/nodes/0/data/value', value: '새 글' }];
    await jiwoo.patch(pid, patch, { 'if-match': '"1"' });
    await jiwoo.patch(pid, patch, { 'if-match': '"1"' });
    await jiwoo.patch(pid, [{ op: 'remove', path: '/nodes' }]);
    await jiwoo.post('/nodes/generate/image', { projectId: pid, nodes: [{ type: 'text_prompt', content: '비밀글' }] });
    await jiwoo.get(`/projects/${pid}`);
    const figures = await metricsOf(jiwoo);
    expect(figures.get('canvas_saves_total{kind="created",outcome="saved"}')).toBe(1);
    expect(figures.get('canvas_saves_total{kind="patch",outcome="saved"}')).toBe(1);
    expect(figures.get('canvas_saves_total{kind="patch",outcome="behind"}')).toBe(1);
    expect(figures.get('canvas_saves_total{kind="patch",outcome="refused"}')).toBe(1);
    expect(figures.get('canvas_patch_bytes_count')).toBe(3);
    expect(figures.get('event_streams_open')).toBe(0);
    expect(figures.get('canvas_tasks_waiting')).toBe(0);
    expect(figures.get('canvas_compactions_waiting')).toBe(0);
    expect(figures.get('canvas_cache_bytes')).toBeGreaterThan(100);
    expect(figures.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect([...figures.keys()].join('\n')).not.toMatch(/비밀|n1/);
  });

  it('do not grow with invented names', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const ask = async (turn: number, methods: InjectOptions['method'][]): Promise<void> => {
      for (let index = 0; index < 20; index += 1) {
        const odd = `x${turn}-${index}`;
        await jiwoo.get(`/${odd}?${odd}=1`, { 'user-agent': odd, 'x-request-id': odd });
        await jiwoo.get(`/projects/${odd}`);
        await jiwoo.get(`/files/${odd}`);
      }
      for (const method of methods) {
        await jiwoo.send({ method, url: '/nowhere' });
      }
    };
    await ask(1, ['PROPFIND', 'PURGE', 'LINK']);
    const after = (await metricsOf(jiwoo)).size;
    await ask(2, ['SEARCH', 'TRACE', 'LOCK']);
    // The second reading counts the first.
    const times = [...(await metricsOf(jiwoo)).keys()].filter((name) => !name.includes('route="/metrics"'));
    expect(times.length).toBeLessThanOrEqual(after);
  });

  it('are for this machine: not for a page of another site, nor for who claims to be here', async () => {
    const { app } = await openApp({ METRICS_TOKEN: 'a-token-of-some-length' });
    const statusOf = async (headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<number> =>
      (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ host: 'evil.example:3000' })).toBe(403);
    expect(await statusOf({ host: '127.0.0.1.evil.example' })).toBe(403);
    for (const name of [
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'x-client-ip',
      'true-client-ip',
      'x-forwarded-host',
    ]) {
      expect([name, await statusOf({ [name]: '127.0.0.1', host: 'localhost' }, '203.0.113.9')]).toEqual([name, 403]);
    }
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'a-token-of-some-length',
      'Basic a-token-of-some-length',
      'Bearer a-token-of-some-lengt',
    ]) {
      expect([authorization, await statusOf({ authorization }, '203.0.113.9')]).toEqual([authorization, 403]);
    }
  });
});

describe('forwarding headers', () => {
  const limited = { REQUESTS_PER_SECOND: '3' };
  const statuses = async (env: Record<string, string>, remoteAddress: string): Promise<number[]> => {
    const { app } = await openApp({ ...limited, ...env });
    const all: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${index}`, 'x-real-ip': `198.51.100.${index}` };
      all.push((await app.inject({ url: '/capabilities', remoteAddress, headers })).statusCode);
    }
    return all;
  };

  it('count from the operator’s proxy only: nobody gets round the limit by them', async () => {
    expect(await statuses({}, '203.0.113.9')).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await statuses({ TRUST_PROXY: '10.0.0.0/8' }, '203.0.113.9')).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await statuses({ TRUST_PROXY: '10.0.0.0/8' }, '10.1.2.3')).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('make no cookie secure and no origin allowed', async () => {
    const { app } = await openApp({ TRUST_PROXY: '10.0.0.0/8' });
    for (const remoteAddress of ['203.0.113.9', '10.1.2.3']) {
      const forged = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', host: 'evil.example' };
      const signedIn = await app.inject({
        method: 'POST',
        url: '/auth/login/local',
        remoteAddress,
        headers: forged,
        payload: { name: '지우' },
      });
      expect(signedIn.cookies[0]).toMatchObject({ name: 'mulgil_session' });
      expect(signedIn.cookies[0]).not.toHaveProperty('secure');
      const headers = { ...forged, origin: 'https://evil.example' };
      expect((await app.inject({ method: 'POST', url: '/auth/logout', remoteAddress, headers })).statusCode).toBe(403);
    }
  });

  it('name a request for the operator’s proxy only, and in plain letters', async () => {
    const { app } = await openApp({ TRUST_PROXY: '10.0.0.0/8,::1' });
    const idFor = async (given: string, remoteAddress: string): Promise<unknown> =>
      (await app.inject({ url: '/healthz', remoteAddress, headers: { 'x-request-id': given } })).headers[
        'x-request-id'
      ];
    expect(await idFor('trace-1.2_3', '10.1.2.3')).toBe('trace-1.2_3');
    expect(await idFor('trace-1.2_3', '::ffff:10.1.2.3')).toBe('trace-1.2_3');
    expect(await idFor('trace-1', '::1')).toBe('trace-1');
    for (const [given, from] of [
      ['trace-1', '203.0.113.9'],
      ['a b', '10.1.2.3'],
      ['{"level":50}', '10.1.2.3'],
      ['x'.repeat(65), '10.1.2.3'],
    ] as const) {
      expect(await idFor(given, from)).toMatch(/^[\w-]{12}$/);
    }
  });
});

describe('the log', () => {
  it('has the trouble that an answer names', async () => {
    const { app, db } = await openApp();
    const jiwoo = await signIn(app);
    const pid = await jiwoo.create();
    await db.schema.dropTable('patch_log').execute();
    const answer = await jiwoo.patch(pid, [{ op: 'add', path: '/nodes/-', value: textNode('n1') }]);
    expect(answer.statusCode).toBe(500);
    const requestId = String(answer.headers['x-request-id']);
    const message = expect.stringContaining(requestId) as string;
    expect(answer.json()).toMatchObject({ code: 'internal', requestId, message });
    expect(answer.body).not.toContain('patch_log');
    expect((await jiwoo.get('/projects/7')).json()).not.toHaveProperty('requestId');
  });
});
