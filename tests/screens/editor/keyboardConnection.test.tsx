import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../src/i18n/startI18n';
import { AccessibleLayer } from '../../../src/screens/editor/accessible/AccessibleLayer';
import { OfferMenu } from '../../../src/screens/editor/offer/OfferMenu';
import { LiveRegion } from '../../../src/ui/live/LiveRegion';
import { TestEditor } from '../../support/TestEditor';

const onClosed = vi.fn<(nodeId: string | null) => void>();
let editor: TestEditor;

const open = (canvas: TestEditor): void => {
  editor = canvas;
  render(
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the stage is an application that takes keys */}
      <div data-testid="stage" tabIndex={0} />
      <AccessibleLayer editor={editor.engine} workOf={() => 'none'} reasonOf={() => null} onStop={() => undefined} />
      <OfferMenu editor={editor.engine} onClosed={onClosed} />
      <LiveRegion />
    </div>,
  );
};

const flow = () =>
  TestEditor.with({
    idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat asleep' } },
    art: { type: 'image', at: [450, 0], data: { model: 'Gemini-2.5-flash' } },
    late: { type: 'image', at: [450, 300], data: { model: 'late' } },
    photo: { type: 'imageUpload', at: [0, 300] },
  });

const handle = (node: string | RegExp, name: string): HTMLElement =>
  within(screen.getByRole('group', { name: node })).getByRole('button', { name });
const said = (): string => screen.getByTestId('announcements').textContent;

/** Begins a pipe from the keyboard. */
const beginFrom = async (node: string | RegExp, name: string): Promise<HTMLElement> => {
  const begin = handle(node, name);
  act(() => begin.focus());
  await userEvent.keyboard('{Enter}');
  return begin;
};

beforeEach(() => {
  onClosed.mockClear();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('a pipe made by keys is seen as one made by the mouse', () => {
  it('hangs beside its handle, and goes with the focus from handle to handle', async () => {
    open(flow());
    await beginFrom(/^Text input/, 'text output');
    expect(editor.preview).toMatchObject({ anchor: { nodeId: 'idea' }, target: null, verdict: 'none' });
    await userEvent.keyboard('{Tab}');
    expect(editor.preview).toMatchObject({
      to: { x: 450, y: 60 },
      target: { nodeId: 'art', handleId: 'text-left' },
      verdict: 'valid',
    });
    await userEvent.keyboard('{Tab}');
    expect(editor.preview).toMatchObject({ to: { x: 450, y: 360 }, target: { nodeId: 'late' } });
    await userEvent.keyboard('{Enter}');
    expect([editor.edges, editor.preview, editor.state]).toEqual([['idea-late'], null, 'select.idle']);
  });

  it('hangs again beside its handle when the focus comes back there', async () => {
    open(flow());
    const begin = await beginFrom(/^Text input/, 'text output');
    await userEvent.keyboard('{Tab}');
    act(() => begin.focus());
    expect(editor.preview?.target).toBeNull();
  });

  it('leads to a node out of view by the keys that walk there', async () => {
    open(
      TestEditor.with({
        idea: { type: 'textPrompt', at: [0, 0], data: { value: 'sea' } },
        far: { type: 'image', at: [9000, 0], data: { model: 'far' } },
      }),
    );
    await beginFrom(/^Text input/, 'text output');
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    await vi.waitFor(() => expect(screen.getByRole('group', { name: /^Image/ })).toHaveFocus());
    await userEvent.keyboard('{Tab}{Enter}');
    expect(editor.edges).toEqual(['idea-far']);
  });

  it('disappears with Escape, with a press on the canvas, and when the window loses the focus', async () => {
    open(flow());
    const begin = await beginFrom(/^Text input/, 'text output');
    await userEvent.keyboard('{Tab}{Escape}');
    expect([editor.preview, editor.edges, said()]).toEqual([null, [], 'Connection cancelled.']);
    expect(begin).toHaveFocus();

    await beginFrom(/^Text input/, 'text output');
    act(() => void editor.click([330, 600]));
    expect([editor.preview, begin.getAttribute('aria-pressed')]).toEqual([null, 'false']);

    await beginFrom(/^Text input/, 'text output');
    act(() => void editor.cancel());
    expect([editor.preview, begin.getAttribute('aria-pressed')]).toEqual([null, 'false']);
  });
});

describe('the offer by keys', () => {
  it('opens by Enter where the pipe was begun, beside the node, and adds what is chosen', async () => {
    open(flow());
    await beginFrom(/^Text input/, 'text output');
    expect(said()).toContain('Enter here chooses a new node for it');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('menu')).toHaveAccessibleName('Add a node to this connection');
    expect(screen.getByRole('menuitem', { name: 'Image, Gemini-2.5-flash' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(editor.edges).toEqual(['idea-image_node_new1']);
    expect(onClosed).toHaveBeenCalledExactlyOnceWith('image_node_new1');
    const { scene } = editor.engine;
    const added = editor.node('image_node_new1');
    expect(scene.nodesIn(scene.boxOf(added))).toEqual([added]);
    expect(editor.undo().nodes).not.toContain('image_node_new1');
  });

  it('is there for an input too, and brings its place into view', async () => {
    open(flow());
    await beginFrom(/late$/, 'image input');
    act(() => editor.engine.viewport.setCamera({ x: -400, y: 0, zoom: 1 }));
    await userEvent.keyboard('{Enter}');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Image input',
      'Image, Gemini-2.5-flash',
    ]);
    const at = editor.engine.preview.offer?.at ?? { x: NaN, y: NaN };
    expect(at.x + editor.camera.x).toBeGreaterThan(0);
    expect(at.y + editor.camera.y).toBeGreaterThan(0);
  });

  it.each(['{Escape}', '{Tab}'])('is declined by %s, and the focus is back where the pipe was begun', async (key) => {
    open(flow());
    const begin = await beginFrom(/^Text input/, 'text output');
    await userEvent.keyboard(`{Enter}${key}`);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(begin).toHaveFocus();
    expect([editor.state, editor.preview, editor.nodes.length]).toEqual(['select.idle', null, 4]);
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('is told of in Korean', async () => {
    act(() => void startI18n('ko'));
    open(flow());
    await beginFrom(/^텍스트 입력/, '텍스트 출력');
    expect(said()).toContain('여기서 Enter 키를 누르면 새 노드를 골라 이을 수 있고');
    act(() => void startI18n('en'));
  });
});
