import { useMediaQuery } from '../view/useMediaQuery';

/** Whether the person's system asks for stillness. */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)');
