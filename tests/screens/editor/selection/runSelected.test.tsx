import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeRun } from '../../../../src/engine';
import { SelectionBar } from '../../../../src/screens/editor/selection/SelectionBar';
import { Toasts } from '../../../../src/ui/toasts/Toasts';
import { pipe, TestEditor } from '../../../support/TestEditor';

let editor: TestEditor;
let pressed: string[];

const button = (name: string) => screen.queryByRole('button', { name });
const select = (...names: string[]): void => act(() => void editor.select(...names));
/** The button follows a moment later. */
const show = async (runs: Record<string, NodeRun>): Promise<void> => {
  act(() => void editor.showRuns(new Map(Object.entries(runs))));
  await act(() => vi.advanceTimersByTimeAsync(100));
};
const press = (name: string): void => {
  const found = button(name);
  if (!found) throw new Error(`no button ${name}`);
  fireEvent.click(found);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [0, 200] },
      late: { type: 'image', at: [600, 500] },
      art: { type: 'image', at: [600, 200] },
      alone: { type: 'image', at: [900, 200] },
    },
    [pipe('idea', 'late'), pipe('idea', 'art')],
  );
  pressed = [];
  editor.engine.subscribe((event) => {
    if (event.type === 'action') pressed.push(`${event.action} ${event.nodeId}`);
  });
  const ask = (scope: string, chosen: Iterable<string>, isFresh: boolean): void =>
    void pressed.push(`${scope} ${[...chosen].join(' ')}${isFresh ? ' anew' : ''}`);
  render(
    <>
      <SelectionBar
        target={{ flow: editor.flow, runs: { failed: [], failedCells: [], planning: { ask } } }}
        onClosed={() => undefined}
        onStop={(nodeId) => pressed.push(`stop ${nodeId}`)}
        onArrange={() => undefined}
      />
      <Toasts />
    </>,
  );
  return () => vi.useRealTimers();
});

describe('running what is selected [SELECT-8]', () => {
  it('plans a run of the image nodes that can run, and shows their number before; everything again with Shift', () => {
    select('art', 'idea', 'alone', 'late');
    expect(button('Run 2 nodes')).toHaveTextContent('2');
    press('Run 2 nodes');
    expect(pressed).toEqual(['selection late art']);
    const again = button('Run 2 nodes');
    if (again) fireEvent.click(again, { shiftKey: true });
    expect(pressed.at(-1)).toBe('selection late art anew');
    expect(again).toHaveAccessibleDescription('With Shift, everything is made again.');
    select('art', 'idea');
    expect(button('Run 1 node')).not.toHaveAccessibleDescription(/Shift/);
  });

  it('is not offered where no image node is selected', () => {
    act(() => editor.engine.select({ nodes: new Set(['idea']), edges: new Set(['idea-art']) }));
    expect(screen.getByRole('toolbar')).toHaveTextContent('1 node, 1 connection');
    expect(screen.queryByRole('button', { name: /Run/ })).toBeNull();
  });

  it('leaves out what runs or waits, and stops or takes back all of that', async () => {
    select('art', 'late', 'alone');
    await show({ art: { state: 'running' } });
    press('Run 1 node');
    expect(pressed).toEqual(['run late']);
    await show({ art: { state: 'running' }, late: { state: 'waiting' } });
    expect(button('Run the selected nodes')).toHaveAttribute('aria-disabled', 'true');
    pressed = [];
    press('Stop 2 runs');
    expect(pressed).toEqual(['stop late', 'stop art']);
    expect(button('Run the selected nodes')).toHaveFocus();
    await show({});
    expect(button('Run 2 nodes')).toHaveFocus();
    expect(screen.queryByRole('button', { name: /Stop/ })).toBeNull();
  });

  it('runs one that has failed again', async () => {
    select('art', 'idea');
    await show({ art: { state: 'failed', message: 'no' } });
    press('Run 1 node');
    expect(pressed).toEqual(['run art']);
  });

  it.each([
    {
      of: 'without anything at their left',
      names: ['alone', 'idea'],
      says: 'A left node must be connected to execute.',
    },
    { of: 'that all run', names: ['art', 'late'], says: 'All of them are already running or waiting.' },
  ])('is dimmed for nodes $of, and says why', async ({ names, says }) => {
    select(...names);
    await show({ art: { state: 'running' }, late: { state: 'waiting' } });
    expect(button('Run the selected nodes')).toHaveAccessibleDescription(says);
    press('Run the selected nodes');
    expect(pressed).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('status')).toHaveTextContent(says);
  });

  it('follows a pipe that comes or goes', async () => {
    select('art', 'alone');
    const [from, to] = [
      { nodeId: 'idea', handleId: 'text-right' },
      { nodeId: 'alone', handleId: 'text-left' },
    ];
    act(() => void editor.engine.connect(from, to));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(button('Run 2 nodes')).not.toBeNull();
  });

  it('leaves more nodes than can be counted to the plan', () => {
    const many = Array.from({ length: 501 }, (_, index) => `n${index}`);
    act(
      () =>
        void editor.merge(
          ...many.flatMap((id) => [
            { type: 'addNode' as const, node: { id, type: 'image', position: { x: 0, y: 0 }, data: {} } },
            { type: 'addEdge' as const, edge: pipe('idea', id) },
          ]),
        ),
    );
    act(() => editor.engine.select({ nodes: new Set(many) }));
    press('Run the selected nodes');
    expect(pressed).toEqual([`selection ${many.join(' ')}`]);
    act(() => editor.engine.select({ nodes: new Set(many.slice(1)) }));
    expect(button('Run 500 nodes')).not.toBeNull();
  });
});
