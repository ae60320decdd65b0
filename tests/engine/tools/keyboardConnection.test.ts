import { describe, expect, it } from 'vitest';
import type { EdgeEnd, HandleRef } from '../../../src/engine';
import { pipe, TestEditor } from '../../support/TestEditor';

const desk = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0] },
    photo: { type: 'imageUpload', at: [0, 300] },
    art: { type: 'image', at: [450, 0] },
  });

const WORDS: HandleRef = { nodeId: 'idea', handleId: 'text-right' };
const INTO_ART: HandleRef = { nodeId: 'art', handleId: 'text-left' };
const PICTURES_INTO_ART: HandleRef = { nodeId: 'art', handleId: 'image-left' };

/** A pipe begun by keys. */
function begun(editor = desk(), from = WORDS): TestEditor {
  editor.engine.beginConnection(from);
  return editor.expectState('keyboardConnecting');
}

const aim = (editor: TestEditor, target: HandleRef | null): TestEditor => {
  editor.engine.aimConnection(target);
  return editor;
};

function dropped(editor: TestEditor): TestEditor {
  editor.engine.dropConnection();
  return editor;
}

describe('a pipe led by keys', () => {
  it('hangs over the pane beside its handle, snaps to its target, and is joined there', () => {
    const editor = begun();
    expect(editor.preview).toMatchObject({
      from: { x: 220, y: 97.5 },
      to: { x: 310 },
      verdict: 'none',
      flow: 'text',
    });
    aim(editor, INTO_ART);
    expect(editor.preview).toMatchObject({ to: { x: 450, y: 67.5 }, verdict: 'valid', target: INTO_ART });
    aim(editor, null);
    expect(editor.preview).toMatchObject({ to: { x: 310 }, verdict: 'none', target: null });
    dropped(aim(editor, INTO_ART)).expectState('idle');
    expect([editor.edges, editor.preview]).toEqual([['idea-art'], null]);
    expect(editor.undo().edges).toEqual([]);
  });

  it('runs from an output when it was begun at an input', () => {
    const editor = aim(begun(desk(), INTO_ART), WORDS);
    expect(editor.preview).toMatchObject({ from: { x: 220, y: 97.5 }, to: { x: 450, y: 67.5 }, verdict: 'valid' });
    expect(dropped(editor).edges).toEqual(['idea-art']);
  });

  it('is refused, as by the mouse, where it cannot go', () => {
    const editor = aim(begun(), PICTURES_INTO_ART);
    expect(editor.preview?.verdict).toBe('invalid');
    expect(dropped(editor).expectState('idle').edges).toEqual([]);
    expect(editor.eventTypes).toContain('refused');
  });

  it('invalidates the cards once, and not as it points at others', () => {
    const editor = desk();
    editor.takeEvents();
    begun(editor);
    expect(editor.takeStale()).toEqual(['overlay', 'world']);
    aim(editor, INTO_ART);
    expect(editor.takeStale()).toEqual(['overlay']);
  });

  it.each([
    ['Escape', (editor: TestEditor) => editor.keyDown('Escape')],
    ['a window that loses the focus', (editor: TestEditor) => editor.cancel()],
    ['a press elsewhere', (editor: TestEditor) => editor.click([300, 600])],
    ['the removal of its node', (editor: TestEditor) => editor.merge({ type: 'removeNode', id: 'idea' })],
  ])('is cancelled by %s', (_, giveUp) => {
    const editor = giveUp(aim(begun(), INTO_ART)).expectState('idle');
    expect([editor.edges, editor.preview, editor.engine.canUndo]).toEqual([[], null, false]);
    expect(dropped(aim(editor, INTO_ART)).edges).toEqual([]);
  });

  it('is not begun in the middle of a gesture, at a handle that takes none, or at one that is not there', () => {
    const editor = desk().pointerDown('art').pointerMove([540, 50]);
    editor.engine.beginConnection(WORDS);
    editor.expectState('dragging').pointerUp();
    for (const from of [
      { nodeId: 'art', handleId: 'video-left' },
      { nodeId: 'gone', handleId: 'text-right' },
    ]) {
      editor.engine.beginConnection(from);
      expect([editor.state, editor.preview]).toEqual(['select.idle', null]);
    }
  });

  it('follows both its ends, and hangs again when what it points at goes', () => {
    const editor = aim(begun(), INTO_ART).merge({ type: 'moveNode', id: 'art', position: { x: 600, y: 300 } });
    expect(editor.preview).toMatchObject({ to: { x: 600, y: 367.5 }, verdict: 'valid' });
    editor.merge({ type: 'removeNode', id: 'art' }).expectState('keyboardConnecting');
    expect(editor.preview).toMatchObject({ to: { x: 310 }, target: null, verdict: 'none' });
  });

  it('leaves the keys of the view their meaning, for a target may lie out of view', () => {
    const editor = begun().keyDown('1', { shift: true, code: 'Digit1' }).expectState('keyboardConnecting');
    expect(editor.viewport).not.toEqual({ x: 0, y: 0, zoom: 1 });
  });
});

