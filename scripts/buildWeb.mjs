import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { filesIn, fingerprint } from './fingerprint.mjs';
import { keep, keepADay } from './keptBuilds.mjs';

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
/** Every build has a folder of its own here, by its inputs. A damaged one is built anew after it has been removed. */
const BUILDS = 'dist/web-builds';
/** A link to the newest one. A server follows it once, as it starts. */
const NEWEST = 'dist/web';
const STAMP = '.inputs';
const TEXTS = /\.(?:css|html|js|svg)$/;

/** Builds the web app when its sources are not those of the last build. The builds that servers run stay as they are. */
export async function buildWebIfStale() {
  const wanted = fingerprint(INPUTS, process.env.VITE_API_BASE);
  const stamp = join(NEWEST, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const name = wanted.slice(0, 16);
  const place = join(BUILDS, name);
  if (!existsSync(place)) await build(place, wanted);
  const before = existsSync(NEWEST) ? basename(realpathSync(NEWEST)) : '';
  link(place);
  keepADay(BUILDS, (one) => one === name || one === before);
}

/**
 * @param {string} place
 * @param {string} inputs
 */
async function build(place, inputs) {
  const vite = await import('vite');
  const folder = join(BUILDS, `.building-${randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  try {
    await vite.build({ logLevel: 'warn', build: { outDir: folder, emptyOutDir: false } });
    compressTexts(folder);
    writeFileSync(join(folder, STAMP), inputs);
    keep(folder, place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes compressed forms of each text file of a build, for browsers that accept them.
 *
 * @param {string} folder
 */
function compressTexts(folder) {
  for (const file of filesIn(folder)) {
    if (!TEXTS.test(file)) continue;
    const text = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(text));
  }
}

/** @param {string} place */
function link(place) {
  const fresh = `${NEWEST}.${process.pid}`;
  symlinkSync(relative(dirname(NEWEST), place), fresh);
  // An older version built into a folder of this name.
  if (lstatSync(NEWEST, { throwIfNoEntry: false })?.isDirectory()) rmSync(NEWEST, { recursive: true });
  renameSync(fresh, NEWEST);
}
