import { useSyncExternalStore } from 'react';

const query = (): MediaQueryList => window.matchMedia('(prefers-reduced-motion: reduce)');

const subscribe = (onChange: () => void): (() => void) => {
  const list = query();
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
};

const current = (): boolean => query().matches;

/** Whether the person's system asks for stillness. */
export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, current);
