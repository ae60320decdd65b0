import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { observableShallow, makeObservable, runInAction } from 'mobx';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccessibleLayer } from '../../../src/screens/editor/accessible/AccessibleLayer';
import { NODES_A_STEP } from '../../../src/screens/editor/accessible/layNext';
import type { NodeWork } from '../../../src/screens/editor/accessible/NodeGroup';
import { useEditorAnnouncements } from '../../../src/screens/editor/view/useEditorAnnouncements';
import { LiveRegion } from '../../../src/ui/live/LiveRegion';
import { startI18n } from '../../../src/i18n/startI18n';
import { pipe, TestEditor } from '../../support/TestEditor';

/** What runs, as the stores tell it. */
class Work {
  readonly works = new Map<string, NodeWork>();
  constructor() {
    makeObservable(this, { works: observableShallow });
  }
}

const onStop = vi.fn<(nodeId: string) => void>();
let work: Work;
let editor: TestEditor;

function Layer() {
  useEditorAnnouncements(editor.engine);
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the stage is an application that takes keys */}
      <div data-testid="stage" tabIndex={0} />
      <AccessibleLayer
        editor={editor.engine}
        workOf={(id) => work.works.get(id) ?? 'none'}
        reasonOf={() => null}
        onStop={onStop}
      />
      <LiveRegion />
    </div>
  );
}

const open = (canvas: TestEditor): void => {
  editor = canvas;
  render(<Layer />);
};

const flow = () =>
  TestEditor.with(
    {
      art: { type: 'image', at: [450, 0], data: { model: 'Gemini-2.5-flash' } },
      idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat asleep' } },
      photo: { type: 'imageUpload', at: [0, 300], data: { value: '/files/a.png' } },
    },
    [],
  );

const group = (name: string | RegExp): HTMLElement => screen.getByRole('group', { name });
const said = (): string => screen.getByTestId('announcements').textContent;
const works = (nodeId: string, is: NodeWork): void =>
  act(() => {
    runInAction(() => work.works.set(nodeId, is));
  });

/** How many nodes each step of the layer adds to those that the selector finds, until it rests; with a fake clock. */
const stepsOf = (selector: string): number[] => {
  const count = () => document.querySelectorAll(selector).length;
  return Array.from({ length: 20 }, () => {
    const before = count();
    act(() => void vi.advanceTimersByTime(16));
    return count() - before;
  }).filter((added) => added !== 0);
};

/** Begins a pipe from the keyboard. */
const beginFrom = async (name: string | RegExp, handle: string): Promise<void> => {
  act(() => within(group(name)).getByRole('button', { name: handle }).focus());
  await userEvent.keyboard('{Enter}');
};

