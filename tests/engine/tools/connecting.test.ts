import { describe, expect, it } from 'vitest';
import { judgeConnection } from '../../../src/engine';
import { TestEditor, pipe } from '../../support/TestEditor';

const desk = (edges = [] as Parameters<typeof TestEditor.with>[1], zoom = 1) =>
  TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 0] },
      photo: { type: 'imageUpload', at: [0, 300] },
      art: { type: 'image', at: [450, 0] },
      film: { type: 'video', at: [450, 300] },
      words: { type: 'model', at: [0, 600] },
    },
    edges,
    { x: 0, y: 0, zoom },
  );

const draw = (editor: TestEditor, from: [string, string], to: [string, string]) =>
  editor.drag(editor.handle(from[0], from[1]), editor.handle(to[0], to[1]));

describe('drawing a pipe', () => {
  it('pipes text into an image node in one undoable step [CONN-1]', () => {
    const editor = desk();

    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove(editor.handle('art', 'text-left'));
    editor.expectState('connecting');
    expect(editor.preview).toMatchObject({ flow: 'text', verdict: 'valid' });

    editor.pointerUp().expectState('idle');
    expect(editor.preview).toBeNull();
    expect(editor.engine.document.allEdges()).toEqual([pipe('idea', 'art')]);
    expect(editor.undo().edges).toEqual([]);
    expect(editor.redo().edges).toEqual(['idea-art']);
  });

  it('joins words to words and pictures to pictures, from either end [CONN-1]', () => {
    expect(draw(desk(), ['idea', 'text-right'], ['art', 'text-left']).edges).toEqual(['idea-art']);
    expect(draw(desk(), ['art', 'text-left'], ['idea', 'text-right']).engine.document.allEdges()).toEqual([
      pipe('idea', 'art'),
    ]);
    expect(draw(desk(), ['photo', 'image-right'], ['art', 'image-left']).edges).toEqual(['photo-art']);
    expect(draw(desk(), ['art', 'image-left'], ['photo', 'image-right']).engine.document.allEdges()).toEqual([
      pipe('photo', 'art', 'image'),
    ]);
  });

  it('runs blue from words and yellow from pictures, in the direction of the flow', () => {
    const editor = desk();
    const input = editor.handle('art', 'image-left');
    editor.pointerDown(input).pointerMove([300, 350]);
    expect(editor.preview).toMatchObject({ flow: 'image', verdict: 'none', from: { x: 300, y: 350 }, to: input });
    editor.cancel();

    for (const [name, handleId, colour] of [
      ['photo', 'image-right', 'image'],
      ['art', 'image-right', 'image'],
      ['idea', 'text-right', 'text'],
      ['words', 'text-right', 'text'],
    ] as const) {
      const output = editor.handle(name, handleId);
      editor.pointerDown(output).pointerMove([350, 520]);
      expect(editor.preview).toMatchObject({ flow: colour, from: output, to: { x: 350, y: 520 } });
      editor.keyDown('Escape').pointerUp();
    }
    expect(editor.edges).toEqual([]);
  });

  it('is yellow out of an image or a chosen picture, and blue out of every other node [CONN-9]', () => {
    for (const [type, colour] of [
      ['image', 'image'],
      ['imageUpload', 'image'],
      ['textPrompt', 'text'],
      ['category', 'text'],
      ['categoryItem', 'text'],
      ['text', 'text'],
      ['model', 'text'],
    ] as const) {
      const editor = TestEditor.with({ from: { type, at: [0, 0] } });
      editor.pointerDown(editor.handle('from', `${colour}-right`)).pointerMove([500, 400]);
      expect([type, editor.preview?.flow]).toEqual([type, colour]);
    }
  });

  it('snaps within 20 screen pixels of a handle at every zoom that draws it, and not beyond [CONN-12]', () => {
    for (const zoom of [0.2, 0.35, 1, 2.5, 5]) {
      const editor = desk([], zoom);
      const end = editor.handle('art', 'text-left');
      const beside = (pixels: number) => ({ x: end.x - pixels / zoom, y: end.y });
      editor.pointerDown(editor.handle('idea', 'text-right'));

      editor.pointerMove(beside(19.5));
      expect(editor.preview).toMatchObject({
        verdict: 'valid',
        to: end,
        target: { nodeId: 'art', handleId: 'text-left' },
      });
      editor.pointerMove(beside(20.5));
      expect(editor.preview).toMatchObject({ verdict: 'none', target: null });
      expect(editor.pointerUp().edges, `at ${zoom}`).toEqual([]);
    }
  });

  it('prefers a handle that may take the pipe to a nearer one that may not', () => {
    const editor = desk();
    const between = { x: 450, y: 79 };
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove(between);
    expect(editor.preview?.target).toEqual({ nodeId: 'art', handleId: 'text-left' });
    editor.cancel();

    editor.pointerDown(editor.handle('photo', 'image-right')).pointerMove({ x: 450, y: 116.5 });
    expect(editor.preview?.target).toEqual({ nodeId: 'art', handleId: 'image-left' });
  });

  it('replaces the edge of the same pair, and undo brings the old one back in its place [CONN-2]', () => {
    const old = { ...pipe('idea', 'art'), id: 'from-an-older-version', label: 'kept' };
    const editor = desk([old, pipe('photo', 'art', 'image')]);

    draw(editor, ['idea', 'text-right'], ['art', 'text-left']);
    expect(editor.edges).toEqual(['photo-art', 'idea-art']);
    expect(editor.undo().engine.document.allEdges()).toEqual([old, pipe('photo', 'art', 'image')]);
  });

  it('takes many pipes into one input and out of one output [CONN-6]', () => {
    const editor = desk();
    draw(editor, ['idea', 'text-right'], ['art', 'text-left']);
    draw(editor, ['words', 'text-right'], ['art', 'text-left']);
    expect(editor.engine.document.edgesInto('art').map(({ id }) => id)).toEqual(['idea-art', 'words-art']);
  });

  it('allows a loop of image nodes [CONN-6]', () => {
    const editor = TestEditor.with({ a: { type: 'image', at: [0, 0] }, b: { type: 'image', at: [450, 0] } });
    draw(editor, ['a', 'image-right'], ['b', 'image-left']);
    draw(editor, ['b', 'image-right'], ['a', 'image-left']);
    expect(editor.edges).toEqual(['a-b', 'b-a']);
  });
});

