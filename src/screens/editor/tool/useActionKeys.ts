import { useEffect } from 'react';
import type { BoundAction } from '../../../actions';
import { isMeantElsewhere } from '../clipboard/useClipboard';
import type { Editor } from '../../../engine';
import { isTyping, isUnderDialog, isWrittenOnCard } from '../../../engine/konva';
import { isApple } from '../../../ui/actionKeys';
import { pressAction } from '../../../ui/pressAction';
import { actionOfKey } from './actionOfKey';

/** Enter on a button presses it. */
const isForButton = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('button, a') !== null;

/** A Mac moves the caret of every text, and deletes in it, by Control with a letter. */
const isOfText = ({ ctrlKey, target }: KeyboardEvent): boolean => isApple() && ctrlKey && isTyping(target);

/**
 * Listens on the window to the keys of these actions; says why where one cannot run. With a canvas they come before its
 * keys, but for a character that it writes on a selected text card.
 */
export function useActionKeys(actions: readonly BoundAction[], canvas: Editor | null = null): void {
  useEffect(() => {
    const isEarly = canvas !== null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented || isForButton(event) || isOfText(event)) return;
      const action = actionOfKey(actions, event);
      if (!action || (action.isFromText ? isUnderDialog(event.target) : isMeantElsewhere(event.target))) return;
      if (canvas && isWrittenOnCard(canvas, event)) return;
      event.preventDefault();
      if (isEarly) event.stopPropagation();
      if (!event.repeat || action.isRepeated) pressAction(action, null, event.shiftKey);
    };
    window.addEventListener('keydown', onKey, isEarly);
    return () => window.removeEventListener('keydown', onKey, isEarly);
  }, [actions, canvas]);
}
