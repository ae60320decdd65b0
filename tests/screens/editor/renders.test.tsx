import { act, render } from '@testing-library/react';
import { Profiler } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { NodeWork } from '../../../src/actions';
import { AccessibleLayer } from '../../../src/screens/editor/accessible/AccessibleLayer';
import { TextOverlay } from '../../../src/screens/editor/text/TextOverlay';
import { flow as canvas, NodeWorks } from '../support/openLayer';

describe('what is rendered when a node changes [OBSERVE-3]', () => {
  it('is a text field for its own node alone', () => {
    const { engine, flow } = canvas();
    const onRender = vi.fn<() => void>();
    act(() => engine.startEditing({ nodeId: 'idea', name: 'value' }));
    render(
      <Profiler id="field" onRender={onRender}>
        <TextOverlay flow={flow} onClosed={() => undefined} />
      </Profiler>,
    );
    onRender.mockClear();
    act(() => engine.merge([{ type: 'setData', id: 'photo', data: { value: '/files/b.png' } }]));
    act(() => engine.merge([{ type: 'moveNode', id: 'art', position: { x: 800, y: 0 } }]));
    act(() => engine.setRuns(new Map([['art', { state: 'running' }]])));
    act(() => engine.view.panBy({ x: 5, y: 5 }));
    expect(onRender).not.toHaveBeenCalled();
    act(() => engine.merge([{ type: 'setData', id: 'idea', data: { value: 'a dog' } }]));
    expect(onRender).toHaveBeenCalledOnce();
  });

  it('is a node of the accessible layer for its own run alone', () => {
    const works = new NodeWorks();
    const asked = vi.fn<(nodeId: string) => NodeWork>((nodeId) => works.of(nodeId));
    render(
      <AccessibleLayer
        flow={canvas().flow}
        workOf={asked}
        cellsOf={() => 0}
        reasonOf={() => null}
        onStop={() => undefined}
      />,
    );
    asked.mockClear();
    works.set('art', 'running');
    expect(asked.mock.calls).toEqual([['art']]);
  });
});
