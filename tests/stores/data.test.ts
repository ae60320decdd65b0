import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FlowNode, Snapshot } from '../../src/engine';
import { Desk } from './support/Desk';
import { failure } from './support/FakeProjects';
import { canvas, pipe } from './support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
});

const node = (id: string, type: string, data: Record<string, unknown>, x = 0): FlowNode => ({
  id,
  type,
  position: { x, y: 0 },
  data,
});

/** Every node type with every field of its data. */
const NINE_TYPES: readonly FlowNode[] = [
  node('note', 'text', { name: 'title', value: 'a title', width: 300, height: 90 }),
  node('idea', 'textPrompt', { model: null, data: null, value: '강가의 집' }),
  node('moods', 'category', {
    categories: [
      { id: 'moods-item-0', name: 'place', value: ['river', 'shore'], parentId: 'moods' },
      { id: 'moods-item-1', name: 'time', value: 'dawn, dusk', parentId: 'moods' },
    ],
    isHover: false,
    bounds: { left: 0, top: 0, right: 245, bottom: 240 },
  }),
  node('calm', 'categoryItem', { name: 'mood', value: 'calm, quiet' }),
  node('art', 'image', { model: 'Gemini-2.5-flash', data: null, value: '/files/a.png' }),
  node('photo', 'imageUpload', { model: null, data: null, value: 'data:image/png;base64,AAAA' }),
  node('film', 'video', { model: 'Kaiber', data: null }),
  node('song', 'audio', { model: 'Murf AI', data: null }),
  node('words', 'model', { model: 'GPT-5', data: null, value: null }),
];

describe('what an afternoon leaves on the server', () => {
  it('is a snapshot of nodes, edges and the view, with its ids and fields [DATA-2] [DATA-5] [EDGE-1] [EDGE-2]', async () => {
    desk.projects.put(7, canvas([]));
    desk.analyze = async () => [{ key: 'place', value: ['river', 'shore'] }];
    const { editor, conversion, generation, uploads } = await desk.edit(7);
    const idea = editor.addNode('textPrompt', null, { x: 4, y: 11 });
    const photo = editor.addNode('imageUpload', null, { x: 0, y: 300 });
    const art = editor.addNode('image', 'Gemini-2.5-flash', { x: 450, y: 0 });
    editor.editText({ nodeId: idea, name: 'value' }, 'a river at its shore');
    editor.connect({ nodeId: idea, handleId: 'text-right' }, { nodeId: art, handleId: 'text-left' });
    editor.connect({ nodeId: photo, handleId: 'image-right' }, { nodeId: art, handleId: 'image-left' });
    await uploads.chooseFiles(photo, [new File(['x'], 'cat.png', { type: 'image/png' })]);
    await conversion.convertToCategory(idea);
    void generation.run(art);
    await desk.clock.pass(0);
    desk.streams[0]?.say(
      { event: 'generated_image', data: { url: '/files/new.png' } },
      { event: 'generate_image_end' },
    );
    editor.view.setViewport({ x: 30, y: -15, zoom: 0.5 });
    await desk.clock.pass(5000);

    for (const [id, type] of [
      [idea, 'textPrompt'],
      [photo, 'imageUpload'],
      [art, 'image'],
    ] as const)
      expect(id).toMatch(new RegExp(`^${type}_node_.+$`));
    const item = { id: `${idea}-item-0`, name: 'place', value: ['river', 'shore'], parentId: idea };
    expect(desk.projects.snapshotOf(7)).toEqual({
      nodes: [
        {
          id: idea,
          type: 'category',
          position: { x: 0, y: 15 },
          data: { categories: [item], value: 'a river at its shore' },
        },
        {
          id: photo,
          type: 'imageUpload',
          position: { x: 0, y: 300 },
          data: { model: null, data: null, value: '/files/uploaded.png' },
        },
        {
          id: art,
          type: 'image',
          position: { x: 450, y: 0 },
          data: { model: 'Gemini-2.5-flash', data: null, value: '/files/new.png' },
        },
      ],
      edges: [
        {
          id: `${idea}-${art}`,
          source: idea,
          target: art,
          sourceHandle: 'text-right',
          targetHandle: 'text-left',
          type: 'text',
        },
        {
          id: `${photo}-${art}`,
          source: photo,
          target: art,
          sourceHandle: 'image-right',
          targetHandle: 'image-left',
          type: 'image',
        },
      ],
      viewport: { x: 30, y: -15, zoom: 0.5 },
    });
  });
});

describe('what comes back from the server', () => {
  beforeEach(() => {
    // The data URL stays as it is.
    desk.upload = () => Promise.reject(failure(503));
  });

  const edges = [
    pipe('idea', 'art'),
    pipe('photo', 'art', 'image'),
    { ...pipe('calm', 'art'), type: 'default', animated: true },
  ];

  it('is each of the nine node types with every field, and edges of the three types, as they were [DATA-3] [DATA-5] [EDGE-2]', async () => {
    const stored: Snapshot = { ...canvas(NINE_TYPES, edges), viewport: { x: 5, y: 6, zoom: 1.5 } };
    desk.projects.put(7, stored);
    const { editor } = await desk.edit(7);
    expect(editor.snapshot()).toEqual(stored);
    editor.apply([{ type: 'moveNode', id: 'note', position: { x: 15, y: 0 } }]);
    await desk.clock.pass(3000);
    const [note, ...others] = NINE_TYPES;
    expect(desk.projects.snapshotOf(7)).toEqual({
      ...stored,
      nodes: [{ ...note, position: { x: 15, y: 0 } }, ...others],
    });
    expect(desk.projects.patches.map(({ text }) => text)).toEqual([
      '[{"op":"replace","path":"/nodes/0/position/x","value":15}]',
    ]);
  });

  it('keeps a value as the string or the list it is, until it is edited [DATA-4]', async () => {
    desk.projects.put(7, canvas(NINE_TYPES));
    const { editor } = await desk.edit(7);
    editor.editText({ nodeId: 'calm', name: 'name' }, 'feeling');
    await desk.clock.pass(3000);
    const saved = desk.projects.snapshotOf(7)?.nodes;
    expect(saved?.find(({ id }) => id === 'calm')?.data).toEqual({ name: 'feeling', value: 'calm, quiet' });
    expect(saved?.find(({ id }) => id === 'moods')).toEqual(NINE_TYPES[2]);
  });
});
