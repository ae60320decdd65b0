import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isCloseKey } from './closeByKey';

const HELD = ['keydown', 'copy', 'cut', 'paste'] as const;

/**
 * Has the focus while the code of a part that will take it is loaded, so that no key acts on what lies behind. Escape
 * gives the part up.
 */
export function KeyHold({ onCancel }: { readonly onCancel: () => void }) {
  const hold = useRef<HTMLSpanElement>(null);
  const cancel = useEffectEvent(onCancel);
  useLayoutEffect(() => {
    const { current } = hold;
    const opener = document.activeElement;
    const controller = new AbortController();
    const keep = (event: Event): void => {
      event.stopPropagation();
      if (!(event instanceof KeyboardEvent) || event.isComposing) return;
      if (isCloseKey(event)) cancel();
      // It would leave, and the next key would reach the canvas.
      if (event.key === 'Tab') event.preventDefault();
    };
    for (const name of HELD) current?.addEventListener(name, keep, { signal: controller.signal });
    current?.focus({ preventScroll: true });
    return () => {
      controller.abort();
      // The part that comes now notes who has the focus, and gives it back when it closes.
      if (document.activeElement === current && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return <span ref={hold} tabIndex={-1} className="visually-hidden" aria-busy="true" data-keeps-text />;
}
