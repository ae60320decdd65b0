import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorBody } from '../../../src/api/contract';
import { openApp } from '../support/openApp';
import { Person, signIn } from '../support/Person';
import { PREVIEW_MODEL } from '../../support/previewModel';
import { MEBIBYTE } from '../../../server/bytes';

const bearer = (token: string) => ({ remoteAddress: '203.0.113.9', headers: { authorization: `Bearer ${token}` } });

describe('the operator', () => {
  it('sees whether the server lives and whether it can work', async () => {
    const { app, clock, dataDir } = await openApp();
    const visitor = new Person(app);
    expect((await visitor.get('/healthz')).statusCode).toBe(200);
    expect((await visitor.get('/readyz')).statusCode).toBe(200);
    await rm(join(dataDir, 'files'), { recursive: true, force: true });
    await writeFile(join(dataDir, 'files'), 'a file where the folder should be');
    clock.pass(1000);
    const broken = await visitor.get('/readyz');
    expect(broken.statusCode).toBe(503);
    expect(broken.json()).toMatchObject({ code: 'notReady' });
    expect((await visitor.get('/healthz')).statusCode).toBe(200);
  });

  it('reads metrics on this machine, or from elsewhere with the token', async () => {
    const { app } = await openApp({ METRICS_TOKEN: 'a-token-of-some-length' });
    const jiwoo = await signIn(app);
    await jiwoo.get('/projects/123');
    const metrics = (options: { remoteAddress?: string; headers?: Record<string, string> }) =>
      app.inject({ method: 'GET', url: '/metrics', ...options });
    const here = await metrics({});
    expect(here.statusCode).toBe(200);
    expect(here.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/projects/:pid",status="404"} 1',
    );
    expect((await metrics({ remoteAddress: '203.0.113.9' })).statusCode).toBe(403);
    expect((await metrics({ headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode).toBe(403);
    expect((await metrics(bearer('a-token-of-some-length'))).statusCode).toBe(200);
    expect((await metrics(bearer('a-token-of-some-lengtH'))).statusCode).toBe(403);
  });

  it('learns what the server can do', async () => {
    const { app } = await openApp();
    expect((await new Person(app).get('/capabilities')).json()).toEqual({
      signIn: 'local',
      image: 'offline',
      analyze: 'offline',
      write: null,
      models: [{ ...PREVIEW_MODEL, aspectRatios: [] }],
    });
  });

  it('limits the requests of one address', async () => {
    const { app } = await openApp({ REQUESTS_PER_SECOND: '3' });
    const visitor = new Person(app);
    const answers = [];
    for (let index = 0; index < 5; index += 1) answers.push(await visitor.get('/capabilities'));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[4]?.headers['retry-after']).toBeDefined();
    expect(errorBody.parse(answers[4]?.json())).toMatchObject({ code: 'tooManyRequests' });
  });
});

describe('every failure', () => {
  it('says the same sentence twice and a code [ERR-9]', async () => {
    const { app } = await openApp();
    const jiwoo = await signIn(app);
    const id = await jiwoo.create();
    const answers = await Promise.all([
      jiwoo.get('/nowhere'),
      jiwoo.post('/projects', '{', { 'content-type': 'application/json' }),
      jiwoo.post('/projects', { name: 1 }),
      jiwoo.post('/projects', 'x', { 'content-type': 'text/plain' }),
      jiwoo.put(`/projects/${id}/name`, { name: 'x'.repeat(2 * MEBIBYTE) }),
      jiwoo.patch(id, '[{]'),
      jiwoo.get('/projects/%zz'),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 400, 400, 415, 413, 400, 400]);
    for (const answer of answers) {
      const { message, error, code } = errorBody.parse(answer.json());
      expect(error).toBe(message);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(code).toMatch(/^[a-z][a-zA-Z]+$/);
    }
  });
});

describe('the web app', () => {
  let webFolder: string;

  beforeEach(async () => {
    webFolder = await mkdtemp(join(tmpdir(), 'mulgil-web-'));
    await mkdir(join(webFolder, 'assets'));
    await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Mulgil</title>');
    await writeFile(join(webFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(webFolder, 'sw.js'), 'const BUILD={};');
    await writeFile(join(webFolder, 'assets', 'index-abc123.js'), 'export {};');
  });
  afterEach(async () => {
    await rm(webFolder, { recursive: true });
  });

  it('is served as one page for its screens, its hashed files for ever', async () => {
    const { app } = await openApp({}, { webFolder });
    const visitor = new Person(app);
    for (const path of ['/', '/signin', '/main/12', '/?lng=en']) {
      const page = await visitor.get(path);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
      expect(page.headers['cache-control']).toBe('no-cache');
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('upgrade-insecure-requests');
    }
    const script = await visitor.get('/assets/index-abc123.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await visitor.get('/favicon.svg')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'image/svg+xml',
    });
    // Requested again each time: by it a browser learns of a new version.
    expect((await visitor.get('/sw.js')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringMatching(/^(?:text|application)\/javascript/) as string,
      'content-security-policy': expect.stringContaining("script-src 'self';") as string,
    });
    expect((await visitor.get('/assets/gone.js')).statusCode).toBe(404);
    const lost = await app.inject({ url: '/nowhere', headers: { accept: 'text/html,*/*' } });
    expect([lost.statusCode, lost.body]).toEqual([404, '<!doctype html><title>Mulgil</title>']);
    expect((await visitor.get('/nowhere')).json()).toMatchObject({ code: 'notFound' });
    expect((await visitor.get('/assets/..%2f..%2fetc/passwd')).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('is served compressed to browsers that take it so', async () => {
    await writeFile(join(webFolder, 'index.html.gz'), gzipSync('<!doctype html><title>Mulgil</title>'));
    await writeFile(join(webFolder, 'assets', 'index-abc123.js.gz'), gzipSync('export {};'));
    const { app } = await openApp({}, { webFolder });
    for (const [url, type, text] of [
      ['/main/12', /^text\/html/, '<!doctype html><title>Mulgil</title>'],
      ['/assets/index-abc123.js', /^(?:text|application)\/javascript/, 'export {};'],
    ] as const) {
      const answer = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
      expect(answer.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-type': expect.stringMatching(type) as string,
        vary: expect.stringMatching(/accept-encoding/i) as string,
      });
      expect(gunzipSync(answer.rawPayload).toString()).toBe(text);
      const plain = await app.inject({ url });
      expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, text]);
    }
  });
});
