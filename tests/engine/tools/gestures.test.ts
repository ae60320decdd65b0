import { describe, expect, it } from 'vitest';
import { TestEditor, pipe, type Place, type PointerManner } from '../../support/TestEditor';
import { BUSY_STATES } from '../support/busyStates';
import { tracesIn } from '../support/tracesIn';

const row = (id: string, name: string, parentId: string) => ({ id, name, value: 'sea', parentId });

const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      art: { type: 'image', at: [450, 0] },
      moods: { type: 'category', at: [450, 300], data: { categories: [row('row', 'calm', 'moods')] } },
      places: { type: 'category', at: [750, 300], data: { categories: [row('there', 'Seoul', 'places')] } },
      memo: { type: 'note', at: [0, 240], data: { value: '', width: 150, height: 90 } },
      loose: { type: 'categoryItem', at: [0, 450], data: { name: 'colour', value: 'red' } },
    },
    [pipe('idea', 'art')],
  );

type Manner = { pointerType?: 'touch' | 'pen' };

interface Gesture {
  readonly state: string;
  readonly where: string;
  /** A press at its middle. */
  readonly begin: (editor: TestEditor, manner?: Manner) => TestEditor;
  /** The node without which the gesture cannot go on. */
  readonly held: string | null;
  /** The gesture waits for an answer; no pointer is down. */
  readonly isWaiting?: true;
  /** The gesture holds nothing: keys mean what they mean at rest. */
  readonly leavesKeys?: true;
}

const PANE = [350, 600] as const;
const OUTPUT = { x: 695, y: 380 };
/** A point on the pipe, beside its end. */
const PIPE_END = { x: 435, y: 60 };

/** A press at one point and a move to another. */
const pulled =
  (from: Place | ((editor: TestEditor) => Place), to: Place, shift = false): Gesture['begin'] =>
  (editor, manner) =>
    editor
      .pointerDown(typeof from === 'function' ? from(editor) : from, { ...manner, shift })
      .pointerMove(to, { ...manner, shift });

/** The same, to the edge of the stage, which starts auto-pan. */
const pulledOn =
  (from: Place | ((editor: TestEditor) => Place), shift = false): Gesture['begin'] =>
  (editor, manner) =>
    pulled(from, [995, 690], shift)(editor, manner).wait(20);

/** A press longer than half a second, then a move if a point is given; by a pen unless `manner` says otherwise. */
const held =
  (from: Place, to?: Place): Gesture['begin'] =>
  (editor, manner = { pointerType: 'pen' }) => {
    editor.pointerDown(from, manner).wait(32);
    return to ? editor.pointerMove(to, manner) : editor;
  };

/** A press without a move. */
const pressed =
  (place: Place | ((editor: TestEditor) => Place)): Gesture['begin'] =>
  (editor, manner) =>
    editor.pointerDown(typeof place === 'function' ? place(editor) : place, manner);

/** A press on a card that moves the pane. */
const panned =
  (by: PointerManner): Gesture['begin'] =>
  (editor, manner) =>
    editor.pointerDown('art', { ...manner, ...by }).pointerMove([500, 80], { ...manner, ...by });

const grip = (editor: TestEditor) => editor.grip('moods', 'row');

/** A selected text card would take the letter as text. */
const holding = (editor: TestEditor, key: string) => editor.keyDown(key, { alt: editor.selected.join() === 'idea' });

/** Begins by keys. */
const begun = (editor: TestEditor) => {
  editor.engine.beginConnection({ nodeId: 'moods', handleId: 'text-right' });
  return editor;
};
const taken = (editor: TestEditor) => {
  editor.engine.takeEdge('idea-art', 'source');
  return editor;
};
const led = (editor: TestEditor, nodeId: string, handleId: string) => {
  editor.engine.aimConnection({ nodeId, handleId });
  return editor;
};

