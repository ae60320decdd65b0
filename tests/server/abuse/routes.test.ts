import { Readable } from 'node:stream';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { JSON_MAX_DEPTH, NAME_MAX, PATCH_MAX_BYTES, errorBody } from '../../../src/api/contract';
import { emptyCanvas, Person, signIn } from '../support/Person';
import { makeWebFolder } from './support/makeWebFolder';
import { painted } from './support/painted';
import { addressOf, form, MISSING, picture, RECIPES, type Things } from './support/recipes';
import { isReading, nameOf, openWithRoutes, type Route } from './support/routesOf';
import { MEBIBYTE } from '../../../server/bytes';

/** Routes with a parameter that belong to everybody: the web app's. */
const EVERYBODYS = new Set(['/main/*', '/assets/*', '/*']);
/** State-changing routes without an id, each with a body that it takes. */
const BODIES: Record<string, () => ReturnType<typeof form> | Awaited<ReturnType<typeof form>>> = {
  'POST /auth/forget': () => ({}),
  'POST /auth/login/local': () => ({ payload: { name: '하나' } }),
  'POST /auth/logout': () => ({}),
  'POST /member/tokens': () => ({ payload: { name: '밤마다', scopes: ['read'] } }),
  'POST /projects': () => ({ payload: { name: '흐름', canvas: JSON.stringify(emptyCanvas()) } }),
  'POST /files': () => form('file'),
  'POST /nodes/analyze': () => ({ payload: { content: 'a red boat' } }),
  'POST /nodes/improve': () => ({ payload: { content: 'a red boat' } }),
  'POST /nodes/describe': async () => ({ payload: { content: `/files/${(await picture(jiwoo))['name']}` } }),
  'POST /nodes/generate/text': () => ({ payload: { projectId: 1, nodes: [{ type: 'text_prompt', content: '강' }] } }),
  'POST /nodes/generate/image': () => ({ payload: { projectId: 1, nodes: [{ type: 'text_prompt', content: '강' }] } }),
};

let app: FastifyInstance;
let routes: Route[];
let jiwoo: Person;
let minsu: Person;
const visitor = (): Person => new Person(app);

beforeAll(async () => {
  const webFolder = await makeWebFolder();
  const limits = { GENERATE_PER_MINUTE: '1000', GENERATE_CONCURRENT: '100' };
  ({ app, routes } = await openWithRoutes(limits, { enginesFor: painted, webFolder, lifetime: 'file' }));
  [jiwoo, minsu] = await Promise.all([signIn(app, '지우'), signIn(app, '민수')]);
});

const withIds = (): Route[] => routes.filter(({ url }) => /[:*]/.test(url) && !EVERYBODYS.has(url));
const recipeOf = (route: Route) =>
  RECIPES[nameOf({ ...route, method: route.method === 'HEAD' ? 'GET' : route.method })];

async function ask(person: Person, route: Route, things: Things): Promise<LightMyRequestResponse> {
  const asked = (await recipeOf(route)?.ask?.(things)) ?? {};
  const method = route.method as 'GET';
  return person.send({ ...asked, method, url: addressOf(route.url, things) });
}

/** Everything that a caller sees, without what identifies the answer itself. */
function seen({ statusCode, headers, body }: LightMyRequestResponse): object {
  const { date, 'x-request-id': requestId, ...others } = headers;
  const counted = Object.entries(others).filter(([name]) => !name.startsWith('x-ratelimit'));
  expect([date, requestId]).not.toContain(undefined);
  // A refused generation is a job, with a new id each time.
  const text = body.replace(/"jobId":"[\w-]+"/, '"jobId":"…"');
  return { statusCode, body: text, headers: Object.fromEntries(counted) };
}

