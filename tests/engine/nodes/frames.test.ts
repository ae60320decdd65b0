import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NODE_KINDS, type FlowNode } from '../../../src/engine';
import { paintWorld } from '../../../src/engine/render/frame/paintLayers';
import { Recorder } from '../../support/Recorder';
import { environmentAt } from '../../support/paintWorld';
import { pipe, TestEditor } from '../../support/TestEditor';
import { askedOf } from '../support/askedOf';

const shut = { title: 'Sky', colour: 'green', width: 600, height: 400, isFolded: false };

/** A frame from 0, 0 to 600, 400 with an idea and a picture in it, and a photo beside it. */
const framed = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [30, 75] },
      art: { type: 'image', at: [315, 75] },
      photo: { type: 'imageUpload', at: [750, 75] },
      sky: { type: 'frame', at: [0, 0], data: shut },
    },
    [pipe('idea', 'art')],
  );

const places = (editor: TestEditor): Record<string, readonly number[]> =>
  Object.fromEntries(editor.nodes.map((id) => [id, editor.at(id)]));

const boxOf = (editor: TestEditor, id: string): readonly number[] => {
  const { x, y, width, height } = editor.engine.scene.committedBoxOf(editor.node(id));
  return [x, y, width, height];
};

/** A frame with 10,000 ideas in it. */
const crowded = () => {
  const many: FlowNode[] = Array.from({ length: 10_000 }, (_, index) => ({
    id: `n${index}`,
    type: 'textPrompt',
    position: { x: 30 + (index % 100) * 250, y: 75 + Math.floor(index / 100) * 225 },
    data: {},
  }));
  const data = { ...shut, width: 26_000, height: 24_000 };
  const sky: FlowNode = { id: 'sky', type: 'frame', position: { x: 0, y: 0 }, data };
  return new TestEditor({ nodes: [...many, sky], edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
};

describe('a frame', () => {
  it('lies behind every card and edge, selected or not, and behind smaller frames [FRAME-1]', () => {
    const editor = framed().merge({
      type: 'addNode',
      node: { id: 'small', type: 'frame', position: { x: 15, y: 60 }, data: { ...shut, width: 250, height: 300 } },
      index: 0,
    });
    const order = () => editor.engine.scene.nodesIn({ x: 0, y: 0, width: 1000, height: 700 }).map(({ id }) => id);
    expect(order()).toEqual(['sky', 'small', 'idea', 'art', 'photo']);
    editor.select('sky');
    expect(order()).toEqual(['sky', 'small', 'idea', 'art', 'photo']);

    const painted = new Recorder();
    const { theme, words, pictures } = environmentAt();
    paintWorld(painted, editor.engine, {
      theme,
      words,
      pictures,
      isInteractive: true,
      pixelRatio: 1,
      size: { width: 1000, height: 700 },
    });
    expect(painted.texts.indexOf('Sky')).toBeLessThan(painted.texts.indexOf(words.kinds.textPrompt ?? ''));
  });

  it('is taken by its title and its border; what is in it is worked on as on the pane [FRAME-2]', () => {
    const editor = framed();
    const hit = (x: number, y: number) => editor.engine.hit({ x, y });
    expect(hit(300, 20)).toMatchObject({ type: 'node', node: { id: 'sky' } });
    expect(hit(2, 300)).toMatchObject({ type: 'node', node: { id: 'sky' } });
    expect(hit(300, 402)).toMatchObject({ type: 'node', node: { id: 'sky' } });
    expect(hit(300, 350)).toEqual({ type: 'pane' });
    expect(hit(60, 90)).toMatchObject({ type: 'node', node: { id: 'idea' } });
    expect(hit(595, 395)).toMatchObject({ type: 'corner', node: { id: 'sky' } });

    editor.drag([300, 350], [340, 380]).expectState('idle');
    expect(editor.viewport).toMatchObject({ x: 40, y: 30 });
    expect(editor.selected).toEqual([]);
    expect(framed().drag('idea', [105, 155]).at('idea')).toEqual([45, 135]);
  });

  it('is selected by a marquee that goes round it, not by one within it [FRAME-2]', () => {
    const within = framed().drag([20, 350], [310, 100], { shift: true });
    expect(within.selected).toEqual(['idea']);
    expect(framed().drag([-30, -30], [700, 500], { shift: true }).selected).toEqual(['art', 'idea', 'sky']);
  });

  it('takes its content along, by the middle of each card, in one step [FRAME-3]', () => {
    const editor = framed().drag([300, 20], [450, 80]);
    expect(places(editor)).toEqual({ idea: [180, 135], art: [465, 135], photo: [750, 75], sky: [150, 60] });
    expect(editor.selected).toEqual(['sky']);
    expect(places(editor.undo())).toEqual(places(framed()));
    expect(editor.engine.canUndo).toBe(false);
  });

  it('takes along the frames that lie in it as a whole, with all of theirs [FRAME-3]', () => {
    const editor = TestEditor.with({
      idea: { type: 'textPrompt', at: [60, 120] },
      inner: { type: 'frame', at: [30, 60], data: { ...shut, width: 400, height: 300 } },
      aside: { type: 'frame', at: [500, 60], data: { ...shut, width: 400, height: 300 } },
      outer: { type: 'frame', at: [0, 0], data: shut },
    });
    editor.drag([300, 20], [330, 20]);
    expect(places(editor)).toEqual({ idea: [90, 120], inner: [60, 60], aside: [500, 60], outer: [30, 0] });
  });

  it('gathers nothing on its way under the arrow keys, and is one step [FRAME-3]', () => {
    const editor = framed().select('sky');
    for (let press = 0; press < 40; press += 1) editor.keyDown('ArrowRight');
    expect(places(editor)).toEqual({ idea: [630, 75], art: [915, 75], photo: [750, 75], sky: [600, 0] });
    expect(places(editor.undo())).toEqual(places(framed()));
  });

  it('gathers nothing on its way when a result comes between two presses, and leaves what others take out [FRAME-3]', () => {
    const editor = framed().select('sky');
    for (let press = 0; press < 20; press += 1) editor.keyDown('ArrowRight');
    editor.merge({ type: 'setData', id: 'art', data: { value: '/files/sea.png' } });
    for (let press = 0; press < 20; press += 1) editor.keyDown('ArrowRight');
    expect(places(editor)).toEqual({ idea: [630, 75], art: [915, 75], photo: [750, 75], sky: [600, 0] });

    editor.merge({ type: 'moveNode', id: 'idea', position: { x: 30, y: 900 } }).keyDown('ArrowDown');
    expect(places(editor)).toEqual({ idea: [30, 900], art: [915, 90], photo: [750, 75], sky: [600, 15] });
    editor.keyDown('Escape').select('sky').keyDown('ArrowDown');
    expect(places(editor), 'what stands in it by then').toMatchObject({ art: [915, 105], photo: [750, 90] });
  });

  it('is copied with its content, and deleted without [FRAME-3]', () => {
    const copied = framed().drag([300, 20], [300, 620], { alt: true });
    expect(copied.engine.document.allNodes()).toHaveLength(7);
    expect(copied.engine.document.allEdges()).toHaveLength(2);
    expect(framed().select('sky').keyDown('Delete').nodes).toEqual(['idea', 'art', 'photo']);
  });

  it('is put around the selection by Ctrl+G, and waits for its title [FRAME-5]', () => {
    const editor = framed().select('photo').keyDown('g', { primary: true });
    const [id = ''] = editor.selected;
    expect(editor.node(id)).toMatchObject({ type: 'frame', data: { title: '', colour: 'blue', isFolded: false } });
    expect(boxOf(editor, id)).toEqual([720, 0, 315, 300]);
    expect(editor.engine.editing).toEqual({ nodeId: id, name: 'title' });
    editor.engine.editText({ nodeId: id, name: 'title' }, 'Sea');
    expect(editor.node(id).data.title).toBe('Sea');
    expect(editor.undo().undo().nodes).not.toContain(id);
    expect(framed().keyDown('g', { primary: true }).nodes).toHaveLength(4);
  });

  it('is named in place by a double click on its title, and by Enter [FRAME-5]', () => {
    expect(framed().doubleClick([300, 20]).engine.editing).toEqual({ nodeId: 'sky', name: 'title' });
    expect(framed().select('sky').keyDown('Enter').engine.editing).toEqual({ nodeId: 'sky', name: 'title' });
  });

  it('is made larger or smaller at its corner on the grid, and keeps room for its title [FRAME-6]', () => {
    const editor = framed().pointerDown([592, 392]).pointerMove([700, 500]).expectState('resizing');
    expect(editor.engine.preview.marquee).toEqual({ x: 0, y: 0, width: 705, height: 510 });
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 600, 400]);
    expect(boxOf(editor.pointerUp(), 'sky')).toEqual([0, 0, 705, 510]);
    expect(editor.engine.preview.marquee).toBeNull();
    expect(boxOf(editor.undo(), 'sky')).toEqual([0, 0, 600, 400]);
    expect(boxOf(editor.drag([592, 392], [10, 10]), 'sky')).toEqual([0, 0, 150, 90]);
  });

  it('is as it was when the resize is cancelled [FRAME-6]', () => {
    const editor = framed().pointerDown([592, 392]).pointerMove([700, 500]).keyDown('Escape').expectState('idle');
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 600, 400]);
    const gone = framed().pointerDown([592, 392]).pointerMove([700, 500]).merge({ type: 'removeNode', id: 'sky' });
    gone.expectState('idle').pointerUp([700, 500]);
    expect(gone.nodes).toEqual(['idea', 'art', 'photo']);
  });

  it('is made larger by keys, a row of presses being one step [FRAME-6]', () => {
    const editor = framed().select('sky');
    const grow = { primary: true, shift: true };
    editor.keyDown('ArrowRight', grow).keyDown('ArrowRight', grow).keyDown('ArrowDown', grow);
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 630, 405]);
    expect(boxOf(editor.undo(), 'sky')).toEqual([0, 0, 600, 400]);
    expect(framed().select('idea').keyDown('ArrowRight', grow).engine.canUndo).toBe(false);
  });

  it('has one of six colours, in one step for all selected ones [FRAME-7]', () => {
    const editor = framed().select('sky', 'idea');
    editor.engine.frames.colourSelection('red');
    expect(editor.node('sky').data.colour).toBe('red');
    expect(editor.undo().node('sky').data.colour).toBe('green');
  });

  it('leaves a place free for new cards, and refuses no pipe over its title [FRAME-2]', () => {
    const editor = framed();
    editor.pointerDown(editor.handle('art', 'image-right')).pointerMove([300, 20]);
    expect(editor.preview?.verdict).toBe('none');
  });

  it('is kept as it came, with members of newer versions [FRAME-8]', () => {
    const data = { ...shut, colour: 'silver', unknown: { kept: true } };
    const editor = TestEditor.with({ sky: { type: 'frame', at: [0, 0], data, later: 1 } });
    expect(editor.engine.snapshot().nodes).toEqual([
      { id: 'sky', type: 'frame', position: { x: 0, y: 0 }, data, later: 1 },
    ]);
    expect(editor.drag([300, 20], [315, 20]).node('sky')).toMatchObject({ data, later: 1 });
  });

  it('queries only things near the pointer, whatever its content [FRAME-9]', () => {
    const editor = crowded();
    editor.pointerDown([300, 20]).pointerMove([345, 20]);
    expect(editor.engine.scene.drag?.nodeIds.size).toBe(10_001);
    const asked = askedOf(editor);
    editor.pointerMove([360, 20]).pointerMove([375, 20]);
    expect(asked.length).toBeLessThan(40);
    editor.pointerUp();
    expect([editor.at('sky'), editor.at('n0'), editor.at('n9999')]).toEqual([
      [75, 0],
      [105, 75],
      [30 + 99 * 250 + 75, 75 + 99 * 225],
    ]);
    expect(editor.undo().at('n9999')).toEqual([30 + 99 * 250, 75 + 99 * 225]);
  });

  it('is made larger without a look at the cards in it [FRAME-6]', () => {
    const editor = crowded().select('sky');
    const asked = askedOf(editor);
    editor.keyDown('ArrowRight', { primary: true, shift: true });
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 26_010, 24_000]);
    expect(asked.length).toBeLessThan(40);
    editor.drag([26_008, 23_998], [26_038, 23_998]);
    expect(boxOf(editor, 'sky')).toEqual([0, 0, 26_040, 24_000]);
    expect(asked.length).toBeLessThan(200);
  });

  it('moved anywhere and back leaves everything where it was, for any frame and any cards [FRAME-3]', () => {
    const place = fc.integer({ min: -40, max: 40 }).map((lines) => lines * 15);
    const card = fc.record({ x: place, y: place });
    fc.assert(
      fc.property(fc.array(card, { maxLength: 8 }), place, place, (cards, dx, dy) => {
        const nodes: FlowNode[] = cards.map((position, index) => ({
          id: `n${index}`,
          type: 'textPrompt',
          position,
          data: {},
        }));
        const sky: FlowNode = { id: 'sky', type: 'frame', position: { x: 0, y: 0 }, data: shut };
        const editor = new TestEditor({ nodes: [...nodes, sky], edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
        const before = places(editor);
        const inside = editor.engine.frames.withContent(new Set(['sky']));
        editor.select('sky').engine.nudge({ x: dx, y: dy });
        for (const { id, position } of nodes) {
          const by = inside.has(id) ? [dx, dy] : [0, 0];
          expect(editor.at(id)).toEqual([position.x + (by[0] ?? 0), position.y + (by[1] ?? 0)]);
        }
        editor.engine.nudge({ x: -dx, y: -dy });
        expect(places(editor)).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a note', () => {
  it('is words on the canvas that nothing flows in or out of [NOTE-1]', () => {
    const editor = TestEditor.with({});
    const id = editor.engine.addNode('note', null, { x: 7, y: 7 });
    expect(editor.node(id)).toEqual({
      id,
      type: 'note',
      position: { x: 0, y: 0 },
      data: { value: '', width: 240, height: 150 },
    });
    expect(editor.engine.editing).toEqual({ nodeId: id, name: 'value' });
    expect(NODE_KINDS.handlesOf(editor.node(id))).toEqual([]);
    expect(NODE_KINDS.of('note')?.palette).toBeUndefined();
  });

  it('is edited in place by a double click, Enter and a key [NOTE-1]', () => {
    const editor = TestEditor.with({
      memo: { type: 'note', at: [0, 0], data: { value: 'Sea', width: 240, height: 150 } },
    });
    expect(editor.doubleClick([60, 60]).engine.editing).toEqual({ nodeId: 'memo', name: 'value' });
    editor.engine.stopEditing();
    expect(editor.select('memo').keyDown('Enter').engine.editing).toEqual({ nodeId: 'memo', name: 'value' });
  });

  it('is made larger at its corner [NOTE-2]', () => {
    const editor = TestEditor.with({
      memo: { type: 'note', at: [0, 0], data: { value: 'Sea', width: 240, height: 150 } },
    });
    expect(boxOf(editor.drag([235, 145], [300, 240]), 'memo')).toEqual([0, 0, 300, 240]);
    expect(boxOf(editor.undo(), 'memo')).toEqual([0, 0, 240, 150]);
  });
});
