import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/engine';
import { pipe, TestEditor } from '../support/TestEditor';
import { ON_SCREEN, seen, THUMBNAIL } from './support/frames';

/** A pipe over the whole stage, and a short one. */
const desk = () => {
  const editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [-205, 0] },
      near: { type: 'image', at: [150, 300] },
      art: { type: 'image', at: [945, 0] },
    },
    [pipe('idea', 'art'), pipe('idea', 'near')],
  );
  editor.engine.view.setSize(ON_SCREEN.size);
  editor.takeEvents();
  return editor;
};

/** On the long pipe, away from its corners and from the short one. */
const LONG = [750, 68] as const;
const middleOf = (editor: TestEditor, options = ON_SCREEN): string => seen(editor, options).at(600, 62);

/** The regions that an act has invalidated. */
const stale = (editor: TestEditor): readonly Box[] =>
  editor
    .takeEvents()
    .flatMap((event) => (event.type === 'invalidate' && event.layers.includes('world') ? [event.area] : []))
    .flatMap((area) => (area === 'all' ? [] : area));

describe('a pipe across the stage', () => {
  it('is faint in its middle, and in full colour under the pointer, selected, or while it feeds what runs [CONN-16]', () => {
    const { textEdge } = ON_SCREEN.theme;
    const editor = desk();
    const faint = middleOf(editor);
    expect([textEdge, ON_SCREEN.theme.pane]).not.toContain(faint);

    editor.pointerMove(LONG);
    expect(editor.engine.hoverEdgeId).toBe('idea-art');
    expect(middleOf(editor)).toBe(textEdge);
    editor.engine.dispatch({ type: 'pointerLeave' });
    expect(middleOf(editor)).toBe(faint);

    editor.engine.select({ edges: new Set(['idea-art']) });
    expect(middleOf(editor)).toBe(textEdge);
    editor.engine.select({});

    editor.engine.setRuns(new Map([['art', { state: 'running' }]]), null);
    expect(middleOf(editor)).toBe(textEdge);
    editor.showRuns(new Map());
    expect(middleOf(editor)).toBe(faint);

    // Dragged by its end it is the preview.
    editor.engine.select({ edges: new Set(['idea-art']) });
    editor.engine.takeEdge('idea-art', 'target');
    editor.engine.aimConnection({ nodeId: 'art', handleId: 'text-left' });
    expect(middleOf(editor)).toBe(textEdge);
  });

  it('is in full colour in a picture, where nobody can point at it [CONN-16]', () => {
    expect(middleOf(desk(), THUMBNAIL)).toBe(THUMBNAIL.theme.textEdge);
  });

  it('is repainted for that alone, in its straight parts, and a short one never [CONN-16]', () => {
    const editor = desk();
    editor.pointerMove(LONG);
    const parts = stale(editor);
    expect(parts).toHaveLength(3);
    for (const { width, height } of parts) expect(Math.min(width, height)).toBe(16);
    editor.pointerMove([LONG[0] + 9, LONG[1]]);
    expect(stale(editor)).toEqual([]);

    editor.engine.setRuns(new Map([['art', { state: 'running', phase: 0.1 }]]), null);
    expect(stale(editor)).toHaveLength(4);
    editor.engine.setRuns(new Map([['art', { state: 'running', phase: 0.2 }]]), null);
    expect(stale(editor)).toHaveLength(1);

    editor.pointerMove([820, 600]);
    expect(stale(editor)).toHaveLength(3);
    editor.pointerMove([82, 300]);
    expect(editor.engine.hoverEdgeId).toBe('idea-near');
    expect(stale(editor)).toEqual([]);
  });

  it('is forgotten by the pointer when it is removed [CONN-16]', () => {
    const editor = desk().pointerMove(LONG).merge({ type: 'removeEdge', id: 'idea-art' });
    expect(editor.engine.hoverEdgeId).toBeNull();
  });
});
