import { describe, expect, it } from 'vitest';
import { cutOut, type Change, type FlowNode, type NodeRun } from '../../../src/engine';
import { foldedContent } from '../../../src/engine/scene/foldedContent';
import { pipe, TestEditor } from '../../support/TestEditor';
import { askedOf } from '../support/askedOf';

const open = { title: 'Sky', colour: 'green', width: 600, height: 400, isFolded: false };
const EVERYWHERE = { x: -5000, y: -5000, width: 10_000, height: 10_000 };

/** An idea that feeds a picture, both in a frame; the picture feeds one outside. */
const framed = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [30, 75] },
      art: { type: 'image', at: [315, 75], data: { value: '/files/art.png' } },
      print: { type: 'image', at: [900, 75] },
      sky: { type: 'frame', at: [0, 0], data: open },
    },
    [pipe('idea', 'art'), pipe('art', 'print', 'image')],
  );

const seen = ({ engine: { scene } }: TestEditor) => ({
  cards: scene.nodesIn(EVERYWHERE).map(({ id }) => id),
  pipes: scene
    .edgesIn(EVERYWHERE)
    .map(({ id }) => id)
    .toSorted(),
});

const folded = () => {
  const editor = framed().select('sky');
  editor.keyDown('g', { primary: true, shift: true });
  return editor;
};

/** A folded frame with an open frame and an idea in it, and a note that lies where the open frame stood. */
const withNote = () => {
  const editor = TestEditor.with({
    idea: { type: 'textPrompt', at: [345, 375] },
    inner: { type: 'frame', at: [300, 300], data: { ...open, width: 400, height: 300 } },
    outer: { type: 'frame', at: [0, 0], data: { ...open, width: 900, height: 700 } },
    print: { type: 'image', at: [1200, 0] },
  });
  editor.engine.frames.toggleFold(['outer']);
  return editor.merge({ type: 'addNode', node: { id: 'memo', type: 'note', position: { x: 375, y: 400 }, data: {} } });
};

