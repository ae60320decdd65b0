import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { NODES_A_STEP } from '../../../../src/engine/konva/accessible/useDescribedView';
import { startI18n } from '../../../../src/i18n/startI18n';
import { pipe, TestEditor } from '../../../support/TestEditor';
import { buttonOf, flow, group, NodeWorks, openLayer, said } from '../../support/openLayer';

/** The number of matching nodes that each step of the layer adds, until it rests; with a fake clock. */
const stepsOf = (selector: string): number[] => {
  const count = () => document.querySelectorAll(selector).length;
  return Array.from({ length: 20 }, () => {
    const before = count();
    act(() => void vi.advanceTimersByTime(16));
    return count() - before;
  }).filter((added) => added !== 0);
};

/** Many small texts side by side, all in view. */
const sketches = (count: number): TestEditor =>
  TestEditor.with(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `n${index}`,
        {
          type: 'text',
          at: [(index % 40) * 62, Math.floor(index / 40) * 62] as const,
          data: { name: `n${index}`, width: 60, height: 60 },
        },
      ]),
    ),
    [],
    { x: 0, y: 0, zoom: 0.4 },
  );

/** Advances the clock; checks what is shown after each millisecond. */
const pass = (ms: number): void => {
  for (let passed = 0; passed < ms; passed++) act(() => void vi.advanceTimersByTime(1));
};

const shown = (): HTMLElement[] => within(group('Nodes on the canvas')).queryAllByRole('group');
const buttonsOf = (name: string | RegExp): (string | null)[] =>
  within(group(name))
    .getAllByRole('button')
    .map((each) => each.getAttribute('aria-label'));

