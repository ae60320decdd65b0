import { describe, expect, it } from 'vitest';
import { Editor, input, NODE_KINDS, output, type NodeKind } from '../../../src/engine';
import { pipe } from '../../support/TestEditor';

const WRITTEN = { value: 'teal', side: 300 };
const sideOf = (data: Readonly<Record<string, unknown>>): number => Number(data.side ?? 60);

/** A kind of somebody else: its size follows from its data, and so do the places of its handles. */
const swatch: NodeKind = {
  type: 'swatch',
  flow: 'text',
  handles: [input('text'), output('text')],
  size: ({ data }) => ({ width: sideOf(data), height: sideOf(data) }),
  layout: (_node, plain) => plain,
  newData: () => WRITTEN,
};

const open = (): Editor => {
  let made = 0;
  const art = { id: 'art', type: 'image', position: { x: 900, y: 600 }, data: {} };
  return new Editor({
    snapshot: { nodes: [art], edges: [], viewport: { x: 0, y: 0, zoom: 1 } },
    uniqueId: () => String(++made),
    kinds: NODE_KINDS.with(swatch),
  });
};
const boxOf = (editor: Editor, id: string) => editor.scene.bounds([id]);

describe('a new node has the data that its kind gives it', () => {
  it('however it is added: alone, joined to a handle, or side by side with others', () => {
    const editor = open();
    const alone = editor.addNode('swatch', null, { x: 0, y: 0 });
    const joined = editor.addConnected({ nodeId: 'art', handleId: 'text-left' }, 'swatch', null, { x: 600, y: 600 });
    const [first, second] = editor.addRow('swatch', { x: 0, y: 900 }, [{}, { value: 'red' }]);
    const dataOf = (id: string | null | undefined) => editor.document.node(id ?? '')?.data;
    expect([alone, joined, first].map(dataOf)).toEqual([WRITTEN, WRITTEN, WRITTEN]);
    expect(dataOf(second)).toEqual({ value: 'red', side: 300 });
  });

  it('in a pipe too, as a dot that is larger than ours and passes on the flow of the pipe', () => {
    const dot: NodeKind = { ...swatch, type: 'reroute', passesOn: true, handles: [input('image'), output('image')] };
    const photo = { id: 'photo', type: 'imageUpload', position: { x: 0, y: 600 }, data: {} };
    const art = { id: 'art', type: 'image', position: { x: 900, y: 600 }, data: {} };
    const editor = new Editor({
      snapshot: { nodes: [photo, art], edges: [pipe('photo', 'art', 'image')], viewport: { x: 0, y: 0, zoom: 1 } },
      uniqueId: () => 'new',
      kinds: NODE_KINDS.with(dot),
    });
    const id = editor.addReroute('photo-art', { x: 600, y: 600 }) ?? '';
    expect(editor.document.node(id)?.data).toEqual({ ...WRITTEN, flow: 'image' });
    expect(boxOf(editor, id)).toEqual({ x: 450, y: 450, width: 300, height: 300 });
  });

  it('so that its handle lies where the pipe was dropped, and the next one beside it', () => {
    const editor = open();
    const joined = editor.addConnected({ nodeId: 'art', handleId: 'text-left' }, 'swatch', null, { x: 600, y: 600 });
    expect(boxOf(editor, joined ?? '')).toEqual({ x: 300, y: 450, width: 300, height: 300 });
    const [, second] = editor.addRow('swatch', { x: 0, y: 900 }, [{}, {}]);
    expect(boxOf(editor, second ?? '')).toEqual({ x: 330, y: 900, width: 300, height: 300 });
  });

  it('and the room that is kept for it is as large', () => {
    expect(open().document.kinds.newSizeOf('swatch')).toEqual({ width: 300, height: 300 });
  });
});
