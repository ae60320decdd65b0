import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** What the built web app is made from; a change of any of it makes the build stale. */
const INPUTS = [
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/buildIfStale.mjs',
  'src',
  'public',
];
const OUTPUT = 'dist/web';
const STAMP = join(OUTPUT, '.inputs');
const TEXTS = /\.(?:css|html|js|svg)$/;

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

/** Lays its compressed forms beside each text of the build, which the server gives to browsers that take them. */
function compressTexts() {
  for (const file of filesIn(OUTPUT)) {
    if (!TEXTS.test(file)) continue;
    const text = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(text));
  }
}

/** Builds the web app when its sources are not those of the last build. Answers whether it did. */
export async function buildIfStale() {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false;
  const { build } = await import('vite');
  await build({ logLevel: 'warn' });
  compressTexts();
  writeFileSync(STAMP, wanted);
  return true;
}
