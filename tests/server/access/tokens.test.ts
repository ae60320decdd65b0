import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiToken, CreatedToken, TokenScope } from '../../../src/api/contract';
import { painted } from '../abuse/support/painted';
import { DAY_MS, openApp, type OpenApp } from '../support/openApp';
import { emptyCanvas, Person, signIn } from '../support/Person';
import { sqliteIsEnough } from '../support/sqliteIsEnough';

const HOUR_MS = 60 * 60 * 1000;
const ALL: TokenScope[] = ['read', 'write', 'generate'];
const created = { name: 'Flow', canvas: JSON.stringify(emptyCanvas()) };

async function make(owner: Person, scopes: TokenScope[] = ALL, more: object = {}): Promise<CreatedToken> {
  const answer = await owner.post('/member/tokens', { name: 'Nightly export', scopes, ...more });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<CreatedToken>();
}

const list = async (owner: Person): Promise<ApiToken[]> => (await owner.get('/member/tokens')).json<ApiToken[]>();

/** A script: it has a token and no cookie. */
class Script extends Person {
  readonly #token: string;
  constructor(app: FastifyInstance, token: string, cookie = '') {
    super(app, cookie);
    this.#token = token;
  }
  override send(options: Parameters<Person['send']>[0]): ReturnType<Person['send']> {
    return super.send({ ...options, headers: { authorization: `Bearer ${this.#token}`, ...options.headers } });
  }
}

/** An app for the tests that neither move its clock nor count what others make. */
let shared: OpenApp;
beforeAll(async () => {
  shared = await openApp({}, { lifetime: 'file' });
});

