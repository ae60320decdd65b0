import { describe, expect, it } from 'vitest';
import { TestEditor, pipe } from '../../support/TestEditor';

const desk = (zoom = 1) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      note: { type: 'text', at: [0, 300], data: { name: 'place', value: 'Seoul' } },
      photo: { type: 'imageUpload', at: [0, 480] },
      art: { type: 'image', at: [450, 0] },
      poster: { type: 'image', at: [450, 300] },
    },
    [{ ...pipe('idea', 'art'), label: 'kept' }],
    { x: 0, y: 0, zoom },
  );

/** A point on the pipe, `gap` world pixels from its end. */
const along = (editor: TestEditor, edgeId: string, end: 'source' | 'target', gap: number) => {
  const { x, y } = editor.endOf(edgeId, end);
  return { x: end === 'source' ? x + gap : x - gap, y };
};

describe('leading a pipe to another handle by its end', () => {
  it('takes the target end off its input, and puts it on another one in one step', () => {
    const editor = desk()
      .pointerDown(along(desk(), 'idea-art', 'target', 15))
      .pointerMove([430, 250]);
    editor.expectState('reconnecting');
    const output = editor.handle('idea', 'text-right');
    expect(editor.preview).toMatchObject({
      movedEdgeId: 'idea-art',
      from: output,
      to: { x: 430, y: 250 },
      flow: 'text',
    });
    expect(editor.edges, 'the document waits for the release').toEqual(['idea-art']);

    editor.pointerMove(editor.handle('poster', 'text-left'));
    expect(editor.preview?.verdict).toBe('valid');
    editor.pointerUp().expectState('idle');
    expect(editor.engine.document.allEdges()).toEqual([{ ...pipe('idea', 'poster'), label: 'kept' }]);
    expect(editor.preview).toBeNull();
    expect(editor.undo().engine.document.allEdges()).toEqual([{ ...pipe('idea', 'art'), label: 'kept' }]);
    expect(editor.redo().edges).toEqual(['idea-poster']);
  });

  it('takes the source end likewise: the same words then come from elsewhere', () => {
    const editor = desk();
    editor.drag(along(editor, 'idea-art', 'source', 15), editor.handle('note', 'text-right'));
    expect(editor.engine.document.allEdges()).toEqual([{ ...pipe('note', 'art'), label: 'kept' }]);
  });

  it('replaces the edge of the same pair, as a new pipe does', () => {
    const editor = desk().merge({ type: 'addEdge', edge: pipe('idea', 'poster') });
    editor.drag(along(editor, 'idea-art', 'target', 15), editor.handle('poster', 'text-left'));
    expect(editor.engine.document.allEdges()).toEqual([{ ...pipe('idea', 'poster'), label: 'kept' }]);
    expect(editor.undo().edges).toEqual(['idea-art', 'idea-poster']);
  });

  it('leaves a selected pipe selected', () => {
    const editor = desk().click([300, 97.5]).expectSelected('idea-art');
    editor.drag(editor.endOf('idea-art', 'target'), editor.handle('poster', 'text-left'));
    expect(editor.selected).toEqual(['idea-poster']);
    const other = desk().drag(along(desk(), 'idea-art', 'target', 15), desk().handle('poster', 'text-left'));
    expect(other.selected).toEqual([]);
  });

  it('is no step when it is put back, to its handle or anywhere on its card, or dropped beside the stage', () => {
    const before = desk().engine.snapshot();
    for (const place of [desk().handle('art', 'text-left'), { x: 600, y: 120 }, { x: 430, y: -9 }]) {
      const editor = desk();
      editor.drag(along(editor, 'idea-art', 'target', 15), place).expectState('idle');
      expect(editor.engine.snapshot()).toEqual(before);
      expect([editor.engine.canUndo, editor.preview]).toEqual([false, null]);
      expect(editor.eventTypes).not.toContain('refused');
      expect(editor.eventTypes).not.toContain('document');
    }
  });

  it.each([
    ['the pane', { x: 330, y: 260 }],
    ['the way it ran', { x: 300, y: 97.5 }],
  ])('deletes it over %s, in one step that undo restores [CONN-14]', (_, place) => {
    const before = desk().engine.document.allEdges();
    const editor = desk();
    editor.drag(along(editor, 'idea-art', 'target', 15), place).expectState('idle');
    expect([editor.edges, editor.nodes.length, editor.preview]).toEqual([[], 5, null]);
    expect(editor.eventTypes).not.toContain('refused');
    expect(editor.undo().engine.document.allEdges()).toEqual(before);
    expect(editor.engine.canUndo).toBe(false);
    expect(editor.redo().edges).toEqual([]);
  });

  it('joins the card it is dropped on, by the handle that fits [CONN-13]', () => {
    const editor = desk().drag(along(desk(), 'idea-art', 'target', 15), { x: 600, y: 440 });
    expect(editor.engine.document.allEdges()).toEqual([{ ...pipe('idea', 'poster'), label: 'kept' }]);
    editor.drag(along(editor, 'idea-poster', 'source', 15), { x: 100, y: 380 });
    expect(editor.edges).toEqual(['note-poster']);
  });

  it('springs back over a card where none fits, with the warning of a refusal [CONN-13]', () => {
    const editor = desk().drag(along(desk(), 'idea-art', 'target', 15), { x: 100, y: 560 });
    expect([editor.edges, editor.engine.canUndo]).toEqual([['idea-art'], false]);
    expect(editor.eventTypes.filter((type) => type === 'refused')).toHaveLength(1);
  });

  it('is refused by a handle that cannot take it', () => {
    const editor = desk().pointerDown(along(desk(), 'idea-art', 'target', 15));
    editor.pointerMove(editor.handle('poster', 'image-left'));
    expect(editor.preview?.verdict).toBe('invalid');
    editor.pointerUp();
    expect(editor.edges).toEqual(['idea-art']);
    expect(editor.eventTypes).toContain('refused');
  });

  it('ends when somebody else removes the pipe or its fixed node, and continues when they remove its target', () => {
    const begin = () =>
      desk()
        .pointerDown(along(desk(), 'idea-art', 'target', 15))
        .pointerMove([430, 250]);
    begin().merge({ type: 'removeEdge', id: 'idea-art' }).expectState('idle').pointerUp();
    begin().merge({ type: 'removeNode', id: 'idea' }).expectState('idle').pointerUp();
    const editor = begin()
      .pointerMove(desk().handle('poster', 'text-left'))
      .merge({ type: 'removeNode', id: 'poster' });
    expect(editor.expectState('reconnecting').preview).toMatchObject({ verdict: 'none', target: null });
    expect(editor.pointerUp().edges, 'where it was is the pane now').toEqual([]);
    expect(editor.undo().edges).toEqual(['idea-art']);
  });
});

