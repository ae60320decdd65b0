import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatherTidy, intersects, layeredLayout, type LayoutGraph, type TidyTask } from '../../../src/engine';
import { allSteps } from '../../../src/engine/scene/frameUnits';
import { anyLayoutGraph } from '../support/layoutFlows';
import { pipe, TestEditor, type NodeSketch } from '../../support/TestEditor';

/** Does all its steps at once. */
function taskOf({ engine }: TestEditor, ...names: string[]): TidyTask {
  const nodeIds = names.length > 0 ? new Set(names) : engine.document.nodeIds;
  return allSteps(gatherTidy(engine.document, engine.scene, nodeIds));
}

function tidy(editor: TestEditor, ...names: string[]): TestEditor {
  const task = taskOf(editor, ...names);
  editor.engine.frames.applyArranged(task.moves(layeredLayout(task.graph)));
  return editor;
}

const boxesOf = ({ engine }: TestEditor) =>
  engine.document.allNodes().map((node) => ({ id: node.id, ...engine.scene.committedBoxOf(node) }));

const overlapping = (boxes: ReturnType<typeof boxesOf>): string[] =>
  boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => (intersects(one, other) ? `${one.id} ${other.id}` : [])),
  );

const anySketch = fc.record({
  type: fc.constantFrom('textPrompt', 'image', 'text', 'model', 'imageUpload', 'category', 'unknown'),
  at: fc.tuple(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 })),
  data: fc.record({ width: fc.integer({ min: 40, max: 900 }), height: fc.integer({ min: 40, max: 900 }) }),
});
const anyFlow = fc.record({
  nodes: fc.array(anySketch, { minLength: 1, maxLength: 24 }),
  edges: fc.array(fc.tuple(fc.nat(23), fc.nat(23)), { maxLength: 40 }),
  chosen: fc.uniqueArray(fc.nat(23), { maxLength: 24 }),
});
type AnyFlow = { readonly nodes: readonly NodeSketch[]; readonly edges: readonly (readonly [number, number])[] };

/** `isForward`: edges lead from earlier to later nodes, so that none closes a loop. */
function open({ nodes, edges }: AnyFlow, isForward = false): TestEditor {
  const sketches = Object.fromEntries(nodes.map((node, at) => [`n${at}`, node]));
  const ends = edges.map(([one, other]) => [one % nodes.length, other % nodes.length] as const);
  const pipes = ends
    .filter(([from, to]) => !isForward || from !== to)
    .map(([from, to]) => (isForward ? [Math.min(from, to), Math.max(from, to)] : [from, to]))
    .map(([from, to]) => pipe(`n${from}`, `n${to}`));
  return TestEditor.with(sketches, pipes);
}

