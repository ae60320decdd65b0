import { useLayoutEffect, type RefObject } from 'react';

/** Keeps toasts below the top edge of an element, so that they do not cover the buttons above it. */
export function useToastsBelow(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const place = (): void => style.setProperty('--toasts-from', `${element.getBoundingClientRect().top}px`);
    // It becomes smaller as what is above it grows.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    place();
    return () => {
      observer.disconnect();
      style.removeProperty('--toasts-from');
    };
  }, [ref]);
}