describe('the accessible layer', () => {
  it('names every node in view by kind and title, in reading order, where it is painted [ACCESS-1]', () => {
    openLayer(flow());
    const groups = shown();
    expect(groups.map((each) => [each.dataset.nodeId, each.getAttribute('aria-label')])).toEqual([
      ['idea', 'Text input, a cat asleep'],
      ['art', 'Image, Gemini-2.5-flash'],
      ['photo', 'Image input'],
    ]);
    expect(groups.map(({ tabIndex }) => tabIndex)).toEqual([0, 0, 0]);
    expect(group(/^Image, /)).toHaveStyle({ left: '450px', top: '0px', width: '245px', height: '195px' });
  });

  it('gives a node its handles and its actions as buttons [ACCESS-3] [ACCESS-4]', () => {
    openLayer(flow());
    expect(buttonsOf(/^Image, /)).toEqual([
      'text input',
      'image input',
      'video input',
      'audio input',
      'image output',
      'Run',
      'Settings',
      'Delete',
    ]);
    expect(buttonsOf(/^Text input/)).toEqual(['text output', 'Convert to category', 'Delete']);
    expect(buttonsOf('Image input')).toEqual(['image output', 'Upload a file', 'Enlarge', 'Delete']);
    expect(group(/^Image, /).querySelector('[data-handle="text-left"]')).toHaveAccessibleName('text input');
    expect(buttonOf(/^Image, /, 'video input')).toHaveAttribute('aria-disabled', 'true');
  });

  it('speaks Korean', () => {
    act(() => void startI18n('ko'));
    openLayer(flow());
    expect(buttonOf('텍스트 입력, a cat asleep', '텍스트 출력')).toBeInTheDocument();
    act(() => void startI18n('en'));
  });

  it('keeps Run off until something is connected, and says why [NODE-11]', async () => {
    const editor = openLayer(flow());
    const acted = vi.fn<(event: { type: string }) => void>();
    editor.engine.subscribe(acted);
    const run = buttonOf(/^Image, /, 'Run');
    expect(run).toHaveAttribute('aria-disabled', 'true');
    expect(run).toHaveAccessibleDescription('A left node must be connected to execute.');
    await userEvent.click(run);
    expect(acted).not.toHaveBeenCalledWith(expect.objectContaining({ type: 'action' }));
    act(
      () =>
        void editor.engine.connect(
          { nodeId: 'idea', handleId: 'text-right' },
          { nodeId: 'art', handleId: 'text-left' },
        ),
    );
    expect(run).not.toHaveAttribute('aria-disabled');
    expect(run).not.toHaveAccessibleDescription();
    await userEvent.click(run);
    expect(acted).toHaveBeenCalledWith({ type: 'action', nodeId: 'art', action: 'run' });
  });

  it('says why a text model whose output is connected does not run [NODE-12]', async () => {
    const editor = openLayer(
      TestEditor.with(
        { writer: { type: 'model', at: [0, 0], data: { model: 'GPT-5' } }, art: { type: 'image', at: [450, 0] } },
        [pipe('writer', 'art')],
      ),
    );
    const run = buttonOf(/^Text AI model, /, 'Run');
    expect(run).toHaveAttribute('aria-disabled', 'true');
    expect(run).toHaveAccessibleDescription('Disconnect its output to run it.');
    act(() => group(/^Text AI model, /).focus());
    await userEvent.keyboard('{Enter}');
    expect(said()).toBe('Disconnect its output to run it.');
    act(() => editor.engine.apply([{ type: 'removeEdge', id: 'writer-art' }]));
    await vi.waitFor(() => expect(run).not.toHaveAccessibleDescription());
    expect(run).not.toHaveAttribute('aria-disabled');
  });

  it('names a category by those of its items that have a name', () => {
    const named = ['really', ' ', 'warm', ''].map((name, index) => ({
      id: `g${index}`,
      name,
      value: [],
      parentId: 'group',
    }));
    openLayer(TestEditor.with({ group: { type: 'category', at: [0, 0], data: { categories: named } } }));
    expect(group('Category, really, warm')).toBeInTheDocument();
  });

  it('names a converted category by the text in its title, and a picture that it feeds alike [CAT-16]', () => {
    const categories = [{ id: 'g0', name: 'light', value: [], parentId: 'group' }];
    const data = { categories, value: 'a small boat\nin the fog' };
    openLayer(
      TestEditor.with({ group: { type: 'category', at: [0, 0], data }, art: { type: 'image', at: [450, 0] } }, [
        pipe('group', 'art'),
      ]),
    );
    expect(group('Category, a small boat in the fog')).toBeInTheDocument();
    expect(group('Image, a small boat in the fog')).toBeInTheDocument();
  });

  it('names a row that has no name, as newer versions may leave it out', () => {
    openLayer(TestEditor.with({ group: { type: 'category', at: [0, 0], data: { categories: [{ id: 'bare' }] } } }));
    expect(screen.getByRole('button', { name: 'Move item Untitled out of the category' })).toBeInTheDocument();
  });

  it('lays a converted card over what it has grown across', async () => {
    const editor = openLayer(
      TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, below: { type: 'textPrompt', at: [0, 240] } }),
    );
    const idea = editor.node('idea');
    await userEvent.click(
      within(screen.getAllByRole('group')[1] ?? document.body).getByRole('button', { name: /^Convert/ }),
    );
    const categories = ['a', 'b', 'c'].map((name, index) => ({ id: `i${index}`, name, value: [], parentId: 'idea' }));
    act(() =>
      editor.engine.apply([{ type: 'replaceNode', node: { ...idea, type: 'category', data: { categories } } }]),
    );
    expect(editor.stacking).toEqual(['below', 'idea']);
    expect(group('Category, a, b, c')).toHaveStyle({ zIndex: '1000' });
  });

  it('says on the upload button that it uploads', () => {
    const works = new NodeWorks();
    openLayer(flow(), { works });
    works.set('photo', 'uploading');
    const upload = buttonOf('Image input', 'Uploading...');
    expect(upload).toHaveAttribute('aria-busy', 'true');
    works.set('photo', 'none');
    expect(upload).toHaveAccessibleName('Upload a file');
  });

  it('is busy while a node runs, and its run button stops [ACCESS-7]', async () => {
    const works = new NodeWorks();
    const onStop = vi.fn<(nodeId: string) => void>();
    const editor = openLayer(flow(), { works, onStop });
    editor.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
    works.set('art', 'running');
    expect(group(/^Image, /)).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(buttonOf(/^Image, /, 'Stop'));
    expect(onStop).toHaveBeenCalledWith('art');
    works.set('art', 'failed');
    expect(group(/^Image, /)).not.toHaveAttribute('aria-busy');
    expect(buttonOf(/^Image, /, 'Try again')).toBeInTheDocument();
  });

  it('is busy while a node waits its turn, and its run button takes it back [ACCESS-7] [GEN-13]', async () => {
    const works = new NodeWorks();
    const onStop = vi.fn<(nodeId: string) => void>();
    openLayer(flow(), { works, onStop });
    works.set('art', 'waiting');
    expect(group(/^Image, /)).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(buttonOf(/^Image, /, 'Stop waiting'));
    expect(onStop).toHaveBeenCalledWith('art');
  });

  it('is not stopped by the second half of the double-click that ran it', () => {
    const works = new NodeWorks();
    const onStop = vi.fn<(nodeId: string) => void>();
    openLayer(flow(), { works, onStop });
    works.set('art', 'running');
    const stop = buttonOf(/^Image, /, 'Stop');
    fireEvent.click(stop, { detail: 2 });
    expect(onStop).not.toHaveBeenCalled();
    fireEvent.click(stop, { detail: 1 });
    expect(onStop).toHaveBeenCalledOnce();
  });

  it('is laid out again within 100 ms after the view has come to rest, and not before [ACCESS-8]', () => {
    vi.useFakeTimers();
    try {
      const editor = openLayer(
        TestEditor.with({ near: { type: 'textPrompt', at: [0, 0] }, far: { type: 'textPrompt', at: [5000, 0] } }),
      );
      for (let step = 1; step <= 5; step++) {
        act(() => editor.engine.view.setViewport({ x: -1000 * step, y: 0, zoom: 1 }));
        act(() => void vi.advanceTimersToNextFrame());
        expect(document.querySelector('[data-viewport-layer]')).toHaveStyle({
          transform: `translate(${-1000 * step}px, 0px) scale(1)`,
        });
        act(() => void vi.advanceTimersByTime(24));
      }
      expect(shown().map(({ dataset }) => dataset.nodeId)).toEqual(['near']);
      expect(group('Text input')).toHaveStyle({ left: '0px', top: '0px' });
      act(() => void vi.advanceTimersByTime(76));
      expect(shown().map(({ dataset }) => dataset.nodeId)).toEqual(['far']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has all of 200 nodes 100 ms after the view has come to rest, and puts each name together once [ACCESS-8]', () => {
    vi.useFakeTimers();
    const ask = vi.spyOn(i18next, 't');
    const asked = () => {
      const keys = ask.mock.calls.map(([key]) => String(key));
      ask.mockClear();
      const names = keys.filter((key) => key === 'node.named').length;
      return { names, others: keys.length - names };
    };
    try {
      const editor = openLayer(sketches(200));
      pass(100);
      expect(shown()).toHaveLength(200);
      const first = asked();
      expect(first.names).toBe(200);
      // The words of kinds, handles and buttons are read once for all of them.
      expect(first.others).toBeLessThan(100);
      act(() => editor.engine.view.setViewport({ x: -5000, y: 0, zoom: 0.4 }));
      pass(100);
      expect(shown()).toEqual([]);
      act(() => editor.engine.view.setViewport({ x: 0, y: 0, zoom: 0.4 }));
      pass(100);
      expect(shown()).toHaveLength(200);
      expect(asked()).toEqual({ names: 0, others: 0 });
    } finally {
      ask.mockRestore();
      vi.useRealTimers();
    }
  });

  it('holds the selection only where cards are flat [ACCESS-9]', () => {
    const far = flow();
    far.engine.view.setViewport({ x: 0, y: 0, zoom: 0.3 });
    const editor = openLayer(far);
    expect(shown()).toEqual([]);
    act(() => editor.engine.select({ nodes: new Set(['art']) }));
    expect(shown()).toEqual([group(/^Image, /)]);
  });

  it('holds at most 200 nodes, whatever lies on the canvas, and lays them a few at a time [ACCESS-2]', () => {
    vi.useFakeTimers();
    try {
      const editor = openLayer(sketches(1000));
      expect(editor.stacking, 'all of them in view').toHaveLength(1000);
      expect(Math.max(...stepsOf('[data-node-id]'))).toBeLessThanOrEqual(NODES_A_STEP);
      expect(document.querySelectorAll('[data-node-id][role="group"]')).toHaveLength(200);
      act(() => editor.engine.selectAll());
      const selecting = stepsOf('[data-node-id][data-selected]');
      expect(Math.max(...selecting)).toBeLessThanOrEqual(NODES_A_STEP);
      expect(selecting.reduce((sum, added) => sum + added, 0)).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
});
