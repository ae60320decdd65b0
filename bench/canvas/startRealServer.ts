import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './prepare';

export interface RealServer {
  readonly url: string;
  /** Of its database and files. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** The product's own server with a fresh data folder, which goes with it, and with these settings beside its own. */
export async function startRealServer(settings: Readonly<Record<string, string>> = {}): Promise<RealServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mulgil-bench-'));
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, found] = /^listening on (\S+)$/m.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, dataDir, stop };
}
