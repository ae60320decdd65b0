import type { FastifyInstance } from 'fastify';
import { WEB_FOLDER, buildApp } from './app';
import { systemClock } from './Clock';
import type { Config } from './config';
import { connect } from './db';
import { StartRefused } from './errors';
import { DiskFileStore } from './files/DiskFileStore';
import { chooseImageProvider, chooseTextAnalyser } from './generation';
import { randomIds } from './Ids';

/** Opens the data, listens and says where. Answers how to close it all. Throws StartRefused for what can be mended. */
export async function listen(config: Config): Promise<() => Promise<void>> {
  const store = new DiskFileStore(config.filesDir);
  const db = await connect(config.databasePath);
  let app: FastifyInstance | undefined;
  const close = async (): Promise<void> => {
    await app?.close();
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
      engines: (log) => ({ images: chooseImageProvider(config, log), analyser: chooseTextAnalyser(config, log) }),
      webFolder: WEB_FOLDER,
    });
    await app.listen({ host: config.host, port: config.port });
    process.stdout.write(`listening on ${addressOf(app, config)}\n`);
    return close;
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
