import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ZoomPercent } from '../../../../src/screens/editor/view/ViewCorner';
import { TestEditor } from '../../../support/TestEditor';

it('shows the zoom ten times a second during a zoom, and at its end', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { engine, flow } = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] } });
  render(<ZoomPercent flow={flow} />);
  const shown: string[] = [];
  for (let step = 1; step <= 12; step++) {
    act(() => engine.view.setViewport({ x: 0, y: 0, zoom: 1 + step / 10 }));
    act(() => void vi.advanceTimersByTime(20));
    shown.push(screen.getByTestId('zoom-percent').textContent);
  }
  expect(new Set(shown).size).toBeLessThanOrEqual(3);
  act(() => void vi.advanceTimersByTime(100));
  expect(screen.getByTestId('zoom-percent')).toHaveTextContent('220%');
});
