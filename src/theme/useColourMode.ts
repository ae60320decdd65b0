import { useSyncExternalStore } from 'react';
import { colourMode, onThemeChange } from './themeChoice';
import type { ColourMode } from './tokens';

/** Light or dark, as chosen or as the system asks, following changes while the page is open. */
export const useColourMode = (): ColourMode => useSyncExternalStore(onThemeChange, colourMode);
