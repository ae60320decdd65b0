import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../support/serve';
import { openApp } from '../support/openApp';
import { emptyCanvas, Person, signIn } from '../support/Person';
import { makeWebFolder } from './support/makeWebFolder';
import { painted } from './support/painted';

const PUBLIC = 'http://flows.example';

let app: FastifyInstance;
const visitor = (): Person => new Person(app);

beforeAll(async () => {
  ({ app } = await openApp(
    { PUBLIC_URL: PUBLIC, GENERATE_PER_MINUTE: '100' },
    { webFolder: await makeWebFolder(), lifetime: 'file', enginesFor: painted },
  ));
});

describe('the way back from signing in', () => {
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    `${PUBLIC}@evil.example`,
    `${PUBLIC}:x@evil.example`,
    'http://x@flows.example',
    `${PUBLIC}.evil.example`,
    'http://evil.example/flows.example',
    'http://evil.example?flows.example',
    'http://evil.example#flows.example',
    'http://evil。example',
    'http://flows。evil.example',
    'http://flows.example．evil.example',
    'http://flowſ.evil.example',
    'http://flows.example%2eevil.example',
    'http://flows.example%00.evil.example',
    'http://flows.exam­ple.evil.example',
    '\thttps://evil.example',
    ' //evil.example',
    'ht\ntps://evil.example',
    '/\t/evil.example',
    '\u0001//evil.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)//flows.example',
    'data:text/html,<script>alert(1)</script>',
    'blob:http://flows.example/x',
    'vbscript:x',
    'file:///etc/passwd',
    'about:blank',
    'https://flows.example',
    `${PUBLIC}:8080`,
    'http://[::1]',
    'http://flows.example.',
    '',
    '/',
    'flows.example',
    'null',
  ];

  it('leads nowhere but to this app, however the address is written', async () => {
    for (const redirect of elsewhere) {
      const page = await visitor().get(`/auth/login/google?redirect=${encodeURIComponent(redirect)}`);
      expect([redirect, page.statusCode]).toEqual([redirect, 400]);
      const form = new URLSearchParams({ name: '지우', redirect }).toString();
      const sent = await visitor().post('/auth/login/local', form, {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect([redirect, sent.statusCode, sent.headers.location]).toEqual([redirect, 400, undefined]);
      expect([redirect, (await visitor().post('/auth/login/local', { name: '지우', redirect })).cookies]).toEqual([
        redirect,
        [],
      ]);
    }
    expect(
      (await visitor().get(`/auth/login/google?redirect=${PUBLIC}&redirect=https://evil.example`)).statusCode,
    ).toBe(400);
  });

  it('is written as browsers read it', async () => {
    const ways = {
      [`${PUBLIC}/main/3`]: `${PUBLIC}/main/3`,
      [`${PUBLIC}\\main`]: `${PUBLIC}/main`,
      [`${PUBLIC}/\r\nset-cookie: a=b`]: `${PUBLIC}/set-cookie:%20a=b`,
      [`${PUBLIC}//evil.example`]: `${PUBLIC}//evil.example`,
    };
    for (const [redirect, location] of Object.entries(ways)) {
      const form = new URLSearchParams({ name: '지우', redirect }).toString();
      const sent = await visitor().post('/auth/login/local', form, {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect([sent.statusCode, sent.headers.location, sent.cookies.length]).toEqual([302, location, 1]);
    }
  });
});

describe('a session', () => {
  it('is never one that somebody has planted', async () => {
    const planted = 'mulgil_session=planted-by-somebody';
    const fresh = await new Person(app, planted).post('/auth/login/local', { name: '지우' });
    expect(fresh.cookies[0]?.value).not.toBe('planted-by-somebody');
    expect((await new Person(app, planted).get('/member')).statusCode).toBe(401);
    // Another member's session: a sign-in over it gives a new session and ends the old one.
    const mallory = await signIn(app, '말로리');
    const over = await mallory.post('/auth/login/local', { name: '지우' });
    expect(`${over.cookies[0]?.name}=${over.cookies[0]?.value}`).not.toBe(mallory.cookie);
    expect((await mallory.get('/member')).statusCode).toBe(401);
    for (const token of ['', '%00', 'a'.repeat(8_000), "' OR 1=1 --", '{"$ne":null}', '__proto__']) {
      expect([token, (await new Person(app, `mulgil_session=${token}`).get('/member')).statusCode]).toEqual([
        token,
        401,
      ]);
    }
  });

  it('is in no address, answer or header but its cookie', async () => {
    const jiwoo = await signIn(app, '지우');
    const token = jiwoo.cookie.split('=')[1] ?? '';
    for (const path of ['/member', '/projects', '/', '/openapi.json', '/nowhere', '/healthz']) {
      const { body, headers } = await jiwoo.get(path);
      expect(body + JSON.stringify(headers)).not.toContain(token);
    }
    // The session is not taken from a parameter or another header.
    expect((await visitor().get(`/member?mulgil_session=${token}`)).statusCode).toBe(401);
    expect((await visitor().get('/member', { authorization: `Bearer ${token}` })).statusCode).toBe(401);
  });
});

it('every kind of answer tells browsers its exact type', async () => {
  const jiwoo = await signIn(app, '지우');
  const projectId = await jiwoo.create();
  const painted = await jiwoo.post('/nodes/generate/image', {
    projectId,
    nodes: [{ type: 'text_prompt', content: '강' }],
  });
  const picture = /"url":"([^"]+)"/.exec(painted.body)?.[1] ?? '';
  const answers = {
    page: await jiwoo.get('/'),
    screen: await jiwoo.get(`/main/${projectId}`),
    script: await jiwoo.get('/assets/index-abc.js'),
    api: await jiwoo.get('/projects'),
    member: await jiwoo.get('/member'),
    project: await jiwoo.get(`/projects/${projectId}`),
    picture: await jiwoo.get(picture),
    stream: painted,
    nothing: await jiwoo.get('/nowhere'),
    'nothing to read': await jiwoo.get('/nowhere', { accept: 'text/html' }),
    'not signed in': await visitor().get('/projects'),
    foreign: await jiwoo.post('/projects', {}, { origin: 'https://evil.example' }),
    'wrong body': await jiwoo.post('/projects', '{', { 'content-type': 'application/json' }),
    'sign-in page': await jiwoo.get(`/auth/login/google?redirect=${PUBLIC}`),
    'no sign-in page': await jiwoo.get('/auth/login/google?redirect=x'),
    health: await jiwoo.get('/healthz'),
    metrics: await jiwoo.get('/metrics'),
    description: await jiwoo.get('/openapi.json'),
    preflight: await jiwoo.send({
      method: 'OPTIONS',
      url: '/projects',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    }),
  };
  expect(picture).toMatch(/^\/files\//);
  for (const [name, { headers }] of Object.entries(answers)) {
    expect([name, headers]).toEqual([
      name,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-site',
        'content-security-policy': expect.stringMatching(/default-src '(?:self|none)'/) as string,
        'cache-control': expect.any(String) as string,
        'x-request-id': expect.stringMatching(/^[\w-]{12}$/) as string,
      }),
    ]);
    const policy = String(headers['content-security-policy']);
    // No script but our own files, and no frame around our pages.
    expect([name, policy]).not.toEqual([name, expect.stringMatching(/script-src[^;]*(?:unsafe|\*|https?:|data:)/)]);
    expect([name, policy]).toEqual([name, expect.stringMatching(/frame-ancestors 'none'|sandbox$/)]);
    expect([name, headers['access-control-allow-origin'], headers['x-powered-by'], headers['server']]).toEqual([
      name,
      undefined,
      undefined,
      undefined,
    ]);
  }
  for (const name of ['api', 'member', 'project', 'not signed in', 'sign-in page'] as const) {
    expect([name, answers[name].headers['cache-control']]).toEqual([name, 'no-store']);
  }
});

