import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../../src/i18n/startI18n';
import { pipe, TestEditor } from '../../../support/TestEditor';
import { pressHandle, buttonOf, flow, group, openLayer, said } from '../../support/openLayer';

/** Two pictures that a text may be connected to. */
const fork = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat asleep' } },
    art: { type: 'image', at: [450, 0], data: { model: 'Gemini-2.5-flash' } },
    late: { type: 'image', at: [450, 300], data: { model: 'late' } },
    photo: { type: 'imageUpload', at: [0, 300] },
  });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('a connection by keys', () => {
  it('connects an output with an input [ACCESS-13] [CONN-3]', async () => {
    const editor = openLayer(flow());
    await pressHandle(/^Text input/, 'text output');
    expect(
      within(group(/^Text input/)).getByRole('button', { name: 'text output', pressed: true }),
    ).toBeInTheDocument();
    expect(said()).toContain('Connecting from Text input, a cat asleep, text output');
    await pressHandle(/^Image, /, 'text input');
    expect(editor.engine.document.allEdges().map(({ id, type }) => [id, type])).toEqual([['idea-art', 'text']]);
    expect(said()).toBe('Connected Text input, a cat asleep to Image, a cat asleep.');
    await pressHandle('Image input', 'image output');
    await pressHandle(/^Image, /, 'text input');
    expect(editor.engine.document.allEdges()).toHaveLength(1);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith('Invalid connection');
  });

  it('gives a connection up by Escape', async () => {
    const editor = openLayer(flow());
    act(() => buttonOf(/^Text input/, 'text output').focus());
    await userEvent.keyboard('{Enter}{Escape}');
    expect(said()).toBe('Connection cancelled.');
    expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument();
    expect([...editor.engine.selection.nodes]).toEqual(['idea']);
  });

  it('walks only the handles that may take the pipe, round and round', async () => {
    const editor = openLayer(
      TestEditor.with({
        idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat asleep' } },
        photo: { type: 'imageUpload', at: [0, 300] },
        art: { type: 'image', at: [450, 0] },
        late: { type: 'image', at: [450, 300], data: { model: 'late' } },
      }),
    );
    await pressHandle(/^Text input/, 'text output');
    const visited: (string | undefined)[] = [];
    for (const keys of ['{Tab}', '{Tab}', '{Tab}', '{Shift>}{Tab}{/Shift}', '{Shift>}{Tab}{/Shift}']) {
      await userEvent.keyboard(keys);
      const handle = document.activeElement;
      visited.push(
        `${handle?.closest('[data-node-id]')?.getAttribute('data-node-id')} ${handle?.getAttribute('data-handle')}`,
      );
    }
    expect(visited).toEqual(['art text-left', 'late text-left', 'art text-left', 'late text-left', 'art text-left']);
    await userEvent.keyboard('{Enter}');
    expect(editor.edges).toEqual(['idea-art']);
  });

  it('leads the other end of a connection elsewhere, or leaves it as it was', async () => {
    const editor = openLayer(fork().merge({ type: 'addEdge', edge: pipe('idea', 'art', 'text') }));
    act(() => group(/^Text input/).focus());
    const connection = screen.getByRole('group', { name: /^Connection from Text input/ });
    act(() => connection.focus());
    await userEvent.keyboard('{Enter}');
    expect(said()).toContain('Moving the other end of the connection at Text input');
    await userEvent.keyboard('{Tab}{Tab}{Escape}');
    expect(editor.edges).toEqual(['idea-art']);
    expect(buttonOf(/^Text input/, 'text output')).toHaveFocus();
    act(() => screen.getByRole('group', { name: /^Connection from Text input/ }).focus());
    await userEvent.keyboard('{Enter}{Tab}{Tab}{Enter}');
    expect(editor.edges).toEqual(['idea-late']);
    expect(editor.undo().edges).toEqual(['idea-art']);
  });

  it('gives a connection up where it began', async () => {
    const editor = openLayer(flow());
    await pressHandle(/^Text input/, 'text output');
    await userEvent.keyboard('{Tab}');
    expect(buttonOf(/^Image, /, 'text input')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(buttonOf(/^Text input/, 'text output')).toHaveFocus();
    expect(editor.selected).toEqual(['idea']);
    await userEvent.keyboard('{Tab}');
    expect(buttonOf(/^Text input/, 'Convert to category')).toHaveFocus();
  });

  it.each(['{Enter}', ' ', '{Delete}'])('gives it up before %j does anything else', async (key) => {
    const editor = openLayer(flow());
    await pressHandle(/^Text input/, 'text output');
    act(() => buttonOf(/^Text input/, 'Delete').focus());
    await userEvent.keyboard(key);
    expect(said()).toBe('Connection cancelled.');
    expect(editor.nodes).toEqual(['art', 'idea', 'photo']);
  });

  it('gives it up for a screen reader’s press on another button, and when the focus leaves the canvas', async () => {
    const editor = openLayer(flow());
    await pressHandle(/^Text input/, 'text output');
    fireEvent.click(buttonOf(/^Text input/, 'Delete'));
    expect(editor.nodes).toEqual(['art', 'idea', 'photo']);
    expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument();
    await pressHandle(/^Text input/, 'text output');
    act(() => screen.getByTestId('stage').focus());
    expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument();
  });

  it('does what a pointer presses in the middle of it', async () => {
    const editor = openLayer(flow());
    await pressHandle(/^Text input/, 'text output');
    await userEvent.click(buttonOf(/^Text input/, 'Delete'));
    expect(editor.nodes).toEqual(['art', 'photo']);
    expect(group(/^Image, /)).toHaveAttribute('tabindex', '0');
  });

  it('says when nothing in view can take the pipe', async () => {
    openLayer(
      TestEditor.with({ photo: { type: 'imageUpload', at: [0, 0] }, idea: { type: 'textPrompt', at: [450, 0] } }),
    );
    await pressHandle('Image input', 'image output');
    await userEvent.keyboard('{Tab}');
    expect(said()).toContain('Nothing in view can be connected.');
    expect(buttonOf('Image input', 'image output')).toHaveFocus();
  });
});

describe('a pipe made by keys is seen as one made by the mouse', () => {
  it('hangs beside its handle, and goes with the focus from handle to handle', async () => {
    const editor = openLayer(fork());
    await pressHandle(/^Text input/, 'text output');
    expect(editor.preview).toMatchObject({ anchor: { nodeId: 'idea' }, target: null, verdict: 'none' });
    await userEvent.keyboard('{Tab}');
    expect(editor.preview).toMatchObject({
      to: { x: 450, y: 67.5 },
      target: { nodeId: 'art', handleId: 'text-left' },
      verdict: 'valid',
    });
    await userEvent.keyboard('{Tab}');
    expect(editor.preview).toMatchObject({ to: { x: 450, y: 367.5 }, target: { nodeId: 'late' } });
    await userEvent.keyboard('{Enter}');
    expect([editor.edges, editor.preview, editor.state]).toEqual([['idea-late'], null, 'select.idle']);
  });

  it('hangs again beside its handle when the focus comes back there', async () => {
    const editor = openLayer(fork());
    const begin = await pressHandle(/^Text input/, 'text output');
    await userEvent.keyboard('{Tab}');
    act(() => begin.focus());
    expect(editor.preview?.target).toBeNull();
  });

  it('leads to a node out of view by the keys that walk there', async () => {
    const editor = openLayer(
      TestEditor.with({
        idea: { type: 'textPrompt', at: [0, 0], data: { value: 'sea' } },
        far: { type: 'image', at: [9000, 0], data: { model: 'far' } },
      }),
    );
    await pressHandle(/^Text input/, 'text output');
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    await vi.waitFor(() => expect(screen.getByRole('group', { name: /^Image/ })).toHaveFocus());
    await userEvent.keyboard('{Tab}{Enter}');
    expect(editor.edges).toEqual(['idea-far']);
  });

  it('disappears with Escape, with a press on the canvas, and when the window loses the focus', async () => {
    const editor = openLayer(fork());
    const begin = await pressHandle(/^Text input/, 'text output');
    await userEvent.keyboard('{Tab}{Escape}');
    expect([editor.preview, editor.edges, said()]).toEqual([null, [], 'Connection cancelled.']);
    expect(begin).toHaveFocus();

    await pressHandle(/^Text input/, 'text output');
    act(() => void editor.click([330, 600]));
    expect([editor.preview, begin.getAttribute('aria-pressed')]).toEqual([null, 'false']);

    await pressHandle(/^Text input/, 'text output');
    act(() => void editor.cancel());
    expect([editor.preview, begin.getAttribute('aria-pressed')]).toEqual([null, 'false']);
  });
});

describe('the offer by keys', () => {
  it('opens by Enter where the pipe was begun, beside the node, and adds the chosen node', async () => {
    const onOfferClosed = vi.fn<(nodeId: string | null, besideId?: string) => void>();
    const editor = openLayer(fork(), { onOfferClosed });
    await pressHandle(/^Text input/, 'text output');
    expect(said()).toContain('Press Enter here to choose a new node');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('menu')).toHaveAccessibleName('Add a node to this connection');
    expect(screen.getByRole('menuitem', { name: 'Image, Gemini-2.5-flash' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(editor.edges).toEqual(['idea-image_node_new1']);
    expect(onOfferClosed).toHaveBeenCalledExactlyOnceWith('image_node_new1', 'idea');
    const { scene } = editor.engine;
    const added = editor.node('image_node_new1');
    expect(scene.nodesIn(scene.boxOf(added))).toEqual([added]);
    expect(editor.undo().nodes).not.toContain('image_node_new1');
  });

  it('is there for an input too, and brings its place into view', async () => {
    const editor = openLayer(fork());
    await pressHandle(/late$/, 'image input');
    act(() => editor.engine.view.setViewport({ x: -400, y: 0, zoom: 1 }));
    await userEvent.keyboard('{Enter}');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Image input',
      'Image, Gemini-2.5-flash',
    ]);
    const at = editor.engine.preview.addMenu?.at ?? { x: NaN, y: NaN };
    expect(at.x + editor.viewport.x).toBeGreaterThan(0);
    expect(at.y + editor.viewport.y).toBeGreaterThan(0);
  });

  it.each(['{Escape}', '{Tab}'])('is declined by %s, and the focus is back where the pipe was begun', async (key) => {
    const onOfferClosed = vi.fn<(nodeId: string | null) => void>();
    const editor = openLayer(fork(), { onOfferClosed });
    const begin = await pressHandle(/^Text input/, 'text output');
    await userEvent.keyboard(`{Enter}${key}`);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(begin).toHaveFocus();
    expect([editor.state, editor.preview, editor.nodes.length]).toEqual(['select.idle', null, 4]);
    expect(onOfferClosed).not.toHaveBeenCalled();
  });

  it('is announced in Korean', async () => {
    act(() => void startI18n('ko'));
    openLayer(fork());
    await pressHandle(/^텍스트 입력/, '텍스트 출력');
    expect(said()).toContain('여기서 Enter 키를 누르면 새 노드를 골라 연결할 수 있고');
    act(() => void startI18n('en'));
  });
});
