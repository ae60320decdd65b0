/**
 * `npm run build:engine [-- FOLDER]`: packs the engine as a tarball into that folder, by default dist: ES modules, their declarations, a
 * style sheet, a manifest with only what the engine needs, and docs/ENGINE.md as its readme. It leaves no folder of it: npm would link
 * one, and a linked package finds the React of this repository beside that of its application.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { build } from 'vite';
import project from '../package.json';

const root = resolve(import.meta.dirname, '..');
const [named] = process.argv.slice(2);
const shelf = resolve(named ?? join(root, 'dist'));
const folder = await mkdtemp(join(tmpdir(), 'mulgil-engine-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const { dependencies } = project;

/** Each released version and its compatible ones, so that an application has one copy of each. */
const from = (...names: (keyof typeof dependencies)[]) =>
  Object.fromEntries(names.map((name) => [name, `^${dependencies[name]}`]));

const screen = from('konva', 'react', 'react-konva');

const manifest = {
  name: project.name,
  version: project.version,
  description: 'A node graph editor without a screen, and a stage for it on Konva',
  type: 'module',
  sideEffects: ['*.css'],
  engines: project.engines,
  exports: {
    './engine': { types: './index.d.ts', default: './index.js' },
    './engine/konva': { types: './konva/index.d.ts', default: './konva/index.js' },
    './engine/konva.css': { types: './konva/css.d.ts', default: './konva/index.css' },
  },
  dependencies: from('rbush'),
  peerDependencies: screen,
  peerDependenciesMeta: Object.fromEntries(Object.keys(screen).map((name) => [name, { optional: true }])),
};

/** Every file imports with its extension, as Node resolves; a folder is its index. */
async function nameDeclarationsInFull(): Promise<void> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.d.ts'));
  const known = new Set(paths);
  for (const path of paths) {
    const text = await readFile(join(folder, path), 'utf8');
    const full = text.replaceAll(/(from ')(\.{1,2}\/[^']+)(')/g, (_whole, before, specifier: string, after) => {
      const isFile = known.has(`${join(dirname(path), specifier)}.d.ts`);
      return `${before}${specifier}${isFile ? '' : '/index'}.js${after}`;
    });
    await writeFile(join(folder, path), full);
  }
}

/**
 * Says where the worker lies as applications' bundlers know it: otherwise they would take it for a small asset and inline it,
 * and as a data URL it would be of no origin and could fetch nothing.
 */
async function nameWorkerPlainly(): Promise<void> {
  const path = join(folder, 'konva/index.js');
  const text = await readFile(path, 'utf8');
  const wrapped =
    /new URL\(\s*(?:\/\*[^*]*\*\/\s*)?(new URL\("[^"]+", import\.meta\.url\))\.href,\s*"" \+ import\.meta\.url\s*\)/u;
  if (!wrapped.test(text)) throw new Error('the worker is named in another way than it was');
  await writeFile(path, text.replace(wrapped, '$1'));
}

await build({
  root,
  configFile: false,
  publicDir: false,
  // The worker that decodes pictures is found beside the module that starts it.
  base: './',
  logLevel: 'warn',
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    lib: {
      entry: { index: join(root, 'src/engine/index.ts'), 'konva/index': join(root, 'src/engine/konva/index.ts') },
      formats: ['es'],
      cssFileName: 'konva/index',
    },
    rolldownOptions: { external: (id) => !id.startsWith('.') && !isAbsolute(id) },
  },
});
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const typed = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.library.json'), '--outDir', folder], {
  stdio: 'inherit',
});
if (typed.status !== 0) process.exit(1);
await nameDeclarationsInFull();
await nameWorkerPlainly();
// TypeScript refuses an import that has no declaration, of a style sheet too.
await writeFile(join(folder, 'konva/css.d.ts'), 'export {};\n');
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(join(root, 'docs/ENGINE.md'), join(folder, 'README.md'));
await mkdir(shelf, { recursive: true });
// npm would link the folder that an older version of this command has left.
await rm(join(root, 'dist/engine'), { recursive: true, force: true });
const packed = spawnSync('npm', ['pack', folder, '--pack-destination', shelf, '--silent'], { encoding: 'utf8' });
if (packed.status !== 0) throw new Error(`npm pack: ${packed.stderr}`);
process.stdout.write(`${join(shelf, packed.stdout.trim())}\n`);
