import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * All files at or below a path, in the order of their names.
 *
 * @param {string} path
 * @returns {Generator<string>}
 */
export function* filesIn(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).toSorted()) yield* filesIn(join(path, name));
}

/**
 * Hashes all that a build is made from, so that a change of it shows.
 *
 * @param {readonly string[]} inputs Files and folders.
 * @param {string} [setting] What else the build depends on.
 */
export function fingerprint(inputs, setting = '') {
  const hash = createHash('sha256').update(setting);
  for (const input of inputs) for (const file of filesIn(input)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