const joined = (): TestEditor => {
  const editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      other: { type: 'textPrompt', at: [0, 300] },
      art: { type: 'image', at: [450, 0] },
      late: { type: 'image', at: [450, 300] },
    },
    [pipe('idea', 'art')],
  );
  editor.engine.select({ edges: new Set(['idea-art']) });
  return editor;
};
const taken = (end: EdgeEnd, editor = joined()): TestEditor => {
  editor.engine.takeEdge('idea-art', end);
  return editor.expectState('keyboardConnecting');
};

describe('an end of a pipe led by keys', () => {
  it.each([
    ['target', { nodeId: 'late', handleId: 'text-left' }, 'idea-late'],
    ['source', { nodeId: 'other', handleId: 'text-right' }, 'other-art'],
  ] as const)('its %s goes to another handle and the pipe stays selected, in one step', (end, to, edge) => {
    const editor = dropped(aim(taken(end), to)).expectState('idle');
    expect([editor.edges, [...editor.engine.selection.edges]]).toEqual([[edge], [edge]]);
    expect(editor.undo().edges).toEqual(['idea-art']);
  });

  it('springs back over the pane, after a refusal, and by Escape', () => {
    expect(dropped(taken('target')).expectState('idle').edges).toEqual(['idea-art']);
    expect(dropped(aim(taken('target'), PICTURES_INTO_ART)).edges).toEqual(['idea-art']);
    expect(aim(taken('target'), PICTURES_INTO_ART).keyDown('Escape').expectState('idle').edges).toEqual(['idea-art']);
  });

  it('is not grabbed when the pipe is gone, and is cancelled when it goes', () => {
    const editor = joined();
    editor.engine.takeEdge('gone', 'target');
    editor.expectState('idle');
    expect(
      taken('target', editor).merge({ type: 'removeEdge', id: 'idea-art' }).expectState('idle').preview,
    ).toBeNull();
  });
});

const crowd = (): TestEditor =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      art: { type: 'image', at: [315, 0] },
      more: { type: 'image', at: [315, 225] },
    },
    [pipe('idea', 'art')],
  );

describe('a pipe dropped by keys where it hangs', () => {
  it('opens the add menu there, and joins the chosen node', () => {
    const editor = dropped(begun()).expectState('addMenuOpen');
    const offer = editor.engine.preview.addMenu;
    expect(offer).toMatchObject({ from: WORDS, types: ['image', 'writer'] });
    const id = editor.engine.addConnected(WORDS, 'image', 'Gemini-2.5-flash', offer?.at ?? { x: 0, y: 0 });
    expect(editor.edges).toEqual([`idea-${id}`]);
  });

  it.each([
    ['to the right', WORDS],
    ['to the left', INTO_ART],
  ])('finds a free part of the pane for it %s', (_, from) => {
    const editor = dropped(begun(crowd(), from));
    const { addMenu } = editor.engine.preview;
    const added = (addMenu?.types ?? []).map((type) => {
      const id = editor.engine.addConnected(from, type, null, addMenu?.at ?? { x: 0, y: 0 });
      const box = editor.engine.scene.boxOf(editor.node(id ?? ''));
      const under = editor.engine.scene.nodesIn(box).map((node) => node.id);
      editor.undo();
      return under;
    });
    expect(added.length).toBeGreaterThan(0);
    expect(added.every((under) => under.length === 1)).toBe(true);
  });
});