beforeEach(() => {
  onStop.mockClear();
  work = new Work();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('the accessible layer', () => {
  it('names every node in view by kind and title, in reading order, where it is painted [ACCESS-1]', () => {
    open(flow());
    const groups = within(group('Nodes on the canvas')).getAllByRole('group');
    expect(groups.map((each) => [each.dataset.nodeId, each.getAttribute('aria-label')])).toEqual([
      ['idea', 'Text input, a cat asleep'],
      ['art', 'Image, Gemini-2.5-flash'],
      ['photo', 'Image input'],
    ]);
    expect(groups.map(({ tabIndex }) => tabIndex)).toEqual([0, 0, 0]);
    expect(group(/^Image, /)).toHaveStyle({ left: '450px', top: '0px', width: '245px', height: '195px' });
  });

  it('gives a node its handles and its actions as buttons [ACCESS-3] [ACCESS-4]', () => {
    open(flow());
    const buttons = (name: string | RegExp) =>
      within(group(name))
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label'));
    expect(buttons(/^Image, /)).toEqual([
      'text input',
      'image input',
      'video input',
      'audio input',
      'image output',
      'Run',
      'Delete',
    ]);
    expect(buttons(/^Text input/)).toEqual(['text output', 'Convert to category', 'Delete']);
    expect(buttons('Image input')).toEqual(['image output', 'Upload a file', 'Enlarge', 'Delete']);
    expect(group(/^Image, /).querySelector('[data-handle="text-left"]')).toHaveAccessibleName('text input');
    expect(within(group(/^Image, /)).getByRole('button', { name: 'video input' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('speaks Korean', () => {
    act(() => void startI18n('ko'));
    open(flow());
    expect(within(group('텍스트 입력, a cat asleep')).getByRole('button', { name: '텍스트 출력' })).toBeInTheDocument();
    act(() => void startI18n('en'));
  });

  it('keeps Run off until something is connected, and says why [NODE-11]', async () => {
    open(flow());
    const acted = vi.fn<(event: { type: string }) => void>();
    editor.engine.subscribe(acted);
    const run = within(group(/^Image, /)).getByRole('button', { name: 'Run' });
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
    open(
      TestEditor.with(
        { writer: { type: 'model', at: [0, 0], data: { model: 'GPT-5' } }, art: { type: 'image', at: [450, 0] } },
        [pipe('writer', 'art')],
      ),
    );
    const run = within(group(/^Text AI model, /)).getByRole('button', { name: 'Run' });
    expect(run).toHaveAttribute('aria-disabled', 'true');
    expect(run).toHaveAccessibleDescription('Disconnect its output to run it.');
    act(() => group(/^Text AI model, /).focus());
    await userEvent.keyboard('{Enter}');
    expect(said()).toBe('Disconnect its output to run it.');
    act(() => editor.engine.run([{ type: 'removeEdge', id: 'writer-art' }]));
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
    open(TestEditor.with({ group: { type: 'category', at: [0, 0], data: { categories: named } } }));
    expect(group('Category, really, warm')).toBeInTheDocument();
  });

  it('names a row that has no name, as newer versions may leave it out', () => {
    open(TestEditor.with({ group: { type: 'category', at: [0, 0], data: { categories: [{ id: 'bare' }] } } }));
    expect(screen.getByRole('button', { name: 'Move item Untitled out of the category' })).toBeInTheDocument();
  });

  it('lays a converted card over what it has grown across', async () => {
    open(TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, below: { type: 'textPrompt', at: [0, 240] } }));
    const idea = editor.node('idea');
    await userEvent.click(
      within(screen.getAllByRole('group')[1] ?? document.body).getByRole('button', { name: /^Convert/ }),
    );
    const categories = ['a', 'b', 'c'].map((name, index) => ({ id: `i${index}`, name, value: [], parentId: 'idea' }));
    act(() => editor.engine.run([{ type: 'replaceNode', node: { ...idea, type: 'category', data: { categories } } }]));
    expect(editor.stacking).toEqual(['below', 'idea']);
    expect(group('Category, a, b, c')).toHaveStyle({ zIndex: '1000' });
  });

  it('says on the upload button that it uploads', () => {
    open(flow());
    works('photo', 'uploading');
    const upload = within(group('Image input')).getByRole('button', { name: 'Uploading...' });
    expect(upload).toHaveAttribute('aria-busy', 'true');
    works('photo', 'none');
    expect(upload).toHaveAccessibleName('Upload a file');
  });

  it('is busy while a node runs, and its run button stops [ACCESS-7]', async () => {
    open(flow());
    editor.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
    works('art', 'running');
    expect(group(/^Image, /)).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(within(group(/^Image, /)).getByRole('button', { name: 'Stop' }));
    expect(onStop).toHaveBeenCalledWith('art');
    works('art', 'failed');
    expect(group(/^Image, /)).not.toHaveAttribute('aria-busy');
    expect(within(group(/^Image, /)).getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('lays itself anew within 100 ms after the view has come to rest, and not before [ACCESS-8]', () => {
    vi.useFakeTimers();
    try {
      open(TestEditor.with({ near: { type: 'textPrompt', at: [0, 0] }, far: { type: 'textPrompt', at: [5000, 0] } }));
      const shown = () =>
        within(group('Nodes on the canvas'))
          .getAllByRole('group')
          .map((each) => each.dataset.nodeId);
      for (let step = 1; step <= 5; step++) {
        act(() => editor.engine.viewport.setCamera({ x: -1000 * step, y: 0, zoom: 1 }));
        expect(document.querySelector('[data-camera-layer]')).toHaveStyle({
          transform: `translate(${-1000 * step}px, 0px) scale(1)`,
        });
        act(() => void vi.advanceTimersByTime(60));
      }
      expect(shown()).toEqual(['near']);
      expect(group('Text input')).toHaveStyle({ left: '0px', top: '0px' });
      act(() => void vi.advanceTimersByTime(40));
      expect(shown()).toEqual(['far']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('holds the selection only where cards are flat [ACCESS-9]', () => {
    const far = flow();
    far.engine.viewport.setCamera({ x: 0, y: 0, zoom: 0.3 });
    open(far);
    expect(within(group('Nodes on the canvas')).queryAllByRole('group')).toEqual([]);
    act(() => editor.engine.select({ nodes: new Set(['art']) }));
    expect(within(group('Nodes on the canvas')).getAllByRole('group')).toEqual([group(/^Image, /)]);
  });

  it('holds at most 200 nodes, whatever lies on the canvas, and lays them a few at a time [ACCESS-2]', () => {
    vi.useFakeTimers();
    try {
      const sketches = Array.from({ length: 1000 }, (_, index) => [
        `n${index}`,
        { type: 'text', at: [(index % 40) * 20, Math.floor(index / 40) * 20] as const, data: { name: `n${index}` } },
      ]);
      open(TestEditor.with(Object.fromEntries(sketches)));
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

  it('leaves the pointer to a card that lies over a button', () => {
    open(
      TestEditor.with({
        art: { type: 'image', at: [0, 0], data: { model: 'Gemini-2.5-flash' } },
        above: { type: 'textPrompt', at: [150, 0] },
      }),
    );
    const run = within(group(/^Image, /)).getByRole('button', { name: 'Run' });
    expect(run.className).toMatch(/covered/);
    act(() => editor.engine.select({ nodes: new Set(['art']) }));
    expect(run.className).not.toMatch(/covered/);
  });
});

describe('the keyboard on the layer', () => {
  it('walks the nodes in reading order and selects what it comes to [ACCESS-10]', async () => {
    open(flow());
    act(() => group(/^Text input/).focus());
    expect([...editor.engine.selection.nodes]).toEqual(['idea']);
    await userEvent.tab();
    expect(within(group(/^Text input/)).getByRole('button', { name: 'text output' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    expect(group(/^Image, /)).toHaveFocus();
    expect([...editor.engine.selection.nodes]).toEqual(['art']);
  });

  it('brings what it comes to into view', () => {
    open(TestEditor.with({ edge: { type: 'textPrompt', at: [950, 650] } }));
    act(() => group('Text input').focus());
    expect(editor.engine.viewport.camera).toMatchObject({ x: 1000 - 24 - 220 - 950, y: 700 - 24 - 195 - 650 });
  });

  it('edits or runs by Enter [ACCESS-12]', async () => {
    const canvas = flow();
    canvas.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
    open(canvas);
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
    open(flow());
    act(() => group(/^Text input/).focus());
    await userEvent.keyboard('{Delete}');
    expect(editor.engine.document.node('idea')).toBeUndefined();
    expect(group(/^Image, /)).toHaveFocus();
    await userEvent.keyboard('{Delete}{Delete}');
    expect(editor.engine.document.nodes).toEqual([]);
    expect(screen.getByTestId('stage')).toHaveFocus();
    expect(said().trim()).toBe('Deleted.');
  });

  it('means the node it stands on, selected or not', async () => {
    open(flow());
    act(() => group('Image input').focus());
    act(() => editor.engine.select({}));
    await userEvent.keyboard('{Delete}');
    expect(editor.engine.document.node('photo')).toBeUndefined();
    expect(editor.engine.document.nodes).toHaveLength(2);
  });

  it('connects an output with an input [ACCESS-13] [CONN-3]', async () => {
    open(flow());
    const press = (name: string | RegExp, handle: string) => {
      const button = within(group(name)).getByRole('button', { name: handle });
      act(() => button.focus());
      return userEvent.keyboard('{Enter}');
    };
    await press(/^Text input/, 'text output');
    expect(
      within(group(/^Text input/)).getByRole('button', { name: 'text output', pressed: true }),
    ).toBeInTheDocument();
    expect(said()).toContain('Connecting from Text input, a cat asleep, text output');
    await press(/^Image, /, 'text input');
    expect(editor.engine.document.edges.map(({ id, type }) => [id, type])).toEqual([['idea-art', 'text']]);
    expect(said()).toBe('Connected Text input, a cat asleep to Image, Gemini-2.5-flash.');
    await press('Image input', 'image output');
    await press(/^Image, /, 'text input');
    expect(editor.engine.document.edges).toHaveLength(1);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith('Invalid connection');
  });

  it('gives a connection up by Escape', async () => {
    open(flow());
    act(() =>
      within(group(/^Text input/))
        .getByRole('button', { name: 'text output' })
        .focus(),
    );
    await userEvent.keyboard('{Enter}{Escape}');
    expect(said()).toBe('Connection cancelled.');
    expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument();
    expect([...editor.engine.selection.nodes]).toEqual(['idea']);
  });

  it('walks only the handles that may take the pipe, round and round', async () => {
    open(
      TestEditor.with({
        idea: { type: 'textPrompt', at: [0, 0], data: { value: 'a cat asleep' } },
        photo: { type: 'imageUpload', at: [0, 300] },
        art: { type: 'image', at: [450, 0] },
        late: { type: 'image', at: [450, 300], data: { model: 'late' } },
      }),
    );
    await beginFrom(/^Text input/, 'text output');
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

  it('gives a connection up where it began', async () => {
    open(flow());
    await beginFrom(/^Text input/, 'text output');
    await userEvent.keyboard('{Tab}');
    expect(within(group(/^Image, /)).getByRole('button', { name: 'text input' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(within(group(/^Text input/)).getByRole('button', { name: 'text output' })).toHaveFocus();
    expect(editor.selected).toEqual(['idea']);
    await userEvent.keyboard('{Tab}');
    expect(within(group(/^Text input/)).getByRole('button', { name: 'Convert to category' })).toHaveFocus();
  });

  it.each(['{Enter}', ' ', '{Delete}'])('gives it up before %j does anything else', async (key) => {
    open(flow());
    await beginFrom(/^Text input/, 'text output');
    act(() =>
      within(group(/^Text input/))
        .getByRole('button', { name: 'Delete' })
        .focus(),
    );
    await userEvent.keyboard(key);
    expect(said()).toBe('Connection cancelled.');
    expect(editor.nodes).toEqual(['art', 'idea', 'photo']);
  });

  it('gives it up for a screen reader’s press on another button, and when the focus leaves the canvas', async () => {
    open(flow());
    await beginFrom(/^Text input/, 'text output');
    fireEvent.click(within(group(/^Text input/)).getByRole('button', { name: 'Delete' }));
    expect(editor.nodes).toEqual(['art', 'idea', 'photo']);
    expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument();
    await beginFrom(/^Text input/, 'text output');
    act(() => screen.getByTestId('stage').focus());
    expect(screen.queryByRole('button', { pressed: true })).not.toBeInTheDocument();
  });

  it('does what a pointer presses in the middle of it', async () => {
    open(flow());
    await beginFrom(/^Text input/, 'text output');
    await userEvent.click(within(group(/^Text input/)).getByRole('button', { name: 'Delete' }));
    expect(editor.nodes).toEqual(['art', 'photo']);
    expect(group(/^Image, /)).toHaveAttribute('tabindex', '0');
  });

  it('says when nothing in view can take the pipe', async () => {
    open(TestEditor.with({ photo: { type: 'imageUpload', at: [0, 0] }, idea: { type: 'textPrompt', at: [450, 0] } }));
    await beginFrom('Image input', 'image output');
    await userEvent.keyboard('{Tab}');
    expect(said()).toContain('Nothing in view can be connected to it.');
    expect(within(group('Image input')).getByRole('button', { name: 'image output' })).toHaveFocus();
  });

  it('takes a row out of its category [CAT-9]', async () => {
    open(
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
});

describe('the pointer on the layer', () => {
  it("drags a row by its grip, which carries the row's JSON [CAT-7]", () => {
    const item = { id: 'g1', name: 'place', value: ['beach', 'pier'], parentId: 'group' };
    open(TestEditor.with({ group: { type: 'category', at: [0, 0], data: { categories: [item] } } }));
    const grip = screen.getByRole('button', { name: 'Move item place out of the category' });
    expect([grip.draggable, grip.dataset.itemId]).toEqual([true, 'g1']);
    const carried = new Map<string, string>();
    const dataTransfer = { setData: (key: string, text: string) => carried.set(key, text) };
    fireEvent.dragStart(grip, { dataTransfer });
    expect([...carried.keys()]).toEqual(['reactflow-item']);
    expect(JSON.parse(carried.get('reactflow-item') ?? '')).toEqual(item);
  });

  it('deletes a selected pipe by its own button', async () => {
    const canvas = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] }, art: { type: 'image', at: [450, 0] } }, [
      pipe('idea', 'art'),
    ]);
    open(canvas);
    expect(screen.queryByRole('button', { name: 'Delete connection' })).not.toBeInTheDocument();
    act(() => editor.engine.select({ edges: new Set(['idea-art']) }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete connection' }));
    expect(editor.engine.document.edges).toEqual([]);
    expect(editor.engine.document.nodes).toHaveLength(2);
  });

  it('walks to the nearest node that way, in view or not, and back into a pipe of it', async () => {
    open(
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
    expect(group('Image, near')).toHaveFocus();
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    await vi.waitFor(() => expect(group('Image, far')).toHaveFocus());
    expect(editor.selected).toEqual(['far']);
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(group('Image, far')).toHaveFocus();

    await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}');
    await vi.waitFor(() => expect(group('Image, near')).toHaveFocus());
    act(() => group('Connection from Text input, sea to Image, near').focus());
    expect(editor.selected).toEqual(['idea-near']);
    await userEvent.keyboard('{Delete}');
    expect(editor.edges).toEqual([]);
    expect(group('Image, near')).toHaveFocus();
  });

  it('gathers several by Shift+Enter, and lets go of them with any other selection', async () => {
    open(flow());
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

  it('takes a finger whose release nobody told of for lifted when the next hand comes', () => {
    open(flow());
    const upload = within(group('Image input')).getByRole('button', { name: 'Upload a file' });
    const finger = { pointerType: 'touch', clientX: 100, clientY: 320 };
    fireEvent.pointerDown(upload, { ...finger, pointerId: 1, isPrimary: true });
    fireEvent.pointerDown(upload, { ...finger, pointerId: 2, clientX: 200 });
    expect(editor.state).toBe('select.pinching');

    fireEvent.pointerDown(upload, { ...finger, pointerId: 3, isPrimary: true });
    expect(editor.state).toBe('select.idle');
    fireEvent.pointerDown(upload, { ...finger, pointerId: 4, clientX: 200 });
    fireEvent.pointerUp(upload, { ...finger, pointerId: 4, clientX: 200 });
    expect(editor.state).toBe('select.panning');
    fireEvent.pointerUp(upload, { ...finger, pointerId: 3 });
    expect(editor.state).toBe('select.idle');
  });

  it('presses with one finger, and pinches as soon as a second one comes [ACCESS-6]', () => {
    open(flow());
    const upload = within(group('Image input')).getByRole('button', { name: 'Upload a file' });
    fireEvent.pointerDown(upload, { pointerId: 1, pointerType: 'touch', clientX: 100, clientY: 320 });
    expect(editor.state).toBe('select.idle');
    fireEvent.pointerDown(upload, { pointerId: 2, pointerType: 'touch', clientX: 200, clientY: 320 });
    expect(editor.state).toBe('select.pinching');
    fireEvent.pointerMove(upload, { pointerId: 2, pointerType: 'touch', clientX: 300, clientY: 320 });
    expect(editor.engine.viewport.camera.zoom).toBeCloseTo(2);
    fireEvent.pointerUp(upload, { pointerId: 2, pointerType: 'touch', clientX: 300, clientY: 320 });
    fireEvent.pointerUp(upload, { pointerId: 1, pointerType: 'touch', clientX: 100, clientY: 320 });
    expect(editor.state).toBe('select.idle');
  });
});