describe('what a press at the end of a pipe means', () => {
  it('on the pipe, the end is its own up to 10 screen pixels beyond the handle, at every zoom [CONN-8]', () => {
    for (const zoom of [0.5, 1, 2, 5]) {
      const handleReach = 11 + Math.max(0, 4 / zoom - 4);
      const at = (gap: number) => {
        const editor = desk(zoom);
        return editor
          .pointerDown(along(editor, 'idea-art', 'target', gap))
          .pointerMove([400, 250])
          .state.replace('select.', '');
      };
      expect(at(handleReach - 0.5), `at ${zoom}`).toBe('connecting');
      expect(at(handleReach + 0.5), `at ${zoom}`).toBe('reconnecting');
      expect(at(handleReach + 9.5 / zoom), `at ${zoom}`).toBe('reconnecting');
      expect(at(handleReach + 10.5 / zoom), `at ${zoom}`).toBe('panning');
    }
  });

  it('on the handle, it draws a new pipe, unless the one pipe that is selected ends there', () => {
    const editor = desk();
    editor.drag(editor.handle('art', 'text-left'), editor.handle('note', 'text-right'));
    expect(editor.edges, 'an input takes another pipe').toEqual(['idea-art', 'note-art']);

    editor.click([300, 97.5]).expectSelected('idea-art');
    editor.drag(editor.endOf('idea-art', 'target'), editor.handle('poster', 'text-left'));
    expect(editor.edges).toEqual(['note-art', 'idea-poster']);

    editor.keyDown('a', { primary: true });
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove([330, 400]).expectState('connecting');
  });

  it('of a selected pipe, it is taken within 10 screen pixels at every zoom [CONN-8]', () => {
    for (const zoom of [0.1, 0.5, 1, 3]) {
      const editor = desk(zoom);
      editor.engine.select({ edges: new Set(['idea-art']) });
      const { x, y } = editor.endOf('idea-art', 'target');
      const hit = (pixels: number) => editor.engine.hit({ x: x * zoom, y: y * zoom - pixels }).type;
      expect(hit(9.5), `at ${zoom}`).toBe('edgeEnd');
      expect(hit(10.5), `at ${zoom}`).not.toBe('edgeEnd');
    }
  });

  it('under a card that lies over it, it is the card', () => {
    const editor = desk().merge({
      type: 'addNode',
      node: { id: 'cover', type: 'image', position: { x: 300, y: -30 }, data: {} },
    });
    editor.engine.select({ edges: new Set(['idea-art']) });
    editor.pointerDown(editor.endOf('idea-art', 'target')).pointerMove([400, 400]);
    expect(editor.state).toBe('select.dragging');
  });

  it('without a drag, it selects the pipe', () => {
    const editor = desk();
    editor.click(along(editor, 'idea-art', 'target', 15));
    expect(editor.selected).toEqual(['idea-art']);
  });

  it('at a node without a handle for the pipe, it moves the pane', () => {
    const editor = TestEditor.with({ memo: { type: 'note', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
      { id: 'memo-art', source: 'memo', target: 'art', targetHandle: 'text-left' },
    ]);
    editor.pointerDown(along(editor, 'memo-art', 'target', 15)).pointerMove([400, 300]);
    expect(editor.state).toBe('select.panning');
  });

  it('of an edge that names no handles, it is held where it is drawn', () => {
    const editor = desk().merge({ type: 'addEdge', edge: { id: 'old', source: 'note', target: 'art' } });
    editor.merge({ type: 'removeEdge', id: 'idea-art' });
    editor.drag(along(editor, 'old', 'target', 15), editor.handle('poster', 'text-left'));
    expect(editor.engine.document.allEdges()).toEqual([pipe('note', 'poster')]);
  });
});

const ids = () =>
  TestEditor.with({
    a: { type: 'textPrompt', at: [0, 0] },
    'a-b': { type: 'textPrompt', at: [0, 300] },
    'b-c': { type: 'image', at: [450, 0] },
    c: { type: 'image', at: [450, 300] },
  });
const text = (source: string, target: string) =>
  [
    { nodeId: source, handleId: 'text-right' },
    { nodeId: target, handleId: 'text-left' },
  ] as const;

describe('ids of edges', () => {
  it('two pairs that share an id both keep their pipe', () => {
    const editor = ids();
    expect(editor.engine.connect(...text('a', 'b-c'))).toBe(true);
    expect(editor.engine.connect(...text('a-b', 'c'))).toBe(true);
    expect(editor.edges).toEqual(['a-b-c', 'a-b-c-2']);
    expect(editor.engine.document.allEdges().map(({ source, target }) => [source, target])).toEqual([
      ['a', 'b-c'],
      ['a-b', 'c'],
    ]);
    editor.engine.connect(...text('a-b', 'c'));
    expect(editor.edges, 'again the same pair is replaced').toEqual(['a-b-c', 'a-b-c-2']);
    expect(editor.undo().undo().edges).toEqual(['a-b-c']);
  });

  it('a pipe is not named like a node: loading drops such edges', () => {
    const editor = ids().merge({
      type: 'addNode',
      node: { id: 'a-c', type: 'image', position: { x: 900, y: 0 }, data: {} },
    });
    expect(editor.engine.connect(...text('a', 'c'))).toBe(true);
    expect(editor.edges).toEqual(['a-c-2']);
  });

  it('a pipe that is led to such a pair keeps clear of the other too', () => {
    const editor = ids();
    editor.engine.connect(...text('a', 'b-c'));
    editor.engine.connect(...text('a-b', 'b-c'));
    editor.drag(along(editor, 'a-b-b-c', 'target', 15), editor.handle('c', 'text-left'));
    expect(editor.edges).toEqual(['a-b-c', 'a-b-c-2']);
  });
});
