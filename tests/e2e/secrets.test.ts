import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../support/startServer';

const BUILD = 'dist/web';
const SETTINGS = {
  GEMINI_API_KEY: 'planted-gemini-key',
  GEMINI_BASE_URL: 'http://127.0.0.1:9/planted-address',
  METRICS_TOKEN: 'planted-metrics-token',
  // Not ours, but in many an operator's environment.
  AWS_SECRET_ACCESS_KEY: 'planted-aws-secret',
};

it('what is served to everybody has no settings, no paths of the machine that built it and no maps to the sources', async () => {
  const files = readdirSync(BUILD, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(BUILD, file)).isFile(),
  );
  expect(files).toContain('index.html');
  expect(files.filter((file) => /\.map$|\.tsx?$/.test(file))).toEqual([]);
  const texts = files.filter((file) => /\.(?:js|css|html|svg)$/.test(file));
  for (const file of texts) {
    const text = readFileSync(join(BUILD, file), 'utf8');
    const found = [process.cwd(), 'sourceMappingURL', 'process.env', ...Object.keys(SETTINGS)].filter((word) =>
      text.includes(word),
    );
    expect([file, found]).toEqual([file, []]);
  }

  const server = await startServer({ env: { ...SETTINGS, LOG_LEVEL: 'trace' } });
  const asJson = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${server.url}/auth/login/local`, {
    method: 'POST',
    headers: asJson,
    body: '{"name":"지우"}',
  });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const paths = [
    '/',
    '/capabilities',
    '/openapi.json',
    '/metrics',
    '/nowhere',
    '/readyz',
    ...texts.map((file) => `/${file}`),
  ];
  const answers = await Promise.all(paths.map((path) => fetch(server.url + path, { headers: { cookie } })));
  const analysis = await fetch(`${server.url}/nodes/analyze`, {
    method: 'POST',
    headers: { ...asJson, cookie },
    body: '{"content":"강"}',
  });
  expect(analysis.status).toBe(503);
  for (const answer of [...answers, analysis])
    expect([answer.url, await answer.text()]).not.toEqual([answer.url, expect.stringContaining('planted')]);
  const script = texts.find((file) => file.endsWith('.js')) ?? '';
  expect((await fetch(`${server.url}/${script}.map`)).status).toBe(404);
  for (const path of [
    '/.inputs',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/server/main.ts',
    '/.env',
    '/.git/config',
    '/data/mulgil.db',
    '/package.json',
  ]) {
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
  }
  await server.stop();
  expect(server.output()).not.toContain('planted');
});
