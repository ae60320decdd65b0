import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../../../src/api/contractRuns';
import { RunsInTopBar } from '../../../../src/screens/editor/runs/RunsInTopBar';
import type { OpenEditor } from '../../../../src/stores/EditorSession';
import { Desk } from '../../../stores/support/Desk';
import { art, canvas, pipe, prompt } from '../../../stores/support/snapshots';

let desk: Desk;
let open: OpenEditor;

const NODES = ['one', 'two', 'three'];
const pill = (): HTMLElement => screen.getByTestId('run-pill');
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

const tell = async (states: readonly Run['steps'][number]['state'][], state: Run['state']): Promise<void> => {
  const [run] = desk.manyRuns.stored;
  if (!run) throw new Error('no run was started');
  const steps = states.map((each, index) => ({
    nodeId: NODES[index] ?? '',
    state: each,
    startedAt: desk.clock.iso(),
    endedAt: each === 'running' || each === 'waiting' ? null : desk.clock.iso(),
  }));
  const endedAt = state === 'running' ? null : desk.clock.iso();
  desk.manyRuns.stored = [{ ...run, steps, state, endedAt, cost: { aboutMicros: 39_000, unknownCalls: 1 } }];
  const { runId } = run;
  desk.events.tell(
    ...steps.map(({ nodeId, state: step }) => ({ event: 'step' as const, data: { runId, nodeId, state: step } })),
    { event: 'run', data: { runId, state, done: 0, total: steps.length } },
  );
  await act(() => desk.clock.pass(2000));
};

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(
    7,
    canvas(
      [prompt('idea', 'a river'), ...NODES.map((id) => art(id))],
      NODES.map((id) => pipe('idea', id)),
    ),
  );
  open = await desk.edit(7);
  render(<RunsInTopBar open={open} />);
});

async function start(): Promise<void> {
  press('Run all');
  await act(() => desk.clock.pass(100));
  await act(async () => {
    await open.runs.planning.start();
    await desk.clock.pass(100);
  });
}

/** Runs a node that has nothing to run from. */
const failByHand = (nodeId: string): Promise<void> =>
  act(async () => {
    open.editor.apply([{ type: 'setData', id: 'idea', data: { value: ' ' } }]);
    await open.generation.run(nodeId);
  });

