import type { RefObject } from 'react';

/** Focuses the button at which something began, once it is shown again; not when the person has gone on elsewhere by then. */
export function focusBack(button: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) button.current?.focus();
  });
}
