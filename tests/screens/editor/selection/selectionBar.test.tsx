import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Box } from '../../../../src/engine';
import { SelectionBar } from '../../../../src/screens/editor/selection/SelectionBar';
import { pipe, TestEditor } from '../../../support/TestEditor';

const onClosed = vi.fn<(nodeId: null) => void>();
let editor: TestEditor;

const bar = () => screen.queryByRole('toolbar', { name: 'Selection' });
const select = (...names: string[]): void => act(() => void editor.select(...names));
const press = (name: string): void => {
  const open = bar();
  if (!open) throw new Error('no toolbar');
  fireEvent.click(within(open).getByRole('button', { name }));
};
const frame = () => act(() => new Promise((resolve) => requestAnimationFrame(resolve)));

beforeEach(() => {
  onClosed.mockClear();
  editor = TestEditor.with(
    {
      idea: { type: 'textPrompt', at: [300, 200] },
      art: { type: 'image', at: [600, 200] },
      late: { type: 'image', at: [600, 500] },
    },
    [pipe('idea', 'art')],
  );
  const runs = { failed: [], failedCells: [], planning: { ask: () => undefined } };
  render(
    <SelectionBar
      target={{ flow: editor.flow, runs }}
      onClosed={onClosed}
      onStop={() => undefined}
      onArrange={() => undefined}
    />,
  );
});

