import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../../src/i18n/startI18n';
import { Toasts } from '../../../../src/ui/toasts/Toasts';
import { pipe, TestEditor } from '../../../support/TestEditor';
import { openLayer, said } from '../../support/openLayer';

const wired = () =>
  openLayer(
    TestEditor.with(
      {
        idea: { type: 'textPrompt', at: [0, 0], data: { value: '강' } },
        photo: { type: 'imageUpload', at: [0, 300] },
        film: { type: 'video', at: [0, 600] },
        art: { type: 'image', at: [450, 0], data: { model: 'M' } },
        last: { type: 'image', at: [900, 0] },
      },
      [pipe('idea', 'art'), pipe('photo', 'art', 'image')],
    ),
  );

afterEach(() => act(() => void startI18n('en')));

describe('wiring by the hand is said', () => {
  it('with the number of pipes that were cut [WIRE-2]', () => {
    const canvas = wired();
    act(() => void canvas.keyDown('x').drag([330, -100], [330, 600]).keyUp('x'));
    expect(said().trim()).toBe('2 connections cut');
    act(() => void canvas.undo());
    act(() => void startI18n('ko'));
    act(() => void canvas.keyDown('x').drag([330, -100], [330, 600]).keyUp('x'));
    expect(said().trim()).toBe('연결 2개를 끊었어요');
  });

  it('with the names that the cards have on the canvas', () => {
    const canvas = wired();
    const end = { nodeId: 'last', handleId: 'text-left' };
    act(() => void canvas.engine.connect({ nodeId: 'idea', handleId: 'text-right' }, end));
    expect(said()).toBe('Connected Text input, 강 to Image, 강.');
    expect(screen.getAllByRole('group', { name: 'Image, 강' })).toHaveLength(2);
  });

  it('with how many were joined at once, and in a toast how many were not [WIRE-4]', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    render(<Toasts />);
    const canvas = wired();
    canvas.select('idea', 'photo', 'film');
    act(() => void canvas.drag(canvas.handle('idea', 'text-right'), 'last'));
    expect(said().trim()).toBe('2 connected to Image, 강');
    expect(await screen.findByText('1 card has no handle that fits there.')).toBeInTheDocument();
    expect(warned).toHaveBeenCalledWith('Invalid connection');
    warned.mockRestore();
  });
});
