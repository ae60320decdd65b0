import { useCallback, useSyncExternalStore } from 'react';
import type { Editor, EditorEvent } from '../../engine';

type EventType = EditorEvent['type'];

/**
 * A value read from the editor, following these events. `read` answers a primitive or a kept reference: something
 * made anew at every call would never come to rest. With `everyMs` it follows no more often than that.
 */
export function useEditorValue<T>(editor: Editor, type: EventType, read: (editor: Editor) => T, everyMs = 0): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const follow = (): void => {
        timer = undefined;
        onChange();
      };
      const unsubscribe = editor.subscribe((event) => {
        if (event.type !== type) return;
        if (everyMs === 0) onChange();
        else timer ??= setTimeout(follow, everyMs);
      });
      return () => {
        unsubscribe();
        clearTimeout(timer);
      };
    },
    [editor, type, everyMs],
  );
  return useSyncExternalStore(subscribe, () => read(editor));
}