/** All gestures. */
const GESTURES: readonly Gesture[] = [
  { state: 'pressing', where: 'a card', begin: pressed('art'), held: 'art' },
  { state: 'pressing', where: 'the pane', begin: pressed(PANE), held: null },
  { state: 'pressing', where: 'a handle', begin: pressed(OUTPUT), held: 'moods' },
  { state: 'pressing', where: 'a button', begin: pressed((editor) => editor.part('art', 'run')), held: 'art' },
  { state: 'pressing', where: 'a grip', begin: pressed(grip), held: 'moods' },
  { state: 'pressing', where: 'a pipe', begin: pressed((editor) => editor.middleOf('idea-art')), held: 'idea' },
  { state: 'pressing', where: 'the end of a pipe', begin: pressed(PIPE_END), held: 'art' },
  {
    state: 'pressing',
    where: 'a delete button',
    begin: pressed((editor) => editor.select('idea').deleteButton('idea')),
    held: 'idea',
  },
  { state: 'panning', where: 'the pane', begin: pulled(PANE, [400, 650]), held: null },
  { state: 'panning', where: 'by the middle button', begin: panned({ button: 1 }), held: null },
  {
    state: 'panning',
    where: 'by the space bar',
    begin: (editor, manner) => panned({})(editor.keyDown(' '), manner),
    held: null,
  },
  {
    state: 'pinching',
    where: 'a card and the pane',
    begin: (editor) => editor.finger('down', 2, 510, 20).finger('down', 1, 350, 600).finger('move', 1, 350, 500),
    held: null,
  },
  { state: 'dragging', where: 'a card', begin: pulled('art', [550, 120]), held: 'art' },
  { state: 'dragging', where: 'an item over a category', begin: pulled('loose', [500, 340]), held: 'loose' },
  { state: 'dragging', where: 'a card at the edge', begin: pulledOn('art'), held: 'art' },
  { state: 'connecting', where: 'over an input', begin: pulled(OUTPUT, [450, 60]), held: 'moods' },
  { state: 'connecting', where: 'at the edge', begin: pulledOn(OUTPUT), held: 'moods' },
  { state: 'reconnecting', where: 'over the pane', begin: pulled(PIPE_END, [330, 300]), held: 'idea' },
  { state: 'reconnecting', where: 'over an output', begin: pulled({ x: 235, y: 97.5 }, OUTPUT), held: 'art' },
  { state: 'reconnecting', where: 'at the edge', begin: pulledOn(PIPE_END), held: 'idea' },
  { state: 'pressing', where: 'a corner', begin: pressed([145, 325]), held: 'memo' },
  { state: 'resizing', where: 'larger', begin: pulled([145, 325], [220, 400]), held: 'memo' },
  { state: 'resizing', where: 'at the edge', begin: pulledOn([145, 325]), held: 'memo' },
  { state: 'draggingRow', where: 'a row over the pane', begin: pulled(grip, [300, 500]), held: 'moods' },
  { state: 'draggingRow', where: 'a row over a category', begin: pulled(grip, [800, 400]), held: 'moods' },
  { state: 'draggingRow', where: 'a row at the edge', begin: pulledOn(grip), held: 'moods' },
  { state: 'marqueeSelecting', where: 'some cards', begin: pulled(PANE, [600, 100], true), held: null },
  { state: 'marqueeSelecting', where: 'at the edge', begin: pulledOn(PANE, true), held: null },
  {
    state: 'cutting',
    where: 'over a pipe',
    begin: (editor, manner) => pulled([380, -80], [380, 500])(holding(editor, 'x'), manner),
    held: null,
  },
  {
    state: 'joining',
    where: 'over a card',
    begin: (editor, manner) => pulled('idea', 'art')(holding(editor, 'c'), manner),
    held: 'idea',
  },
  { state: 'longPressing', where: 'a card', begin: held('art'), held: 'art' },
  { state: 'longPressing', where: 'the pane', begin: held(PANE), held: null },
  { state: 'dragging', where: 'a card that was held', begin: held('art', [550, 120]), held: 'art' },
  { state: 'marqueeSelecting', where: 'from the pane that was held', begin: held(PANE, [600, 100]), held: null },
  {
    state: 'addMenuOpen',
    where: 'on the pane',
    begin: (editor, manner) => pulled(OUTPUT, PANE)(editor, manner).pointerUp(undefined, manner),
    held: 'moods',
    isWaiting: true,
  },
  {
    state: 'keyboardConnecting',
    where: 'a new pipe over the pane',
    begin: (editor) => begun(editor),
    held: 'moods',
    isWaiting: true,
    leavesKeys: true,
  },
  {
    state: 'keyboardConnecting',
    where: 'a new pipe over an input',
    begin: (editor) => led(begun(editor), 'art', 'text-left'),
    held: 'moods',
    isWaiting: true,
    leavesKeys: true,
  },
  {
    state: 'keyboardConnecting',
    where: 'a pipe of the canvas over its pane',
    begin: (editor) => taken(editor),
    held: 'art',
    isWaiting: true,
    leavesKeys: true,
  },
  {
    state: 'keyboardConnecting',
    where: 'a pipe of the canvas over an output',
    begin: (editor) => led(taken(editor), 'moods', 'text-right'),
    held: 'art',
    isWaiting: true,
    leavesKeys: true,
  },
];
const BY_POINTER = GESTURES.filter(({ isWaiting }) => !isWaiting);

/** The traces of a gesture, with whether an edit was told of. */
const allTracesIn = (editor: TestEditor) => ({
  ...tracesIn(editor),
  isToldOfAnEdit: editor.eventTypes.includes('document'),
});

