import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arrangement } from '../../../src/engine';
import { pipe, TestEditor, type NodeSketch } from '../../support/TestEditor';
import { anyArrangement } from '../support/anyStep';

/** A prompt of width 220, two pictures of width 245, and one node that is never selected. */
const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 30] },
      art: { type: 'image', at: [450, 105] },
      again: { type: 'image', at: [1200, -60] },
      aside: { type: 'image', at: [450, 900] },
    },
    [pipe('idea', 'art'), pipe('art', 'again', 'image')],
  );

const boxOf = (editor: TestEditor, name: string) => editor.engine.scene.committedBoxOf(editor.node(name));
const positionsOf = ({ engine }: TestEditor) =>
  engine.document.allNodes().map(({ id, position }) => ({ id, ...position }));

describe('aligning', () => {
  it.each<[Arrangement, (box: { x: number; y: number; width: number; height: number }) => number, number]>([
    ['alignLeft', ({ x }) => x, 0],
    ['alignCentre', ({ x, width }) => x + width / 2, 722.5],
    ['alignRight', ({ x, width }) => x + width, 1445],
    ['alignTop', ({ y }) => y, -60],
    ['alignMiddle', ({ y, height }) => y + height / 2, 120],
    ['alignBottom', ({ y, height }) => y + height, 300],
  ])('%s puts the selected cards on one line, in one step, and moves no others [ARRANGE-1]', (how, lineOf, line) => {
    const editor = desk().select('idea', 'art', 'again');
    const before = positionsOf(editor);
    editor.engine.arrange(how);
    expect(['idea', 'art', 'again'].map((name) => lineOf(boxOf(editor, name)))).toEqual([line, line, line]);
    expect(editor.node('aside').position).toEqual({ x: 450, y: 900 });
    editor.undo();
    expect(positionsOf(editor)).toEqual(before);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('leaves the other axis as it was, and reports how many had to move', () => {
    const editor = desk().select('idea', 'art', 'again');
    const told: unknown[] = [];
    editor.engine.subscribe((event) => {
      if (event.type === 'arranged') told.push(event);
    });
    editor.keyDown('a', { alt: true });
    editor.engine.arrange('alignLeft');
    expect(positionsOf(editor).map(({ y }) => y)).toEqual([30, 105, -60, 900]);
    expect(told).toEqual([
      { type: 'arranged', how: 'alignLeft', count: 2 },
      { type: 'arranged', how: 'alignLeft', count: 0 },
    ]);
  });
});

describe('distributing', () => {
  it('makes the gaps equal to a pixel, and the outermost stay [ARRANGE-2]', () => {
    const editor = desk().select('idea', 'art', 'again').keyDown('h', { alt: true, shift: true });
    const [idea, art, again] = ['idea', 'art', 'again'].map((name) => boxOf(editor, name));
    expect([idea?.x, again?.x]).toEqual([0, 1200]);
    const gaps = [art!.x - 220, 1200 - art!.x - 245];
    expect(Math.abs(gaps[0]! - gaps[1]!)).toBeLessThanOrEqual(1);
    editor.undo();
    expect(editor.node('art').position.x).toBe(450);
  });

  it('two have one gap, which stays', () => {
    const editor = desk().select('idea', 'art').keyDown('v', { alt: true, shift: true });
    expect(editor.engine.canUndo).toBe(false);
  });
});

describe('straightening', () => {
  it('moves cards up and down until the pipes between them run straight, and the first stays [ARRANGE-3]', () => {
    const editor = desk().select('idea', 'art', 'again').keyDown('q', { alt: true });
    expect(editor.node('idea').position).toEqual({ x: 0, y: 30 });
    for (const id of ['idea-art', 'art-again']) {
      const route = editor.engine.scene.routeOf(editor.engine.document.edge(id)!);
      expect(new Set(route.map(({ y }) => y)).size).toBe(1);
    }
    // On the grid, handles are placed so that straight pipes are on the grid.
    expect(positionsOf(editor).filter(({ x, y }) => x % 15 !== 0 || y % 15 !== 0)).toEqual([]);
    editor.undo();
    expect(editor.node('art').position).toEqual({ x: 450, y: 105 });
  });

  it('of several pipes at a card the one that needs the least movement is made straight, and unselected nodes stay', () => {
    const editor = TestEditor.with(
      {
        idea: { type: 'textPrompt', at: [0, 0] },
        near: { type: 'image', at: [450, 60] },
        far: { type: 'image', at: [450, 600] },
      },
      [pipe('idea', 'near'), pipe('idea', 'far')],
    ).select('idea', 'near', 'far');
    editor.engine.arrange('straighten');
    expect(positionsOf(editor).map(({ y }) => y)).toEqual([0, 30, 600]);
    editor.undo().select('near', 'far').engine.arrange('straighten');
    expect(editor.node('near').position.y).toBe(60);
  });
});

it('a frame takes along its content, which is not arranged by itself [ARRANGE-11]', () => {
  const editor = desk().select('art');
  const frame = editor.engine.frames.frameSelection() ?? '';
  const before = editor.node(frame).position;
  editor.select(frame, 'art', 'aside').engine.arrange('alignTop');
  expect(editor.node(frame).position.y).toBe(before.y);
  editor.select(frame, 'art', 'again').engine.arrange('alignTop');
  expect(editor.node(frame).position.y).toBe(-60);
  expect(editor.node('art').position.y - editor.node(frame).position.y).toBe(105 - before.y);
});

/** A prompt, at this height, and a picture in a frame, both selected. */
const scenery = (height = 600) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, height] },
      art: { type: 'image', at: [480, 60] },
      sky: { type: 'frame', at: [450, 0], data: { width: 320, height: 360 } },
    },
    [pipe('idea', 'art')],
  ).select('idea', 'art');

