/** The packages that browser tests need of the system, and their installation. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param {string} name */
export const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/**
 * Installs packages where this is Debian or Ubuntu, and root; does nothing elsewhere.
 *
 * @param {string} what
 * @param {readonly string[]} packages
 */
export function installPackages(what, packages) {
  if (!onPath('apt-get') || process.getuid?.() !== 0) return;
  process.stderr.write(`No ${what} found; installing the one of this system\n`);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}
