import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesIn, fingerprint } from './fingerprint.mjs';
import { keep, keepADay } from './keptBuilds.mjs';

/** The sources of the built server; a change of any of them makes the build stale. */
const INPUTS = ['tsconfig.json', 'package-lock.json', 'scripts/buildServer.mjs', 'server', 'preview', 'src'];
const OUTPUT = 'dist/server';
/** The file that node runs. It names the build it begins, `dist/server/HASH`, and the sources of that build. */
export const SERVER = join(OUTPUT, 'main.js');
/** The server and its worker threads, as server/ownFiles.ts finds them. */
const ENTRIES = {
  'main.js': 'server/main.ts',
  'server/files/decoding/decodeProcess.mjs': 'server/files/decoding/decodeInProcess.ts',
  'server/canvas/work/taskWorker.mjs': 'server/canvas/work/runTask.ts',
  'preview/paintWorker.mjs': 'preview/paintInWorker.ts',
  'preview/readWorker.mjs': 'preview/readInWorker.ts',
};
/**
 * Packages that the build includes. They are hundreds of small files: a worker thread that reads them one by one takes three times as long to
 * start. A package that shares objects with one of them is included with it.
 */
const BUNDLED = ['kysely', 'zod', 'fastify-type-provider-zod'];

const begins = () => (existsSync(SERVER) ? readFileSync(SERVER, 'utf8') : '');

/** The folder of the build that SERVER begins. */
export const readBuild = () => join(OUTPUT, /'\.\/(\w+)\/main\.js'/.exec(begins())?.[1] ?? '');

/** Builds the server if its sources have changed since the last build. Several processes may do so at once, also while servers run. */
export async function buildServerIfStale() {
  const inputs = fingerprint(INPUTS);
  if (begins().includes(inputs)) return;
  const folder = join(OUTPUT, `.building-${randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  try {
    await bundle(folder);
    const name = hashOf(folder);
    const place = join(OUTPUT, name);
    const before = begins();
    keep(folder, place);
    replace(SERVER, `// ${inputs}\nprocess.setSourceMapsEnabled(true);\nawait import('./${name}/main.js');\n`);
    keepADay(OUTPUT, (one) => one === basename(SERVER) || one === name || before.includes(`./${one}/`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} outDir */
async function bundle(outDir) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      target: 'node20',
      rolldownOptions: {
        input: ENTRIES,
        // Lines are identified by their number: the maps need no copy of the sources.
        output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
      },
    },
  });
}

/** @param {string} folder */
function hashOf(folder) {
  const hash = createHash('sha256');
  for (const file of filesIn(folder)) hash.update(file.slice(folder.length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string} file
 * @param {string} text
 */
function replace(file, text) {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, text);
  renameSync(whole, file);
}
