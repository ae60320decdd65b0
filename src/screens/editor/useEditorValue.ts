import { useCallback, useSyncExternalStore } from 'react';
import type { Editor, EditorEvent } from '../../engine';

type EventType = EditorEvent['type'];

/**
 * A value read from the editor, following these events. `read` answers a primitive or a kept reference: something
 * made anew at every call would never come to rest.
 */
export function useEditorValue<T>(editor: Editor, type: EventType, read: (editor: Editor) => T): T {
  const subscribe = useCallback(
    (onChange: () => void) =>
      editor.subscribe((event) => {
        if (event.type === type) onChange();
      }),
    [editor, type],
  );
  return useSyncExternalStore(subscribe, () => read(editor));
}