describe('an API token', () => {
  it('is shown once, and the database holds only its hash [TOKEN-1]', async () => {
    const { app, db } = await openApp();
    const jiwoo = await signIn(app);
    const { token, ...made } = await make(jiwoo, ['write', 'read', 'read']);
    expect(token).toMatch(/^mulgil_[\w-]{43}$/);
    expect(made).toEqual({
      id: expect.any(String) as string,
      name: 'Nightly export',
      scopes: ['write', 'read'],
      createdAt: '2026-11-21T03:00:00.000Z',
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(await list(jiwoo)).toEqual([made]);
    const rows = await db.selectFrom('api_token').selectAll().execute();
    expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(token.slice('mulgil_'.length));
    const thief = new Script(app, rows[0]?.token_hash ?? '');
    expect((await thief.get('/member')).statusCode).toBe(401);
  });

  it('identifies its member, and overrides a cookie [TOKEN-2]', async () => {
    const { app } = shared;
    const [jiwoo, minsu] = [await signIn(app, '서연'), await signIn(app, '하준')];
    const { token } = await make(jiwoo);
    const script = new Script(app, token, minsu.cookie);
    expect((await script.get('/member')).json()).toMatchObject({ name: '서연' });
    const id = await script.create();
    expect((await jiwoo.get(`/projects/${id}`)).statusCode).toBe(200);
    expect((await minsu.get(`/projects/${id}`)).statusCode).toBe(404);

    const wrong = await new Script(app, `mulgil_${'x'.repeat(43)}`, minsu.cookie).get('/projects');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toMatchObject({ code: 'tokenUnknown' });
    expect(wrong.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    // Other schemes belong to a proxy before us.
    expect((await minsu.get('/member', { authorization: 'Basic bTpt' })).json()).toMatchObject({ name: '하준' });
    expect((await script.get('/capabilities')).statusCode).toBe(200);
  });

  it.skipIf(sqliteIsEnough)('needs no origin, since no browser adds a token by itself [TOKEN-3]', async () => {
    const { app } = shared;
    const jiwoo = await signIn(app, '도윤');
    const { token } = await make(jiwoo);
    const foreign = { origin: 'https://notebook.example', 'sec-fetch-site': 'cross-site' };
    expect((await new Script(app, token).post('/projects', created, foreign)).statusCode).toBe(201);
    expect((await new Script(app, 'unknown', jiwoo.cookie).post('/projects', created, foreign)).statusCode).toBe(403);
  });

  it.skipIf(sqliteIsEnough)('does what its scopes say and nothing else [TOKEN-4]', async () => {
    const { app } = await openApp({}, { enginesFor: painted });
    const jiwoo = await signIn(app);
    const projectId = await jiwoo.create();
    const wish = { projectId, nodes: [{ type: 'text_prompt', content: '강' }] };
    const begun = await jiwoo.post('/nodes/generate/image', wish);
    const jobId = /"id":"([^"]+)"/.exec(begun.body)?.[1] ?? '';
    const asks: [TokenScope, number, (script: Person) => ReturnType<Person['send']>][] = [
      ['read', 200, (script) => script.get('/member')],
      ['read', 200, (script) => script.get('/projects')],
      ['read', 200, (script) => script.send({ method: 'HEAD', url: `/projects/${projectId}` })],
      ['read', 200, (script) => script.get(`/projects/${projectId}/jobs`)],
      ['read', 200, (script) => script.get(`/jobs/${jobId}/events`)],
      ['read', 200, (script) => script.get(`/projects/${projectId}/versions`)],
      ['write', 200, (script) => script.put(`/projects/${projectId}/name`, { name: 'Other' })],
      ['write', 200, (script) => script.patch(projectId, [])],
      ['write', 201, (script) => script.post('/projects', created)],
      ['write', 201, (script) => script.post(`/projects/${projectId}/versions`, { name: '' })],
      ['generate', 200, (script) => script.post('/nodes/generate/image', wish)],
      ['generate', 200, (script) => script.post('/nodes/analyze', { content: 'a red boat' })],
      ['generate', 204, (script) => script.delete(`/jobs/${jobId}`)],
    ];
    for (const only of ALL) {
      const script = new Script(app, (await make(jiwoo, [only])).token);
      for (const [scope, status, ask] of asks) {
        const answer = await ask(script);
        expect([only, scope, answer.statusCode]).toEqual([only, scope, scope === only ? status : 403]);
        if (scope === only || answer.body === '') continue;
        expect(answer.json()).toMatchObject({
          code: 'scope',
          message: expect.stringContaining(`'${scope}'`) as string,
        });
        expect(answer.headers['www-authenticate']).toContain('insufficient_scope');
      }
    }
  });

  it.skipIf(sqliteIsEnough)('makes and revokes no tokens, and signs nobody out [TOKEN-5]', async () => {
    const { app } = shared;
    const jiwoo = await signIn(app, '예은');
    const { token, id } = await make(jiwoo);
    const script = new Script(app, token, jiwoo.cookie);
    for (const answer of [
      await script.get('/member/tokens'),
      await script.post('/member/tokens', { name: 'Another', scopes: ALL }),
      await script.delete(`/member/tokens/${id}`),
      await script.post('/auth/logout'),
      await script.post('/auth/logout?everywhere=1'),
    ]) {
      expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining({ code: 'scope' })]);
    }
    expect((await new Person(app).get('/member/tokens')).statusCode).toBe(401);
    expect((await new Person(app).post('/member/tokens', { name: 'x', scopes: ALL })).statusCode).toBe(401);
    expect((await jiwoo.get('/member')).statusCode).toBe(200);
    expect(await list(jiwoo)).toHaveLength(1);
  });

  it('is gone the moment it is revoked, by its owner only [TOKEN-6]', async () => {
    const { app } = shared;
    const [jiwoo, minsu] = [await signIn(app, '시우'), await signIn(app, '지호')];
    const [kept, lost] = [await make(jiwoo), await make(jiwoo)];
    expect((await minsu.delete(`/member/tokens/${lost.id}`)).statusCode).toBe(404);
    expect((await new Script(app, lost.token).get('/member')).statusCode).toBe(200);
    expect((await jiwoo.delete(`/member/tokens/${lost.id}`)).statusCode).toBe(204);
    expect((await new Script(app, lost.token).get('/member')).statusCode).toBe(401);
    expect((await new Script(app, kept.token).get('/member')).statusCode).toBe(200);
    expect((await jiwoo.delete(`/member/tokens/${lost.id}`)).json()).toMatchObject({ code: 'tokenNotFound' });
  });

  it('goes with a sign-out everywhere, and stays with one here [TOKEN-7]', async () => {
    const { app } = shared;
    const [here, there, minsu] = [await signIn(app, '수아'), await signIn(app, '수아'), await signIn(app, '유나')];
    const [mine, theirs] = [new Script(app, (await make(here)).token), new Script(app, (await make(minsu)).token)];
    await here.post('/auth/logout');
    expect((await mine.get('/member')).statusCode).toBe(200);
    await there.post('/auth/logout?everywhere=1');
    expect((await mine.get('/member')).statusCode).toBe(401);
    expect((await theirs.get('/member')).statusCode).toBe(200);
  });

  it.skipIf(sqliteIsEnough)(
    'ends when it was to end, is shown as over, and is forgotten a month later [TOKEN-8]',
    async () => {
      const opened = await openApp();
      const { app, clock } = opened;
      const jiwoo = await signIn(app);
      const { token, expiresAt } = await make(jiwoo, ALL, { expiresAt: '2026-11-22T12:00:00.000+09:00' });
      expect(expiresAt).toBe('2026-11-22T03:00:00.000Z');
      await make(jiwoo, ALL, { expiresAt: null });
      clock.pass(DAY_MS - 1);
      expect((await new Script(app, token).get('/member')).statusCode).toBe(200);
      clock.pass(1);
      expect((await new Script(app, token).get('/member')).json()).toMatchObject({ code: 'tokenUnknown' });
      expect(await list(jiwoo)).toHaveLength(2);
      clock.pass(29 * DAY_MS);
      const later = await opened.reopen();
      await later.tidy();
      expect(await list(await signIn(later.app))).toHaveLength(2);
      clock.pass(2 * DAY_MS);
      const latest = await later.reopen();
      await latest.tidy();
      expect(await list(await signIn(latest.app))).toHaveLength(1);
    },
  );

  it('has the hour of its last use, and writes no more often [TOKEN-9]', async () => {
    const { app, clock } = await openApp();
    const jiwoo = await signIn(app);
    const script = new Script(app, (await make(jiwoo)).token);
    clock.pass(10 * 60 * 1000);
    await script.get('/member');
    expect((await list(jiwoo))[0]?.lastUsedAt).toBe('2026-11-21T03:00:00.000Z');
    clock.pass(HOUR_MS / 2);
    await script.get('/member');
    expect((await list(jiwoo))[0]?.lastUsedAt).toBe('2026-11-21T03:00:00.000Z');
    clock.pass(HOUR_MS / 2);
    await script.get('/member');
    expect((await list(jiwoo))[0]?.lastUsedAt).toBe('2026-11-21T04:00:00.000Z');
  });

  it.skipIf(sqliteIsEnough)('is refused where it would be of no use, and nothing is made [TOKEN-10]', async () => {
    const jiwoo = await signIn(shared.app, '하은');
    const codes: unknown[] = [];
    for (const body of [
      { name: '  ', scopes: ALL },
      { name: '가'.repeat(201), scopes: ALL },
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['admin'] },
      { name: 'x', scopes: ALL, expiresAt: '2026-11-21T03:00:00.000Z' },
      { name: 'x', scopes: ALL, expiresAt: 'tomorrow' },
      { name: 'x' },
    ]) {
      const answer = await jiwoo.post('/member/tokens', body);
      expect(answer.statusCode).toBe(400);
      codes.push(answer.json<{ code: string }>().code);
    }
    expect(codes).toEqual([
      'invalidName',
      'invalidName',
      'noScopes',
      'invalidRequest',
      'alreadyOver',
      'invalidRequest',
      'invalidRequest',
    ]);
    expect(await list(jiwoo)).toEqual([]);
  });

  it('is one of at most 50 of a member, also when several are made at once [TOKEN-11]', async () => {
    const jiwoo = await signIn(shared.app, '민재');
    const statuses = (
      await Promise.all(Array.from({ length: 53 }, () => jiwoo.post('/member/tokens', { name: 'x', scopes: ALL })))
    ).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.filter((status) => status === 413)).toHaveLength(3);
    const [first] = await list(jiwoo);
    await jiwoo.delete(`/member/tokens/${first?.id}`);
    await make(jiwoo);
    expect((await jiwoo.post('/member/tokens', { name: 'x', scopes: ALL })).json()).toMatchObject({ code: 'quota' });
  });

  it.skipIf(sqliteIsEnough)('has a limit of its own: a runaway script stops nobody else [TOKEN-12]', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const [wild, calm] = [new Script(app, (await make(jiwoo)).token), new Script(app, (await make(jiwoo)).token)];
    const answers = await Promise.all(Array.from({ length: 300 }, () => wild.get('/member')));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.json()).toMatchObject({
      code: 'tooManyRequests',
      message: expect.stringContaining('token') as string,
    });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await calm.get('/member')).statusCode).toBe(200);
    expect((await jiwoo.get('/member')).statusCode).toBe(200);
  });
});