describe('laws of tidying up', () => {
  it('no two nodes overlap, all are on the grid, and one undo brings all back [ARRANGE-8]', () => {
    fc.assert(
      fc.property(anyFlow, (flow) => {
        const editor = open(flow);
        const before = boxesOf(editor);
        const tidied = boxesOf(tidy(editor));
        expect(overlapping(tidied)).toEqual([]);
        expect(tidied.filter(({ x, y }) => Math.abs(x % 15) + Math.abs(y % 15) > 0)).toEqual([]);
        if (editor.engine.canUndo) editor.undo();
        expect(boxesOf(editor)).toEqual(before);
        expect(editor.engine.canUndo).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('edges lead from left to right where none closes a ring [ARRANGE-8]', () => {
    fc.assert(
      fc.property(anyFlow, (flow) => {
        const editor = tidy(open(flow, true));
        const { document, scene } = editor.engine;
        const leftwards = document.allEdges().filter(({ source, target }) => {
          const from = scene.committedBoxOf(editor.node(source));
          return from.x + from.width >= editor.node(target).position.x;
        });
        expect(leftwards).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('the same flow comes out the same, and a tidy one stays as it is [ARRANGE-9]', () => {
    fc.assert(
      fc.property(anyFlow, (flow) => {
        const one = boxesOf(tidy(open(flow)));
        expect(boxesOf(tidy(open(flow)))).toEqual(one);
      }),
      { numRuns: 100 },
    );
    const editor = tidy(rows());
    const tidied = boxesOf(editor);
    expect(boxesOf(tidy(editor))).toEqual(tidied);
    // Larger flows, too, whose long edges pass many layers.
    for (let seed = 1; seed <= 5; seed += 1) {
      const graph = anyLayoutGraph(100, seed);
      const places = layeredLayout(graph);
      expect(layeredLayout({ ...graph, ...places })).toEqual(places);
    }
  });

  it('only the given nodes move, and never onto a card that stays [ARRANGE-10]', () => {
    fc.assert(
      fc.property(anyFlow, ({ chosen, ...flow }) => {
        const editor = open(flow);
        const names = chosen.map((at) => `n${at % flow.nodes.length}`);
        fc.pre(names.length > 0);
        const before = boxesOf(editor);
        const after = boxesOf(tidy(editor, ...names));
        const isChosen = ({ id }: { readonly id: string }) => names.includes(id);
        expect(after.filter((box) => !isChosen(box))).toEqual(before.filter((box) => !isChosen(box)));
        const onOthers = overlapping(after).filter((pair) => pair.split(' ').some((id) => names.includes(id)));
        expect(onOthers).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

/** Two prompts that feed three pictures each, and a photo that nothing feeds. */
const rows = (): TestEditor =>
  TestEditor.with(
    {
      a: { type: 'textPrompt', at: [600, 480] },
      b: { type: 'textPrompt', at: [15, 30] },
      a1: { type: 'image', at: [60, 75] },
      b1: { type: 'image', at: [375, 300] },
      a2: { type: 'image', at: [720, 90] },
      b2: { type: 'image', at: [90, 780] },
      photo: { type: 'imageUpload', at: [930, 345] },
    },
    [pipe('a', 'a1'), pipe('a', 'a2'), pipe('b', 'b1'), pipe('b', 'b2'), pipe('a1', 'b2', 'image')],
  );

const contentOf = (editor: TestEditor, name: string) => editor.engine.scene.contentOf(editor.node(name)).toSorted();

/** A frame of a prompt and two pictures, one under another. */
const column = (others: Readonly<Record<string, NodeSketch>> = {}) =>
  TestEditor.with(
    {
      a: { type: 'textPrompt', at: [30, 60] },
      b: { type: 'image', at: [30, 330] },
      c: { type: 'image', at: [30, 600] },
      sky: { type: 'frame', at: [0, 0], data: { width: 320, height: 900 } },
      ...others,
    },
    [pipe('a', 'b'), pipe('b', 'c', 'image')],
  );

describe('tidying up', () => {
  it('keeps its corner, puts inputs beside the nodes they feed, and leaves the place of a new card to it [ARRANGE-9]', () => {
    const editor = tidy(rows());
    const corner = editor.engine.scene.bounds();
    expect([corner?.x, corner?.y]).toEqual([15, 30]);
    const before = boxesOf(editor);
    // A small edit: one more picture at the end of a row moves no layer and keeps the order.
    editor.engine.addConnected({ nodeId: 'a2', handleId: 'image-right' }, 'image', null, { x: 1500, y: 900 });
    tidy(editor);
    const order = (boxes: typeof before) =>
      boxes
        .filter(({ id }) => before.some((one) => one.id === id))
        .toSorted((one, other) => one.x - other.x || one.y - other.y)
        .map(({ id }) => id);
    expect(order(boxesOf(editor))).toEqual(order(before));
    expect(
      boxesOf(editor)
        .filter(({ id }, at) => before[at]?.id === id)
        .map(({ x }) => x),
    ).toEqual(before.map(({ x }) => x));
  });

  it('leaves out nodes that were removed meanwhile', () => {
    const editor = rows();
    const task = taskOf(editor);
    editor.merge({ type: 'removeNode', id: 'a1' });
    editor.engine.apply(task.moves(layeredLayout(task.graph)));
    expect(editor.nodes).not.toContain('a1');
    expect(overlapping(boxesOf(editor))).toEqual([]);
  });

  it('takes a frame with its content as one card [ARRANGE-11]', () => {
    const editor = rows();
    editor.engine.select({ nodes: new Set(['a1', 'b1']) });
    const frame = editor.engine.frames.frameSelection() ?? '';
    const carried = editor.engine.scene.contentOf(editor.node(frame));
    expect(carried).toEqual(expect.arrayContaining(['a1', 'b1']));
    const apart = (name: string) => {
      const [one, other] = [editor.node(name).position, editor.node(frame).position];
      return { x: one.x - other.x, y: one.y - other.y };
    };
    const before = carried.map(apart);
    tidy(editor);
    expect(carried.map(apart)).toEqual(before);
    const outside = boxesOf(editor).filter(({ id }) => !carried.includes(id));
    expect(overlapping(outside)).toEqual([]);
  });

  it('lays no card on content that hangs over the border of its frame, and keeps the frame on the grid [ARRANGE-11]', () => {
    const editor = TestEditor.with({
      sky: { type: 'frame', at: [0, 0], data: { width: 300, height: 300 } },
      moon: { type: 'imageUpload', at: [-7, 190] },
      far: { type: 'imageUpload', at: [3000, 2000] },
      sea: { type: 'frame', at: [60, 45], data: { width: 600, height: 400, isFolded: true, holds: ['far'] } },
      photo: { type: 'imageUpload', at: [900, 600] },
    });
    expect(editor.engine.scene.contentOf(editor.node('sky'))).toContain('moon');
    tidy(editor);
    const cards = boxesOf(editor).filter(({ id }) => id === 'moon' || id === 'photo');
    expect(overlapping(cards)).toEqual([]);
    const [left, top] = editor.at('sky');
    expect(Math.abs(left % 15) + Math.abs(top % 15)).toBe(0);
    expect(editor.at('moon')).toEqual([left - 7, top + 190]);
    const tidied = boxesOf(editor);
    expect(boxesOf(tidy(editor))).toEqual(tidied);
    // A folded frame takes the room of its card alone.
    expect(editor.engine.scene.bounds(['sky', 'moon', 'sea', 'photo'])?.width).toBeLessThan(1500);
  });

  it('leaves cards in their frame, which grows around them and those that stay, as does the frame around it [ARRANGE-14]', () => {
    const all = tidy(column(), 'a', 'b', 'c');
    expect(contentOf(all, 'sky')).toEqual(['a', 'b', 'c']);

    const some = tidy(column(), 'b', 'c');
    expect(contentOf(some, 'sky')).toEqual(['a', 'b', 'c']);
    expect(some.at('a')).toEqual([30, 60]);

    const nested = column({ world: { type: 'frame', at: [-45, -75], data: { width: 410, height: 1020 } } });
    expect(contentOf(tidy(nested, 'a', 'b', 'c'), 'world')).toEqual(['a', 'b', 'c', 'sky']);
    expect(contentOf(nested, 'sky')).toEqual(['a', 'b', 'c']);
  });

  it('grows no frame over a card that was not in it, and stretches none that is folded [ARRANGE-14]', () => {
    const beside = column({ photo: { type: 'imageUpload', at: [450, 600] } });
    const before = boxesOf(beside).find(({ id }) => id === 'sky');
    tidy(beside, 'a', 'b', 'c');
    expect(contentOf(beside, 'sky')).toEqual(['a']);
    expect(boxesOf(beside).find(({ id }) => id === 'sky')).toEqual(before);

    const folded = column().select('sky');
    folded.engine.frames.toggleFold();
    tidy(folded);
    folded.engine.frames.toggleFold();
    expect(contentOf(folded, 'sky')).toEqual(['a', 'b', 'c']);
  });

  it('reports its progress', () => {
    const count = 5000;
    const lengths = () => Float64Array.from({ length: count }, () => 100);
    const graph: LayoutGraph = {
      x: lengths(),
      y: lengths(),
      width: lengths(),
      height: lengths(),
      source: new Int32Array(0),
      target: new Int32Array(0),
      sourceOffset: new Float64Array(0),
      targetOffset: new Float64Array(0),
    };
    const told: number[] = [];
    layeredLayout(graph, (share) => told.push(share));
    expect(told).toEqual([0.4, 0.8]);
    // Everything is in one part, so progress is reported within that part.
    told.length = 0;
    const chain = {
      source: Int32Array.from({ length: count - 1 }, (_, at) => at),
      sourceOffset: new Float64Array(count - 1),
    };
    const linked = { ...chain, target: chain.source.map((at) => at + 1), targetOffset: chain.sourceOffset };
    layeredLayout({ ...graph, ...linked }, (share) => told.push(share));
    expect(told).toEqual([0.2, 0.7, 1]);
  });
});
