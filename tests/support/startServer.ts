import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SERVER } from '../../scripts/buildServer.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** Long enough for a busy machine: a quiet one takes one second. */
const READY_TIMEOUT_MS = 90_000;

export interface RunningServer {
  /** Such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** Its log so far, with its plain lines. */
  output(): string;
  /** Ends it as an operator does; returns its exit code. Its data stays until the test file ends. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  /** Data of an earlier server, to continue with. */
  dataDir?: string;
  /** The default 0 is any free port. */
  port?: number;
  /** Arguments of node, unless it runs the build. */
  program?: readonly string[];
  /** Settings; nothing of the surrounding environment is passed on. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** The message of a server that did not start. */
export class ServerRefused extends Error {
  constructor(
    readonly code: number | null,
    readonly stderr: string,
  ) {
    super(`the server ended with ${code}: ${stderr}`);
  }
}

const folders: string[] = [];
const endings: (() => Promise<unknown>)[] = [];

/** Ends every running server and deletes its data. */
export async function endServers(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Runs the real server in a process of its own. Throws ServerRefused when it ends instead of listening. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? newFolder();
  const child = spawn(process.execPath, options.program ?? [SERVER], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: String(options.port ?? 0),
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(() => child.exitCode);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    if (isRunning()) child.kill(signal);
    return ended;
  };
  endings.push(() => end('SIGKILL'));

  const url = await new Promise<string>((resolveUrl, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the server was not ready in time: ${stdout}${stderr}`));
    }, READY_TIMEOUT_MS);
    const look = (): void => {
      const [, found] = /^listening on (\S+)$/m.exec(stdout) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      child.stdout.off('data', look);
      resolveUrl(found);
    };
    child.stdout.on('data', look);
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new ServerRefused(code, stderr));
    });
  });

  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    dataDir,
    output: () => stdout + stderr,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mulgil-server-'));
  folders.push(folder);
  return folder;
}
