import { describe, expect, it } from 'vitest';
import { TestEditor, pipe } from '../support/TestEditor';

const desk = () =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      art: { type: 'image', at: [450, 0] },
      moods: {
        type: 'category',
        at: [450, 300],
        data: { categories: [{ id: 'row', name: 'calm', value: 'sea', parentId: 'moods' }] },
      },
      loose: { type: 'categoryItem', at: [0, 450], data: { name: 'colour', value: 'red' } },
    },
    [pipe('idea', 'art')],
  );

type Begin = (editor: TestEditor, touch?: { pointerType: 'touch' }) => TestEditor;

/** Every gesture, in the middle of it. */
const gestures: [string, Begin][] = [
  ['pressing', (editor, touch) => editor.pointerDown('art', touch)],
  ['panning', (editor, touch) => editor.pointerDown([350, 600], touch).pointerMove([400, 650], touch)],
  ['dragging', (editor, touch) => editor.pointerDown('art', touch).pointerMove([550, 120], touch)],
  ['dragging', (editor, touch) => editor.pointerDown('loose', touch).pointerMove([500, 340], touch)],
  [
    'connecting',
    (editor, touch) =>
      editor
        .pointerDown(editor.handle('moods', 'text-right'), touch)
        .pointerMove(editor.handle('art', 'text-left'), touch),
  ],
  [
    'placingItem',
    (editor, touch) => editor.pointerDown(editor.grip('moods', 'row'), touch).pointerMove([300, 500], touch),
  ],
  [
    'brushing',
    (editor, touch) =>
      editor.pointerDown([350, 600], { ...touch, shift: true }).pointerMove([600, 100], { ...touch, shift: true }),
  ],
];

const nothingShown = { pipe: null, marquee: null, dropTargetId: null, item: null, offer: null };

describe('giving a gesture up', () => {
  it.each(gestures)('Escape ends %s and leaves all as it was', (name, begin) => {
    const editor = desk().select('idea');
    const before = editor.engine.snapshot();
    begin(editor).expectState(name).keyDown('Escape').expectState('idle').expectSelected('idea');

    editor.pointerMove([10, 10]).pointerUp();
    expect(editor.engine.snapshot()).toEqual(before);
    expect(editor.engine.preview).toEqual(nothingShown);
    expect(editor.engine.scene.drag).toBeNull();
    expect(editor.engine.canUndo).toBe(false);
    expect(editor.eventTypes).not.toContain('document');
    editor.expectSelected('idea');
  });

  it.each(gestures)('lost capture ends %s likewise', (name, begin) => {
    const editor = desk().select('idea');
    const before = editor.engine.snapshot();
    begin(editor).expectState(name).cancel().expectState('idle').expectSelected('idea');
    expect(editor.pointerUp().engine.snapshot()).toEqual(before);
    expect(editor.engine.preview).toEqual(nothingShown);
  });

  it.each(gestures.filter(([name]) => name !== 'panning'))('a second finger ends %s and pinches', (name, begin) => {
    const editor = desk().select('idea');
    const before = editor.engine.snapshot();
    begin(editor, { pointerType: 'touch' }).expectState(name);
    editor.finger('down', 2, 900, 650).expectState('pinching').expectSelected('idea');
    expect(editor.engine.snapshot()).toEqual(before);
    expect(editor.engine.preview).toEqual(nothingShown);
    expect(editor.engine.scene.drag).toBeNull();

    editor.finger('up', 2, 900, 650).finger('up', 1, 0, 0).expectState('idle');
    expect(editor.nodes).toEqual(['idea', 'art', 'moods', 'loose']);
  });

  it('Escape gives a pinch back too', () => {
    const editor = desk().finger('down', 1, 300, 300).finger('down', 2, 400, 300).finger('move', 2, 600, 300);
    expect(editor.camera.zoom).toBe(3);
    editor.keyDown('Escape').expectState('idle');
    expect(editor.camera).toEqual({ x: 0, y: 0, zoom: 1 });
  });
});

describe('one gesture, one pointer', () => {
  it.each(gestures)('another mouse or pen neither moves nor ends %s', (name, begin) => {
    const editor = desk();
    begin(editor).expectState(name);
    editor.takeEvents();
    editor.pointerMove([20, 20], { pointerId: 9, pointerType: 'pen' });
    editor.pointerDown([20, 20], { pointerId: 9, pointerType: 'pen' });
    editor.pointerUp([20, 20], { pointerId: 9, pointerType: 'pen' });
    expect(editor.expectState(name).takeEvents()).toEqual([]);
  });

  it.each(gestures)('keys wait while %s', (name, begin) => {
    const editor = desk().select('idea').keyDown('ArrowRight');
    begin(editor);
    editor.takeEvents();
    for (const key of ['Delete', 'ArrowDown', 'Enter', '+']) editor.keyDown(key);
    editor.keyDown('z', { primary: true }).keyDown('a', { primary: true });
    expect(editor.expectState(name).takeEvents()).toEqual([]);
    expect(editor.at('idea')).toEqual([15, 0]);
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

  it('goes on with those that are left, and shows no pipe of the one that went', () => {
    const editor = pair().select('a', 'b').pointerDown('a').pointerMove([120, 80]);
    editor.merge({ type: 'removeNode', id: 'a' }).expectState('dragging').expectSelected('b');
    expect(editor.engine.scene.draggedEdgesIn(everywhere).map(({ id }) => id)).toEqual(['b-c']);

    editor.pointerMove([150, 20]).pointerUp();
    expect(editor.at('b')).toEqual([390, 0]);
    expect(editor.undo().at('b')).toEqual([300, 0]);
  });

  it('carries a pipe that somebody connects to the dragged node meanwhile', () => {
    const editor = pair().pointerDown('c').pointerMove([660, 520]);
    editor.merge({ type: 'addEdge', edge: pipe('a', 'c', 'image') });
    expect(editor.engine.scene.restingEdgesIn(everywhere).map(({ id }) => id)).toEqual(['a-b']);
    const dragged = editor.engine.scene.draggedEdgesIn(everywhere).map(({ id }) => id);
    expect(dragged.toSorted()).toEqual(['a-c', 'b-c']);
  });

  it('keeps the picture that arrives in the hand', () => {
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
