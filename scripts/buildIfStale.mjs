import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the built web app is made from; a change of any of it makes the build stale. */
const INPUTS = ['index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json', 'src', 'public'];
const STAMP = 'dist/web/.inputs';

/**
 * @param {string} path
 * @returns {Generator<string>}
 */
function* filesIn(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).toSorted()) yield* filesIn(join(path, name));
}

function fingerprint() {
  const hash = createHash('sha256').update(process.env.VITE_API_BASE ?? '');
  for (const input of INPUTS) for (const file of filesIn(input)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Builds the web app when its sources are not those of the last build. Answers whether it did. */
export async function buildIfStale() {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false;
  const { build } = await import('vite');
  await build({ logLevel: 'warn' });
  writeFileSync(STAMP, wanted);
  return true;
}
