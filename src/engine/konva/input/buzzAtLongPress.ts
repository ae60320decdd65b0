import type { Editor } from '../../Editor';

/** As short as the system's own; milliseconds. */
const BUZZ_MS = 10;

/** A short buzz where the device has one, as a finger that rests becomes a hold. Returns how to stop. */
export function buzzAtLongPress(editor: Editor): () => void {
  return editor.subscribe(({ type }) => {
    if (type === 'state' && editor.state === 'select.longPressing' && 'vibrate' in navigator)
      navigator.vibrate(BUZZ_MS);
  });
}