const content = ({ engine: { document } }: TestEditor) => ({ nodes: document.allNodes(), edges: document.allEdges() });

it('no state of the hand is without a gesture here', () => {
  expect([...new Set(GESTURES.map(({ state }) => state))].toSorted()).toEqual(BUSY_STATES);
});

describe('giving a gesture up', () => {
  it.each(GESTURES)('Escape ends $state ($where) and leaves all as it was', ({ state, begin }) => {
    const editor = desk().select('idea');
    const before = allTracesIn(editor);
    begin(editor).expectState(state).keyDown('Escape').expectState('idle');
    expect(allTracesIn(editor)).toEqual(before);
    editor.pointerMove([10, 610]).pointerUp().wait(5);
    expect(allTracesIn(editor)).toEqual(before);
  });

  it.each(GESTURES)('Escape ends $state ($where), and the arrow keys go on with their step', ({ begin }) => {
    const editor = desk().select('memo').keyDown('Escape').select('idea');
    begin(editor.keyDown('ArrowUp')).keyDown('Escape').pointerUp();
    expect(editor.keyDown('ArrowUp').keyDown('ArrowDown').undo().at('idea')).toEqual([0, 0]);
  });

  // A delete button is there only for what is selected.
  it.each(GESTURES.filter(({ where }) => where !== 'a delete button'))(
    'Escape ends $state ($where) likewise when nothing is selected',
    ({ begin }) => {
      const editor = desk().select('idea').keyDown('Escape');
      const before = tracesIn(editor);
      begin(editor).keyDown('Escape').pointerUp();
      expect(tracesIn(editor)).toEqual(before);
    },
  );

  it.each(GESTURES)('lost capture or focus ends $state ($where) likewise', ({ state, begin }) => {
    const editor = desk().select('idea');
    const before = allTracesIn(editor);
    begin(editor).expectState(state).cancel().expectState('idle');
    expect(allTracesIn(editor)).toEqual(before);
    editor.pointerMove([10, 610]).pointerUp().wait(5);
    expect(allTracesIn(editor)).toEqual(before);
  });

  it.each(BY_POINTER.filter(({ state }) => state !== 'panning' && state !== 'pinching'))(
    'a second finger ends $state ($where) and pinches',
    ({ state, begin }) => {
      const editor = desk().select('idea');
      const before = allTracesIn(editor);
      begin(editor, { pointerType: 'touch' }).expectState(state);
      editor.finger('down', 2, 900, 650).expectState('pinching');
      expect(allTracesIn(editor)).toEqual(before);
      editor.finger('up', 2, 900, 650).expectState('panning');
      expect(allTracesIn(editor)).toEqual(before);
      editor.finger('move', 1, 0, 0).keyDown('Escape').finger('up', 1, 0, 0).expectState('idle');
      expect(allTracesIn(editor)).toEqual(before);
    },
  );

  it.each(GESTURES.filter(({ held }) => held !== null))(
    'the removal of the node of $state ($where) ends it',
    ({ state, begin, held }) => {
      const editor = desk();
      begin(editor)
        .expectState(state)
        .merge({ type: 'removeNode', id: held ?? '' })
        .expectState('idle');
      const after = content(editor);
      expect(editor.engine.preview).toEqual(desk().engine.preview);
      editor.pointerMove([200, 200]).pointerUp().wait(5);
      expect(content(editor)).toEqual(after);
      expect([editor.engine.scene.drag, editor.engine.canUndo]).toEqual([null, false]);
    },
  );

  it('Escape gives a pinch back too', () => {
    const editor = desk().finger('down', 1, 300, 300).finger('down', 2, 400, 300).finger('move', 2, 600, 300);
    expect(editor.viewport.zoom).toBe(3);
    editor.keyDown('Escape').expectState('idle');
    expect(editor.viewport).toEqual({ x: 0, y: 0, zoom: 1 });
  });
});

