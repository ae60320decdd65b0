import type { Editor } from '../../Editor';

/** Length of the buzz, as short as the system's own; milliseconds. */
const BUZZ_MS = 10;

/** Buzzes shortly, where the device can, when a touch becomes a long press. Returns how to stop. */
export function buzzAtLongPress(editor: Editor): () => void {
  return editor.subscribe(({ type }) => {
    if (type === 'state' && editor.state === 'select.longPressing' && 'vibrate' in navigator)
      navigator.vibrate(BUZZ_MS);
  });
}
