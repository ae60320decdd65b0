import type { Editor } from '../Editor';
import { isMeantAnywhere } from '../shortcuts';
import type { KeyInput } from '../tools/input';
import { modifiersOf } from './eventInput';

const isTyping = (event: KeyboardEvent): boolean =>
  event.isComposing ||
  (event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null);

/** Keys that belong to a focused button or link, such as the delete button of the accessible layer. */
const isForButton = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof HTMLElement &&
  event.target.closest('button, a') !== null;

/** Nothing has the focus, or something on the canvas has. */
const isHere = (event: KeyboardEvent, area: HTMLElement): boolean =>
  event.target === document.body || (event.target instanceof Node && area.contains(event.target));

const isUnderDialog = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('dialog') !== null;

const keyInput = (type: KeyInput['type'], event: KeyboardEvent): KeyInput => ({
  type,
  key: event.key,
  code: event.code,
  ...modifiersOf(event),
});

/** Listens on the window: what had the focus may have gone with its node, and the canvas still means these keys. */
export function bindStageKeys(area: HTMLElement, editor: Editor, signal: AbortSignal): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !editor.isGesturing) return;
      // First of all gives up what is in the hand, wherever the focus has gone meanwhile: it means nothing else then.
      event.preventDefault();
      event.stopPropagation();
      editor.dispatch(keyInput('keyDown', event));
    },
    { signal, capture: true },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (isTyping(event) || isForButton(event)) return;
      const input = keyInput('keyDown', event);
      if (!isHere(event, area) && (isUnderDialog(event) || !isMeantAnywhere(input))) return;
      if (editor.dispatch(input)) event.preventDefault();
    },
    { signal },
  );
  window.addEventListener('keyup', (event) => editor.dispatch(keyInput('keyUp', event)), { signal });
}
