import { useSyncExternalStore } from 'react';
import type { ColourMode } from './tokens';

const darkQuery = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

const subscribe = (onChange: () => void): (() => void) => {
  const query = darkQuery();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

const current = (): ColourMode => (darkQuery().matches ? 'dark' : 'light');

/** Light or dark as the system asks, following changes while the page is open. */
export const useColourMode = (): ColourMode => useSyncExternalStore(subscribe, current);
