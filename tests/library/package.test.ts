import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import type { Editor, NodeKind } from '../../src/engine';
import { Sheet } from '../support/nodeCanvas';
import { picturesOf } from '../support/paintWorld';
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
/** The door of the package as somebody has installed it. */
let door: Awaited<ReturnType<EmptyProject['engine']>>;

beforeAll(async () => {
  project = await EmptyProject.withPackage('@types/node');
  door = await project.engine();
});

afterAll(() => project.remove());

/** A kind written by somebody else: a colour that takes words and gives words, with one text and a drop rule. */
const swatch = ({ input, output }: typeof door): NodeKind => ({
  type: 'swatch',
  flow: 'text',
  handles: [input('text', 30), output('text')],
  size: { width: 150, height: 90 },
  layout: (_node, plain) => ({
    ...plain,
    fields: [{ name: 'value', box: plain.body, isMultiline: false }],
  }),
  paintBody: (ctx, { data }, { body }) => {
    ctx.fillStyle = String(data.value);
    ctx.fillRect(body.x, body.y, body.width, body.height);
  },
  writesOn: 'key',
  calledBy: 'input',
  drop: {
    types: ['text'],
    takeIn: ({ id }, nodes) => [
      ...nodes.map((node) => ({ type: 'removeNode', id: node.id }) as const),
      { type: 'setData', id, data: { value: nodes[0]?.data.value } },
    ],
  },
  run: {
    whyNot: (document, { id }) => (document.edgesInto(id).length > 0 ? null : 'needsInput'),
    isGeneration: true,
  },
  requestPart: (_node, value) => ({ type: 'text_prompt', content: `in ${value}` }),
});

const studio = (): Editor => {
  let made = 0;
  return new door.Editor({
    snapshot: { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } },
    uniqueId: () => String(++made),
    kinds: door.NODE_KINDS.with(swatch(door)),
  });
};

const mouse = { button: 0, pointerId: 1, pointerType: 'mouse', shift: false, primary: false, alt: false } as const;

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

describe('a kind that somebody else has written', () => {
  it('is connected, written on, run, asked and taken back as our own are [PACKAGE-11]', () => {
    const editor = studio();
    editor.view.setSize({ width: 900, height: 600 });
    const idea = editor.addNode('textPrompt', null, { x: 0, y: 0 });
    const sea = editor.addNode('swatch', null, { x: 300, y: 0 });
    const art = editor.addNode('image', 'Gemini-2.5-flash', { x: 600, y: 0 });
    editor.stopEditing();

    expect(door.canRun(editor.document, editor.document.node(sea)!)).toBe(false);
    expect(editor.connect({ nodeId: idea, handleId: 'text-right' }, { nodeId: sea, handleId: 'text-left' })).toBe(true);
    expect(editor.connect({ nodeId: sea, handleId: 'text-right' }, { nodeId: art, handleId: 'text-left' })).toBe(true);
    expect(editor.connect({ nodeId: sea, handleId: 'text-right' }, { nodeId: art, handleId: 'image-left' })).toBe(
      false,
    );
    expect(door.canRun(editor.document, editor.document.node(sea)!)).toBe(true);

    // Its input lies where it says, and a double click opens its text.
    expect(editor.hit({ x: 300, y: 30 })).toMatchObject({ type: 'handle', handle: { id: 'text-left' } });
    editor.dispatch({ type: 'doubleClick', point: { x: 375, y: 70 } });
    expect(editor.editing).toEqual({ nodeId: sea, name: 'value' });
    editor.editText({ nodeId: sea, name: 'value' }, 'teal');
    editor.stopEditing();

    expect(door.requestItems(editor.document, art)).toEqual([{ type: 'text_prompt', content: 'in teal' }]);
    editor.undo();
    expect(door.requestItems(editor.document, art)).toEqual([{ type: 'text_prompt', content: 'in null' }]);
  });

  it('takes the nodes that its drop rule names', () => {
    const editor = studio();
    editor.view.setSize({ width: 900, height: 600 });
    const sea = editor.addNode('swatch', null, { x: 300, y: 0 });
    const [note = ''] = editor.addRow('text', { x: 0, y: 300 }, [{ name: 'mood', value: 'navy' }]);
    editor.stopEditing();
    editor.dispatch({ type: 'pointerDown', point: { x: 60, y: 320 }, ...mouse });
    editor.dispatch({ type: 'pointerMove', point: { x: 360, y: 50 }, ...mouse });
    expect(editor.preview.dropTargetId).toBe(sea);
    editor.dispatch({ type: 'pointerUp', point: { x: 360, y: 50 }, ...mouse });
    expect(editor.document.node(note)).toBeUndefined();
    expect(editor.document.node(sea)?.data.value).toBe('navy');
  });

  it('is painted by its own painter, beside cards of ours', () => {
    const editor = studio();
    const sea = editor.addNode('swatch', null, { x: 0, y: 0 });
    editor.editText({ nodeId: sea, name: 'value' }, '#008080');
    editor.addNode('image', null, { x: 210, y: 0 });
    const size = { width: 600, height: 300 };
    const sheet = new Sheet(size.width, size.height);
    const viewport = { x: 0, y: 0, zoom: 1 };
    const [theme, words] = [door.PAINT_THEMES.light, door.PAINT_WORDS.en];
    const steps = door.paintFlow(sheet.ctx, editor, { viewport, size, theme, words, pictures: picturesOf() });
    while (!steps.next().done);
    expect([sheet.at(75, 65), sheet.at(590, 10)]).toEqual(['#008080', theme.pane]);
  });

  it('is known to no other editor, and a type that nobody knows is not added', () => {
    const editor = studio();
    editor.addNode('swatch', null, { x: 0, y: 0 });
    const other = new door.Editor({ snapshot: editor.snapshot(), uniqueId: () => 'x' });
    expect(other.document.kinds.handlesOf(other.document.allNodes()[0]!)).toEqual([]);
    expect(other.snapshot()).toEqual(editor.snapshot());
    expect(() => other.addNode('swatch', null, { x: 0, y: 0 })).toThrow("no node kind: 'swatch'");
    expect(other.document.nodeCount).toBe(1);
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
