import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Editor, NodeKind } from '../../src/engine';
import { Sheet } from '../support/nodeCanvas';
import { picturesOf } from '../support/paintWorld';
import { EmptyProject } from './EmptyProject';

let project: EmptyProject;
/** The door of the package as somebody has installed it. */
let door: Awaited<ReturnType<EmptyProject['engine']>>;

beforeAll(async () => {
  project = await EmptyProject.withPackage();
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
