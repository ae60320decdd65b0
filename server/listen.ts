import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from './app';
import { systemClock, randomIds } from './ports';
import type { Config } from './config';
import { connectOnceThere } from './db';
import { StartRefused } from './errors';
import { createFileStore } from './files/createFileStore';
import type { FileStore } from './files/FileStore';
import type { Storage } from './files/createFileStore';
import { StoreUnavailable } from './files/errors';
import { chooseEngines } from './generation';
import { loggerOptions } from './http/logging';
import { WEB_FOLDER } from './ownFiles';
import { isLoopback } from './settingValues';

export interface Listening {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Ends streams and timers, and closes the data. */
  readonly close: () => Promise<void>;
}

/**
 * How long the end waits for what is still being sent or taken; then it is cut, so that the data can be closed in time. Readers of projects
 * take up to 1 s of it to hear of the end, and those of pictures as much after `KEEP_MS`, one after another.
 */
const UNHURRIED_MS = 5_000;

/** Opens the data, waiting for a database that is away, and listens. Throws StartRefused for what an operator can mend. */
export async function listen(config: Config): Promise<Listening> {
  const store = createFileStore(config.storage);
  // The app's log exists only once the app does.
  const log = pino(loggerOptions(config.logLevel).logger);
  const db = await connectOnceThere(config.database, { clock: systemClock, log });
  let app: FastifyInstance | undefined;
  const close = async (): Promise<void> => {
    const cut = setTimeout(() => app?.server.closeAllConnections(), UNHURRIED_MS);
    await app?.close();
    clearTimeout(cut);
    await db.destroy();
  };
  try {
    const away = await tryStore(store, config.storage);
    app = await buildApp({
      config,
      db,
      store,
      clock: systemClock,
      ids: randomIds,
      engines: (log) => chooseEngines(config, log),
      webFolder: WEB_FOLDER,
    });
    if (away) app.log.warn({ err: away }, 'the file store does not answer yet');
    if (mayAnybodyBe(config)) app.log.warn('anybody who reaches PUBLIC_URL may sign in by any name: set up an issuer');
    await app.listen({ host: config.host, port: config.port });
    return { url: addressOf(app, config), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** True when people from elsewhere sign in without a proof: a proxy on this machine brings them, so HOST does not show it. */
const mayAnybodyBe = ({ localSignIn, publicOrigin }: Config): boolean =>
  localSignIn && publicOrigin !== null && !isLoopback(new URL(publicOrigin).hostname);

/**
 * Probes the file store. Returns the error of a store that may come back by itself: canvases open and save without it. Throws
 * StartRefused for what an operator has to mend.
 */
async function tryStore(store: FileStore, storage: Storage): Promise<Error | null> {
  try {
    await store.probe();
    return null;
  } catch (error) {
    if (storage.kind === 'file') {
      throw new StartRefused(`The folder ${storage.folder} cannot be written (${text(error)}): check STORAGE_URL.`);
    }
    if (!(error instanceof StoreUnavailable)) throw error;
    if (error.passes) return error.cause;
    throw new StartRefused(
      `The bucket ${storage.bucket} cannot be used (${error.cause.message}): check STORAGE_URL and the AWS_ variables.`,
    );
  }
}

function addressOf(app: FastifyInstance, config: Config): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
