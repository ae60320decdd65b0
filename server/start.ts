import type { FastifyInstance } from 'fastify';
import { WEB_FOLDER, buildApp } from './app';
import { systemClock } from './Clock';
import { readConfig } from './config';
import type { Config, Environment } from './config';
import { connect } from './db';
import { StartRefused } from './errors';
import { DiskFileStore } from './files/DiskFileStore';
import { chooseImageProvider, chooseTextAnalyser } from './generation';
import { randomIds } from './Ids';

/** api.md: the server ends within 10 s of SIGTERM; what is still open before that is cut. */
const CLOSE_TIMEOUT_MS = 9_000;

/**
 * Starts the server and prints where it listens. Ends cleanly on SIGTERM and SIGINT. What an operator can mend is
 * told in one line, and the process ends with 1.
 */
export async function start(env: Environment): Promise<void> {
  try {
    const config = readConfig(env);
    const close = await listen(config);
    closeOnSignals(close);
  } catch (error) {
    const line = oneLine(error, env);
    if (line === null) throw error;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

/** Answers how to close it all. */
async function listen(config: Config): Promise<() => Promise<void>> {
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

/** npm passes on the signal that the terminal has sent already, so a second one is no hurry. */
function closeOnSignals(close: () => Promise<void>): void {
  let isClosing = false;
  const end = async (): Promise<void> => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(0), CLOSE_TIMEOUT_MS).unref();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
}

/** What an operator can mend, in one line; null for a programming error, whose stack is wanted. */
function oneLine(error: unknown, env: Environment): string | null {
  if (error instanceof StartRefused) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `PORT ${env['PORT'] ?? 3000} is already in use: stop what listens there or set PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${env['HOST'] ?? ''} is no address of this machine.`;
  if (code === 'EACCES') return `PORT ${env['PORT'] ?? 3000} may not be used by this user: set PORT above 1023.`;
  return null;
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
