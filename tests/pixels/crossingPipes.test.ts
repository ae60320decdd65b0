import { describe, expect, it } from 'vitest';
import { CachedStage, FEW } from '../support/CachedStage';
import { LIGHT } from '../support/paintWorld';
import { pipe, TestEditor, type NodeSketch } from '../support/TestEditor';
import { seen, THUMBNAIL } from './support/frames';

type Name = 'level' | 'upright';
type FlowName = 'text' | 'image';

/** How far below the top of its card a handle is, of a source and of a target; world pixels. */
const OUTPUT = 97.5;
const INPUT = { text: 67.5, image: 97.5 };
const CROSSING = { x: 460, y: 300 + OUTPUT };

/** A level and an upright pipe that cross; `made` says in which order a person made them. */
function crossing(made: readonly Name[], level: FlowName = 'text', upright: FlowName = 'text'): TestEditor {
  const source = (flow: FlowName) => (flow === 'text' ? 'textPrompt' : 'imageUpload');
  const left = (flow: FlowName) => (flow === 'text' ? 0 : -25);
  const pipes = { level: pipe('west', 'east', level), upright: pipe('north', 'south', upright) };
  return TestEditor.with(
    {
      west: { type: source(level), at: [left(level), 300] },
      east: { type: 'image', at: [900, CROSSING.y - INPUT[level]] },
      north: { type: source(upright), at: [left(upright), 0] },
      south: { type: 'image', at: [700, 560] },
    },
    made.map((name) => pipes[name]),
  );
}

/** The pipe that is painted above the other one. */
function above(editor: TestEditor): Name {
  const { x, y } = CROSSING;
  // Five pixels along the level pipe from the middle there is its core, or else the rim of the upright one.
  const beside = seen(editor, THUMBNAIL).at(x + 5, y);
  return beside === LIGHT.textEdgeCore || beside === LIGHT.imageEdgeCore ? 'level' : 'upright';
}

/** The pipe that a press on the crossing takes. */
function taken(editor: TestEditor): Name {
  editor.click(CROSSING);
  return editor.engine.selection.edges.has('west-east') ? 'level' : 'upright';
}

const ROWS = 8;
const rows = Array.from({ length: ROWS }, (_, index) => index);

/** A pipe from each text on the left to each picture on the right: more pipes than one branch of the index holds. */
function weave(): TestEditor {
  const cards: Record<string, NodeSketch> = {};
  for (const index of rows) {
    cards[`text${index}`] = { type: 'textPrompt', at: [0, index * 210] };
    cards[`art${index}`] = { type: 'image', at: [600 + 60 * index, (ROWS - 1 - index) * 210 + 75] };
  }
  const edges = rows.flatMap((turn) => rows.map((index) => pipe(`text${index}`, `art${(turn + 3 * index) % ROWS}`)));
  return TestEditor.with(cards, edges, { x: 0, y: 0, zoom: 0.5 });
}

describe('where two pipes cross', () => {
  it.each([
    [['upright', 'level'], 'level'],
    [['level', 'upright'], 'upright'],
  ] as const)('the one that was made last of %s lies above, and a press takes it', (made, last) => {
    for (const isOld of [false, true]) {
      const editor = crossing(made);
      // Then both come from the tree, not from the list that is there at first.
      if (isOld) while (editor.engine.scene.settle());
      expect([above(editor), taken(editor)]).toEqual([last, last]);
    }
  });

  it('a press takes the pipe of pictures, which lies above that of words, whichever was made first', () => {
    for (const made of [['level', 'upright'] as const, ['upright', 'level'] as const]) {
      const yellow = crossing(made, 'text', 'image');
      expect([above(yellow), taken(yellow)]).toEqual(['upright', 'upright']);
      const level = crossing(made, 'image', 'text');
      expect([above(level), taken(level)]).toEqual(['level', 'level']);
    }
  });

  it('the pipe that lies above stays above when an edit is undone', () => {
    const editor = crossing(['level', 'upright']);
    while (editor.engine.scene.settle());
    editor.engine.apply([{ type: 'removeEdge', id: 'west-east' }]);
    editor.undo();
    expect([above(editor), taken(editor)]).toEqual(['upright', 'upright']);
  });

  it('a part that is painted again looks as in a fresh frame', () => {
    const editor = weave();
    const stage = new CachedStage(1, undefined, undefined, editor);
    editor.engine.view.centreOn({ x: 480, y: 800 });
    stage.draw();
    while (editor.engine.scene.settle());
    editor.engine.select({ edges: new Set(['text3-art4']) });
    stage.draw();
    expect(stage.differences()).toBeLessThan(FEW);
  });
});
