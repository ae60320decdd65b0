import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWebIfStale } from '../../scripts/buildWeb.mjs';
import { findChromium } from '../../scripts/chromium.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** Prepares a run: the peers, the built web app and a Chromium. Returns its path and version. */
export async function prepare(): Promise<{ path: string; version: string }> {
  process.chdir(ROOT);
  if (!existsSync(join(import.meta.dirname, 'node_modules'))) run('npm', ['ci'], import.meta.dirname);
  await buildWebIfStale();
  if (!findChromium()) run(process.execPath, ['scripts/chromium.mjs'], ROOT);
  const chromium = findChromium();
  if (!chromium) throw new Error('no Chromium');
  const { stdout } = spawnSync(chromium, ['--version'], { encoding: 'utf8' });
  const [, version] = /^(\S+ [\d.]+)/.exec(stdout) ?? [];
  return { path: chromium, version: version ?? 'Chromium' };
}
