import { useCallback, useLayoutEffect, useRef, type RefCallback, type RefObject } from 'react';

/**
 * An element, and its ref, that may go away with the focus in it: the focus would fall to the page, and `handOn` gives it to something
 * else.
 */
export function useHandOn<Kept extends HTMLElement>(
  handOn: () => void,
): readonly [kept: RefObject<Kept | null>, ref: RefCallback<Kept>] {
  const kept = useRef<Kept>(null);
  const latest = useRef(handOn);
  useLayoutEffect(() => {
    latest.current = handOn;
  });
  const ref = useCallback((element: Kept | null) => {
    kept.current = element;
    return () => {
      kept.current = null;
      if (!element?.contains(document.activeElement)) return;
      // The heir may come with the same rendering.
      queueMicrotask(() => {
        if (document.activeElement === document.body) latest.current();
      });
    };
  }, []);
  return [kept, ref];
}
