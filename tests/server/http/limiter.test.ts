import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE_NAMES } from '../../../scripts/move/tables';
import { TestIssuer } from '../../support/TestIssuer';
import { plainPicture } from '../generation/support/FakeImageEngine';
import { flow, image } from '../runs/support/flows';
import { openApp, type OpenApp } from '../support/openApp';
import { emptyCanvas, Person, signIn } from '../support/Person';
import { Visitor } from '../support/Visitor';

const HOME = 'http://127.0.0.1:3000';

/** The statuses of the same request, sent this many times. */
async function statuses(times: number, ask: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) all.push((await ask()).statusCode);
  return all;
}

const create = (who: Person) => () => who.post('/projects', { name: 'x', canvas: JSON.stringify(emptyCanvas()) });

const stateOf = async (visitor: Visitor) => (await visitor.begin(`${HOME}/main/7`)).searchParams.get('state');

const everything = async ({ db }: OpenApp): Promise<string> => {
  const rows = [];
  for (const table of TABLE_NAMES) rows.push([table, await db.selectFrom(table).selectAll().execute()]);
  return JSON.stringify(rows);
};

describe('the limit of an address', () => {
  it('counts answers of 401, 404 or 403, and comes before any session is looked up [LIMIT-1]', async () => {
    const limited = { REQUESTS_PER_SECOND: '3' };
    const refused: [number, object][] = [
      [401, { method: 'GET', url: '/projects' }],
      [401, { method: 'GET', url: '/member', headers: { authorization: 'Bearer mulgil_nobody' } }],
      [401, { method: 'GET', url: '/member', headers: { cookie: 'mulgil_session=nobody' } }],
      [404, { method: 'GET', url: '/nowhere' }],
      [404, { method: 'POST', url: '/nowhere/either' }],
      [403, { method: 'POST', url: '/auth/logout', headers: { origin: 'https://evil.example' } }],
    ];
    for (const [status, request] of refused) {
      const { app } = await openApp(limited);
      const answers = await statuses(5, () => app.inject(request));
      expect([request, answers]).toEqual([request, [status, status, status, 429, 429]]);
    }
    const { app, db } = await openApp(limited);
    await statuses(3, () => app.inject('/healthz'));
    // A refusal costs the database nothing.
    await db.destroy();
    for (const headers of [{ cookie: 'mulgil_session=x' }, { authorization: 'Bearer mulgil_x' }]) {
      expect((await app.inject({ url: '/projects', headers })).statusCode).toBe(429);
    }
  });
});

describe('for a minute', () => {
  it('limits the sign-ins of an address, by name and by an issuer [LIMIT-2]', async () => {
    const { app } = await openApp({ SIGN_INS_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1' });
    const enter = (address: string) =>
      app.inject({
        method: 'POST',
        url: '/auth/login/local',
        headers: { 'x-forwarded-for': address },
        payload: { name: '지우' },
      });
    expect(await statuses(4, () => enter('198.51.100.1'))).toEqual([200, 200, 429, 429]);
    expect(await statuses(3, () => enter('198.51.100.2'))).toEqual([200, 200, 429]);
    const late = await enter('198.51.100.1');
    expect(late.json()).toMatchObject({ code: 'tooManyRequests' });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(1);
    const begin = () => new Person(app).get(`/auth/login/google?redirect=${HOME}`);
    expect(await statuses(3, begin)).toEqual([200, 200, 429]);
    expect((await app.inject('/capabilities')).statusCode).toBe(200);
  });

  it('limits the pictures of a member, from any address and by any means [LIMIT-3]', async () => {
    const { app } = await openApp({ UPLOADS_PER_MINUTE: '3' });
    const [jiwoo, again, minsu] = [await signIn(app, '지우'), await signIn(app, '지우'), await signIn(app, '민수')];
    const id = await jiwoo.create();
    const picture = await plainPicture('#2f6bff');
    const upload = (who: Person) => who.upload('POST', '/files', 'file', picture);
    expect(await statuses(2, () => upload(jiwoo))).toEqual([201, 201]);
    expect((await again.upload('PUT', `/projects/${id}/thumbnail`, 'thumbnail', picture)).statusCode).toBe(200);
    expect(await statuses(2, () => upload(again))).toEqual([429, 429]);
    expect((await upload(minsu)).statusCode).toBe(201);
    expect((await jiwoo.get('/projects')).statusCode).toBe(200);
    expect((await upload(new Person(app))).statusCode).toBe(401);
  });

  it('limits the whole canvases of a member, those that are run too, without patches [LIMIT-4]', async () => {
    const { app } = await openApp({ CANVASES_PER_MINUTE: '3' });
    const [jiwoo, minsu] = [await signIn(app, '지우'), await signIn(app, '민수')];
    const id = await jiwoo.create();
    const push = () => jiwoo.post(`/projects/${id}`, { pid: id, name: 'x', timestamp: 'now', snapshot: emptyCanvas() });
    expect(await statuses(4, push)).toEqual([200, 200, 429, 429]);
    expect(await statuses(1, create(jiwoo))).toEqual([429]);
    expect(await statuses(1, create(minsu))).toEqual([201]);
    expect((await jiwoo.patch(id, [])).statusCode).toBe(200);

    const hana = await signIn(app, '하나');
    const still = await hana.create('Still', flow([image('a', { mode: 'freeze', value: '/files/a.png' })], []));
    const run = () => hana.post(`/projects/${still}/runs`, { nodes: ['a'], revision: 1 });
    expect(await statuses(3, run)).toEqual([202, 202, 429]);
    const retry = () => hana.post('/runs/none/retry');
    expect(await statuses(1, retry)).toEqual([429]);
    expect((await hana.get(`/projects/${still}/runs`)).statusCode).toBe(200);
  });
});

describe('a sign-in that is begun and left', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await TestIssuer.start();
    issuer.open(HOME);
  });
  afterAll(() => issuer.stop());

  it('writes nothing into the database [LIMIT-5]', async () => {
    const opened = await openApp(issuer.settings);
    const before = await everything(opened);
    const states = new Set<string | null>();
    for (let index = 0; index < 5; index += 1) states.add(await stateOf(new Visitor(opened.app)));
    const [one] = states;
    expect(states.size).toBe(5);
    expect(await everything(opened)).toBe(before);
    // The state is sealed: neither the target nor the verifier can be read from it.
    expect(Buffer.from((one ?? '').replace(/\.ko$/, ''), 'base64url').toString('latin1')).not.toMatch(/main|127\.0\.0/);
  });

  it('is taken up at another server, and after a restart [LIMIT-5]', async () => {
    issuer.accounts.set('jiwoo-1', { name: '지우' });
    const first = await openApp(issuer.settings);
    const visitor = new Visitor(first.app);
    const back = await visitor.identify(await visitor.begin(`${HOME}/main/7`), 'jiwoo-1');
    const later = await first.reopen();
    const answer = await new Visitor(later.app, visitor).open(back);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${HOME}/main/7`]);
  });
});