describe('every route with an id', () => {
  it('has a recipe here, and every recipe a route', () => {
    const names = withIds()
      .map((route) => nameOf(route))
      .filter((name) => !name.startsWith('HEAD '));
    expect(names.toSorted()).toEqual(Object.keys(RECIPES).toSorted());
    const changing = routes.filter((route) => !isReading(route) && !/[:*]/.test(route.url)).map(nameOf);
    expect([...new Set(changing)].toSorted()).toEqual(Object.keys(BODIES).toSorted());
  });

  it('is for its owner: visitors are asked to sign in, others get the same answer as for a missing one', async () => {
    for (const route of withIds()) {
      const name = nameOf(route);
      const things = (await recipeOf(route)?.make(jiwoo)) ?? {};
      expect([name, (await ask(visitor(), route, things)).statusCode]).toEqual([name, 401]);
      expect([name, (await ask(visitor(), route, MISSING)).statusCode]).toEqual([name, 401]);
      const foreign = await ask(minsu, route, things);
      expect([name, foreign.statusCode]).toEqual([name, 404]);
      expect([name, seen(foreign)]).toEqual([name, seen(await ask(minsu, route, MISSING))]);
      expect([name, (await ask(jiwoo, route, things)).statusCode]).toEqual([name, expect.toSatisfy(isGood)]);
    }
  });

  it("finds nothing of another member through one's own things", async () => {
    for (const route of withIds().filter(({ url }) => url.includes(':pid') && url.includes(':id'))) {
      const recipe = recipeOf(route);
      const [theirs, mine] = [(await recipe?.make(jiwoo)) ?? {}, (await recipe?.make(minsu)) ?? {}];
      const mixed = await ask(minsu, route, { ...mine, id: theirs['id'] ?? '' });
      expect([nameOf(route), mixed.statusCode]).toEqual([nameOf(route), 404]);
      expect(seen(mixed)).toEqual(seen(await ask(minsu, route, { ...mine, id: MISSING['id'] ?? '' })));
    }
  });

  it('takes ids as they are written, and nothing that only looks like one', async () => {
    const { pid = '' } = (await RECIPES['GET /projects/:pid']?.make(jiwoo)) ?? {};
    for (const odd of [
      `0${pid}x`,
      `${pid}.0`,
      `${pid}e0`,
      `0x${pid}`,
      `-${pid}`,
      `+${pid}`,
      `${pid}%00`,
      `%20${pid}`,
      '９',
      '9'.repeat(400),
      `${pid}%2f..`,
      '__proto__',
    ]) {
      const { statusCode } = await jiwoo.get(`/projects/${odd}`);
      expect([odd, statusCode]).toEqual([odd, expect.toSatisfy((status: number) => [400, 404, 414].includes(status))]);
    }
  });

  it('and every id in a body belong to the caller', async () => {
    const projectId = await jiwoo.create();
    const nodes = [{ type: 'text_prompt', content: '강' }];
    const foreign = await minsu.post('/nodes/generate/image', { projectId, nodes });
    expect(foreign.statusCode).toBe(404);
    expect(seen(foreign)).toEqual(seen(await minsu.post('/nodes/generate/image', { projectId: 987_654, nodes })));
    const { name = '' } = (await RECIPES['GET /files/:name']?.make(jiwoo)) ?? {};
    const own = await minsu.create();
    const paintFrom = (file: string) =>
      minsu.post('/nodes/generate/image', {
        projectId: own,
        nodes: [{ type: 'image_prompt', content: `/files/${file}` }],
      });
    const theirs = await paintFrom(name);
    expect(theirs.statusCode).toBe(400);
    expect(seen(theirs)).toEqual(seen(await paintFrom(MISSING['name'] ?? '')));
  });
});

const isGood = (status: number): boolean => status >= 200 && status < 300;
const changing = (): Route[] => routes.filter((route) => !isReading(route));

/** A change that succeeds in a proper request. */
async function goodChange(route: Route): Promise<{ things: Things; asked: InjectOptions }> {
  const recipe = recipeOf(route);
  const things = (await recipe?.make(jiwoo)) ?? { pid: String(await jiwoo.create()) };
  const rest = (await (recipe?.ask ?? BODIES[nameOf(route)])?.(things)) ?? {};
  return { things, asked: { ...rest, method: route.method, url: addressOf(route.url, things) } };
}

/** The member's data and the state of this project, to see that nothing has changed. */
async function standing({ pid }: Things): Promise<string[]> {
  const parts = ['/projects', ...['', '/versions', '/jobs'].map((part) => `/projects/${pid}${part}`)];
  const answers = await Promise.all(parts.map((path) => jiwoo.get(path)));
  return answers.map(({ body }) => body);
}

