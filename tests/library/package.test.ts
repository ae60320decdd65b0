import { execFile } from 'node:child_process';
import { lstat, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import project from '../../package.json';
import { programOf } from './documentation';

const root = resolve(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const tsx = join(root, 'node_modules/tsx/dist/loader.mjs');
const TO_COME = 120_000;

/** Imports what it is given and prints the packages whose modules were loaded, sorted. */
const LIST_PACKAGES = `
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';

const hooks = \`
  let port;
  export const initialize = (given) => { port = given; };
  export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };
  export const resolve = (name, context, next) => {
    if (name === 'that is all') port.postMessage(null);
    return next(name, context);
  };\`;
const { port1, port2 } = new MessageChannel();
register('data:text/javascript,' + encodeURIComponent(hooks), { data: port2, transferList: [port2] });
const packages = new Set();
port1.on('message', (url) => {
  if (url !== null) return packages.add(url.split('/node_modules/').at(-1).split('/')[0]);
  console.log([...packages].toSorted().join(' '));
  port1.close();
});
await import(process.argv[2]);
await import('that is all').catch(() => {});
`;

/** Prints a component of the engine rendered by the application's own React; hooks of a second React would throw. */
const RENDER = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Editor } from 'mulgil/engine';
import { MinimapCanvas } from 'mulgil/engine/konva';

const editor = new Editor({ snapshot: { nodes: [], edges: [] }, uniqueId: () => '1' });
console.log(renderToString(createElement(MinimapCanvas, { editor, theme: {}, label: 'Overview' })));
`;

let folder: string;
/** The path that the command has printed. */
let packed: string;

interface Ended {
  readonly code: number;
  /** Its output, errors last. */
  readonly said: string;
}

/** Runs a program in the empty project, without any variable of the tests' environment. */
function run(program: string, ...words: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  return new Promise((answer) => {
    execFile(program, words, { cwd: folder, env }, (error, stdout, stderr) => {
      answer({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}`.trim() });
    });
  });
}

async function mustRun(program: string, ...words: string[]): Promise<string> {
  const { code, said } = await run(program, ...words);
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}\n${said}`);
  return said;
}

const write = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);

const install = (...what: string[]): Promise<string> =>
  mustRun('npm', 'install', ...what, '--prefer-offline', '--no-audit', '--no-fund', '--silent');

const asHere = (...names: (keyof typeof versions)[]): string[] => names.map((name) => `${name}@${versions[name]}`);
const versions = { ...project.dependencies, ...project.devDependencies };

/** Compiles these files as a strict project, and the declarations they reach with them. */
async function compile(files: readonly string[], settings: Readonly<Record<string, unknown>>): Promise<Ended> {
  const fixed = { target: 'es2023', strict: true, types: ['node'], outDir: 'out', sourceMap: true };
  const compilerOptions = { ...fixed, ...settings };
  await write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, tsc, '-p', '.');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulgil-library-'));
  await write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const said = await mustRun(
    process.execPath,
    '--import',
    tsx,
    join(root, 'scripts/buildEngine.ts'),
    join(folder, 'shelf'),
  );
  [packed = ''] = said.split('\n');
  await install(packed, ...asHere('@types/node'));
}, TO_COME);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the engine as a package, in an empty project', { timeout: TO_COME }, () => {
  it('is one file, and no folder that npm would link to the React beside it [PACKAGE-10]', async () => {
    expect(packed).toBe(join(folder, 'shelf', `mulgil-${project.version}.tgz`));
    expect(await readdir(join(folder, 'shelf'))).toEqual([`mulgil-${project.version}.tgz`]);
    expect((await lstat(join(folder, 'node_modules/mulgil'))).isSymbolicLink()).toBe(false);
  });

  it('brings what it needs and nothing else', async () => {
    const installed = await readdir(join(folder, 'node_modules'));
    const own = installed.filter((name) => !/^\.|^@types$|^undici-types$/.test(name));
    expect(own.toSorted()).toEqual(['mulgil', 'quickselect', 'rbush']);
  });

  it.each([
    ['nodenext', { module: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])("compiles the documentation's first example without the DOM and runs it (%s)", async (_name, modules) => {
    const example = programOf('ts', 1);
    await write('first.ts', example);
    await write('ill-typed.ts', example.replace("addNode('textPrompt'", 'addNode(7'));
    await write('untrue.ts', example.replace("'textPrompt_node_1'", "'textPrompt_node_2'"));
    const { said } = await compile(['first.ts', 'ill-typed.ts', 'untrue.ts'], { ...modules, lib: ['es2025'] });
    expect(said).toMatch(/^ill-typed\.ts\(\d+,\d+\): error TS2345: .*'number'.*'string'.*$/);
    expect(await run(process.execPath, 'out/first.js')).toEqual({ code: 0, said: '' });
    expect(await run(process.execPath, 'out/untrue.js')).toMatchObject({ code: 1 });
  });
});

describe('the same project with Konva and React in it', { timeout: TO_COME }, () => {
  beforeAll(async () => {
    await install(...asHere('konva', 'react', 'react-dom', 'react-konva', '@types/react', '@napi-rs/canvas'));
  }, TO_COME);

  it('loads nothing of them through the headless door, and all of them through the other', async () => {
    await write('loaded.js', LIST_PACKAGES);
    const headless = await mustRun(process.execPath, '--no-deprecation', 'loaded.js', 'mulgil/engine');
    expect(headless.split(' ')).toEqual(['mulgil', 'quickselect', 'rbush']);
    const screen = await mustRun(process.execPath, '--no-deprecation', 'loaded.js', 'mulgil/engine/konva');
    expect(screen.split(' ')).toEqual(expect.arrayContaining(['konva', 'mulgil', 'react', 'react-konva']));
  });

  it('renders by the React of the application, the only one there is [PACKAGE-10]', async () => {
    await write('rendered.js', RENDER);
    const html = await mustRun(process.execPath, 'rendered.js');
    expect(html).toMatch(/^<div .*aria-label="Overview"/);
    const reacts = await mustRun('npm', 'ls', 'react', '--parseable');
    const found = reacts.split('\n').filter((line) => line.endsWith('/react'));
    expect(found).toEqual([join(await realpath(folder), 'node_modules/react')]);
  });

  it('keeps every promise of the documentation', async () => {
    const program = programOf('ts');
    await write('document.ts', program);
    await write('untrue.ts', program.replace("'PNG'", "'JPG'"));
    await write('page.tsx', programOf('tsx'));
    const settings = { module: 'nodenext', jsx: 'react-jsx', lib: ['esnext', 'dom'] };
    expect(await compile(['document.ts', 'untrue.ts', 'page.tsx'], settings)).toEqual({ code: 0, said: '' });
    expect(await run(process.execPath, '--enable-source-maps', 'out/document.js')).toEqual({ code: 0, said: '' });

    const untrue = await run(process.execPath, '--enable-source-maps', 'out/untrue.js');
    const line = program.split('\n').findIndex((code) => code.includes("'PNG'")) + 1;
    expect(untrue.said).toContain(`untrue.ts:${line}`);
  });
});