describe('the toolbar of several selected things [SELECT-6]', () => {
  it('is above them, counts nodes and connections apart, and is hidden for one', () => {
    expect(bar()).toBeNull();
    select('idea');
    expect(bar()).toBeNull();
    select('idea', 'art');
    expect(bar()).toHaveTextContent(/^2 nodes(?!,)/);
    expect(bar()).toHaveStyle({ transform: 'translate(573px, 186px)' });
    act(() => editor.engine.select({ nodes: new Set(['art']), edges: new Set(['idea-art']) }));
    expect(bar()).toHaveTextContent(/^1 node, 1 connection/);
    select('late');
    expect(bar()).toBeNull();
  });

  it('deletes them in one step and gives the focus back to the canvas', () => {
    select('idea', 'late');
    press('Delete the selection');
    expect([editor.nodes, editor.edges]).toEqual([['art'], []]);
    expect(bar()).toBeNull();
    expect(onClosed).toHaveBeenCalledExactlyOnceWith(null);
    act(() => void editor.undo());
    expect([editor.nodes, editor.edges]).toEqual([['idea', 'art', 'late'], ['idea-art']]);
    expect(editor.engine.canUndo).toBe(false);
  });

  it('fits them into view, and clears the selection', () => {
    act(() => editor.engine.view.setViewport({ x: 0, y: 0, zoom: 0.2 }));
    select('idea', 'art');
    press('Fit the selection into view');
    expect(editor.viewport.zoom).toBe(1);
    press('Clear the selection');
    expect(editor.selected).toEqual([]);
    expect(bar()).toBeNull();
  });

  it('follows the view and the cards, and never leaves the stage', async () => {
    select('idea', 'art');
    act(() => editor.engine.view.setViewport({ x: 50, y: 30, zoom: 1 }));
    await frame();
    expect(bar()).toHaveStyle({ transform: 'translate(623px, 216px)' });
    act(() => void editor.keyDown('ArrowRight'));
    await frame();
    expect(bar()).toHaveStyle({ transform: 'translate(638px, 216px)' });
    act(() => editor.engine.view.setViewport({ x: -5000, y: -5000, zoom: 1 }));
    await frame();
    expect(bar()).toHaveStyle({ transform: 'translate(10px, 10px)' });
  });

  it('is below them where there is no room above and some below, and over their top where there is none', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(46);
    onTestFinished(() => void vi.restoreAllMocks());
    const [top, height] = [200, 195];
    select('idea', 'art');
    const box = editor.engine.scene.bounds(['idea', 'art']);
    expect([box?.y, box?.height]).toEqual([top, height]);
    for (const [y, wanted] of [
      [-100, top - 100 - 14 - 46],
      [-150, top - 150 + height + 14],
      [-600, 10],
    ] as const) {
      act(() => editor.engine.view.setViewport({ x: 0, y, zoom: 1 }));
      await frame();
      expect(bar()).toHaveStyle({ transform: `translate(573px, ${wanted}px)` });
    }
    act(() => editor.engine.view.setViewport({ x: 0, y: -800, zoom: 4 }));
    await frame();
    expect(bar()?.style.transform).toMatch(/, 10px\)$/);
  });

  it('stays in what the panels leave free of the stage, and watches it', async () => {
    const area = document.createElement('div');
    area.innerHTML = '<div data-free-stage></div>';
    document.body.append(area);
    const measure = vi.fn<() => Box>(() => new DOMRect(0, 0, 1000, 700));
    editor.engine.view.freeBy(measure);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400);
    const watched = vi.spyOn(ResizeObserver.prototype, 'observe');
    onTestFinished(() => {
      area.remove();
      vi.restoreAllMocks();
    });
    select('idea', 'art');
    expect(bar()).toHaveStyle({ transform: 'translate(373px, 186px)' });
    const before = measure.mock.calls.length;
    act(() => editor.engine.view.setViewport({ x: -100, y: 0, zoom: 1 }));
    await frame();
    expect(bar()).toHaveStyle({ transform: 'translate(273px, 186px)' });
    expect(measure).toHaveBeenCalledTimes(before);
    act(() => editor.engine.view.setViewport({ x: 50, y: 0, zoom: 1 }));
    await frame();

    measure.mockReturnValue(new DOMRect(0, 0, 640, 700));
    const room = document.querySelector('[data-free-stage]');
    const observer = watched.mock.contexts[watched.mock.calls.findIndex(([element]) => element === room)];
    // In jsdom an observer tells when it is asked to observe.
    if (observer instanceof ResizeObserver && room) act(() => observer.observe(room));
    expect(bar()).toHaveStyle({ transform: 'translate(230px, 186px)' });

    // A phone's upright tools leave less than its width.
    measure.mockReturnValue(new DOMRect(60, 0, 360, 700));
    if (observer instanceof ResizeObserver && room) act(() => observer.observe(room));
    expect(bar()).toHaveStyle({ transform: 'translate(10px, 186px)' });
  });

  it('leaves the tools in sight, at the top of the stage and at its foot', async () => {
    const forget = editor.engine.view.freeBy(() => ({ x: 0, y: 102, width: 1000, height: 500 }));
    act(() => editor.engine.view.setViewport({ x: 0, y: -80, zoom: 1 }));
    select('idea', 'art');
    expect(bar()).toHaveStyle({ transform: 'translate(573px, 329px)' });
    act(() => editor.engine.view.setViewport({ x: 0, y: -70, zoom: 1 }));
    await frame();
    expect(bar()).toHaveStyle({ transform: 'translate(573px, 116px)' });
    act(() => editor.engine.view.setViewport({ x: 0, y: 600, zoom: 1 }));
    await frame();
    expect(bar()).toHaveStyle({ transform: 'translate(573px, 592px)' });

    select('idea');
    forget();
    act(() => editor.engine.view.setViewport({ x: 0, y: -80, zoom: 1 }));
    select('idea', 'art');
    expect(bar()).toHaveStyle({ transform: 'translate(573px, 106px)' });
  });

  it('makes way during a drag', () => {
    select('idea', 'art');
    act(() => void editor.pointerDown('idea').pointerMove([500, 400]));
    expect(bar()).toBeNull();
    act(() => void editor.pointerUp());
    expect(bar()).toHaveTextContent('2 nodes');
  });

  it('is at the top of the stage for very many things', () => {
    const many = Array.from({ length: 600 }, (_, index) => ({
      type: 'addNode' as const,
      node: { id: `n${index}`, type: 'image', position: { x: index * 300, y: 0 }, data: {} },
    }));
    act(() => void editor.merge(...many));
    act(() => editor.engine.select({ nodes: new Set(many.map(({ node }) => node.id)) }));
    expect(bar()).toHaveTextContent('600 nodes');
    expect(bar()).toHaveStyle({ transform: 'translate(500px, 10px)' });
  });
});
