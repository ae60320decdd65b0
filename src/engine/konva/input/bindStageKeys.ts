import type { Editor } from '../../Editor';
import { isMeantAnywhere } from '../../shortcuts';
import { writeOnSelected } from '../../tools/writeOnCard';
import { keyInput } from './eventInput';
import { isCharacter } from './isCharacter';
import { isTyping } from './isTyping';
import { isUnderDialog } from './isUnderDialog';
import { buttonAt, watchPressed } from './pressedButton';
import { watchStages } from './watchStages';

/** Nothing has the focus, or something on the canvas has, not in a dialog over it. */
const isHere = ({ target }: KeyboardEvent, area: HTMLElement): boolean =>
  target === document.body ||
  (target instanceof Element && area.contains(target) && target.closest('dialog') === area.closest('dialog'));

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
      const isBeside = !isHere(event, area);
      const input = { ...keyInput('keyDown', event), isBeside };
      if (isBeside && (isUnderDialog(event.target) || !isMeantAnywhere(input))) return;
      if (editor.dispatch(input)) event.preventDefault();
      // The key is not prevented: the field has the focus before the browser enters the character, or gives the key to its IME.
      else if (!isBeside && isCharacter(event)) writeOnSelected(editor);
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
