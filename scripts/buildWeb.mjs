import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { filesIn, fingerprint } from './fingerprint.mjs';

/** The sources of the built web app; a change of any of them makes the build stale. */
const INPUTS = [
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/buildWeb.mjs',
  'src',
  'public',
];
const OUTPUT = 'dist/web';
const STAMP = join(OUTPUT, '.inputs');
const TEXTS = /\.(?:css|html|js|svg)$/;

/** Writes compressed forms of each text file of the build, for browsers that accept them. */
function compressTexts() {
  for (const file of filesIn(OUTPUT)) {
    if (!TEXTS.test(file)) continue;
    const text = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(text));
  }
}

/** Builds the web app when its sources are not those of the last build. */
export async function buildWebIfStale() {
  const wanted = fingerprint(INPUTS, process.env.VITE_API_BASE);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  const { build } = await import('vite');
  await build({ logLevel: 'warn' });
  compressTexts();
  writeFileSync(STAMP, wanted);
}
