import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { startI18n } from '../../../../src/i18n/startI18n';
import { Toolbar } from '../../../../src/screens/editor/toolbar/Toolbar';
import { useFolded } from '../../../../src/screens/editor/toolbar/useFolded';
import { Toasts } from '../../../../src/ui/toasts/Toasts';
import type { ClipboardTarget } from '../../../../src/actions';
import { dialogsThat } from '../../../support/actionTargets';
import { TestEditor } from '../../../support/TestEditor';

let editor: TestEditor;
let done: string[];

const clipboard = (): ClipboardTarget => ({
  editor: editor.engine,
  clipboard: { duplicate: () => done.push('duplicate') },
  command: (name) => done.push(name),
  paste: (isJoining) => done.push(isJoining ? 'pasteJoined' : 'paste'),
});

function Bar() {
  const [isFolded, toggleToolbar] = useFolded();
  return (
    <Toolbar
      runs={{
        flow: editor.flow,
        runs: {
          failed: [],
          failedCells: [],
          planning: { ask: (scope, _chosen, isFresh) => void done.push(`${scope} ${isFresh}`) },
        },
      }}
      clipboard={clipboard()}
      dialogs={{ ...dialogsThat((name) => void done.push(name)), toggleToolbar }}
      tidyUp={{ share: null, tidy: async (ids) => void done.push(`tidy ${[...ids].join(' ')}`) }}
      isFolded={isFolded}
    />
  );
}

beforeEach(() => {
  done = [];
  editor = TestEditor.with({ idea: { type: 'textPrompt', at: [0, 0] } });
  render(
    <>
      <Bar />
      <Toasts />
    </>,
  );
});

