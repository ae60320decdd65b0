import { describe, expect, it } from 'vitest';
import type { NodeType, AddMenu } from '../../../src/engine';
import { type TestEditor, pipe } from '../../support/TestEditor';
import { smallEditor } from '../support/smallEditor';

const pull = (editor: TestEditor, name: string, handleId: string, to: readonly [number, number]) =>
  editor.drag(editor.handle(name, handleId), to);

function offerOf({ engine }: TestEditor): AddMenu {
  const { addMenu } = engine.preview;
  if (!addMenu) throw new Error('nothing is offered');
  return addMenu;
}

/** Takes the add menu's entry, as the menu does. Returns the new node. */
function take(editor: TestEditor, type: NodeType, model: string | null): string {
  const { from, at } = offerOf(editor);
  const id = editor.engine.addConnected(from, type, model, at);
  if (id === null) throw new Error(`${type} was refused`);
  return id;
}

const waiting = () => pull(smallEditor(), 'idea', 'text-right', [330, 420]).expectState('addMenuOpen');

describe('a pipe dropped on the empty pane', () => {
  it('stays there with a menu of nodes that may take it', () => {
    const editor = pull(smallEditor(), 'idea', 'text-right', [330, 420]).expectState('addMenuOpen');
    expect(editor.engine.preview.addMenu).toEqual({
      from: { nodeId: 'idea', handleId: 'text-right' },
      beside: new Set(),
      at: { x: 330, y: 420 },
      types: ['image', 'writer'],
    });
    expect(editor.preview).toMatchObject({ verdict: 'none', to: { x: 330, y: 420 } });
    expect(editor.eventTypes, 'it is no refused connection').not.toContain('refused');
    expect(editor.eventTypes).not.toContain('document');
  });

  it.each([
    ['photo', 'image-right', ['image', 'writer', 'sheet']],
    ['art', 'image-right', ['image', 'writer', 'sheet']],
    ['art', 'text-left', ['textPrompt', 'category', 'categoryItem', 'text', 'model', 'writer']],
    ['art', 'image-left', ['imageUpload', 'image']],
  ])('offers for %s %s: %s', (name, handleId, types) => {
    expect(offerOf(pull(smallEditor(), name, handleId, [330, 560])).types).toEqual(types);
  });

  it('takes a node whose input lies where the pipe was dropped, joined, in one step', () => {
    const editor = pull(smallEditor(), 'idea', 'text-right', [332, 418]);
    const id = take(editor, 'image', 'Gemini-2.5-flash');
    editor.expectState('idle').expectSelected(id);
    expect(editor.engine.preview.addMenu).toBeNull();
    expect(editor.node(id)).toEqual({
      id: 'image_node_new1',
      type: 'image',
      position: { x: 330, y: 345 },
      data: { model: 'Gemini-2.5-flash', data: null },
    });
    expect(editor.engine.document.allEdges().at(-1)).toEqual(pipe('idea', id));

    editor.undo();
    expect([editor.nodes, editor.edges]).toEqual([['idea', 'photo', 'art'], ['idea-art']]);
    editor.redo();
    expect([editor.nodes.at(-1), editor.edges.at(-1)]).toEqual([id, `idea-${id}`]);
  });

  it('takes a node that feeds the input it was drawn out of', () => {
    const editor = pull(smallEditor(), 'art', 'image-left', [330, 560]);
    const id = take(editor, 'imageUpload', null);
    const output = editor.handle(id, 'image-right');
    expect(Math.max(Math.abs(output.x - 330), Math.abs(output.y - 560))).toBeLessThanOrEqual(7.5);
    expect(editor.engine.document.allEdges().at(-1)).toEqual(pipe(id, 'art', 'image'));
  });

  it('refuses what the rules refuse', () => {
    const editor = pull(smallEditor(), 'idea', 'text-right', [330, 420]);
    const from = { nodeId: 'idea', handleId: 'text-right' };
    expect(editor.engine.addConnected(from, 'imageUpload', null, { x: 0, y: 0 })).toBeNull();
    expect(editor.engine.addConnected({ nodeId: 'nobody', handleId: 'x' }, 'image', null, { x: 0, y: 0 })).toBeNull();
    expect(editor.nodes).toHaveLength(3);
    expect(editor.eventTypes.filter((type) => type === 'refused')).toHaveLength(2);
  });

  it('opens no menu over a card, a pipe, beside the stage, or where it began', () => {
    for (const to of [
      [100, 60],
      [300, 97.5],
      [-40, 300],
      [330, 720],
      [228, 97.5],
    ] as const) {
      const editor = pull(smallEditor(), 'idea', 'text-right', to).expectState('idle');
      expect(editor.engine.preview.addMenu, `at ${to.join()}`).toBeNull();
      expect(editor.edges).toEqual(['idea-art']);
    }
  });
});

describe('an add menu that waits', () => {
  it('is declined by Escape, by lost focus and by a press elsewhere, which then means what it always means', () => {
    expect(waiting().keyDown('Escape').expectState('idle').engine.preview.addMenu).toBeNull();
    expect(waiting().cancel().expectState('idle').preview).toBeNull();
    const editor = waiting().drag('photo', [360, 620]);
    expect([editor.engine.preview.addMenu, editor.at('photo')]).toEqual([null, [300, 600]]);
    expect(waiting().click([700, 600]).expectState('idle').engine.preview.addMenu).toBeNull();
  });

  it('is declined by two fingers, which pinch', () => {
    const editor = waiting().finger('down', 1, 600, 500);
    expect(editor.engine.preview.addMenu).toBeNull();
    editor.finger('down', 2, 700, 500).expectState('pinching');
  });

  it('stays while the pointer wanders, the view moves, the stage changes its size, or others edit', () => {
    const editor = waiting();
    const { addMenu } = editor.engine.preview;
    editor.pointerMove([500, 500]).wheel([0, 0], 30, 40);
    editor.engine.view.setSize({ width: 800, height: 500 });
    editor.merge({ type: 'moveNode', id: 'idea', position: { x: 30, y: 15 } }).expectState('addMenuOpen');
    expect(editor.engine.preview.addMenu, 'the very same, so that no one looks anew').toBe(addMenu);
    expect(editor.preview).toMatchObject({ from: editor.handle('idea', 'text-right'), to: { x: 330, y: 420 } });
  });

  it('goes with the node it came from', () => {
    expect(waiting().merge({ type: 'removeNode', id: 'idea' }).expectState('idle').engine.preview.addMenu).toBeNull();
    expect(waiting().undo().engine.preview.addMenu).not.toBeNull();
  });
});