describe('a pipe over the body of a card', () => {
  it('joins the handle that fits, which is lit while it is over it [CONN-13]', () => {
    for (const [from, handleId, to] of [
      ['idea', 'text-right', 'text-left'],
      ['photo', 'image-right', 'image-left'],
    ] as const) {
      const editor = desk().pointerDown(desk().handle(from, handleId)).pointerMove({ x: 600, y: 150 });
      expect(editor.preview).toMatchObject({
        verdict: 'valid',
        target: { nodeId: 'art', handleId: to },
        to: editor.handle('art', to),
        refusal: null,
      });
      expect(editor.pointerUp().edges).toEqual([`${from}-art`]);
      expect(editor.undo().edges).toEqual([]);
    }
  });

  it('joins it from an input in the same way: the words of the card it is dropped on [CONN-13]', () => {
    const editor = desk().drag(desk().handle('art', 'text-left'), { x: 100, y: 40 });
    expect(editor.engine.document.allEdges()).toEqual([pipe('idea', 'art')]);
  });

  it('joins the topmost of cards that lie on one another [CONN-13]', () => {
    const editor = desk().merge({
      type: 'addNode',
      node: { id: 'over', type: 'image', position: { x: 500, y: 60 }, data: {} },
    });
    expect(editor.drag(editor.handle('idea', 'text-right'), { x: 600, y: 150 }).edges).toEqual(['idea-over']);
  });

  it('leaves the decision to the handle within its radius: a wrong one refuses, though another would fit [CONN-12]', () => {
    const editor = desk().pointerDown(desk().handle('photo', 'image-right'));
    editor.pointerMove({ x: 455, y: 60 });
    expect(editor.preview).toMatchObject({
      verdict: 'invalid',
      target: { nodeId: 'art', handleId: 'text-left' },
      refusal: { nodeId: 'art', reason: 'needsText' },
    });
    expect(editor.pointerUp().edges).toEqual([]);
  });

  it.each([
    ['a card without inputs', ['idea', 'text-right'], [100, 640], 'words', 'noInput'],
    ['a film', ['idea', 'text-right'], [600, 400], 'film', 'notConnectable'],
    ['its own card', ['idea', 'text-right'], [100, 60], 'idea', 'sameNode'],
    ['a card without an output', ['art', 'text-left'], [600, 400], 'film', 'noOutput'],
    ['a picture, asked for words', ['art', 'text-left'], [100, 400], 'photo', 'needsText'],
    ['words, asked for a picture', ['art', 'image-left'], [100, 60], 'idea', 'needsImage'],
  ] as const)(
    'says why not over %s, and at the drop only the warning is left [CONN-13]',
    (_, from, at, nodeId, reason) => {
      const editor = desk().pointerDown(desk().handle(from[0], from[1])).pointerMove(at);
      expect(editor.preview).toMatchObject({ verdict: 'invalid', target: null, refusal: { nodeId, reason } });
      expect(editor.eventTypes).not.toContain('refused');
      editor.pointerUp().expectState('idle');
      expect([editor.edges, editor.preview, editor.engine.canUndo]).toEqual([[], null, false]);
      expect(editor.eventTypes.filter((type) => type === 'refused')).toHaveLength(1);
    },
  );

  it('joins cards where no handle is drawn, however far out the view has gone meanwhile [CONN-13]', () => {
    const editor = desk().pointerDown(desk().handle('idea', 'text-right')).pointerMove([300, 100]);
    editor.engine.view.setViewport({ x: 0, y: 0, zoom: 0.1 });
    editor.pointerMove({ x: 330, y: 97.5 });
    expect(editor.preview).toMatchObject({ verdict: 'none', target: null });
    editor.pointerMove({ x: 600, y: 150 });
    expect(editor.preview).toMatchObject({ verdict: 'valid', target: { handleId: 'text-left' } });
    expect(editor.pointerUp().edges).toEqual(['idea-art']);
  });
});

