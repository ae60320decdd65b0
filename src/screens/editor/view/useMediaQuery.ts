import { useCallback, useSyncExternalStore } from 'react';

/** True while a media query matches, such as `(pointer: coarse)`. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void): (() => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Below this width the panel covers the canvas; 720 px at the usual text size, as in the style sheets. */
export const NARROW = '(width < 45em)';

/** A narrow window, or one as low as a phone on its side, has no room to spare; 544 px high, as in the style sheets. */
export const SMALL = `${NARROW}, (height < 34em)`;

export const isNarrowWindow = (): boolean => window.matchMedia(NARROW).matches;

/** True when the person's system asks for reduced motion. */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)');
