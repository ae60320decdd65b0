import { useEffect } from 'react';
import { WORKSPACE_ACTIONS, type Dialogs } from '../../../actions';
import { isMeantElsewhere } from '../clipboard/isMeantElsewhere';

/**
 * Opens the command bar and the search from anywhere but another dialog, even from a text, and the sheet of keys where
 * '?' writes nothing.
 */
export function useWorkspaceKeys(dialogs: Dialogs): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, code, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (event.isComposing || event.defaultPrevented || altKey) return;
      const isUnderDialog = target instanceof Element && target.closest('dialog') !== null;
      const isPrimary = ctrlKey || metaKey;
      // These go by the key's position, since a Korean keyboard writes another letter there.
      if (code === 'KeyK' && isPrimary && !shiftKey && !isUnderDialog) WORKSPACE_ACTIONS.commandBar.run(dialogs);
      else if (code === 'KeyF' && isPrimary && !shiftKey && !isUnderDialog) WORKSPACE_ACTIONS.find.run(dialogs);
      else if (code === 'KeyO' && isPrimary && shiftKey && !isUnderDialog) WORKSPACE_ACTIONS.outline.run(dialogs);
      else if (key === '?' && !isPrimary && !isMeantElsewhere(target)) WORKSPACE_ACTIONS.shortcuts.run(dialogs);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // This listens before the canvas, where '?' begins to write on a selected text.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [dialogs]);
}
