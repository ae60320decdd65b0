import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FindPanel } from '../../../../src/screens/editor/find/FindPanel';
import { LiveRegion } from '../../../../src/ui/live/LiveRegion';
import { Toasts } from '../../../../src/ui/toasts/Toasts';
import { TestEditor } from '../../../support/TestEditor';
import { said } from '../../support/openLayer';

const counts = async (words: string): Promise<void> => {
  await expect.poll(() => screen.getByTestId('find-count').textContent).toBe(words);
};

function openFind() {
  const canvas = TestEditor.with({
    moon: { type: 'textPrompt', at: [0, 0], data: { value: '이미지에 달과 강' } },
    sea: { type: 'textPrompt', at: [300, 0], data: { value: 'a quiet sea' } },
    upload: { type: 'imageUpload', at: [0, 300] },
  });
  const marks = new Set<string>();
  const closed: (string | null)[] = [];
  render(
    <>
      <FindPanel flow={canvas.flow} marks={marks} asked={1} onClose={(nodeId) => closed.push(nodeId)} />
      <LiveRegion />
      <Toasts />
    </>,
  );
  const field = screen.getByRole('textbox', { name: 'Find on the canvas' });
  const type = async (words: string): Promise<void> => {
    await userEvent.clear(field);
    await userEvent.type(field, words);
  };
  return { canvas, marks, closed, type };
}

const selected = ({ engine }: TestEditor): string[] => [...engine.selection.nodes];

describe('the search beside the canvas', () => {
  it('counts, marks, and goes on and back by Enter and F3 [FIND-5]', async () => {
    const { canvas, marks, closed, type } = openFind();
    await type('e');
    await counts('3 found');
    expect(marks.size).toBe(3);
    await userEvent.keyboard('{Enter}{Enter}');
    expect(selected(canvas)).toEqual(['sea']);
    expect(said()).toContain('Text input, a quiet sea. 2 of 3.');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    expect(selected(canvas)).toEqual(['moon']);
    act(() => screen.getByRole('button', { name: 'Next' }).focus());
    await userEvent.keyboard('{F3}{F3}');
    expect(selected(canvas)).toEqual(['upload']);
    await counts('3/3');
    await userEvent.keyboard('{Escape}');
    expect(closed).toEqual(['upload']);
  });

  it('follows the canvas in development too, where React begins every effect twice', async () => {
    configure({ reactStrictMode: true });
    onTestFinished(() => configure({ reactStrictMode: false }));
    const { canvas, marks, type } = openFind();
    await type('sea');
    await counts('1 found');
    act(() => canvas.engine.editText({ nodeId: 'moon', name: 'value' }, 'a moon over the sea'));
    await counts('2 found');
    expect([...marks]).toEqual(['sea', 'moon']);
  });

  it('selects the folded frame that hides a hit', async () => {
    const { canvas, type } = openFind();
    const data = { title: 'Sky', width: 600, height: 400, isFolded: true, holds: ['moon'] };
    act(() =>
      canvas.engine.apply([{ type: 'addNode', node: { id: 'sky', type: 'frame', position: { x: 0, y: 0 }, data } }]),
    );
    await type('달과');
    await counts('1 found');
    await userEvent.keyboard('{Enter}');
    expect(selected(canvas)).toEqual(['sky']);
  });

  it.each([
    ['initials', 'ㅇㅁㅈ', 1],
    ['the keys of the other layout', 'dlalwl', 1],
    ['a kind', 'image input', 1],
    ['nothing that is there', 'zebra', 0],
  ])('finds by %s, as the command bar does [FIND-5]', async (_how, words, found) => {
    const { type, canvas } = openFind();
    await type(words);
    await counts(found === 0 ? 'None' : `${found} found`);
    await userEvent.keyboard('{Enter}');
    expect(selected(canvas)).toHaveLength(found);
  });

  it('takes Enter as meant before anything is found [FIND-5]', async () => {
    const { canvas } = openFind();
    const field = screen.getByRole('textbox', { name: 'Find on the canvas' });
    fireEvent.change(field, { target: { value: 'quiet' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await expect.poll(() => selected(canvas)).toEqual(['sea']);
    // The search changes: the earlier matches are no longer visited.
    fireEvent.change(field, { target: { value: 'zebra' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.change(field, { target: { value: '강' } });
    await counts('1 found');
    expect(screen.queryByText('Nothing found.')).toBeNull();
    expect(selected(canvas)).toEqual(['sea']);
  });

  it('goes nowhere at the Enter that ends a Hangul syllable, as Safari sends it [FIND-5]', async () => {
    const { canvas, closed, type } = openFind();
    await type('강');
    await counts('1 found');
    const field = screen.getByRole('textbox', { name: 'Find on the canvas' });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
    expect([selected(canvas), closed]).toEqual([[], []]);
    await userEvent.keyboard('{Enter}');
    expect(selected(canvas)).toEqual(['moon']);
  });

  it('says that nothing is found [FIND-5]', async () => {
    const { type } = openFind();
    await type('zebra');
    await counts('None');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Nothing found.')).toBeInTheDocument();
  });

  it('replaces here, then everywhere, and says in how many places [FIND-7]', async () => {
    const { canvas, type } = openFind();
    await type('a');
    await counts('2 found');
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Replace with' }), 'the');
    await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
    expect(await screen.findByText('Replaced in 2 places. Undo restores them.')).toBeVisible();
    expect(canvas.node('sea').data['value']).toBe('the quiet sethe');
    act(() => canvas.engine.undo());
    expect(canvas.node('sea').data['value']).toBe('a quiet sea');
    expect(screen.queryByText(/^Replaced in/)).toBeNull();
    await type('quiet');
    await counts('1 found');
    await userEvent.click(screen.getByRole('button', { name: 'Replace here' }));
    expect(canvas.node('sea').data['value']).toBe('a quiet sea');
    await userEvent.click(screen.getByRole('button', { name: 'Replace here' }));
    expect(canvas.node('sea').data['value']).toBe('a the sea');
    // A match by initials does not contain the typed text.
    await type('ㅇㅁㅈ');
    await counts('1 found');
    await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
    expect(await screen.findByText('No text has exactly these words; nothing was replaced.')).toBeVisible();
  });
});
