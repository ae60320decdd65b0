import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryItems, cutOut, Editor, fragmentBox, type FlowEdge } from '../../../src/engine';
import { pipe, TestEditor, type NodeSketch } from '../../support/TestEditor';

const flow = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0], data: { value: '강가의 집' } },
      list: {
        type: 'category',
        at: [0, 300],
        data: { categories: [{ id: 'row', name: 'style', value: 'oil', parentId: 'list' }, { odd: true }] },
      },
      art: { type: 'image', at: [450, 0], ofANewerVersion: 7 },
      next: { type: 'image', at: [900, 0] },
    },
    [pipe('idea', 'art'), pipe('list', 'art'), pipe('art', 'next', 'image')],
  );

/** Puts a copy of these nodes 30 to the right. */
const copy = ({ engine }: TestEditor, ids: readonly string[], keepsOuter = false): readonly string[] =>
  engine.addFragment(cutOut(engine.document, ids), { x: 30, y: 0 }, keepsOuter);

const endsOf = ({ source, target }: FlowEdge): string => `${source} > ${target}`;

describe('dragging with alt', () => {
  it('drops a copy of the selection, and leaves the originals [CLIP-8]', () => {
    const canvas = flow();
    canvas.click('idea').click('art', { shift: true });
    canvas
      .pointerDown('art', { alt: true })
      .pointerMove([810, 320], { alt: true })
      .pointerUp([810, 320], { alt: true });
    const { document, selection } = canvas.engine;
    const made = document.allNodes().slice(4);
    expect(made.map(({ type, position }) => [type, position])).toEqual([
      ['textPrompt', { x: 300, y: 300 }],
      ['image', { x: 750, y: 300 }],
    ]);
    expect(document.node('art')?.position).toEqual({ x: 450, y: 0 });
    expect([...selection.nodes]).toEqual(made.map(({ id }) => id));
    canvas.engine.undo();
    expect(document.allNodes()).toHaveLength(4);
  });

  it('over a category puts the copy beside its rows, and takes nothing into it [CLIP-8]', () => {
    const canvas = TestEditor.with({
      place: { type: 'text', at: [0, 0], data: { name: 'place', value: 'Seoul' } },
      moods: {
        type: 'category',
        at: [450, 0],
        data: { categories: [{ id: 'row', name: 'mood', value: 'calm', parentId: 'moods' }] },
      },
    });
    const before = canvas.engine.document.allNodes();
    canvas.pointerDown('place').pointerMove([540, 50]);
    expect(canvas.engine.preview.dropTargetId).toBe('moods');
    canvas.pointerMove([540, 50], { alt: true });
    expect(canvas.engine.preview.dropTargetId, 'a copy goes into nothing').toBeNull();
    canvas.pointerUp([540, 50], { alt: true });
    expect(canvas.engine.document.allNodes().slice(0, 2)).toEqual(before);
    expect(canvas.nodes).toHaveLength(3);
  });

  it('cancelled by Escape copies nothing', () => {
    const canvas = flow();
    canvas.pointerDown('art', { alt: true }).pointerMove([810, 320], { alt: true });
    canvas.keyDown('Escape');
    canvas.pointerUp([810, 320], { alt: true });
    expect(canvas.engine.document.allNodes()).toHaveLength(4);
    expect(canvas.engine.canUndo).toBe(false);
  });
});

