import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { startI18n } from '../../../src/i18n/startI18n';
import { Toolbar } from '../../../src/screens/editor/toolbar/Toolbar';
import { Toasts } from '../../../src/ui/toasts/Toasts';
import type { ClipboardTarget } from '../../../src/actions';
import { TestEditor } from '../../support/TestEditor';

let editor: TestEditor;
let done: string[];

const clipboard = (): ClipboardTarget => ({
  editor: editor.engine,
  clipboard: { duplicate: () => done.push('duplicate') },
  command: (name) => done.push(name),
  paste: (isJoining) => done.push(isJoining ? 'pasteJoined' : 'paste'),
});

beforeEach(() => {
  done = [];
  editor = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] } });
  render(
    <>
      <Toolbar editor={editor.engine} clipboard={clipboard()} />
      <Toasts />
    </>,
  );
});

const tool = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('the bar over the canvas', () => {
  it('undoes and does again what was done, by mouse, finger or keys [TOOL-1]', async () => {
    act(() => editor.engine.run([{ type: 'removeNode', id: 'idea' }]));
    await userEvent.click(tool('Undo'));
    expect(editor.nodes).toEqual(['idea']);
    tool('Redo').focus();
    await userEvent.keyboard('{Enter}');
    expect(editor.nodes).toEqual([]);
    expect(tool('Redo')).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['en', 'Undo', 'There is nothing to undo.'],
    ['en', 'Redo', 'There is nothing to redo.'],
    ['ko', '실행 취소', '되돌릴 것이 없어요.'],
    ['ko', '다시 실행', '다시 실행할 것이 없어요.'],
  ] as const)('says in %s why %s cannot be done [TOOL-2]', async (lng, name, why) => {
    act(() => void startI18n(lng));
    expect(tool(name)).toHaveAttribute('aria-disabled', 'true');
    expect(tool(name)).toHaveAccessibleDescription(why);
    await userEvent.click(tool(name));
    expect(await screen.findByRole('status')).toHaveTextContent(why);
  });

  it('copies, pastes and duplicates what is selected, and says why it cannot', async () => {
    await userEvent.click(tool('Copy'));
    expect(await screen.findByRole('status')).toHaveTextContent('Nothing is selected.');
    act(() => editor.engine.selectAll());
    for (const name of ['Copy', 'Paste', 'Duplicate']) await userEvent.click(tool(name));
    expect(done).toEqual(['copy', 'paste', 'duplicate']);
  });

  it('steps aside for a text field, where the window is narrow', () => {
    expect(screen.getByTestId('toolbar')).not.toHaveAttribute('data-writing');
    act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect(screen.getByTestId('toolbar')).toHaveAttribute('data-writing');
    act(() => editor.engine.stopEditing());
    expect(screen.getByTestId('toolbar')).not.toHaveAttribute('data-writing');
  });
});