describe('a folded frame', () => {
  it('is one card with the pictures of its content, and its pipes lead to that [FOLD-1]', () => {
    const editor = folded();
    expect(seen(editor)).toEqual({ cards: ['print', 'sky'], pipes: ['art-print'] });
    const { document, scene } = editor.engine;
    expect(scene.boxOf(editor.node('sky'))).toEqual({ x: 0, y: 0, width: 245, height: 195 });
    expect(foldedContent(document, scene, editor.node('sky'))).toEqual({
      count: 2,
      pictures: ['/files/art.png'],
      work: null,
    });
    expect(editor.endOf('art-print', 'source')).toEqual({ x: 245, y: 97.5 });
    expect(editor.engine.hit({ x: 400, y: 150 })).toEqual({ type: 'pane' });
    expect(document.allNodes()).toHaveLength(4);
  });

  it('draws the words that come and go beside the pictures, which would cover them [FOLD-1]', () => {
    const editor = TestEditor.with(
      {
        before: { type: 'textPrompt', at: [-600, 0] },
        photo: { type: 'imageUpload', at: [-600, 300] },
        idea: { type: 'textPrompt', at: [30, 75] },
        art: { type: 'image', at: [315, 75] },
        print: { type: 'image', at: [900, 75] },
        sky: { type: 'frame', at: [0, 0], data: { ...open, isFolded: true, holds: ['idea', 'art'] } },
      },
      [pipe('before', 'art'), pipe('photo', 'art', 'image'), pipe('art', 'print', 'image'), pipe('idea', 'print')],
    );
    expect(editor.endOf('art-print', 'source')).toEqual({ x: 245, y: 97.5 });
    expect(editor.endOf('idea-print', 'source')).toEqual({ x: 245, y: 73.5 });
    expect(editor.endOf('photo-art', 'target')).toEqual({ x: 0, y: 97.5 });
    expect(editor.endOf('before-art', 'target')).toEqual({ x: 0, y: 73.5 });
    expect(editor.engine.hit({ x: 270, y: 73.5 })).toMatchObject({ edge: { id: 'idea-print' } });
  });

  it('shows the runs inside it, and is repainted for them alone [FOLD-5]', () => {
    const editor = folded();
    const { engine } = editor;
    const box = engine.scene.boxOf(editor.node('sky'));
    const told = (runs: Record<string, NodeRun>) => {
      editor.takeEvents();
      editor.showRuns(new Map(Object.entries(runs)));
      const areas = editor.takeEvents().flatMap((event) => (event.type === 'invalidate' ? [event.area] : []));
      const { work } = foldedContent(engine.document, engine.scene, editor.node('sky'), engine.runs) ?? {};
      return [work, areas];
    };
    expect(told({ art: { state: 'waiting' } })).toEqual([{ underWay: 1, failed: 0, phase: null }, [[box]]]);
    expect(told({ art: { state: 'running', phase: 0.3 }, idea: { state: 'failed' } })).toEqual([
      { underWay: 1, failed: 1, phase: 0.3 },
      [[box]],
    ]);
    const inView = engine.view.visibleBox();
    expect([...engine.scene.seenIn(inView, new Set(['art', 'gone']))]).toEqual(['art']);
    expect(told({ art: { state: 'note' }, print: { state: 'failed' } })[0]).toBeNull();
    expect(told({})).toEqual([null, [[box, engine.scene.boxOf(editor.node('print'))]]]);
  });

  it('is as it was once it is unfolded, in one step each way [FOLD-2]', () => {
    const editor = folded();
    const before = framed();
    editor.keyDown('g', { primary: true, shift: true });
    expect(editor.engine.snapshot()).toEqual(before.engine.snapshot());
    expect(seen(editor)).toEqual(seen(before));
    editor.undo();
    expect(seen(editor).cards).toEqual(['print', 'sky']);
    editor.undo();
    expect(editor.engine.snapshot()).toEqual(before.engine.snapshot());
    expect(seen(editor)).toEqual(seen(before));
    expect(editor.engine.canUndo).toBe(false);
  });

  it('is folded and unfolded by the button in its title bar [FOLD-2]', () => {
    const editor = framed().click([578, 20]);
    expect(seen(editor).cards).toEqual(['print', 'sky']);
    expect(seen(editor.click([223, 20])).cards).toHaveLength(4);
  });

  it('takes its content along, so that it is around it again [FOLD-2]', () => {
    const editor = folded().drag([100, 20], [250, 320]);
    expect([editor.at('idea'), editor.at('art'), editor.at('sky')]).toEqual([
      [180, 375],
      [465, 375],
      [150, 300],
    ]);
    expect(editor.endOf('art-print', 'source')).toEqual({ x: 395, y: 397.5 });
    editor.engine.frames.toggleFold(['sky']);
    expect(editor.endOf('art-print', 'source')).toEqual({ x: 465 + 245, y: 375 + 97.5 });
  });

  it('takes its content along when it is aligned with others too [FOLD-2]', () => {
    const editor = folded().select('sky', 'print');
    editor.engine.arrange('alignRight');
    expect([editor.at('sky'), editor.at('idea'), editor.at('art')]).toEqual([
      [900, 0],
      [930, 75],
      [1215, 75],
    ]);
  });

  it('hides nothing that is put where it would be open [FOLD-3]', () => {
    const editor = folded();
    const id = editor.engine.addNode('note', null, { x: 315, y: 75 });
    expect(seen(editor).cards).toContain(id);
    expect(editor.engine.hit({ x: 400, y: 150 })).toMatchObject({ node: { id } });
  });

  it('is deleted with its content, by the key and by its red button, and comes back with it [FOLD-3]', () => {
    for (const remove of [
      (editor: TestEditor) => editor.keyDown('Delete'),
      (editor: TestEditor) => editor.click(editor.deleteButton('sky')),
    ]) {
      const editor = remove(folded());
      expect(editor.nodes).toEqual(['print']);
      expect(seen(editor.undo())).toEqual({ cards: ['print', 'sky'], pipes: ['art-print'] });
    }
  });

  it('is copied with its content, which its copy hides [FOLD-3]', () => {
    const editor = folded();
    const { engine } = editor;
    const ids = engine.addFragment(
      cutOut(engine.document, engine.frames.withContent(new Set(['sky']))),
      { x: 0, y: 600 },
      false,
    );
    expect(ids).toHaveLength(3);
    expect(seen(editor).cards).toHaveLength(3);
    const copy = ids[0] ?? '';
    expect(engine.scene.folds.hiddenBy(copy)).toEqual(new Set(ids.slice(1)));
    engine.frames.toggleFold([copy]);
    expect(seen(editor).cards).toHaveLength(5);
  });

  it('that came without a list is copied with what it hides, and its copy hides nothing else [FOLD-3]', () => {
    const data = { ...open, isFolded: true };
    const { engine } = TestEditor.with({
      idea: { type: 'textPrompt', at: [30, 75] },
      print: { type: 'image', at: [1000, 75] },
      sky: { type: 'frame', at: [0, 0], data },
    });
    const copied = cutOut(engine.document, engine.frames.withContent(new Set(['sky'])));
    const [skyId = '', ideaId = ''] = engine.addFragment(copied, { x: 900, y: 0 });
    expect(copied.nodes.map(({ id }) => id)).toEqual(['sky', 'idea']);
    expect([...engine.scene.folds.hiddenBy(skyId)]).toEqual([ideaId]);
    expect([...engine.scene.folds.hiddenBy('sky')]).toEqual(['idea']);
    expect(engine.scene.folds.isHidden('print')).toBe(false);
    expect(engine.document.node('sky')?.data, 'the original stays as it came').toEqual(data);
  });

  it('is found where its card is, and a removed one shows its content', () => {
    const editor = folded();
    expect(editor.engine.scene.bounds(['art'])).toEqual({ x: 0, y: 0, width: 245, height: 195 });
    editor.merge({ type: 'removeNode', id: 'sky' });
    expect(seen(editor)).toEqual({ cards: ['idea', 'art', 'print'], pipes: ['art-print', 'idea-art'] });
  });

  it('within a folded frame comes back as it was, folded [FOLD-2]', () => {
    const editor = TestEditor.with({
      idea: { type: 'textPrompt', at: [60, 120] },
      inner: { type: 'frame', at: [30, 60], data: { ...open, width: 400, height: 300 } },
      outer: { type: 'frame', at: [0, 0], data: open },
    });
    const { frames } = editor.engine;
    frames.toggleFold(['inner']);
    frames.toggleFold(['outer']);
    expect(seen(editor).cards).toEqual(['outer']);
    editor.select('outer').keyDown('ArrowDown');
    frames.toggleFold(['outer']);
    expect(seen(editor).cards).toEqual(['outer', 'inner']);
    expect([editor.at('inner'), editor.at('idea')]).toEqual([
      [30, 75],
      [60, 135],
    ]);
  });

  it('with an open frame in it leaves alone what is put where that stood [FOLD-3]', () => {
    const unfolded = withNote().keyDown('a', { primary: true }).keyDown('g', { primary: true, shift: true });
    expect(unfolded.node('outer').data.isFolded).toBe(false);
    expect(unfolded.node('inner').data).not.toHaveProperty('holds');
    expect(seen(unfolded).cards.toSorted()).toEqual(['idea', 'inner', 'memo', 'outer', 'print']);

    const left = withNote().select('idea', 'inner', 'outer').keyDown('ArrowRight');
    expect([left.at('memo'), left.at('idea')]).toEqual([
      [375, 400],
      [360, 375],
    ]);

    const aligned = withNote().keyDown('a', { primary: true });
    aligned.engine.arrange('alignTop');
    expect([aligned.at('memo'), aligned.at('outer')]).toEqual([
      [375, 0],
      [0, 0],
    ]);
  });

  it('that is folded again by an undo leaves no selected card in it, which a key would delete', () => {
    const editor = folded().keyDown('g', { primary: true, shift: true });
    expect(editor.click('idea').selected).toEqual(['idea']);
    expect(editor.undo().selected).toEqual([]);
    expect(editor.keyDown('Delete').nodes).toHaveLength(4);
  });

  it('that another tab folds keeps what is selected beside it, and nothing in it', () => {
    const away = { type: 'setData', id: 'sky', data: { isFolded: true, holds: ['idea', 'art'] } } as const;
    const cards = framed().select('idea', 'print', 'sky').merge(away);
    expect(cards.selected).toEqual(['print', 'sky']);

    const pipes = framed();
    pipes.engine.select({ edges: new Set(['idea-art', 'art-print']) });
    expect([...pipes.merge(away).engine.selection.edges]).toEqual(['art-print']);

    const all = framed().keyDown('a', { primary: true }).merge(away);
    expect(all.selected).toHaveLength(6);
  });

  it('closes the text of a card in it that is being written, and leaves open its own title', () => {
    const editor = folded().keyDown('g', { primary: true, shift: true });
    editor.engine.startEditing({ nodeId: 'idea', name: 'value' });
    expect(editor.undo().engine.editing).toBeNull();
    editor.engine.startEditing({ nodeId: 'sky', name: 'title' });
    expect(editor.undo().redo().engine.editing).toEqual({ nodeId: 'sky', name: 'title' });
  });

  it('counts no card that another tab deletes in it, and counts it again when it comes back [FOLD-1]', () => {
    const editor = folded();
    const { document, scene } = editor.engine;
    const card = scene.boxOf(editor.node('sky'));
    const count = () => foldedContent(document, scene, editor.node('sky'))?.count;
    const dirty = (change: Change) => {
      editor.takeEvents();
      editor.merge(change);
      return editor.takeEvents().flatMap((event) => (event.type === 'document' ? [event.cards] : []));
    };
    const idea = editor.node('idea');
    expect([dirty({ type: 'removeNode', id: 'idea' }), count()]).toEqual([[[card]], 1]);
    expect(dirty({ type: 'addNode', node: idea })).toEqual([[card]]);
    expect([count(), seen(editor).cards]).toEqual([2, ['print', 'sky']]);

    dirty({ type: 'removeNode', id: 'idea' });
    const later = new TestEditor(editor.engine.snapshot());
    expect(foldedContent(later.engine.document, later.engine.scene, later.node('sky'))?.count).toBe(1);
  });

  it('without a list hides what its unfolded box would contain; two never contain each other', () => {
    const loaded = TestEditor.with({
      idea: { type: 'textPrompt', at: [30, 75] },
      sky: { type: 'frame', at: [0, 0], data: { ...open, isFolded: true } },
    });
    expect(seen(loaded).cards).toEqual(['sky']);
    loaded.merge({ type: 'setData', id: 'sky', data: { width: 120 } });
    expect(seen(loaded).cards).toEqual(['idea', 'sky']);
    const odd = TestEditor.with({
      one: { type: 'frame', at: [0, 0], data: { ...open, isFolded: true, holds: ['two', 'gone', 7] } },
      two: { type: 'frame', at: [0, 0], data: { ...open, isFolded: true, holds: ['one'] } },
    });
    expect(seen(odd).cards).toEqual(['one']);
  });

  it('with thousands of others in one another, as another program may write them, is one card that unfolds', () => {
    const last = 11_999;
    const frames = Array.from({ length: last }, (_, depth): FlowNode => ({
      id: `f${depth}`,
      type: 'frame',
      position: { x: 0, y: 0 },
      data: { ...open, isFolded: true, holds: [`f${depth + 1}`] },
    }));
    const idea: FlowNode = { id: `f${last}`, type: 'textPrompt', position: { x: 30, y: 75 }, data: {} };
    for (const nodes of [
      [...frames, idea],
      [idea, ...frames.toReversed()],
    ]) {
      const editor = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
      expect(seen(editor).cards).toEqual(['f0']);
      expect(editor.engine.scene.folds.hiddenBy('f0').size).toBe(last);
      editor.engine.frames.toggleFold(['f0']);
      expect(seen(editor).cards).toEqual(['f0', 'f1']);
    }
  });

  it('of very many cards is named and coloured without a look at them [FOLD-4]', () => {
    const holds = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    const many = holds.map((id): FlowNode => ({ id, type: 'textPrompt', position: { x: 30, y: 75 }, data: {} }));
    const print: FlowNode = { id: 'print', type: 'image', position: { x: 900, y: 75 }, data: {} };
    const sky: FlowNode = {
      id: 'sky',
      type: 'frame',
      position: { x: 0, y: 0 },
      data: { ...open, isFolded: true, holds },
    };
    const edges = holds.map((id) => pipe(id, 'print'));
    const editor = new TestEditor({ nodes: [...many, print, sky], edges, viewport: { x: 0, y: 0, zoom: 1 } });
    const { engine } = editor;
    expect(seen(editor).cards).toEqual(['print', 'sky']);

    const { stats } = engine;
    const boxes = stats.edgeBoxes;
    const asked = askedOf(editor);
    const title = { nodeId: 'sky', name: 'title' } as const;
    for (const letters of ['S', 'Se', 'Sea']) engine.editText(title, letters);
    editor.select('sky').engine.frames.colourSelection('red');
    expect(asked.length).toBeLessThan(100);
    expect(stats.edgeBoxes).toBe(boxes);

    editor.merge({ type: 'moveNode', id: 'sky', position: { x: 0, y: 15 } });
    expect(stats.edgeBoxes).toBe(boxes + edges.length);
  });

  it('of very many cards is folded, unfolded and dragged at the cost of the view [FOLD-4]', () => {
    const many: FlowNode[] = Array.from({ length: 10_000 }, (_, index) => ({
      id: `n${index}`,
      type: index % 2 === 0 ? 'textPrompt' : 'image',
      position: { x: 30 + (index % 100) * 250, y: 75 + Math.floor(index / 100) * 225 },
      data: {},
    }));
    const edges = Array.from({ length: 5000 }, (_, index) => pipe(`n${2 * index}`, `n${2 * index + 1}`));
    const sky: FlowNode = {
      id: 'sky',
      type: 'frame',
      position: { x: 0, y: 0 },
      data: { ...open, width: 26_000, height: 24_000 },
    };
    const editor = new TestEditor({ nodes: [...many, sky], edges, viewport: { x: 0, y: 0, zoom: 1 } });
    editor.engine.frames.toggleFold(['sky']);
    const all = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };
    const { scene } = editor.engine;
    expect([scene.nodesIn(all).length, scene.edgesIn(all).length]).toEqual([1, 0]);
    editor.drag([100, 20], [250, 20]);
    expect(editor.at('n9999')).toEqual([30 + 99 * 250 + 150, 75 + 99 * 225]);
    editor.engine.frames.toggleFold(['sky']);
    expect([scene.nodesIn(all).length, scene.edgesIn(all).length]).toEqual([10_001, 5000]);
    expect(editor.undo().undo().undo().at('n9999')).toEqual([30 + 99 * 250, 75 + 99 * 225]);
    expect(scene.nodesIn(all)).toHaveLength(10_001);
  });
});
