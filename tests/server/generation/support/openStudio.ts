import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach } from 'vitest';
import { buildApp } from '../../../../server/app';
import { readConfig } from '../../../../server/config';
import type { Environment } from '../../../../server/config';
import { connect } from '../../../../server/db';
import { DiskFileStore } from '../../../../server/files/DiskFileStore';
import { chooseImageProvider, chooseTextAnalyser } from '../../../../server/generation';
import type { ImageProvider } from '../../../../server/generation';
import { randomIds } from '../../../../server/Ids';
import { TestClock } from '../../support/openApp';
import { Person, signIn } from '../../support/Person';

const leftovers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clear of leftovers.splice(0).toReversed()) await clear();
});

export interface Studio {
  app: FastifyInstance;
  clock: TestClock;
  /** Somebody signed in, and a project of theirs. */
  person: Person;
  projectId: number;
  /** Makes the app listen and answers its address. */
  listen(): Promise<string>;
  close(): Promise<void>;
  /** Opens the server again on the same data; the person stays signed in. */
  reopen(images?: ImageProvider): Promise<Studio>;
}

/** The real server with an engine of the test's, or the one its settings choose. */
export async function openStudio(images?: ImageProvider, env: Environment = {}): Promise<Studio> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mulgil-studio-'));
  leftovers.push(() => rm(dataDir, { recursive: true, force: true }));
  const { app, clock, close } = await build(dataDir, env, new TestClock(), images);
  const person = await signIn(app);
  const projectId = await person.create();
  return studio({ app, clock, close, dataDir, env, person, projectId });
}

interface Built {
  app: FastifyInstance;
  clock: TestClock;
  close: () => Promise<void>;
}

async function build(dataDir: string, env: Environment, clock: TestClock, images?: ImageProvider): Promise<Built> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const db = await connect(config.databasePath);
  const app = await buildApp({
    config,
    db,
    store: new DiskFileStore(config.filesDir),
    clock,
    ids: randomIds,
    engines: (log) => ({
      images: images ?? chooseImageProvider(config, log),
      analyser: chooseTextAnalyser(config, log),
    }),
    webFolder: join(dataDir, 'no-web-app'),
  });
  await app.ready();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await app.close();
    await db.destroy();
  };
  leftovers.push(close);
  return { app, clock, close };
}

function studio(parts: Built & { dataDir: string; env: Environment; person: Person; projectId: number }): Studio {
  const { app, clock, close, dataDir, env, person, projectId } = parts;
  return {
    app,
    clock,
    person,
    projectId,
    close,
    listen: async () => {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    reopen: async (images) => {
      await close();
      const built = await build(dataDir, env, clock, images);
      return studio({ ...parts, ...built, person: new Person(built.app, person.cookie) });
    },
  };
}
