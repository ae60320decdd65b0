import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bindStageKeys } from '../../../../src/engine/konva/input/bindStageKeys';
import { buttonOf, flow, group, openLayer } from '../../support/openLayer';

/** The layer in its stage, with an image that may run; returns the nodes whose run was asked for. */
function openRunnable() {
  const canvas = flow();
  canvas.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, { nodeId: 'art', handleId: 'text-left' });
  const { engine } = openLayer(canvas);
  const area = screen.getByTestId('stage').parentElement;
  if (!area) throw new Error('no stage');
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  bindStageKeys(area, engine, controller.signal);
  const runs: string[] = [];
  engine.subscribe((event) => {
    if (event.type === 'action' && event.action === 'run') runs.push(event.nodeId);
  });
  return { canvas, runs };
}

describe('an Enter that is held', () => {
  it.each([
    ['a node', () => group(/^Image, /)],
    ['the button of a node', () => buttonOf(/^Image, /, 'Run')],
  ])('runs once on %s: the next press would stop it', async (_, focused) => {
    const { runs } = openRunnable();
    act(() => focused().focus());
    await userEvent.keyboard('{Enter>3/}');
    expect(runs).toEqual(['art']);
    await userEvent.keyboard('{Enter}');
    expect(runs).toEqual(['art', 'art']);
  });

  it('runs a selected node once where nothing has the focus', async () => {
    const { canvas, runs } = openRunnable();
    act(() => void canvas.select('art'));
    await userEvent.keyboard('{Enter>3/}');
    expect(runs).toEqual(['art']);
  });

  it('begins a pipe at a handle, and drops it nowhere', async () => {
    const { canvas } = openRunnable();
    act(() => buttonOf(/^Text input/, 'text output').focus());
    await userEvent.keyboard('{Enter>4/}');
    expect(buttonOf(/^Text input/, 'text output')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(canvas.nodes).toHaveLength(3);
  });
});