describe('one gesture, one pointer', () => {
  // A pen cancels what fingers began before it, as a palm does: tests/engine/tools/palmRejection.test.ts.
  it.each(BY_POINTER.filter(({ state }) => state !== 'pinching'))(
    'another mouse or pen neither moves nor ends $state ($where)',
    ({ state, begin }) => {
      const editor = desk();
      begin(editor).expectState(state);
      editor.takeEvents();
      editor.pointerMove([20, 20], { pointerId: 9, pointerType: 'pen' });
      editor.pointerDown([20, 20], { pointerId: 9, pointerType: 'pen' });
      editor.pointerUp([20, 20], { pointerId: 9, pointerType: 'pen' });
      expect(editor.expectState(state).takeEvents()).toEqual([]);
    },
  );

  it.each(GESTURES.filter(({ leavesKeys }) => !leavesKeys))('keys wait while $state ($where)', ({ state, begin }) => {
    const editor = desk().select('places').keyDown('ArrowRight');
    begin(editor);
    editor.takeEvents();
    for (const key of ['Delete', 'ArrowDown', 'Enter', '+']) editor.keyDown(key);
    editor.keyDown('z', { primary: true }).keyDown('a', { primary: true });
    expect(editor.expectState(state).takeEvents()).toEqual([]);
    expect(editor.at('places')).toEqual([765, 300]);
  });

  it.each(GESTURES)('a resized stage does not affect $state ($where)', ({ state, begin }) => {
    const ended = (isResized: boolean) => {
      const editor = begin(desk()).expectState(state);
      if (isResized) editor.engine.view.setSize({ width: 1280, height: 960 });
      editor.expectState(state).engine.dropConnection();
      return content(editor.pointerUp());
    };
    expect(ended(true)).toEqual(ended(false));
  });

  it.each(GESTURES)('others who edit elsewhere do not disturb $state ($where)', ({ state, begin }) => {
    const editor = begin(desk()).expectState(state);
    const shown = editor.engine.preview;
    editor.merge(
      { type: 'addNode', node: { id: 'new', type: 'image', position: { x: 3000, y: 3000 }, data: {} } },
      { type: 'setData', id: 'idea', data: { value: 'words' } },
    );
    expect(editor.expectState(state).engine.preview).toEqual(shown);
  });
});

const pair = () =>
  TestEditor.with(
    {
      a: { type: 'image', at: [0, 0] },
      b: { type: 'image', at: [300, 0] },
      c: { type: 'image', at: [600, 300] },
    },
    [pipe('a', 'b', 'image'), pipe('b', 'c', 'image')],
  );

describe('a drag while others work on the same canvas', () => {
  const everywhere = { x: -1e4, y: -1e4, width: 2e4, height: 2e4 };

  it('ends when the dragged node is removed', () => {
    const editor = pair().pointerDown('a').pointerMove([120, 80]).merge({ type: 'removeNode', id: 'a' });
    editor.expectState('idle').expectSelected().pointerMove([200, 200]).pointerUp();
    expect(editor.nodes).toEqual(['b', 'c']);
    expect(editor.engine.scene.drag).toBeNull();
    expect(editor.engine.scene.edgesIn(everywhere).map(({ id }) => id)).toEqual(['b-c']);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('continues with the remaining nodes, and shows no pipe of the removed one', () => {
    const editor = pair().select('a', 'b').pointerDown('a').pointerMove([120, 80]);
    editor.merge({ type: 'removeNode', id: 'a' }).expectState('dragging').expectSelected('b');
    expect(editor.engine.scene.draggedEdgesIn(everywhere).map(({ id }) => id)).toEqual(['b-c']);

    editor.pointerMove([150, 20]).pointerUp();
    expect(editor.at('b')).toEqual([390, 0]);
    expect(editor.undo().at('b')).toEqual([300, 0]);
  });

  it('drags a pipe that somebody else connects to the dragged node meanwhile', () => {
    const editor = pair().pointerDown('c').pointerMove([660, 520]);
    editor.merge({ type: 'addEdge', edge: pipe('a', 'c', 'image') });
    expect(editor.engine.scene.restingEdgesIn(everywhere).map(({ id }) => id)).toEqual(['a-b']);
    const dragged = editor.engine.scene.draggedEdgesIn(everywhere).map(({ id }) => id);
    expect(dragged.toSorted()).toEqual(['a-c', 'b-c']);
  });

  it('keeps the picture that arrives during the drag', () => {
    const editor = pair().pointerDown('c').pointerMove([660, 340]);
    editor
      .merge({ type: 'setData', id: 'c', data: { value: '/files/new.png' } })
      .pointerMove([690, 320])
      .pointerUp();
    expect(editor.node('c')).toMatchObject({ position: { x: 630, y: 300 }, data: { value: '/files/new.png' } });
  });

  it('does not begin with a node that went between press and pull', () => {
    const editor = pair().pointerDown('a').merge({ type: 'removeNode', id: 'a' }).expectState('idle');
    editor.pointerMove([200, 200]).pointerUp();
    expect(editor.selected).toEqual([]);

    editor.pointerDown('b').merge({ type: 'removeNode', id: 'b' }).pointerUp();
    expect(editor.selected).toEqual([]);
  });

  it('ends when undo in the toolbar takes the node away', () => {
    const editor = pair();
    const id = editor.engine.addNode('image', 'Gemini-2.5-flash', { x: 0, y: 400 });
    editor.pointerDown(id).pointerMove([200, 500]).undo().expectState('idle');
    expect(editor.nodes).toEqual(['a', 'b', 'c']);
  });
});
