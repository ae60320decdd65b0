import { useCallback, useEffect, useRef } from 'react';
import { toast } from 'react-toastify/unstyled';

/**
 * Gives the focus back to where it was once the toast that took it has gone. Answers what to call when it is about to
 * be taken.
 */
export function useFocusReturn(): () => void {
  const cameFrom = useRef<Element | null>(null);

  useEffect(
    () =>
      toast.onChange(({ status }) => {
        const { current } = cameFrom;
        if (status !== 'removed' || !(current instanceof HTMLElement)) return;
        cameFrom.current = null;
        // The toast is told before it leaves the page, and with it the focus.
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) current.focus();
        });
      }),
    [],
  );

  return useCallback(() => {
    const { activeElement } = document;
    if (!activeElement?.closest('.Toastify')) cameFrom.current = activeElement;
  }, []);
}