const node = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data });
const isRefused = expect.toSatisfy((status: number) => status === 400 || status === 415) as number;

it('no address that a person writes anywhere is ever asked by the server', async () => {
  const visits: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    visits.push(request.url ?? '');
    response.end();
  };
  const canary = await serve(createServer(answer));
  const { port } = new URL(canary.url);
  const jiwoo = await signIn(app, `http://127.0.0.1:${port}/name`);
  const at = (path: string): string[] => [
    `http://127.0.0.1:${port}/${path}`,
    `http://localhost:${port}/${path}`,
    `//127.0.0.1:${port}/${path}`,
    `http://2130706433:${port}/${path}`,
    `http://[::ffff:127.0.0.1]:${port}/${path}`,
    `/files/../..//127.0.0.1:${port}/${path}`,
    `/files/@127.0.0.1:${port}`,
    `data:text/html,<img src=http://127.0.0.1:${port}/${path}>`,
    `url:http://127.0.0.1:${port}`,
    `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:${port}/${path}"/></svg>`).toString('base64')}`,
    `ftp://127.0.0.1:${port}/${path}`,
    'file:///etc/passwd',
    'gopher://127.0.0.1',
    'http://169.254.169.254/latest/meta-data/',
  ];
  const [address = ''] = at('canvas');
  const canvas = {
    ...emptyCanvas(),
    nodes: [
      node('a', 'image', { value: address }),
      node('b', 'imageUpload', { value: address }),
      node('c', 'category', { categories: [{ id: 'i', name: address, value: [address], parentId: 'c' }] }),
      node('d', 'text', { value: address }),
    ],
  };
  const projectId = await jiwoo.create(address, canvas);
  await jiwoo.get(`/projects/${projectId}`);
  await jiwoo.put(`/projects/${projectId}/name`, { name: address });
  await jiwoo.post(`/projects/${projectId}/versions`, { name: address });
  await jiwoo.get('/member', { referer: address, 'x-forwarded-host': `127.0.0.1:${port}`, host: `127.0.0.1:${port}` });
  for (const content of at('picture')) {
    const answer = await jiwoo.post('/nodes/generate/image', { projectId, nodes: [{ type: 'image_prompt', content }] });
    expect([content, answer.statusCode]).toEqual([content, isRefused]);
    expect((await jiwoo.post('/nodes/describe', { content })).statusCode).toBe(400);
    await jiwoo.upload('PUT', `/projects/${projectId}/thumbnail`, 'thumbnail', Buffer.from(content), content);
  }
  const words = at('words');
  const category = { type: 'category_prompt', key: words[0], value: words };
  const nodes = [{ type: 'text_prompt', content: words.join(' ') }, category, { type: 'group', contents: [category] }];
  expect((await jiwoo.post('/nodes/generate/image', { projectId, nodes })).statusCode).toBe(200);
  expect((await jiwoo.post('/nodes/generate/text', { projectId, nodes })).statusCode).toBe(200);
  expect((await jiwoo.post('/nodes/analyze', { content: words.join(' ') })).statusCode).toBe(200);
  expect((await jiwoo.post('/nodes/improve', { content: words.join(' ') })).statusCode).toBe(200);
  expect(visits).toEqual([]);
  // The server was listening.
  await fetch(`http://127.0.0.1:${port}/here`);
  expect(visits).toEqual(['/here']);
  await canary.stop();
});
