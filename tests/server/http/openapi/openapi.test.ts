import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { endAfter } from '../../../support/leftovers';
import { TestIssuer } from '../../../support/TestIssuer';
import { painted } from '../../abuse/support/painted';
import { openWithRoutes, type Route } from '../../abuse/support/routesOf';
import { plainPicture } from '../../generation/support/FakeImageEngine';
import { openApp, type OpenApp } from '../../support/openApp';
import { checkAnswer } from '../../support/checkAnswer';
import { emptyCanvas, Person, signIn, textNode } from '../../support/Person';
import { Visitor } from '../../support/Visitor';

const root = resolve(import.meta.dirname, '../../../..');
const modules = join(root, 'node_modules');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

interface Described {
  readonly operationId: string;
  readonly security: readonly Record<string, string[]>[];
  readonly parameters?: readonly { name: string; in: string }[];
  readonly requestBody?: { content: Record<string, { schema: object }> };
  readonly responses: Record<string, { headers: object; content?: Record<string, { schema: object }> }>;
}
interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, unknown>; readonly securitySchemes: object };
}

let folder: string;
let opened: OpenApp;
let routes: Route[];
let api: Document;

/** The generators need the API of TypeScript 5, which this project's compiler no longer has. */
const TYPESCRIPT_5 = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    const url = ${JSON.stringify(pathToFileURL(join(modules, '@ts-morph/common/dist/typescript.js')).href)};
    export const resolve = (name, context, next) =>
      name === 'typescript' ? { url, format: 'commonjs', shortCircuit: true } : next(name, context);\`));
`)}`;

function run(...words: string[]): Promise<string> {
  return new Promise((answer, fail) => {
    execFile(process.execPath, words, { cwd: folder, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (error) fail(new Error(`${words.at(-1)}\n${stdout}${stderr}`));
      else answer(stdout);
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-client-'));
  endAfter('file', () => rm(folder, { recursive: true, force: true }));
  const issuer = await TestIssuer.start();
  endAfter('file', () => issuer.stop());
  // All ways to sign in, so that every route exists.
  const env = { ...issuer.settings, LOCAL_SIGN_IN: 'on' };
  const withRoutes = await openWithRoutes(env, { enginesFor: painted, lifetime: 'file' });
  ({ routes } = withRoutes);
  opened = withRoutes;
  api = (await opened.app.inject({ method: 'GET', url: '/openapi.json' })).json<Document>();
});

const operations = (): [string, Described][] =>
  Object.entries(api.paths).flatMap(([path, of]) =>
    Object.entries(of).map(([method, described]): [string, Described] => [
      `${method.toUpperCase()} ${path}`,
      described,
    ]),
  );

describe('/openapi.json', () => {
  it('describes every route and no other [API-1]', () => {
    const there = routes
      .filter(({ method, url }) => METHODS.includes(method.toLowerCase()) && !/\*/.test(url))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(
      operations()
        .map(([name]) => name)
        .toSorted(),
    ).toEqual([...new Set(there)].toSorted());
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has its schemas, its headers and who may call [API-2]', () => {
    const of = Object.fromEntries(operations().map(([, described]) => [described.operationId, described]));
    const headers = (id: string, status: number): string[] => Object.keys(of[id]?.responses[status]?.headers ?? {});
    const taken = (id: string): string[] => (of[id]?.parameters ?? []).map(({ name }) => name);
    expect(taken('patchCanvas')).toEqual(['pid', 'If-Match', 'Idempotency-Key']);
    expect(taken('listProjects')).toEqual(['q', 'sort', 'limit', 'before']);
    expect(headers('getProject', 200)).toContain('ETag');
    expect(headers('listProjects', 200)).toContain('Link');
    expect(headers('generateImage', 429)).toContain('Retry-After');
    expect(headers('getMember', 401)).toContain('WWW-Authenticate');
    expect(Object.keys(of['patchCanvas']?.requestBody?.content ?? {})).toEqual(['application/json-patch+json']);
    expect(Object.keys(of['uploadFile']?.requestBody?.content ?? {})).toEqual(['multipart/form-data']);
    expect(of['generateImage']?.responses['200']?.content?.['text/event-stream']?.schema).toMatchObject({
      'x-each': { $ref: '#/components/schemas/ImageEvent' },
    });
    expect(of['patchCanvas']?.responses['412']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/PatchBehind',
    });
    expect(of['listProjects']?.security).toEqual([{ session: [] }, { token: ['read'] }]);
    expect(of['createProject']?.security).toEqual([{ session: [] }, { token: ['write'] }]);
    expect(of['analyzeText']?.security).toEqual([{ session: [] }, { token: ['generate'] }]);
    expect(of['createToken']?.security).toEqual([{ session: [] }]);
    expect(of['getCapabilities']?.security).toEqual([]);
    // No reference is broken.
    const named = new Set(Object.keys(api.components.schemas).map((name) => `#/components/schemas/${name}`));
    const referred = [...JSON.stringify(api).matchAll(/"\$ref":"(#\/components\/schemas\/[^"]+)"/g)].map(
      ([, ref]) => ref,
    );
    expect(referred.filter((ref) => !named.has(ref ?? ''))).toEqual([]);
    expect(JSON.stringify(api)).not.toContain('PLACEHOLDER');
  });

  it('makes a client whose types hold for a script that uses every call [API-3]', async () => {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(api));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await symlink(modules, join(folder, 'node_modules'));
    await cp(join(import.meta.dirname, 'everyCall.ts.txt'), join(folder, 'everyCall.ts'));
    await run(
      '--import',
      TYPESCRIPT_5,
      join(modules, 'openapi-typescript/bin/cli.js'),
      'openapi.json',
      '-o',
      'schema.d.ts',
    );
    const compilerOptions = {
      target: 'es2023',
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      noUncheckedIndexedAccess: true,
      types: ['node'],
      noEmit: true,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['everyCall.ts'] }));
    await run(join(modules, 'typescript/bin/tsc'), '-p', '.');

    const baseUrl = await opened.app.listen({ host: '127.0.0.1', port: 0 });
    const { cookie } = await signIn(opened.app, 'Jiwoo');
    const png = (await plainPicture('#336699')).toString('base64');
    const tsx = pathToFileURL(join(modules, 'tsx/dist/esm/index.mjs')).href;
    const told = (await run('--import', tsx, 'everyCall.ts', baseUrl, cookie, png)).trim().split('\n');
    const used = new Set(told.map((line) => line.replace(/ \d+$/, '')));
    expect(
      operations()
        .map(([name]) => name)
        .filter((name) => !used.has(name)),
    ).toEqual([]);
  });
});

