import { useCallback, useSyncExternalStore } from 'react';
import type { Editor } from '../../Editor';

/** Returns what `read` does now, and renders again after an event that has changed it. An unchanged value must be the same one. */
export function useEditorValue<T>(editor: Editor, read: () => T): T {
  const subscribe = useCallback((onChange: () => void) => editor.subscribe(onChange), [editor]);
  return useSyncExternalStore(subscribe, read, read);
}
