import { buildServerIfStale } from '../../scripts/buildServer.mjs';
import { endServers, startServer } from '../../tests/support/startServer';

export interface RealServer {
  readonly url: string;
  readonly pid: number;
  /** Folder of its database and files. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Limits are meant for each address and all of a bench's calls come from one: 2,000 pictures go up in a minute. */
const NO_LIMIT = { REQUESTS_PER_SECOND: '1000000', UPLOADS_PER_MINUTE: '1000000', CANVASES_PER_MINUTE: '1000000' };

/** One build for all servers of a run, even if sources change meanwhile. */
let built: Promise<void> | undefined;

/**
 * Starts the product's own server as its sources were at the first call, with a fresh data folder, which is deleted with it, and with these
 * settings in addition to its own.
 */
export async function startRealServer(settings: Readonly<Record<string, string>> = {}): Promise<RealServer> {
  await (built ??= buildServerIfStale());
  const server = await startServer({ env: { NODE_ENV: undefined, ...NO_LIMIT, ...settings } });
  return {
    url: server.url,
    pid: server.pid,
    dataDir: server.dataDir,
    stop: async () => {
      await server.stop();
      // The output names what it warned of.
      process.stderr.write(server.output().replace(/^listening on .*\n/m, ''));
      await endServers();
    },
  };
}
