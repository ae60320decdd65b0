import { useMediaQuery } from '../view/useMediaQuery';

/** True when the person's system asks for reduced motion. */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)');