describe('a copy of some nodes', () => {
  it('has the edges among them, ids of its own, and everything else as it was [CLIP-1]', () => {
    const canvas = flow();
    const [idea, art] = copy(canvas, ['idea', 'art', 'gone']);
    const { document } = canvas.engine;
    expect([idea, art]).toEqual(['textPrompt_node_new1', 'image_node_new2']);
    expect(document.node(art ?? '')).toEqual({ ...document.node('art'), id: art, position: { x: 480, y: 0 } });
    expect(document.node(idea ?? '')?.data.value).toBe('강가의 집');
    expect(document.allEdges().slice(3).map(endsOf)).toEqual([`${idea} > ${art}`]);
    expect(document.allEdges()[3]).toMatchObject({
      sourceHandle: 'text-right',
      targetHandle: 'text-left',
      type: 'text',
    });
  });

  it('joins the same neighbours when asked to, as far as they are there [CLIP-3]', () => {
    const canvas = flow();
    const [art] = copy(canvas, ['art'], true);
    const { document } = canvas.engine;
    expect(new Set(document.allEdges().slice(3).map(endsOf))).toEqual(
      new Set([`${art} > next`, `idea > ${art}`, `list > ${art}`]),
    );
    const elsewhere = TestEditor.with({});
    elsewhere.engine.addFragment(cutOut(document, ['art']), { x: 0, y: 0 }, true);
    expect(elsewhere.engine.document.allEdges()).toEqual([]);
  });

  it('has its own rows, and keeps those of a foreign shape [CLIP-1]', () => {
    const canvas = flow();
    const [list = ''] = copy(canvas, ['list']);
    const node = canvas.engine.document.node(list);
    expect(node && categoryItems(node)).toEqual([
      { id: `${list}-item-0`, name: 'style', value: 'oil', parentId: list },
    ]);
    expect(node?.data.categories).toContainEqual({ odd: true });
    expect(categoryItems(canvas.engine.document.node('list') ?? { ...node!, data: {} })[0]?.id).toBe('row');
  });

  it('is one step to undo', () => {
    const canvas = flow();
    const before = canvas.engine.snapshot();
    copy(canvas, ['idea', 'art', 'list'], true);
    canvas.engine.undo();
    expect(canvas.engine.snapshot()).toEqual(before);
  });

  it('is refused when ids repeat, and changes nothing', () => {
    const { engine } = flow();
    const editor = new Editor({ snapshot: engine.snapshot(), uniqueId: () => 'same' });
    const copyOf = (...ids: string[]) => editor.addFragment(cutOut(editor.document, ids), { x: 30, y: 30 });
    expect(() => copyOf('art', 'next')).toThrow('uniqueId gave an id again');
    expect(copyOf('idea')).toEqual(['textPrompt_node_same']);
    expect(() => copyOf('idea')).toThrow('uniqueId gave an id again');
    expect(editor.document.allNodes()).toHaveLength(5);
  });

  it('of nothing has no box', () => {
    expect(fragmentBox(cutOut(flow().engine.document, []))).toBeNull();
    expect(fragmentBox(cutOut(flow().engine.document, ['idea', 'art']))).toEqual({
      x: 0,
      y: 0,
      width: 695,
      height: 195,
    });
  });

  it('is the same flow as its original, for any selection', () => {
    const TYPES = ['textPrompt', 'category', 'image', 'imageUpload', 'model', 'ofANewerVersion'] as const;
    const canvases = fc.record({
      types: fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 12 }),
      pipes: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 20 }),
      chosen: fc.array(fc.nat(11), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(canvases, ({ types, pipes, chosen }) => {
        const name = (index: number): string => `n${index % types.length}`;
        const sketches: Record<string, NodeSketch> = Object.fromEntries(
          types.map((type, index) => [name(index), { type, at: [index * 300, 0] as const }]),
        );
        const edges = new Map(pipes.map(([from, to]) => [`${name(from)}-${name(to)}`, pipe(name(from), name(to))]));
        const canvas = TestEditor.with(sketches, [...edges.values()]);
        const ids = [...new Set(chosen.map(name))];
        const made = copy(canvas, ids);
        const original = new Map(made.map((id, index) => [id, ids[index] ?? '']));
        const { document } = canvas.engine;
        const inner = document.allEdges().filter(({ source, target }) => ids.includes(source) && ids.includes(target));
        const copied = document.allEdges().filter(({ source, target }) => original.has(source) && original.has(target));
        expect(
          copied.map(({ source, target }) => `${original.get(source)} > ${original.get(target)}`).toSorted(),
        ).toEqual(inner.map(endsOf).toSorted());
        expect(new Set(document.allNodes().map(({ id }) => id)).size).toBe(types.length + made.length);
        for (const [id, from] of original) expect(document.node(id)?.type).toBe(document.node(from)?.type);
      }),
    );
  });
});
