import type { Editor } from '../../Editor';
import { isMeantAnywhere } from '../../shortcuts';
import { writeOnSelected } from '../../tools/writeOnCard';
import { keyInput } from './eventInput';
import { isComposing } from './isComposing';
import { isTyping } from './isTyping';
import { isUnderDialog } from './isUnderDialog';
import { buttonAt, watchPressed } from './pressedButton';
import { watchStages } from './watchStages';

/** Nothing has the focus, or something on the canvas has, not in a dialog over it. */
const isHere = ({ target }: KeyboardEvent, area: HTMLElement): boolean =>
  target === document.body ||
  (target instanceof Element && area.contains(target) && target.closest('dialog') === area.closest('dialog'));

/** Whether the key writes: a character, or the first one of a composition. The space bar is the pan's. */
const isCharacter = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey) return false;
  if (key === 'Process' || isComposing(event)) return true;
  // Alt writes characters on a Mac; beside a letter key it is a menu's elsewhere, which gives no character.
  return !altKey && Array.from(key).length === 1 && key !== ' ';
};

/** Listens on the window: the element with the focus may have gone with its node, and these keys are still meant for the canvas. */
export function bindStageKeys(area: HTMLElement, editor: Editor, signal: AbortSignal): void {
  const pressed = watchPressed(area, signal);
  const isOfStage = watchStages(area, signal);
  /** Whether a key is meant for a button. The space bar pans after a press by a pointer: Run, and then a pan, is no Stop. */
  const isForButton = ({ key, target }: KeyboardEvent): boolean => {
    const button = buttonAt(target);
    return button !== null && (key === 'Enter' || (key === ' ' && button !== pressed()));
  };

  area.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat || event.isComposing || isTyping(event.target)) return;
      // A held Enter does one thing: the browser would press a button again and again, which runs, stops and runs anew.
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !editor.isGesturing) return;
      // Cancels the gesture first, wherever the focus is now: it means nothing else then.
      event.preventDefault();
      event.stopPropagation();
      editor.dispatch(keyInput('keyDown', event));
    },
    { signal, capture: true },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
      if (isForButton(event) || !isOfStage(event.target)) return;
      const input = keyInput('keyDown', event);
      if (!isHere(event, area) && (isUnderDialog(event.target) || !isMeantAnywhere(input))) return;
      if (editor.dispatch(input)) event.preventDefault();
      // The key is not prevented: the field has the focus before the browser enters the character, or gives the key to its IME.
      else if (isHere(event, area) && isCharacter(event)) writeOnSelected(editor);
    },
    { signal },
  );
  window.addEventListener(
    'keyup',
    (event) => {
      // Firefox presses a button by the release of a space bar whose press had been taken.
      if (event.key === ' ' && pressed() !== null && buttonAt(event.target) === pressed()) event.preventDefault();
      editor.dispatch(keyInput('keyUp', event));
    },
    { signal },
  );
}
