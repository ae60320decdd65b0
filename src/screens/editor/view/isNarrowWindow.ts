/** Up to this width the panel covers the canvas; CSS pixels, as in the style sheets. */
const NARROW = '(max-width: 719px)';

export const isNarrowWindow = (): boolean => window.matchMedia(NARROW).matches;
