import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../support/startServer';
import { FAULT_SEED } from './support/faultRun';
import { Writer } from './support/Writer';

/** Several processes start one after another. */
const TIMEOUT_MS = 240_000;
const LIMITS = { REQUESTS_PER_SECOND: '100000', UPLOADS_PER_MINUTE: '100000', CANVASES_PER_MINUTE: '100000' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs `npm run backup` or `npm run restore` in a process of its own, because a process keeps files open. */
async function operate(script: 'backup' | 'restore', words: readonly string[], dataDir: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, ...words], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
  });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { said, complained: complained.trim() };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await after(5);
}

/** Steps of each writer before a backup begins. */
const MANY_STEPS = 50;

/** Leaves the processors to the commands, which start meanwhile: many saves a second are enough then. */
async function rest({ acknowledged }: Writer): Promise<void> {
  if (acknowledged > MANY_STEPS) await after(30);
}

const aPicture = (red: number): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: red % 256, g: red >> 8, b: 90 } } })
    .png()
    .toBuffer();

/** Writes new thumbnails until the server is gone, so that pictures come and go. Returns their number. */
async function drawUntilCut(writer: Writer, url: string, seen: { count: number }): Promise<void> {
  for (;;) {
    await rest(writer);
    const form = new FormData();
    form.append('thumbnail', new Blob([new Uint8Array(await aPicture(seen.count))]), 'thumbnail.png');
    const sent = { method: 'PUT', headers: writer.headers, body: form };
    const answer = await fetch(`${url}/projects/${writer.pid}/thumbnail`, sent).catch(() => null);
    if (!answer) return;
    if (!answer.ok) throw new Error(`a thumbnail was answered ${answer.status}`);
    seen.count += 1;
  }
}

/** The bytes of the project's thumbnail; null when there is none. */
async function thumbnailAt(writer: Writer, url: string): Promise<number | null> {
  const { headers, pid } = writer;
  const list = (await (await fetch(`${url}/projects`, { headers })).json()) as {
    projectId: number;
    thumbnail: string | null;
  }[];
  const thumbnail = list.find(({ projectId }) => projectId === pid)?.thumbnail;
  if (!thumbnail) return null;
  const answer = await fetch(url + thumbnail, { headers });
  return answer.ok ? (await answer.arrayBuffer()).byteLength : null;
}

describe('a backup', { timeout: TIMEOUT_MS }, () => {
  it('taken while everybody saves is every project at one moment, with its pictures, and restores as that', async () => {
    const server: RunningServer = await startServer({ env: LIMITS });
    const writers = await Promise.all([1, 2, 3].map((index) => Writer.begin(server.url, FAULT_SEED + index)));
    const drawn = { count: 0 };
    const [painter] = writers;
    if (!painter) throw new Error('nobody draws');
    const writing = writers.map((writer) => writer.writeUntilCut(() => rest(writer)));
    const working = [...writing, drawUntilCut(painter, server.url, drawn)];
    await until(() => drawn.count > 3 && writers.every(({ acknowledged }) => acknowledged > MANY_STEPS));
    const begun = writers.map(({ acknowledged }) => acknowledged);
    const backup = join(folder, 'backup');
    const taken = await operate('backup', ['--to', backup], server.dataDir);
    expect(taken).toEqual({ said: expect.stringContaining(backup) as string, complained: '' });
    await until(() => writers.every(({ acknowledged }, index) => acknowledged > (begun[index] ?? 0)));
    // Restored over the same data from which it was taken, with some later work.
    const busy = await operate('restore', ['--from', backup], server.dataDir);
    expect(busy.complained).toMatch(/stop the server first\.$/);
    await server.kill();
    await Promise.all(working);
    expect(await operate('restore', ['--from', backup], server.dataDir)).toMatchObject({ complained: '' });

    const restored = await startServer({ dataDir: server.dataDir, env: LIMITS });
    for (const writer of writers) {
      await writer.signInAgain(restored.url);
      expect(await writer.isFromThePast(restored.url)).toBe(true);
    }
    expect(await thumbnailAt(painter, restored.url)).toBeGreaterThan(0);
    // The previous data are kept beside it.
    expect((await readdir(server.dataDir)).filter((name) => name.includes('.before-'))).toHaveLength(1);
    expect(await restored.stop()).toBe(0);
  });
});
