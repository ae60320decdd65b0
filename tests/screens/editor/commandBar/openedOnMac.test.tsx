import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bindAction, WORKSPACE_ACTIONS } from '../../../../src/actions';
import { useActionKeys } from '../../../../src/screens/editor/tool/useActionKeys';
import { TestEditor } from '../../../support/TestEditor';

const canvas = TestEditor.with({});
const openCommandBar = vi.fn<() => void>();
const openFind = vi.fn<() => void>();
const { commandBar, find } = WORKSPACE_ACTIONS;
const nothing = (): void => undefined;
const DIALOGS = {
  openCommandBar,
  openFind,
  openAdding: nothing,
  openHistory: nothing,
  openShortcuts: nothing,
  openArrange: nothing,
  toggleOutline: nothing,
  toggleMinimap: nothing,
  toggleToolbar: nothing,
};
const ACTIONS = [bindAction(commandBar, DIALOGS), bindAction(find, DIALOGS)];

function Page() {
  useActionKeys(ACTIONS, canvas.engine);
  return <textarea />;
}

it('a text has the keys of a Mac that are its own there: Ctrl+K and Ctrl+F open nothing from it, ⌘K and ⌘F do', async () => {
  const platform = vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  onTestFinished(() => platform.mockRestore());
  render(<Page />);
  screen.getByRole('textbox').focus();
  await userEvent.keyboard('{Control>}kf{/Control}');
  expect(openCommandBar).not.toHaveBeenCalled();
  expect(openFind).not.toHaveBeenCalled();
  await userEvent.keyboard('{Meta>}kf{/Meta}');
  expect(openCommandBar).toHaveBeenCalledOnce();
  expect(openFind).toHaveBeenCalledOnce();
  screen.getByRole('textbox').blur();
  await userEvent.keyboard('{Control>}kf{/Control}');
  expect(openCommandBar).toHaveBeenCalledTimes(2);
  expect(openFind).toHaveBeenCalledTimes(2);
});
