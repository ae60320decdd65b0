import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { buildApp, type AppDeps } from '../../../server/app';
import type { Clock } from '../../../server/ports';
import { readConfig, type Config, type Environment } from '../../../server/config';
import { expect, vi } from 'vitest';
import { connect, passLostNumbers, type Database } from '../../../server/db';
import { createFileStore } from '../../../server/files/createFileStore';
import { randomIds } from '../../../server/ports';
import type { ImageEngine, TextAnalyser } from '../../../server/generation';
import { TIMEOUTS, type Timeouts } from '../../../server/http/connections';
import { emptySqlite, freshDatabase } from './databases';
import { endAfter } from '../../support/leftovers';

/** A clock that a test moves on. */
export class TestClock implements Clock {
  #now = new Date('2026-11-21T03:00:00.000Z');
  now(): Date {
    return new Date(this.#now);
  }
  pass(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The engines of a server with these settings. */
export type EnginesFor = (config: Config) => AppDeps['engines'];

/** Engines that are never called: these tests are about the rest of the server. */
const images: ImageEngine = {
  name: 'offline',
  generate: () => Promise.reject(new Error('no picture is made in this test')),
};
const analyser: TextAnalyser = {
  name: 'offline',
  analyse: () => Promise.reject(new Error('no text is read in this test')),
};
const noEngines: EnginesFor = () => async () => ({ images: [images], analyser, writer: null });

export interface OpenApp {
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  readonly dataDir: string;
  /** Environment for a script that works on the same data. */
  readonly env: Environment;
  /** The app's own tables, for what no person sees of them. */
  readonly db: Kysely<Database>;
  /** Makes the app listen, and waits until it has removed everything that has expired. */
  tidy(): Promise<void>;
  /** Closes the app before the test's end, which closes it in any case. */
  close(): Promise<void>;
  /** Opens another server on the same data, as a second process: it shares nothing else but the clock. */
  beside(enginesFor?: EnginesFor): Promise<OpenApp>;
  /** Closes everything and opens it again on the same data, as a restart does. */
  reopen(enginesFor?: EnginesFor): Promise<OpenApp>;
}

interface OpenOptions {
  readonly webFolder?: string;
  readonly enginesFor?: EnginesFor;
  readonly timeouts?: Timeouts;
  /** How long it is open; 'file' when the tests of a file share it. */
  readonly lifetime?: 'test' | 'file';
}

/**
 * The real app on a database and a file store of its own, until the test or the file ends. The project `postgres` runs it on PostgreSQL.
 */
export async function openApp(env: Environment = {}, options: OpenOptions = {}): Promise<OpenApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mulgil-test-'));
  const {
    webFolder = join(dataDir, 'no-web-app'),
    enginesFor = noEngines,
    timeouts = TIMEOUTS,
    lifetime = 'test',
  } = options;
  endAfter(lifetime, () => rm(dataDir, { recursive: true, force: true }));
  const database = await freshDatabase();
  if (database) endAfter(lifetime, database.giveBack);
  else await writeFile(join(dataDir, 'mulgil.db'), await emptySqlite());
  const where = { DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) };
  return open(dataDir, { ...where, ...env }, new TestClock(), { webFolder, enginesFor, timeouts, lifetime });
}

async function open(
  dataDir: string,
  env: Environment,
  clock: TestClock,
  options: Required<OpenOptions>,
): Promise<OpenApp> {
  const { webFolder, enginesFor, timeouts } = options;
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  const db = await connect(config.database);
  await passLostNumbers(db, clock.now());
  const app = await buildApp({
    config,
    db,
    store: createFileStore(config.storage),
    clock,
    ids: randomIds,
    engines: enginesFor(config),
    webFolder,
    timeouts,
  });
  await app.ready();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await app.close();
    await db.destroy();
  };
  endAfter(options.lifetime, close);
  return {
    app,
    clock,
    dataDir,
    env,
    db,
    tidy: () => tidy(app),
    close,
    beside: (engines = enginesFor) => open(dataDir, env, clock, { ...options, enginesFor: engines }),
    reopen: async (engines = enginesFor) => {
      await close();
      return open(dataDir, env, clock, { ...options, enginesFor: engines });
    },
  };
}

async function tidy(app: FastifyInstance): Promise<void> {
  await app.listen({ port: 0 });
  await vi.waitFor(
    async () => expect((await app.inject('/metrics')).body).toMatch(/^housekeeping_ended_seconds [1-9]/m),
    { timeout: 60_000, interval: 100 },
  );
}