describe('every change', () => {
  it('is refused to pages of other sites, and then nothing has happened', async () => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3000.evil.example' },
      { origin: 'http://127.0.0.1:3001' },
      { origin: 'https://localhost:3000' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const route of changing()) {
      const { things, asked } = await goodChange(route);
      const before = await standing(things);
      // Every form of request to one route, the plainest first.
      for (const headers of nameOf(route) === 'POST /projects' ? foreign : [foreign[0], foreign.at(-1)]) {
        const answer = await jiwoo.send({ ...asked, headers: { ...asked.headers, ...headers } });
        expect([nameOf(route), headers, answer.statusCode]).toEqual([nameOf(route), headers, 403]);
        expect(answer.cookies).toEqual([]);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
      expect(await standing(things)).toEqual(before);
    }
  });

  it('is accepted in its own form only: no plain text, no form, nothing without a name', async () => {
    const types = [
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'text/html',
      'application/xml',
      'application/jsonp',
      'nonsense',
    ];
    for (const route of changing()) {
      const { things, asked } = await goodChange(route);
      const before = await standing(things);
      for (const type of nameOf(route) === 'POST /projects' ? types : types.slice(0, 3)) {
        if (nameOf(route) === 'POST /auth/login/local' && type === 'application/x-www-form-urlencoded') continue;
        const answer = await jiwoo.send({ ...asked, payload: '{"name":"x"}', headers: { 'content-type': type } });
        expect([nameOf(route), type, answer.statusCode]).toEqual([nameOf(route), type, 415]);
      }
      expect(await standing(things)).toEqual(before);
    }
  });

  it('is bounded in size, whether or not it says how large it is', async () => {
    for (const route of changing()) {
      const { asked } = await goodChange(route);
      const limit = route.bodyLimit ?? MEBIBYTE;
      const type = String(asked.headers?.['content-type'] ?? 'application/json');
      if (type.startsWith('multipart')) continue;
      const told = await jiwoo.send({
        ...asked,
        payload: '{}',
        headers: { 'content-type': type, 'content-length': String(limit + 1) },
      });
      expect([nameOf(route), told.statusCode]).toEqual([nameOf(route), 413]);
      if (limit > PATCH_MAX_BYTES) continue;
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const endless = Readable.from(Array.from({ length: Math.ceil(limit / chunk.length) + 1 }, () => chunk));
      const untold = await jiwoo.send({ ...asked, payload: endless, headers: { 'content-type': type } });
      expect([nameOf(route), untold.statusCode]).toEqual([nameOf(route), 413]);
    }
  });

  it('is bounded in depth, and no key reaches for a prototype', async () => {
    const deep = `${'{"a":'.repeat(JSON_MAX_DEPTH + 1)}1${'}'.repeat(JSON_MAX_DEPTH + 1)}`;
    for (const route of changing()) {
      const { asked } = await goodChange(route);
      const type = String(asked.headers?.['content-type'] ?? 'application/json');
      if (type.startsWith('multipart')) continue;
      const send = (payload: string) => jiwoo.send({ ...asked, payload, headers: { 'content-type': type } });
      const statuses = [
        (await send(deep)).statusCode,
        (await send(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).statusCode,
        (await send('{"name":"a","__proto__":{"isAdmin":true}}')).statusCode,
        (await send('{"name":"a","constructor":{"prototype":{"isAdmin":true}}}')).statusCode,
        (await send('{"name":"a"')).statusCode,
      ];
      const isRefused = expect.toSatisfy((status: number) => [400, 413, 415, 422].includes(status)) as number;
      expect([nameOf(route), ...statuses]).toEqual([
        nameOf(route),
        isRefused,
        isRefused,
        isRefused,
        isRefused,
        isRefused,
      ]);
    }
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
    // The last of two values of a key counts, always.
    const twice = await jiwoo.send({
      method: 'POST',
      url: '/auth/login/local',
      headers: { 'content-type': 'application/json' },
      payload: '{"name":"하나","name":"두리"}',
    });
    expect(twice.json()).toMatchObject({ name: '두리' });
  });
});

it('every text that a person gives is bounded', async () => {
  const pid = await jiwoo.create();
  const long = 'x'.repeat(NAME_MAX + 1);
  const version = (await jiwoo.post(`/projects/${pid}/versions`, { name: '' })).json<{ id: number }>();
  const answers = await Promise.all([
    jiwoo.post('/auth/login/local', { name: long }),
    jiwoo.post('/projects', { name: long, canvas: JSON.stringify(emptyCanvas()) }),
    jiwoo.put(`/projects/${pid}/name`, { name: long }),
    jiwoo.post(`/projects/${pid}/versions`, { name: long }),
    jiwoo.put(`/projects/${pid}/versions/${version.id}/name`, { name: long }),
    jiwoo.post('/nodes/analyze', { content: 'x'.repeat(20_001) }),
    jiwoo.post('/nodes/improve', { content: 'x'.repeat(20_001) }),
    jiwoo.post('/nodes/describe', { content: `/files/${'x'.repeat(NAME_MAX)}` }),
    jiwoo.patch(pid, [], { 'idempotency-key': 'x'.repeat(201) }),
    jiwoo.post('/nodes/generate/text', { projectId: pid, nodes: [] }, { 'idempotency-key': 'x'.repeat(201) }),
    jiwoo.post('/nodes/generate/image', { projectId: pid, nodes: [] }, { 'idempotency-key': 'x'.repeat(201) }),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    errorBody.parse(answer.json());
  }
});