it('is as complete for a server without an issuer [API-4]', async () => {
  const plain = (await (await openApp()).app.inject({ method: 'GET', url: '/openapi.json' })).json<Document>();
  expect(Object.keys(api.paths).filter((path) => !(path in plain.paths))).toEqual(['/auth/callback/google']);
});

it('is what every answer of the other tests is held against [API-5]', async () => {
  const { app } = await openApp();
  const answer = await new Person(app).get('/member');
  const changed = (other: object) => () =>
    checkAnswer(app, { url: '/member' }, Object.assign(Object.create(answer), other));
  const { headers } = answer;
  expect(changed({})).not.toThrow();
  expect(changed({ statusCode: 402 })).toThrow(/status 402 is not described/);
  expect(changed({ headers: { ...headers, 'x-secret': '1' } })).toThrow(/header x-secret is not described/);
  expect(changed({ headers: { ...headers, 'content-type': 'text/html' } })).toThrow(/media type text\/html/);
  expect(changed({ body: answer.body.replace('signInRequired', 'other') })).toThrow(
    /code other of 401 is not described/,
  );
  expect(changed({ body: '{"code":"signInRequired"}' })).toThrow(/must have required property 'message'/);
});

it('describes the largest bodies, too, on the way in and out [API-8]', async () => {
  const { app } = await openApp();
  const person = await signIn(app);
  const long = 'a boat '.repeat(20_000);
  const canvas = JSON.stringify({ ...emptyCanvas(), nodes: [textNode('idea', long)] });
  const body = { name: 'Flow', canvas };
  const made = await person.post('/projects', body);
  const { projectId } = made.json<{ projectId: number }>();
  const post = (payload: object) => () => checkAnswer(app, { method: 'POST', url: '/projects', payload }, made);
  expect(post(body)).not.toThrow();
  expect(post({ ...body, canvas: { long } })).toThrow(/the body of the request\/canvas must be string/);
  expect(post({ canvas })).toThrow(/the body of the request must have required property 'name'/);
  const patch = [{ op: 'replace', path: '/nodes/0/data/value', value: long }];
  const headers = { 'content-type': 'application/json-patch+json' };
  const url = `/projects/${projectId}/canvas`;
  const patched = await person.patch(projectId, patch);
  const send = (payload: unknown) => () => checkAnswer(app, { method: 'PATCH', url, headers, payload }, patched);
  expect(send(JSON.stringify(patch))).not.toThrow();
  expect(send(JSON.stringify([{ ...patch[0], op: 'rewrite' }]))).toThrow(/the body of the request\/0/);

  const read = await person.get(`/projects/${projectId}`);
  expect(read.body.length).toBeGreaterThan(100_000);
  const wrong = Object.assign(Object.create(read), { body: read.body.replace('"projectId":', '"project":') });
  expect(() => checkAnswer(app, { url: `/projects/${projectId}` }, wrong)).toThrow(
    /must have required property 'projectId'/,
  );
});

it('describes the way back from an issuer as it is, for any person and any end [API-7]', async () => {
  const issuer = await TestIssuer.start();
  endAfter('test', () => issuer.stop());
  const home = 'http://127.0.0.1:3000';
  issuer.open(home);
  issuer.accounts.set('jiwoo-1', { name: '지우' });
  const { app } = await openApp(issuer.settings);
  const visitor = new Visitor(app);
  const signedIn = await visitor.signIn('jiwoo-1', `${home}/main/7`);
  expect([signedIn.statusCode, signedIn.headers.location]).toEqual([302, `${home}/main/7`]);
  expect((await visitor.person.get('/member')).json()).toMatchObject({ name: '지우' });
  const bare = Object.assign(Object.create(signedIn), { headers: {} });
  expect(() => checkAnswer(app, { url: '/auth/callback/google' }, bare)).toThrow(/header location is missing/);
  const unknown = await new Visitor(app).open('/auth/callback/google?state=unknown');
  expect(unknown.statusCode).toBe(400);
  const declined = new Visitor(app);
  const refused = await declined.open(await declined.identify(await declined.begin(home), null));
  expect(refused.statusCode).toBe(302);
});
