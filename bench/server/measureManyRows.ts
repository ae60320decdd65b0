import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { buildServerIfStale } from '../../scripts/buildServer.mjs';
import { connect } from '../../server/db';
import type { DatabaseAddress } from '../../server/db';
import { Postgres } from '../../tests/server/support/Postgres';
import { writeManyRows } from '../../tests/server/support/manyRows';
import { startServer } from '../../tests/support/startServer';
import type { RunningServer } from '../../tests/support/startServer';
import { median } from '../quantile';
import { WATCHED, longestRun, monotonicMs } from '../save/LoopStops';

/** Pragmas for a database that need not survive a power cut. */
const FILLING = ['synchronous = off', 'cache_size = -500000'];

/** A server whose tables have very many rows, and whose housekeeping has very much to do. */
export interface ManyRowsFigures {
  readonly projects: number;
  /** Expired ones. */
  readonly answers: number;
  readonly files: number;
  /** Time from its start until it listens; the median of some. */
  readonly startMs: number;
  /** Longest time for which the main thread was busy without a break, in its own processor time. */
  readonly longestRunMs: number;
  /** Medians. */
  readonly thumbnailMs: number;
  readonly deletionMs: number;
  /** 60 of a member's projects, of which there are 10,000 where there are as many in all. */
  readonly pageByNameMs: number;
  readonly pageByTimeMs: number;
}

const MEMBERS = 100;
const ANSWERS_PER_PROJECT = 5;
const STARTS = 3;
const REPEATS = 20;
/** Housekeeping begins with the server; of few rows it is done at once. */
const watchedMs = (rows: number): number => Math.min(15_000, rows / 20);

/** Place of a server's data; `env` names its database. */
interface Place {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const countsOf = (rows: number) => ({ projects: rows, answers: rows * ANSWERS_PER_PROJECT, files: rows });

/** Fills the tables of a new server, starts it several times and uses it several times. */
export function measureManyRows(rows: number, database: 'sqlite' | 'postgres'): Promise<ManyRowsFigures> {
  return withFilled(rows, database, async (place) => ({ ...countsOf(rows), ...(await measureFilled(rows, place)) }));
}

/** Fills the tables of a new server, starts it and uses it once. Returns its exit code. */
export function useManyRows(rows: number, database: 'sqlite' | 'postgres'): Promise<number | null> {
  return withFilled(rows, database, async (place) => {
    const server = await startServer(place);
    await use(server, 1);
    return server.stop();
  });
}

async function withFilled<T>(
  rows: number,
  database: 'sqlite' | 'postgres',
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mulgil-many-'));
  const postgres = database === 'postgres' ? await Postgres.start({ durable: true }) : null;
  try {
    const url = postgres?.url('postgres');
    const address: DatabaseAddress =
      url === undefined ? { kind: 'sqlite', path: join(dataDir, 'mulgil.db') } : { kind: 'postgres', url };
    await fill(address, countsOf(rows));
    await buildServerIfStale();
    const env = { NODE_ENV: undefined, TRASH_DAYS: '0', ...(url !== undefined && { DATABASE_URL: url }) };
    return await work({ dataDir, env });
  } finally {
    await postgres?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(address: DatabaseAddress, counts: { projects: number; answers: number; files: number }) {
  const db = await connect(address);
  if (address.kind === 'sqlite') {
    for (const pragma of FILLING) await sql.raw(`pragma ${pragma}`).execute(db);
  }
  await writeManyRows(db, '', { ...counts, members: Math.min(MEMBERS, Math.ceil(counts.projects / 1000)) });
  // A running server does this step by step; left undone it would be part of the start.
  await (address.kind === 'sqlite' ? sql`pragma wal_checkpoint(truncate)` : sql`vacuum analyze`).execute(db);
  await db.destroy();
}

/** Starts a server whose tables are filled, and uses it while it tidies up. */
async function measureFilled(
  rows: number,
  place: Place,
): Promise<Omit<ManyRowsFigures, 'projects' | 'answers' | 'files'>> {
  const startsMs: number[] = [];
  // The starts run unwatched: the watcher of the thread takes longer to load than the server.
  while (startsMs.length < STARTS) {
    const begun = performance.now();
    const server = await startServer(place);
    startsMs.push(performance.now() - begun);
    await server.stop();
  }
  const server = await startServer({ ...place, env: { ...place.env, ...WATCHED } });
  const from = monotonicMs();
  try {
    const used = await use(server, REPEATS);
    await sleep(Math.max(0, watchedMs(rows) - (monotonicMs() - from)));
    const { runningMs } = longestRun(place.dataDir, [[from, monotonicMs()]]);
    return { startMs: median(startsMs), longestRunMs: runningMs, ...used };
  } finally {
    await server.stop();
  }
}

async function use({ url }: RunningServer, repeats: number) {
  const cookie = await signIn(url, 'many-0');
  const send = async (
    method: string,
    path: string,
    body?: string | FormData,
  ): Promise<{ ms: number; text: string }> => {
    const headers = new Headers({ cookie });
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    const begun = performance.now();
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const answer = await fetch(`${url}${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { ms: performance.now() - begun, text };
  };
  const ms = { thumbnail: [] as number[], deletion: [] as number[], byName: [] as number[], byTime: [] as number[] };
  for (let count = 0; count < repeats; count += 1) {
    const { text } = await send('POST', '/projects', JSON.stringify({ name: 'bench', canvas: '' }));
    const { projectId } = JSON.parse(text) as { projectId: number };
    for (const shade of [2 * count, 2 * count + 1]) {
      const form = new FormData();
      form.append('thumbnail', new Blob([new Uint8Array(await picture(shade))]), 'thumbnail.png');
      const put = await send('PUT', `/projects/${projectId}/thumbnail`, form);
      // The first one replaces nothing.
      if (shade % 2 === 1) ms.thumbnail.push(put.ms);
    }
    ms.deletion.push((await send('DELETE', `/projects/${projectId}`)).ms);
    ms.byName.push((await send('GET', '/projects?limit=60&sort=name')).ms);
    ms.byTime.push((await send('GET', '/projects?limit=60')).ms);
  }
  return {
    thumbnailMs: median(ms.thumbnail),
    deletionMs: median(ms.deletion),
    pageByNameMs: median(ms.byName),
    pageByTimeMs: median(ms.byTime),
  };
}

const picture = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: { r: shade, g: 0, b: 0 } } })
    .png()
    .toBuffer();

async function signIn(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
