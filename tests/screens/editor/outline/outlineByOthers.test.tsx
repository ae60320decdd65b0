import { act, configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { announce } from '../../../../src/ui/live/announce';
import { pipe } from '../../../support/TestEditor';
import { said } from '../../support/openLayer';
import { activeLine, field, line, openOutline, press, selected, tree } from '../../support/openOutline';

describe('the outline, while others edit the same flow,', () => {
  it('closes its field when an undo or another tab removes the node or the row that is edited [OUTLINE-6]', async () => {
    const { canvas } = openOutline();
    act(() => {
      canvas.engine.addNode('textPrompt', null, { x: 0, y: 1500 });
    });
    await press('{Enter}');
    expect(field()).toHaveFocus();
    act(() => canvas.engine.undo());
    expect(field()).toBeNull();
    expect(tree()).toHaveFocus();
    // It was over: the node comes back as a line, without its field.
    act(() => canvas.engine.redo());
    expect(field()).toBeNull();
    await press('{Home}{ArrowDown}{ArrowRight}{ArrowRight}{Enter}');
    expect(field()).toHaveValue('calm');
    act(() => canvas.engine.merge([{ type: 'removeRow', id: 'words', rowId: 'r1' }]));
    expect(field()).toBeNull();
    // The key was meant for the text that is gone: no other one is opened.
    await userEvent.keyboard('{Enter}');
    expect(field()).toBeNull();
    await press('{Home}{ArrowDown}{ArrowRight}{Enter}');
    expect(field()).toHaveValue('dawn');
    // The person has gone on elsewhere when the node is removed: the focus stays there.
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    act(() => canvas.engine.merge([{ type: 'removeNode', id: 'words' }]));
    expect(field()).toBeNull();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  it('follows them in development too, when React begins every effect twice', () => {
    configure({ reactStrictMode: true });
    onTestFinished(() => configure({ reactStrictMode: false }));
    const { canvas } = openOutline();
    const node = { id: 'new', type: 'textPrompt', position: { x: 0, y: 1200 }, data: { value: 'a blue boat' } };
    act(() => canvas.engine.merge([{ type: 'addNode', node }]));
    expect(tree()).toHaveTextContent('a blue boat');
  });

  it('has no line for the next key when another tab removes what is written, or the line that the keys act on [OUTLINE-6]', async () => {
    const { canvas } = openOutline();
    const acted = vi.fn<(event: { type: string }) => void>();
    canvas.engine.subscribe(acted);
    const runs = () => acted.mock.calls.filter(([{ type }]) => type === 'action');
    await press('{End}{Enter}');
    await userEvent.keyboard(' at sea');
    act(() => canvas.engine.merge([{ type: 'removeNode', id: 'alone' }]));
    expect(tree()).toHaveFocus();
    await userEvent.keyboard('{Enter}at dawn{Backspace}');
    expect([runs(), selected(canvas), activeLine()]).toEqual([[], [], undefined]);
    await press('{Home}');
    act(() => canvas.engine.merge([{ type: 'removeNode', id: 'idea' }]));
    await userEvent.keyboard('{Enter}');
    expect([...canvas.nodes].toSorted()).toEqual(['art', 'words']);
    expect([line(/^Category/).getAttribute('aria-expanded'), activeLine()]).toEqual(['false', undefined]);
    // Their own deletion leaves a person at the next line, and so does what others change later.
    await press('{Home}{Delete}');
    act(() => canvas.engine.merge([{ type: 'moveNode', id: 'art', position: { x: 0, y: 0 } }]));
    expect(activeLine()).toMatch(/^Image/);
  });

  it('says that others have removed the line that the keys act on, or the text that is written', async () => {
    const { canvas } = openOutline();
    const gone = async (id: string): Promise<string> => {
      await act(async () => {
        canvas.engine.merge([{ type: 'removeNode', id }]);
        await Promise.resolve();
      });
      return said();
    };
    const sentence = 'What you were on was deleted elsewhere. No line is chosen now.';
    await press('{End}{Enter}');
    await userEvent.keyboard(' at sea');
    expect(await gone('alone')).toBe(sentence);
    await press('{Home}');
    act(() => announce('live.deleted'));
    expect(await gone('idea')).toBe(sentence);
    act(() => announce('live.deleted'));
    expect(await gone('words')).toBe('Deleted.');
  });

  it('keeps its line, and a text that is open, when others only put an input or a node at another place [OUTLINE-6]', async () => {
    const { canvas } = openOutline();
    const { engine } = canvas;
    await press('{Home}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(activeLine()).toBe('Input: a cat asleep');
    // A merge takes away what moved, and brings it back in a change of its own.
    await act(async () => {
      engine.merge([{ type: 'removeEdge', id: 'idea-art' }]);
      engine.merge([{ type: 'addEdge', edge: pipe('idea', 'art'), index: 1 }]);
      await Promise.resolve();
    });
    expect(engine.document.edgesInto('art').map(({ id }) => id)).toEqual(['words-art', 'idea-art']);
    expect(activeLine()).toBe('Input: a cat asleep');
    await press('{End}{Enter}');
    const node = canvas.node('alone');
    await act(async () => {
      engine.merge([{ type: 'removeNode', id: 'alone' }]);
      engine.merge([{ type: 'addNode', node, index: 0 }]);
      await Promise.resolve();
    });
    expect(field()).toHaveFocus();
    await userEvent.keyboard(' at sea{Escape}');
    expect([canvas.node('alone').data['value'], activeLine()]).toEqual([
      'a red boat at sea',
      'Text input, a red boat at sea, no inputs',
    ]);
  });

  it('ends connecting when the node that it began at is removed [OUTLINE-7]', async () => {
    const { canvas } = openOutline();
    const acted = vi.fn<(event: { type: string }) => void>();
    canvas.engine.subscribe(acted);
    await press('{End}l{Home}{ArrowDown}{ArrowDown}');
    expect(activeLine()).toMatch(/^Image/);
    expect(line(/^Category/)).toHaveAttribute('aria-disabled', 'true');
    await act(async () => {
      canvas.engine.merge([{ type: 'removeNode', id: 'alone' }]);
      await Promise.resolve();
    });
    expect(line(/^Category/)).not.toHaveAttribute('aria-disabled', 'true');
    expect(said()).toBe('Connection cancelled.');
    // The key was meant to connect: it runs nothing.
    await userEvent.keyboard('{Enter}');
    expect(acted.mock.calls.filter(([{ type }]) => type === 'action')).toEqual([]);
    expect([selected(canvas), activeLine()]).toEqual([[], undefined]);
    await press('{Home}{ArrowDown}');
    expect(selected(canvas)).toEqual(['words']);
    await press('{Enter}');
    expect(said()).not.toBe('These two cannot be connected.');
  });
});
