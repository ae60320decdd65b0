import type { ParseKeys } from 'i18next';
import { useCallback, useSyncExternalStore } from 'react';
import type { CanvasAction } from '../../../actions';
import type { Editor, EditorEvent } from '../../../engine';

/** What an action of the canvas may depend on. */
const FOLLOWED: ReadonlySet<EditorEvent['type']> = new Set(['document', 'selection', 'camera']);

/** Why the action cannot run now, kept true; null when it can. */
export function useWhyNot(editor: Editor, action: CanvasAction): ParseKeys | null {
  const subscribe = useCallback(
    (onChange: () => void) =>
      editor.subscribe(({ type }) => {
        if (FOLLOWED.has(type)) onChange();
      }),
    [editor],
  );
  return useSyncExternalStore(subscribe, () => action.whyNot(editor));
}
