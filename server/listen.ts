import type { FastifyInstance } from 'fastify';
import { WEB_FOLDER, buildApp } from './app';
import { systemClock } from './Clock';
import type { Config } from './config';
import { connect } from './db';
import { StartRefused } from './errors';
import { DiskFileStore } from './files/DiskFileStore';
import { chooseEngines } from './generation';
import { randomIds } from './Ids';

export interface Listening {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Ends streams and timers, and closes the data. */
  readonly close: () => Promise<void>;
}

/** How long the end waits for what is still being sent or taken; then it is cut, so that the data can be closed in time. */
const UNHURRIED_MS = 3_000;

/** Opens the data and listens. Throws StartRefused for what an operator can mend. */
export async function listen(config: Config): Promise<Listening> {
  const store = new DiskFileStore(config.filesDir);
  const db = await connect(config.database);
  let app: FastifyInstance | undefined;
  const close = async (): Promise<void> => {
    const cut = setTimeout(() => app?.server.closeAllConnections(), UNHURRIED_MS);
    await app?.close();
    clearTimeout(cut);
    await db.destroy();
  };
  try {
    await store.probe().catch((error: unknown) => {
      throw new StartRefused(`The folder ${config.filesDir} cannot be written (${text(error)}): check STORAGE_URL.`);
    });
    app = await buildApp({
      config,
      db,
      store,
      clock: systemClock,
      ids: randomIds,
      engines: (log) => chooseEngines(config, log),
      webFolder: WEB_FOLDER,
    });
    await app.listen({ host: config.host, port: config.port });
    return { url: addressOf(app, config), close };
  } catch (error) {
    await close();
    throw error;
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