describe('refusing a pipe', () => {
  const refusals = [
    { why: 'otherFlow', from: ['idea', 'text-right'], to: ['art', 'image-left'] },
    { why: 'otherFlow', from: ['photo', 'image-right'], to: ['art', 'text-left'] },
    { why: 'sameSide', from: ['idea', 'text-right'], to: ['photo', 'image-right'] },
    { why: 'sameSide', from: ['idea', 'text-right'], to: ['words', 'text-right'] },
    { why: 'sameNode', from: ['art', 'image-right'], to: ['art', 'image-left'] },
    { why: 'notConnectable', from: ['idea', 'text-right'], to: ['film', 'video-left'] },
    { why: 'notConnectable', from: ['photo', 'image-right'], to: ['art', 'audio-left'] },
  ] as const;

  it.each(refusals)('refuses $from to $to: $why [CONN-1] [CONN-4] [CONN-5]', ({ why, from, to }) => {
    const editor = desk();
    const one = { nodeId: from[0], handleId: from[1] };
    const other = { nodeId: to[0], handleId: to[1] };
    expect(judgeConnection(editor.engine.document, one, other)).toEqual({ isAllowed: false, reason: why });
    expect(editor.engine.connect(one, other)).toBe(false);
    expect(editor.eventTypes.filter((type) => type === 'refused')).toHaveLength(1);

    editor.takeEvents();
    editor.pointerDown(editor.handle(from[0], from[1])).pointerMove(editor.handle(to[0], to[1]));
    expect(editor.preview?.verdict).toBe('invalid');
    expect(editor.preview?.[one.handleId.endsWith('right') ? 'to' : 'from']).toEqual(editor.handle(to[0], to[1]));
    editor.pointerUp().expectState('idle');
    expect(editor.edges).toEqual([]);
    expect(editor.eventTypes.filter((type) => type === 'refused')).toHaveLength(1);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('refuses what is not there', () => {
    const editor = desk();
    const idea = { nodeId: 'idea', handleId: 'text-right' };
    for (const other of [
      { nodeId: 'nobody', handleId: 'text-left' },
      { nodeId: 'art', handleId: 'smell-left' },
    ])
      expect(judgeConnection(editor.engine.document, idea, other)).toEqual({ isAllowed: false, reason: 'missing' });
  });

  it('warns of nothing when a pipe is dropped on the empty pane or back where it began [CONN-11]', () => {
    const editor = desk();
    editor.drag(editor.handle('idea', 'text-right'), [330, 500]);
    editor.drag(editor.handle('idea', 'text-right'), { x: 226, y: 97.5 });
    expect(editor.eventTypes).not.toContain('refused');
    expect(editor.edges).toEqual([]);
    editor.expectState('idle');
  });

  it('drags the node by a handle that cannot be connected', () => {
    const editor = desk();
    const greyed = editor.handle('film', 'video-left');
    editor
      .pointerDown(greyed)
      .pointerMove({ x: greyed.x + 30, y: greyed.y })
      .expectState('dragging')
      .pointerUp();
    expect(editor.at('film')).toEqual([480, 300]);
  });
});

describe('a pipe while others work on the same canvas', () => {
  it('is cancelled when the node it comes from is removed', () => {
    const editor = desk().pointerMove([0, 0]);
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove([350, 250]).expectState('connecting');

    editor.merge({ type: 'removeNode', id: 'idea' }).expectState('idle');
    expect(editor.preview).toBeNull();
    editor.pointerMove(editor.handle('art', 'text-left')).pointerUp();
    expect(editor.edges).toEqual([]);
    expect(editor.eventTypes).not.toContain('refused');
  });

  it('is cancelled before it begins when the node goes between press and drag', () => {
    const editor = desk();
    editor.pointerDown(editor.handle('idea', 'text-right')).merge({ type: 'removeNode', id: 'idea' });
    editor.pointerMove([350, 250]).expectState('idle').pointerUp();
    expect(editor.preview).toBeNull();
  });

  it('drops a handle that is removed as its target, and continues', () => {
    const editor = desk();
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove(editor.handle('art', 'text-left'));
    editor.merge({ type: 'removeNode', id: 'art' });
    expect(editor.preview).toMatchObject({ verdict: 'none', target: null });
    editor.expectState('connecting').pointerUp();
    expect(editor.eventTypes).not.toContain('refused');
  });

  it('follows its node when that is moved', () => {
    const editor = desk();
    editor.pointerDown(editor.handle('idea', 'text-right')).pointerMove([350, 250]);
    editor.merge({ type: 'moveNode', id: 'idea', position: { x: 30, y: 45 } });
    expect(editor.preview?.from).toEqual({ x: 250, y: 142.5 });
  });
});
