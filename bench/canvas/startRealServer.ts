import { buildServerIfStale } from '../../scripts/buildServer.mjs';
import { endServers, startServer } from '../../tests/support/startServer';

export interface RealServer {
  readonly url: string;
  readonly pid: number;
  /** Folder of its database and files. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** One build for all servers of a run, whatever is edited meanwhile. */
let built: Promise<void> | undefined;

/** The product's own server as its sources were when the first one was asked for, with a fresh data folder, which goes with it, and with these settings beside its own. */
export async function startRealServer(settings: Readonly<Record<string, string>> = {}): Promise<RealServer> {
  await (built ??= buildServerIfStale());
  const server = await startServer({ env: { NODE_ENV: undefined, ...settings } });
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