it('leaves cards in their frame, which grows around them where nothing else comes into it by that [ARRANGE-14]', () => {
  const straight = scenery();
  straight.engine.arrange('straighten');
  expect(straight.at('art')[1]).toBeGreaterThan(360);
  expect(straight.engine.scene.contentOf(straight.node('sky'))).toEqual(['art']);
  expect(straight.engine.steps.undoStep).toEqual({ kind: 'move', count: 1 });
  expect(straight.undo().engine.snapshot()).toEqual(scenery().engine.snapshot());

  // The frame would reach over the idea that it is aligned with.
  const aligned = scenery(150);
  aligned.engine.arrange('alignLeft');
  expect(aligned.at('art')).toEqual([0, 60]);
  expect(boxOf(aligned, 'sky')).toEqual({ x: 450, y: 0, width: 320, height: 360 });
});

describe('laws of arranging', () => {
  const anySketch = fc.record({
    type: fc.constantFrom('textPrompt', 'image', 'text', 'model', 'imageUpload'),
    at: fc.tuple(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 })),
  });
  const anyFlow = fc.record({
    nodes: fc.array(anySketch, { minLength: 1, maxLength: 12 }),
    edges: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 20 }),
    chosen: fc.uniqueArray(fc.nat(11)),
    how: anyArrangement,
  });

  it('no frame takes in cards that stay, and none of them moves [ARRANGE-1] [ARRANGE-14]', () => {
    const anyFrame = fc.record({
      type: fc.constant('frame'),
      at: fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 })),
      data: fc.record({ width: fc.integer({ min: 300, max: 1500 }), height: fc.integer({ min: 300, max: 1500 }) }),
    });
    const anyCard = fc.record({
      type: fc.constantFrom('textPrompt', 'image', 'imageUpload'),
      at: fc.tuple(fc.integer({ min: -60, max: 1500 }), fc.integer({ min: -60, max: 1500 })),
    });
    const anyScenery = fc.record({
      frames: fc.array(anyFrame, { maxLength: 3 }),
      cards: fc.array(anyCard, { minLength: 2, maxLength: 8 }),
      chosen: fc.uniqueArray(fc.nat(7), { minLength: 2 }),
      how: anyArrangement,
    });
    fc.assert(
      fc.property(anyScenery, ({ frames, cards, chosen, how }) => {
        const sketches = [
          ...frames.map((frame, at) => [`f${at}`, frame]),
          ...cards.map((card, at) => [`n${at}`, card]),
        ];
        const editor = TestEditor.with(Object.fromEntries(sketches) as Record<string, NodeSketch>);
        editor.select(...chosen.map((at) => `n${at % cards.length}`));
        const { engine } = editor;
        const staying = cards.map((_, at) => `n${at}`).filter((name) => !engine.selection.nodes.has(name));
        const stayingIn = () =>
          frames.map((_, at) => engine.scene.contentOf(editor.node(`f${at}`)).filter((id) => staying.includes(id)));
        const before = [stayingIn(), staying.map((name) => editor.at(name))];
        engine.arrange(how);
        expect([stayingIn(), staying.map((name) => editor.at(name))]).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('twice is the same as once, one undo restores all, and unselected nodes stay [ARRANGE-1] [ARRANGE-2] [ARRANGE-3]', () => {
    fc.assert(
      fc.property(anyFlow, ({ nodes, edges, chosen, how }) => {
        const sketches = Object.fromEntries(nodes.map((node, at) => [`n${at}`, node satisfies NodeSketch]));
        const pipes = edges.map(([from, to]) => pipe(`n${from % nodes.length}`, `n${to % nodes.length}`));
        const editor = TestEditor.with(sketches, pipes).select(...chosen.map((at) => `n${at}`));
        const { selection } = editor.engine;
        const before = positionsOf(editor);
        editor.engine.arrange(how);
        const once = positionsOf(editor);
        const others = (list: typeof once) => list.filter(({ id }) => !selection.nodes.has(id));
        expect(others(once)).toEqual(others(before));
        editor.engine.arrange(how);
        for (const [at, { x, y }] of positionsOf(editor).entries()) {
          // Gaps that were made equal to a pixel stay as they are.
          expect(Math.abs(x - once[at]!.x)).toBeLessThanOrEqual(1);
          expect(Math.abs(y - once[at]!.y)).toBeLessThanOrEqual(1);
        }
        while (editor.engine.canUndo) editor.undo();
        expect(positionsOf(editor)).toEqual(before);
      }),
      {
        numRuns: 300,
        examples: [
          // Three cards wired to one another: straightening them made a fourth edge straight, and once more bent it again.
          [
            {
              nodes: [
                { type: 'image', at: [0, 0] },
                { type: 'textPrompt', at: [0, 0] },
                { type: 'textPrompt', at: [0, 1] },
              ],
              edges: [
                [1, 11],
                [0, 8],
                [4, 0],
                [0, 4],
              ],
              chosen: [2, 0, 1],
              how: 'straighten',
            },
          ],
        ],
      },
    );
  });
});
