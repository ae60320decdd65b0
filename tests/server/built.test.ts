import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import Sqlite from 'libsql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readBuild, SERVER } from '../../scripts/buildServer.mjs';
import { SMALL_MAX_BYTES } from '../../server/canvas/readPatch';
import { DAY_MS } from '../../server/time';
import { startServer, type RunningServer } from '../support/startServer';
import { emptyCanvas, textNode } from './support/Person';

let server: RunningServer;
let cookie = '';

const send = (path: string, body: unknown): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  server = await startServer();
  const signedIn = await send('/auth/login/local', { name: '지우' });
  cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterAll(() => server.stop());

describe('the built server', () => {
  it('loads what it needs only later: its lists of English words', async () => {
    const answer = await send('/nodes/analyze', { content: 'Please draw a quiet harbour in the evening' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/harbour/)]);
  });

  it('names the lines of its sources where something broke, in its threads too, and only in the log', async () => {
    // Somebody has altered its database.
    const database = new Sqlite(join(server.dataDir, 'mulgil.db'), { timeout: 20_000 });
    database.exec('ALTER TABLE canvas_text_part RENAME TO lost');
    database.close();
    const nodes = [textNode('n1', '강'.repeat(SMALL_MAX_BYTES))];
    const answer = await send('/projects', { name: '강', canvas: JSON.stringify({ ...emptyCanvas(), nodes }) });
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringMatching(/\.[jt]s\b/)]);
    await expect.poll(server.output).toMatch(/server\/canvas\/canvasTexts\.ts:\d+/);
    expect(server.output()).toMatch(/server\/canvas\/work\/CanvasWork\.ts:\d+/);
    expect(server.output()).not.toContain('dist/server');
  });

  it('serves nothing of itself, and has neither sources in its maps nor a path of the machine that built it', async () => {
    const build = basename(readBuild());
    const files = readdirSync(readBuild(), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.\w+$/.test(file))
      .map((file) => join(build, file));
    expect(files).toContain(join(build, 'main.js.map'));
    for (const file of [...files, 'main.js']) {
      const text = readFileSync(join('dist/server', file), 'utf8');
      expect([file, ['"sourcesContent":["', process.cwd()].filter((word) => text.includes(word))]).toEqual([file, []]);
      for (const way of [`/server/${file}`, `/dist/server/${file}`, `/assets/..%2f..%2fserver%2f${file}`]) {
        expect([way, (await fetch(server.url + way)).status]).toEqual([way, 404]);
      }
    }
  });
});

/** Builds an app of one word, as `npm run build` does. */
const buildApp = (folder: string, word: string): void => {
  writeFileSync(join(folder, 'index.html'), `<p>${word}</p><script type="module" src="/src/main.js"></script>`);
  writeFileSync(join(folder, 'src', 'main.js'), `document.title = '${word}'`);
  const code = `import(${JSON.stringify(resolve('scripts/buildWeb.mjs'))}).then((web) => web.buildWebIfStale())`;
  execFileSync(process.execPath, ['-e', code], { cwd: folder });
};

/** The page and the script that it names. */
const shownBy = async ({ url }: RunningServer): Promise<string> => {
  const page = await (await fetch(url)).text();
  const [, script = ''] = /src="([^"]+)"/.exec(page) ?? [];
  return page + (await (await fetch(url + script)).text());
};

describe('a build under a running server', () => {
  it('leaves it the app that it has begun with, also when its scripts are asked for later', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mulgil-build-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'src'));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    cpSync('dist/server', join(folder, 'dist/server'), { recursive: true });
    const start = () => startServer({ program: [join(folder, SERVER)] });
    buildApp(folder, 'river');
    const early = await start();
    expect(await shownBy(early)).toMatch(/river[^]*river/);
    const builds = join(folder, 'dist/web-builds');
    const before = new Date(Date.now() - 3 * DAY_MS);
    for (const build of readdirSync(builds)) utimesSync(join(builds, build), before, before);
    // The server goes on while its operator builds more than once.
    for (const word of ['lake', 'harbour']) buildApp(folder, word);
    expect(await shownBy(early)).toMatch(/river[^]*river/);
    const late = await start();
    expect(await shownBy(late)).toMatch(/harbour[^]*harbour/);

    // The operator goes back to the version before.
    buildApp(folder, 'river');
    expect(await shownBy(late)).toMatch(/harbour[^]*harbour/);
    await Promise.all([early.stop(), late.stop()]);
  });
});
