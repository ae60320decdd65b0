import { useCallback, type RefCallback, type RefObject } from 'react';

/** Ref of a button that disappears by its own success: another element then takes its focus, which would fall to the page. */
export const usePassFocus = (to: RefObject<HTMLElement | null>): RefCallback<HTMLElement> =>
  useCallback(
    (button) => () => {
      if (document.activeElement === button) to.current?.focus();
    },
    [to],
  );
