import { useEffect } from 'react';
import { TIDY_ACTION, type TidyTarget } from '../../../actions';
import { notify } from '../../../ui/toasts/notify';
import { isMeantElsewhere } from '../clipboard/useClipboard';

/**
 * Listens to the key that tidies up; says why when it cannot. Goes by the key's position, since Alt writes another
 * letter on some keyboards.
 */
export function useTidyKeys(target: TidyTarget): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { code, altKey, ctrlKey, metaKey, shiftKey } = event;
      const isMeant = code === 'KeyT' && altKey && !ctrlKey && !metaKey && !shiftKey;
      if (!isMeant || event.isComposing || isMeantElsewhere(event.target)) return;
      event.preventDefault();
      const whyNot = TIDY_ACTION.whyNot(target);
      if (whyNot === null) TIDY_ACTION.run(target);
      else notify({ variant: 'info', titleKey: whyNot });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [target]);
}
