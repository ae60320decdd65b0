import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { programOf } from './documentation';
import { EmptyProject } from './EmptyProject';

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

/** Prints a component of the engine as the application's own React makes it; hooks of a second one would throw. */
const RENDER = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Editor } from 'mulgil/engine';
import { MinimapCanvas } from 'mulgil/engine/konva';

const editor = new Editor({ snapshot: { nodes: [], edges: [] }, uniqueId: () => '1' });
console.log(renderToString(createElement(MinimapCanvas, { editor, theme: {}, label: 'Overview' })));
`;

let project: EmptyProject;

beforeAll(async () => {
  project = await EmptyProject.withPackage('@types/node');
});

afterAll(() => project.remove());

describe('the engine as a package, in an empty project', () => {
  it('is one file, and no folder that npm would link to the React beside it [PACKAGE-10]', async () => {
    expect(project.packed).toBe(join(project.folder, 'shelf', `mulgil-${manifest.version}.tgz`));
    expect(await readdir(join(project.folder, 'shelf'))).toEqual([`mulgil-${manifest.version}.tgz`]);
    expect((await lstat(join(project.folder, 'node_modules/mulgil'))).isSymbolicLink()).toBe(false);
  });

  it('brings what it needs and nothing else', async () => {
    const installed = await readdir(join(project.folder, 'node_modules'));
    const own = installed.filter((name) => !/^\.|^@types$|^undici-types$/.test(name));
    expect(own.toSorted()).toEqual(['mulgil', 'quickselect', 'rbush']);
  });

  it.each([
    ['nodenext', { module: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])("compiles the documentation's first example without the DOM and runs it (%s)", async (_name, modules) => {
    const example = programOf('ts', 1);
    await project.write('first.ts', example);
    await project.write('ill-typed.ts', example.replace("addNode('textPrompt'", 'addNode(7'));
    await project.write('untrue.ts', example.replace("'textPrompt_node_1'", "'textPrompt_node_2'"));
    const { said } = await project.compile(['first.ts', 'ill-typed.ts', 'untrue.ts'], { ...modules, lib: ['es2025'] });
    expect(said).toMatch(/^ill-typed\.ts\(\d+,\d+\): error TS2345: .*'number'.*'string'.*$/);
    expect(await project.run(process.execPath, 'out/first.js')).toEqual({ code: 0, said: '' });
    expect(await project.run(process.execPath, 'out/untrue.js')).toMatchObject({ code: 1 });
  });
});

describe('the same project with Konva and React in it', () => {
  beforeAll(async () => {
    await project.install('konva', 'react', 'react-dom', 'react-konva', '@types/react', '@napi-rs/canvas');
  });

  it('loads nothing of them through the headless door, and all of them through the other', async () => {
    await project.write('loaded.js', LIST_PACKAGES);
    const headless = await project.mustRun(process.execPath, '--no-deprecation', 'loaded.js', 'mulgil/engine');
    expect(headless.split(' ')).toEqual(['mulgil', 'quickselect', 'rbush']);
    const screen = await project.mustRun(process.execPath, '--no-deprecation', 'loaded.js', 'mulgil/engine/konva');
    expect(screen.split(' ')).toEqual(expect.arrayContaining(['konva', 'mulgil', 'react', 'react-konva']));
  });

  it('renders by the React of the application, the only one there is [PACKAGE-10]', async () => {
    await project.write('rendered.js', RENDER);
    const html = await project.mustRun(process.execPath, 'rendered.js');
    expect(html).toMatch(/^<div .*aria-label="Overview"/);
    const reacts = await project.mustRun('npm', 'ls', 'react', '--parseable');
    const found = reacts.split('\n').filter((line) => line.endsWith('/react'));
    expect(found).toEqual([join(await realpath(project.folder), 'node_modules/react')]);
  });

  it('keeps every promise of the documentation', async () => {
    const program = programOf('ts');
    await project.write('document.ts', program);
    await project.write('untrue.ts', program.replace("'PNG'", "'JPG'"));
    await project.write('page.tsx', programOf('tsx'));
    const settings = { module: 'nodenext', jsx: 'react-jsx', lib: ['esnext', 'dom'] };
    expect(await project.compile(['document.ts', 'untrue.ts', 'page.tsx'], settings)).toEqual({ code: 0, said: '' });
    expect(await project.run(process.execPath, '--enable-source-maps', 'out/document.js')).toEqual({
      code: 0,
      said: '',
    });

    const untrue = await project.run(process.execPath, '--enable-source-maps', 'out/untrue.js');
    const line = program.split('\n').findIndex((code) => code.includes("'PNG'")) + 1;
    expect(untrue.said).toContain(`untrue.ts:${line}`);
  });
});
