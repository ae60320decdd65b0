import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../../src/i18n/startI18n';
import { AddMenuPopover } from '../../../../src/screens/editor/addMenu/AddMenuPopover';
import { TestEditor } from '../../../support/TestEditor';

const onClosed = vi.fn<(nodeId: string | null) => void>();
let editor: TestEditor;

/** Draws a pipe from a handle and drops it on the pane. */
const pull = (name: string, handleId: string, to: readonly [number, number] = [330, 560]): void => {
  act(() => void editor.drag(editor.handle(name, handleId), to));
};
const entries = (): string[] => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent ?? '');

beforeEach(() => {
  onClosed.mockClear();
  editor = TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0] },
    photo: { type: 'imageUpload', at: [0, 300] },
    art: { type: 'image', at: [450, 0] },
  });
  render(
    <>
      <AddMenuPopover flow={editor.flow} models={{ names: null, canWrite: null }} onClosed={onClosed} />
      <button type="button">elsewhere</button>
    </>,
  );
});

describe('the menu where a pipe was dropped', () => {
  it.each([
    ['idea', 'text-right', ['Image, Gemini-2.5-flash']],
    ['photo', 'image-right', ['Image, Gemini-2.5-flash']],
    ['art', 'text-left', ['Text input']],
    ['art', 'image-left', ['Image input', 'Image, Gemini-2.5-flash']],
  ])('offers the nodes that may be added to %s %s', (name, handleId, names) => {
    expect(entries()).toEqual([]);
    pull(name, handleId);
    expect(screen.getByRole('menu')).toHaveAccessibleName('Add a node to this connection');
    expect(entries()).toEqual(names);
  });

  it('speaks Korean', () => {
    startI18n('ko');
    pull('art', 'image-left');
    expect(screen.getByRole('menu')).toHaveAccessibleName('이 연결에 붙일 노드');
    expect(entries()).toEqual(['이미지 입력', '이미지, Gemini-2.5-flash']);
  });

  it('adds the chosen node, joined and in one step, and passes the focus on', async () => {
    pull('art', 'image-left');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Image input' }));
    expect(editor.nodes.at(-1)).toBe('imageUpload_node_new1');
    expect(editor.edges).toEqual(['imageUpload_node_new1-art']);
    expect(onClosed).toHaveBeenCalledExactlyOnceWith('imageUpload_node_new1', 'art');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(editor.undo().nodes).toEqual(['idea', 'photo', 'art']);
  });

  it('is walked by the arrow keys, around both ends, and chosen from by Enter', async () => {
    pull('art', 'image-left');
    const [first, second] = screen.getAllByRole('menuitem');
    expect(first).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(first).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(second).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(first).toHaveFocus();
    await userEvent.keyboard('{End}{Enter}');
    expect(editor.node('image_node_new1').data).toEqual({ model: 'Gemini-2.5-flash', data: null });
    expect(editor.edges).toEqual(['image_node_new1-art']);
  });

  it.each(['{Escape}', '{Tab}'])('is declined by %s, and the canvas has the focus again', async (key) => {
    pull('idea', 'text-right');
    await userEvent.keyboard(key);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(onClosed).toHaveBeenCalledExactlyOnceWith(null);
    expect([editor.state, editor.nodes.length, editor.preview]).toEqual(['select.idle', 3, null]);
  });

  it('is declined by a press on the canvas, and by pressing anything else', async () => {
    pull('idea', 'text-right');
    act(() => void editor.click([700, 600]));
    expect(screen.queryByRole('menu')).toBeNull();
    pull('idea', 'text-right');
    await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(editor.state).toBe('select.idle');
  });

  it('lies beside the end of the pipe, follows the view and stays whole on the stage', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
    pull('idea', 'text-right', [330, 560]);
    const menu = screen.getByRole('menu');
    expect(menu).toHaveStyle({ transform: 'translate(340px, 570px)' });
    act(() => void editor.wheel([0, 0], 100, 50));
    expect(menu).toHaveStyle({ transform: 'translate(240px, 520px)' });
    act(() => editor.engine.view.setSize({ width: 400, height: 300 }));
    expect(menu).toHaveStyle({ transform: 'translate(190px, 190px)' });
    act(() => void editor.wheel([0, 0], 2000, 3000));
    expect(menu).toHaveStyle({ transform: 'translate(10px, 10px)' });
  });

  it.each(['ArrowDown', 'a', 'Enter', 'Delete'])('keeps its keys to itself: %s', (key) => {
    pull('idea', 'text-right');
    const onKey = vi.fn<(event: KeyboardEvent) => void>();
    window.addEventListener('keydown', onKey, { once: true });
    fireEvent.keyDown(screen.getByRole('menuitem'), { key });
    window.removeEventListener('keydown', onKey);
    expect(onKey).not.toHaveBeenCalled();
  });
});
