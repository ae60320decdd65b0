import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/startServer';
import { RawConnection } from '../server/abuse/support/RawConnection';
import { plainPicture } from '../server/generation/support/FakeImageEngine';
import { emptyCanvas, textNode } from '../server/support/Person';

const BUILD = 'dist/web';
const files = readdirSync(BUILD, { recursive: true, encoding: 'utf8' }).filter((file) =>
  statSync(join(BUILD, file)).isFile(),
);
const texts = files.filter((file) => /\.(?:js|css|html|svg)$/.test(file));

/** An operator's secrets. Nothing listens at the address: the engine's failure is shown and logged. */
const SETTINGS = {
  GEMINI_API_KEY: 'secret-gemini-key',
  GEMINI_BASE_URL: 'http://127.0.0.1:9/secret-address',
  METRICS_TOKEN: 'secret-metrics-token',
  // Not a setting of the app, but common in an operator's environment.
  AWS_SECRET_ACCESS_KEY: 'secret-of-the-bucket',
};
/** A person's private texts. */
const PRIVATE = { name: 'secret-지우', project: 'secret-project', prompt: 'secret-prompt', code: 'secret-code' };

let server: RunningServer;
let cookie = '';

const send = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

beforeAll(async () => {
  server = await startServer({ env: { ...SETTINGS, LOG_LEVEL: 'trace' } });
  const signedIn = await send('/auth/login/local', { name: PRIVATE.name });
  cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});

it('the built app has no settings, no paths of the machine that built it and no maps to the sources', () => {
  expect(files).toContain('index.html');
  expect(files.filter((file) => /\.map$|\.tsx?$/.test(file))).toEqual([]);
  const words = [process.cwd(), 'sourceMappingURL', 'process.env', ...Object.keys(SETTINGS)];
  for (const file of texts) {
    const text = readFileSync(join(BUILD, file), 'utf8');
    expect([file, words.filter((word) => text.includes(word))]).toEqual([file, []]);
  }
});

it('no answer has a setting in it, and nothing is served but the app', async () => {
  const paths = [
    '/',
    '/capabilities',
    '/openapi.json',
    '/metrics',
    '/readyz',
    '/nowhere',
    ...texts.map((file) => `/${file}`),
  ];
  const answers = await Promise.all(paths.map((path) => fetch(server.url + path, { headers: { cookie } })));
  const analysis = await send('/nodes/analyze', { content: '강' });
  expect(analysis.status).toBe(503);
  for (const answer of [...answers, analysis]) {
    expect([answer.url, await answer.text()]).not.toEqual([answer.url, expect.stringContaining('secret-')]);
  }
  const ways = [
    '.inputs',
    'assets/..%2f..%2f..%2fpackage.json',
    'server/main.ts',
    '.env',
    '.git/config',
    'data/mulgil.db',
  ];
  for (const way of [...ways, ...texts.map((file) => `${file}.map`)]) {
    expect([way, (await fetch(`${server.url}/${way}`)).status]).toEqual([way, 404]);
  }
});

it('the log has each event under the id of its answer, its member by an id, and nothing private [OPER-5]', async () => {
  const canvas = JSON.stringify({ ...emptyCanvas(), nodes: [textNode('n1', PRIVATE.prompt)] });
  const { projectId } = (await (await send('/projects', { name: PRIVATE.project, canvas })).json()) as {
    projectId: number;
  };
  const picture = (await plainPicture('#2f6bff')).toString('base64');
  const nodes = [
    { type: 'text_prompt', content: PRIVATE.prompt },
    { type: 'image_prompt', content: `data:image/png;base64,${picture}` },
  ];
  const failed = await send('/nodes/generate/image', { projectId, nodes });
  expect([failed.status, await failed.text()]).toEqual([503, expect.not.stringMatching(/secret-|127\.0\.0\.1/)]);
  await send('/projects', `{"name": "${PRIVATE.project}", ${PRIVATE.prompt}`);
  await send(`/projects/${projectId}?${PRIVATE.code}=1`, { pid: PRIVATE.prompt });
  await send('/nodes/analyze', { content: 7, prompt: PRIVATE.prompt });
  await send('/files', PRIVATE.prompt, { 'content-type': `multipart/form-data; boundary=${PRIVATE.code}` });
  await fetch(`${server.url}/auth/callback/google?code=${PRIVATE.code}&state=${PRIVATE.code}`);
  const bearer = { authorization: `Bearer ${SETTINGS.METRICS_TOKEN}`, 'x-forwarded-for': '::1' };
  expect((await fetch(`${server.url}/metrics`, { headers: bearer })).status).toBe(200);
  const broken = await RawConnection.open(server.url);
  broken.say(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nbad header\r\n\r\n`);
  await broken.ended();
  const last = await fetch(`${server.url}/member`, { headers: { cookie } });
  const { memberId } = (await last.json()) as { memberId: string };
  expect(await server.stop()).toBe(0);

  const log = server.output();
  const token = cookie.split('=')[1] ?? '';
  expect([token.length, picture.length]).not.toContain(0);
  for (const secret of ['secret-', token, picture.slice(20, 60)])
    expect([secret, log.includes(secret)]).toEqual([secret, false]);
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  const about = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ reqId }) => reqId === last.headers.get('x-request-id'));
  expect(about).toContainEqual(
    expect.objectContaining({ method: 'GET', path: '/member', status: 200, member: memberId }),
  );
});