describe('the top bar', () => {
  it('runs all, shows its progress, and is quiet when all went well [PROGRESS-1]', async () => {
    expect(screen.queryByTestId('run-pill')).toBeNull();
    await start();
    await tell(['done', 'running', 'waiting'], 'running');
    expect(pill()).toHaveAccessibleName('Progress of the run: 1 of 3');
    fireEvent.click(pill());
    const panel = screen.getByRole('dialog');
    expect(panel).toHaveTextContent('Done1Running1Waiting1Time leftNot known yet');
    await tell(['done', 'done', 'done'], 'done');
    expect(screen.queryByTestId('run-pill')).toBeNull();
  });

  it('tells about how long it takes, once two are made [PROGRESS-5]', async () => {
    await start();
    await tell(['done', 'running', 'waiting'], 'running');
    expect(pill()).not.toHaveTextContent('About');
    await tell(['done', 'done', 'running'], 'running');
    expect(pill()).toHaveTextContent(/2 of 3About \d+ seconds$/);
    expect(pill()).toHaveAccessibleName(/^Progress of the run: 2 of 3, About \d+ seconds$/);
  });

  it('stops all [PROGRESS-4]', async () => {
    await start();
    press('Stop all runs');
    await act(() => desk.clock.pass(100));
    expect(desk.manyRuns.aborted).toEqual(['r1']);
  });

  it('says how many have failed, and runs those again or dismisses them [PROGRESS-3]', async () => {
    await start();
    await tell(['done', 'failed', 'failed'], 'done');
    expect(pill()).toHaveAccessibleName('Progress of the run: 2 failed');
    fireEvent.click(pill());
    press('Run failed ones again');
    await act(() => desk.clock.pass(100));
    expect(desk.manyRuns.planned.at(-1)?.nodes).toEqual(['two', 'three']);
    fireEvent.click(pill());
    press('Dismiss');
    expect(screen.queryByTestId('run-pill')).toBeNull();
  });

  it('counts and runs again only what failed and is on the canvas [PROGRESS-3]', async () => {
    await start();
    await tell(['done', 'failed', 'failed'], 'done');
    await failByHand('one');
    expect(pill()).toHaveAccessibleName('Progress of the run: 3 failed');
    act(() => open.editor.apply([{ type: 'removeNode', id: 'one' }]));
    act(() => open.editor.apply([{ type: 'removeNode', id: 'two' }]));
    expect(pill()).toHaveAccessibleName('Progress of the run: 1 failed');
    fireEvent.click(pill());
    press('Run failed ones again');
    await act(() => desk.clock.pass(100));
    expect(desk.manyRuns.planned.at(-1)?.nodes).toEqual(['three']);
    act(() => open.editor.apply([{ type: 'removeNode', id: 'three' }]));
    expect(screen.queryByTestId('run-pill')).toBeNull();
    expect(open.runs.failed).toEqual([]);
    act(() => open.editor.undo());
    act(() => open.editor.undo());
    expect(pill()).toHaveAccessibleName('Progress of the run: 2 failed');
    expect(open.runs.failed).toEqual(['two', 'three']);
  });

  it('says that a node failed that was run by hand after a run that went well [PROGRESS-3]', async () => {
    await start();
    await tell(['done', 'done', 'done'], 'done');
    await failByHand('one');
    expect(pill()).toHaveAccessibleName('Progress of the run: 1 failed');
  });

  it('tells what was left by a stop from what has failed by hand since [PROGRESS-3]', async () => {
    await start();
    await tell(['done', 'aborted', 'aborted'], 'aborted');
    expect(pill()).toHaveAccessibleName('Progress of the run: 2 left');
    await failByHand('two');
    expect(pill()).toHaveAccessibleName('Progress of the run: 2 failed');
    act(() => open.editor.undo());
    expect(pill()).toHaveAccessibleName('Progress of the run: 2 left');
    // A picture made by hand makes up for what was stopped; what fails after it has not been left.
    for (const id of ['two', 'three']) desk.takes.put(id, `/files/${id}.png`, { createdAt: desk.clock.iso() });
    await act(() => open.takes.load());
    await failByHand('one');
    expect(pill()).toHaveAccessibleName('Progress of the run: 1 failed');
  });

  it('keeps the next progress closed when its panel went away with the run, and gives the focus back [PROGRESS-1]', async () => {
    await start();
    await tell(['done', 'running', 'waiting'], 'running');
    fireEvent.click(pill());
    expect(screen.getByRole('dialog')).toHaveFocus();
    await tell(['done', 'done', 'done'], 'done');
    expect(screen.getByRole('button', { name: 'Run all' })).toHaveFocus();
    await start();
    await tell(['done', 'running', 'waiting'], 'running');
    expect(pill()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leaves the focus to a field that is pressed, and takes it back by Escape [PROGRESS-1]', async () => {
    await start();
    await tell(['done', 'running', 'waiting'], 'running');
    render(<input aria-label="field" />);
    fireEvent.click(pill());
    // A browser gives a pressed field no focus when the focus is moved meanwhile.
    const taken = vi.fn<() => void>();
    pill().addEventListener('focus', taken, { once: true });
    await userEvent.click(screen.getByRole('textbox'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('textbox')).toHaveFocus();
    expect(taken).not.toHaveBeenCalled();
    fireEvent.click(pill());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(pill()).toHaveFocus();
  });

  it("gives the focus to 'Run all' when its summary is dismissed [PROGRESS-3]", async () => {
    await start();
    await tell(['done', 'failed', 'failed'], 'done');
    fireEvent.click(pill());
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.getByRole('button', { name: 'Run all' })).toHaveFocus();
  });

  it('keeps the focus where a button gives way to another [PROGRESS-4]', async () => {
    await start();
    await tell(['done', 'running', 'waiting'], 'running');
    screen.getByRole('button', { name: 'Stop all runs' }).focus();
    await tell(['done', 'aborted', 'aborted'], 'aborted');
    expect(screen.getByRole('button', { name: 'Run all' })).toHaveFocus();
  });
});