const line = (): HTMLElement => screen.getByTestId('status-line');
const tool = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('the bar over the canvas', () => {
  it('undoes and does again what was done, by mouse, finger or keys [TOOL-1]', async () => {
    act(() => editor.engine.apply([{ type: 'removeNode', id: 'idea' }]));
    await userEvent.click(tool('Undo'));
    expect(editor.nodes).toEqual(['idea']);
    tool('Redo').focus();
    await userEvent.keyboard('{Enter}');
    expect(editor.nodes).toEqual([]);
    expect(tool('Redo')).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['en', 'Undo', 'Undo: delete 1 node (Ctrl+Z)', 'Redo', 'Redo: delete 1 node (Ctrl+Shift+Z)'],
    ['ko', '되돌리기', '되돌리기: 노드 1개 지우기 (Ctrl+Z)', '다시 하기', '다시 하기: 노드 1개 지우기 (Ctrl+Shift+Z)'],
  ] as const)('shows in %s what it would undo or redo [UNDO-3]', async (lng, undo, undoTip, redo, redoTip) => {
    act(() => void startI18n(lng));
    act(() => editor.engine.apply([{ type: 'removeNode', id: 'idea' }]));
    expect(tool(undo)).toHaveAttribute('title', undoTip);
    await userEvent.click(tool(undo));
    expect(tool(redo)).toHaveAttribute('title', redoTip);
    expect(tool(redo)).toHaveAccessibleDescription(redoTip.replace(/^.*: | \(.*$/g, ''));
  });

  it.each([
    ['en', 'Undo', 'There is nothing to undo.'],
    ['en', 'Redo', 'There is nothing to redo.'],
    ['ko', '되돌리기', '되돌릴 것이 없어요.'],
    ['ko', '다시 하기', '다시 할 것이 없어요.'],
  ] as const)('says in %s why %s cannot be done [TOOL-2]', async (lng, name, why) => {
    act(() => void startI18n(lng));
    expect(tool(name)).toHaveAttribute('aria-disabled', 'true');
    expect(tool(name)).toHaveAccessibleDescription(why);
    await userEvent.click(tool(name));
    expect(await screen.findByRole('status')).toHaveTextContent(why);
  });

  it('opens the search, the command bar and the sheet of keys [FIND-1]', async () => {
    await userEvent.click(tool('Find and replace on the canvas'));
    await userEvent.click(tool('Find and run'));
    await userEvent.click(tool('Keys and gestures'));
    expect(done).toEqual(['find', 'commandBar', 'shortcuts']);
  });

  it('adds, runs everything, everything again with Shift, and opens the version history [TOOL-1]', async () => {
    await userEvent.click(tool('Add to the canvas'));
    await userEvent.click(tool('Run all'));
    fireEvent.click(tool('Run all'), { shiftKey: true });
    await userEvent.click(tool('Version history'));
    expect(done).toEqual(['add', 'all false', 'all true', 'history']);
  });

  it('tidies the flow up [TOOL-1]', async () => {
    await userEvent.click(tool('Tidy up'));
    expect(done).toEqual(['tidy idea']);
  });

  it('copies, pastes and duplicates what is selected, and says why it cannot', async () => {
    await userEvent.click(tool('Copy'));
    expect(await screen.findByRole('status')).toHaveTextContent('Nothing is selected.');
    act(() => editor.engine.selectAll());
    for (const name of ['Copy', 'Paste', 'Duplicate']) await userEvent.click(tool(name));
    expect(done).toEqual(['copy', 'paste', 'duplicate']);
  });

  it.each([
    ['en', 'Fold the tools', 'Show all tools', 'Undo', 'Copy'],
    ['ko', '도구 접기', '도구 모두 보기', '되돌리기', '복사'],
  ] as const)('is folded in %s to undo and redo, and stays so on this device [TOOLBAR-1]', async (...given) => {
    const [lng, fold, unfold, undo, copy] = given;
    act(() => void startI18n(lng));
    expect(tool(undo)).toHaveAttribute('data-caption', undo);
    await userEvent.click(tool(fold));
    expect(tool(undo)).toBeVisible();
    expect(screen.queryByRole('button', { name: copy })).toBeNull();
    expect([tool(unfold).getAttribute('aria-expanded'), localStorage.getItem('toolbar')]).toEqual(['false', 'folded']);

    await userEvent.click(tool(unfold));
    expect(tool(copy)).toBeVisible();
    expect([tool(fold).getAttribute('aria-expanded'), localStorage.getItem('toolbar')]).toEqual(['true', 'open']);
  });

  it('moves aside during a drag [TOOLBAR-2]', () => {
    const bar = screen.getByTestId('toolbar');
    act(() => void editor.pointerDown('idea').pointerMove([300, 300]));
    expect(bar).toHaveAttribute('data-aside');
    act(() => void editor.pointerUp());
    expect(bar).not.toHaveAttribute('data-aside');
  });

  it.each([
    ['en', /^Drag the empty canvas/, /^Type to write/, /^Drop with Alt/, 'Undone: move 1 node'],
    ['ko', /^빈 곳을 끌면/, /^바로 쓰기 시작하세요/, /^Alt를 누른 채/, '되돌렸어요: 노드 1개 옮기기'],
  ] as const)(
    'has a line above it that says in %s what can be done next, and what was undone [TOOLBAR-3]',
    (...given) => {
      const [lng, idle, selected, dragging, undone] = given;
      act(() => void startI18n(lng));
      expect(line()).toHaveTextContent(idle);
      act(() => void editor.select('idea'));
      expect(line()).toHaveTextContent(selected);
      act(() => void editor.pointerDown('idea').pointerMove([300, 300]));
      expect(line()).toHaveTextContent(dragging);
      act(() => void editor.pointerUp());
      act(() => void editor.undo());
      expect(line()).toHaveTextContent(undone);
      act(() => editor.engine.nudge({ x: 15, y: 0 }));
      expect(line()).toHaveTextContent(selected);
    },
  );

  it('undoes nothing more, and says so, once a restored version has left nothing of any step [TOOLBAR-1]', async () => {
    act(() => void editor.select('idea'));
    act(() => editor.engine.nudge({ x: 15, y: 0 }));
    act(() => void editor.merge({ type: 'removeNode', id: 'idea' }));
    expect(tool('Undo')).not.toHaveAttribute('aria-disabled', 'true');
    act(() => void editor.undo());
    expect(line()).toHaveTextContent('There is nothing to undo.');
    expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true');
  });

  it('steps aside for a text field, where the window is narrow', () => {
    expect(screen.getByTestId('toolbar')).not.toHaveAttribute('data-writing');
    act(() => editor.engine.startEditing({ nodeId: 'idea', name: 'value' }));
    expect(screen.getByTestId('toolbar')).toHaveAttribute('data-writing');
    act(() => editor.engine.stopEditing());
    expect(screen.getByTestId('toolbar')).not.toHaveAttribute('data-writing');
  });
});
