import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER } from '../../scripts/buildServer.mjs';
import { runProgram } from './support/runProgram';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mulgil-start-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Runs `npm start` with these settings. */
const start = (settings: Record<string, string>) =>
  runProgram([process.execPath, 'scripts/start.mjs'], { DATA_DIR: dataDir, PORT: '0', ...settings });

const timesOfBuilds = (): Promise<number[]> =>
  Promise.all(['dist/web/index.html', SERVER].map(async (file) => (await stat(file)).mtimeMs));

describe('npm start', () => {
  it('serves what is built without building it again, and ends cleanly on Ctrl-C', async () => {
    const before = await timesOfBuilds();
    const { child, ended, output } = start({});
    await expect.poll(output).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/m);
    const url = /^listening on (\S+)$/m.exec(output())?.[1] ?? '';
    const page = await fetch(url);
    expect(await page.text()).toContain('<div id="root">');
    expect(await timesOfBuilds()).toEqual(before);
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(0);
  });

  it('stops at a bad setting with one line that names it', async () => {
    const { ended, output } = start({ GENERATE_PER_DAY: 'many' });
    expect((await ended)[0]).toBe(1);
    expect(output().trim().split('\n')).toEqual([expect.stringMatching(/^GENERATE_PER_DAY /)]);
  });
});
