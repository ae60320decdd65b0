import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { cutOut, type Editor } from '../../../../src/engine';
import type { GoTo } from '../../../../src/engine/konva';
import { TextOverlay } from '../../../../src/screens/editor/text/TextOverlay';
import { pipe, TestEditor } from '../../../support/TestEditor';
import { buttonOf, flow, group, openLayer, said } from '../../support/openLayer';

/** A text in a frame, and a card beside it. */
const openFramed = (isFolded: boolean, way: { current: GoTo | null } = { current: null }): Editor => {
  const sky = { title: 'Sky', width: 600, height: 400, isFolded, holds: ['idea'] };
  return openLayer(
    TestEditor.with({
      sky: { type: 'frame', at: [0, 0], data: sky },
      idea: { type: 'textPrompt', at: [50, 80] },
      art: { type: 'image', at: [700, 0] },
    }),
    { way },
  ).engine;
};
const turn = (isFolded: boolean) => ({ type: 'setData', id: 'sky', data: { isFolded } }) as const;

describe('the keyboard on the layer', () => {
  it('walks the nodes in reading order and selects what it comes to [ACCESS-10]', async () => {
    const editor = openLayer(flow());
    act(() => group(/^Text input/).focus());
    expect([...editor.engine.selection.nodes]).toEqual(['idea']);
    await userEvent.tab();
    expect(buttonOf(/^Text input/, 'text output')).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    expect(group(/^Image, /)).toHaveFocus();
    expect([...editor.engine.selection.nodes]).toEqual(['art']);
  });

  it('goes to the frame that hides a card, and takes the focus for that card no more', async () => {
    const way = { current: null as GoTo | null };
    const engine = openFramed(true, way);
    act(() => way.current?.('idea'));
    expect(group(/^Frame/)).toHaveFocus();
    await act(async () => {
      engine.apply([turn(false)]);
      way.current?.('idea');
      engine.apply([turn(true)]);
      await Promise.resolve();
    });
    act(() => group(/^Image/).focus());
    await act(async () => engine.merge([turn(false)]));
    expect(group(/^Image/)).toHaveFocus();
  });

  it('brings what it comes to into view', () => {
    const editor = openLayer(TestEditor.with({ edge: { type: 'textPrompt', at: [950, 650] } }));
    act(() => group('Text input').focus());
    expect(editor.engine.view.viewport).toMatchObject({ x: 1000 - 24 - 220 - 950, y: 700 - 24 - 195 - 650 });
  });

  it('brings it into the part of the stage that panels and tools leave', () => {
    const editor = TestEditor.with({ edge: { type: 'textPrompt', at: [950, 650] } });
    editor.engine.view.freeBy(() => ({ x: 100, y: 0, width: 500, height: 600 }));
    openLayer(editor);
    act(() => group('Text input').focus());
    expect(editor.viewport).toMatchObject({ x: 600 - 24 - 220 - 950, y: 600 - 24 - 195 - 650 });
  });

  it('edits or runs by Enter [ACCESS-12]', async () => {
    const canvas = flow();
    canvas.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
    const editor = openLayer(canvas);
    const acted = vi.fn<(event: { type: string }) => void>();
    editor.engine.subscribe(acted);
    act(() => group(/^Image, /).focus());
    await userEvent.keyboard('{Enter}');
    expect(acted).toHaveBeenCalledWith({ type: 'action', nodeId: 'art', action: 'run' });
    act(() => group(/^Text input/).focus());
    await userEvent.keyboard('{Enter}');
    expect(editor.engine.editing).toMatchObject({ nodeId: 'idea', name: 'value' });
  });

  it('deletes by Delete and hands the focus to the neighbour', async () => {
    const editor = openLayer(flow());
    act(() => group(/^Text input/).focus());
    await userEvent.keyboard('{Delete}');
    expect(editor.engine.document.node('idea')).toBeUndefined();
    expect(group(/^Image, /)).toHaveFocus();
    await userEvent.keyboard('{Delete}{Delete}');
    expect(editor.engine.document.allNodes()).toEqual([]);
    expect(screen.getByTestId('stage')).toHaveFocus();
    expect(said().trim()).toBe('Deleted.');
  });

  it('deletes from a handle and from a button of a card, too, and hands the focus on', async () => {
    const editor = openLayer(flow());
    act(() => buttonOf(/^Text input/, 'text output').focus());
    await userEvent.keyboard('{Delete}');
    expect(editor.nodes).not.toContain('idea');
    expect(group(/^Image, /)).toHaveFocus();
    act(() => buttonOf(/^Image, /, 'Delete').focus());
    await userEvent.keyboard('{Backspace}');
    expect(editor.nodes).toEqual(['photo']);
    expect(group('Image input')).toHaveFocus();
  });

  it('means the focused node, selected or not', async () => {
    const editor = openLayer(flow());
    act(() => group('Image input').focus());
    act(() => editor.engine.select({}));
    await userEvent.keyboard('{Delete}');
    expect(editor.engine.document.node('photo')).toBeUndefined();
    expect(editor.engine.document.allNodes()).toHaveLength(2);
  });

  it.each(['{Control>}c{/Control}', '{Control>}d{/Control}', 'm', 'w', '{Shift>}{F10}{/Shift}', '{ContextMenu}'])(
    'means the focused node or edge by %s when nothing is selected [ACCESS-17]',
    async (keys) => {
      const editor = openLayer(
        TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
          pipe('idea', 'art'),
        ]),
      );
      const heard: string[][] = [];
      // The canvas and the application listen further out.
      const listen = (): void => void heard.push(editor.selected);
      document.addEventListener('keydown', listen);
      for (const name of ['Text input', 'Connection from Text input to Image']) {
        act(() => group(name).focus());
        act(() => editor.engine.select({}));
        await userEvent.keyboard(keys);
      }
      document.removeEventListener('keydown', listen);
      expect(heard.at(-1)).toEqual(['idea-art']);
      expect(heard).toContainEqual(['idea']);
    },
  );

  it('selects nothing by keys that end the selection or move the view, and keeps a selection that is elsewhere', async () => {
    const editor = openLayer(flow());
    act(() => group('Image input').focus());
    act(() => editor.engine.select({}));
    await userEvent.keyboard('{Escape}{Shift}{Control} ');
    expect(editor.selected).toEqual([]);
    act(() => void editor.select('idea', 'art'));
    await userEvent.keyboard('m');
    expect(editor.selected).toEqual(['art', 'idea']);
  });

  it('means the copy once there is one, and the original again when it is undone [ACCESS-15]', async () => {
    const { engine } = openLayer(flow());
    const copy = (): void => {
      const fragment = cutOut(engine.document, engine.selection.nodes);
      engine.addFragment(fragment, { x: 30, y: 30 });
    };
    act(() => group(/^Text input/).focus());
    await act(async () => copy());
    const [copyId = ''] = engine.selection.nodes;
    expect(copyId).not.toBe('idea');
    expect(document.activeElement).toHaveAttribute('data-node-id', copyId);
    await userEvent.keyboard('{Enter}');
    expect(engine.editing).toMatchObject({ nodeId: copyId });
    act(() => engine.stopEditing());
    await userEvent.keyboard('{Delete}');
    expect(engine.document.node(copyId)).toBeUndefined();
    expect(engine.document.node('idea')).toBeDefined();

    act(() => group(/^Text input/).focus());
    await act(async () => copy());
    await act(async () => copy());
    await act(async () => engine.undo());
    await act(async () => engine.undo());
    expect(document.activeElement).toHaveAttribute('data-node-id', 'idea');
  });

  it('hands the focus to the neighbour of a card that is undone, and to the canvas from one deleted elsewhere [ACCESS-16]', async () => {
    const { engine } = openLayer(flow());
    act(() => void engine.addNode('note', null, { x: 900, y: 0 }));
    act(() => group('Note').focus());
    await act(async () => engine.undo());
    expect(group('Image input')).toHaveFocus();
    await act(async () => engine.merge([{ type: 'removeNode', id: 'photo' }]));
    expect(screen.getByTestId('stage')).toHaveFocus();
    expect(said()).toBe('What you were on was deleted or folded away elsewhere. The focus is on the canvas.');
    await userEvent.keyboard('{Delete}');
    expect(engine.document.nodeCount).toBe(2);
  });

  describe('in a frame', () => {
    it.each([
      ['it is folded', false, (engine: Editor) => engine.apply([turn(true)])],
      ['its unfolding is undone', true, (engine: Editor) => engine.undo()],
    ] as const)('goes to the frame when %s [ACCESS-16]', async (_, isFolded, fold) => {
      const engine = openFramed(isFolded);
      if (isFolded) await act(async () => engine.apply([turn(false)]));
      act(() => buttonOf('Text input', 'text output').focus());
      await act(async () => fold(engine));
      expect(engine.scene.folds.isHidden('idea')).toBe(true);
      expect(document.activeElement).toHaveAttribute('data-node-id', 'sky');
    });

    it('goes to the canvas when it is folded elsewhere, and the next key deletes nothing [ACCESS-16]', async () => {
      const engine = openFramed(false);
      act(() => group('Text input').focus());
      await act(async () => engine.merge([turn(true)]));
      expect(screen.getByTestId('stage')).toHaveFocus();
      expect(said()).toBe('What you were on was deleted or folded away elsewhere. The focus is on the canvas.');
      await userEvent.keyboard('{Delete}');
      expect(engine.document.nodeCount).toBe(3);
    });
  });

  it('stays on a connection that a merge takes out and puts back [ACCESS-16]', async () => {
    const edge = pipe('idea', 'art');
    const { engine } = openLayer(
      TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [edge]),
    );
    const name = 'Connection from Text input to Image';
    act(() => group('Text input').focus());
    act(() => group(name).focus());
    await act(async () => {
      engine.merge([{ type: 'removeEdge', id: edge.id }]);
      engine.merge([{ type: 'addEdge', edge }]);
    });
    expect(group(name)).toHaveFocus();
    expect(said()).toBe('');
  });

  it('deletes one card by a key that is held', async () => {
    const { engine } = openLayer(flow());
    act(() => group(/^Text input/).focus());
    await userEvent.keyboard('{Delete>3/}');
    expect(engine.document.nodeCount).toBe(2);
  });

  it('deletes nothing from a button that a pointer has pressed, when nothing is selected', async () => {
    const { engine } = openLayer(flow());
    const button = buttonOf(/^Text input/, 'text output');
    fireEvent.pointerDown(button);
    act(() => button.focus());
    act(() => engine.select({}));
    await userEvent.keyboard('{Delete}{Control>}={/Control}');
    expect([engine.document.nodeCount, engine.selection.nodes.size]).toEqual([3, 0]);
  });

  it.each(['{Control>}={/Control}', '{Control>}z{/Control}', '{Alt>}1{/Alt}', '{F1}', '{PageDown}'])(
    'selects nothing by %s [ACCESS-17]',
    async (keys) => {
      const { engine } = openLayer(flow());
      act(() => group(/^Text input/).focus());
      act(() => engine.select({}));
      await userEvent.keyboard(keys);
      expect(engine.selection.nodes.size).toBe(0);
    },
  );

  it('leaves the focus elsewhere when a card is deleted elsewhere', () => {
    const { engine } = openLayer(flow());
    act(() => group('Image input').focus());
    act(() => screen.getByTestId('stage').focus());
    act(() => engine.merge([{ type: 'removeNode', id: 'photo' }]));
    expect(screen.getByTestId('stage')).toHaveFocus();
    expect(said()).toBe('');
  });

  it('leaves a text whose node, or whose row, is deleted elsewhere for the canvas, and deletes nothing by the next keys [ACCESS-16]', async () => {
    const canvas = flow();
    const rows = ['calm', 'wild'].map((id) => ({ id, name: id, value: 'sea', parentId: 'moods' }));
    canvas.merge({
      type: 'addNode',
      node: { id: 'moods', type: 'category', position: { x: 0, y: 600 }, data: { categories: rows } },
    });
    const { engine } = openLayer(canvas);
    render(<TextOverlay flow={canvas.flow} onClosed={() => undefined} />);
    act(() => engine.startEditing({ nodeId: 'moods', rowId: 'wild', name: 'value' }));
    expect(screen.getByRole('textbox')).toHaveFocus();
    await act(async () => engine.merge([{ type: 'removeRow', id: 'moods', rowId: 'wild' }]));
    expect(screen.getByTestId('stage')).toHaveFocus();
    expect(said()).toBe('What you were on was deleted or folded away elsewhere. The focus is on the canvas.');
    act(() => engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect(screen.getByRole('textbox')).toHaveFocus();
    await act(async () => engine.merge([{ type: 'removeNode', id: 'idea' }]));
    await userEvent.keyboard('{Backspace}{Backspace}');
    expect(screen.getByTestId('stage')).toHaveFocus();
    expect(engine.document.nodeCount).toBe(3);
  });

  it('means the dot that is put on the selected connection [ACCESS-15]', async () => {
    const canvas = flow();
    canvas.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
    const { engine } = openLayer(canvas);
    const [edgeId = ''] = canvas.edges;
    act(() => group(/^Text input/).focus());
    act(() => engine.select({ edges: new Set([edgeId]) }));
    await act(async () => void engine.addReroute(edgeId, { x: 300, y: 300 }));
    expect(document.activeElement).toHaveAttribute('data-node-id', [...engine.selection.nodes].join());
  });

  it('leaves the focus to a text that opens on what was added', async () => {
    const { engine } = openLayer(flow());
    act(() => group(/^Text input/).focus());
    await act(async () => void engine.frames.frameSelection());
    expect(engine.editing).toMatchObject({ name: 'title' });
    expect(group(/^Text input/)).toHaveFocus();
  });

  it('takes a row out of its category [CAT-9]', async () => {
    const editor = openLayer(
      TestEditor.with({
        group: {
          type: 'category',
          at: [0, 0],
          data: {
            categories: [
              { id: 'g0', name: 'mood', value: ['calm'], parentId: 'group' },
              { id: 'g1', name: 'place', value: ['beach'], parentId: 'group' },
            ],
          },
        },
      }),
    );
    const grip = screen.getByRole('button', { name: 'Move item place out of the category' });
    expect(grip).toHaveAttribute('data-item-id', 'g1');
    expect(grip).toHaveAttribute('draggable', 'true');
    act(() => grip.focus());
    await userEvent.keyboard('{Enter}');
    expect(editor.engine.document.node('g1')).toMatchObject({ type: 'categoryItem', position: { x: 285, y: 135 } });
    expect(said()).toBe('Category item added.');
  });

  it('walks to the nearest node that way, in view or not, and back into a pipe of it', async () => {
    const editor = openLayer(
      TestEditor.with(
        {
          idea: { type: 'textPrompt', at: [0, 0], data: { value: 'sea' } },
          near: { type: 'image', at: [450, 0], data: { model: 'near' } },
          far: { type: 'image', at: [20_000, 4000], data: { model: 'far' } },
        },
        [pipe('idea', 'near')],
      ),
    );
    act(() => group('Text input, sea').focus());
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(group('Image, sea')).toHaveFocus();
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    await vi.waitFor(() => expect(group('Image, far')).toHaveFocus());
    expect(editor.selected).toEqual(['far']);
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(group('Image, far')).toHaveFocus();

    await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}');
    await vi.waitFor(() => expect(group('Image, sea')).toHaveFocus());
    act(() => group('Connection from Text input, sea to Image, sea').focus());
    expect(editor.selected).toEqual(['idea-near']);
    await userEvent.keyboard('{Delete}');
    expect(editor.edges).toEqual([]);
    expect(group('Image, near')).toHaveFocus();
  });

  it('gathers several by Shift+Enter, and drops them with any other selection', async () => {
    const editor = openLayer(flow());
    await userEvent.tab();
    await userEvent.tab();
    expect(editor.selected).toEqual(['idea']);
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    act(() => group('Image input').focus());
    expect(editor.selected).toEqual(['idea']);
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    expect(editor.selected).toEqual(['idea', 'photo']);
    expect(said()).toMatch(/^Selected: 2\./);
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    expect(editor.selected).toEqual(['idea']);

    act(() => editor.engine.select({}));
    act(() => group(/^Image, /).focus());
    expect(editor.selected).toEqual(['art']);
    act(() => group('Text input, a cat asleep').focus());
    expect(editor.selected).toEqual(['idea']);
  });
});
