/** Below this width the panel covers the canvas; 720 px at the usual text size, as in the style sheets. */
export const NARROW = '(width < 45em)';

export const isNarrowWindow = (): boolean => window.matchMedia(NARROW).matches;
