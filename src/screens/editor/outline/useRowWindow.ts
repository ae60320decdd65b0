import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows laid out beyond the window, before they are scrolled to. */
const BEYOND = 6;

interface RowWindow {
  /** The first row that is laid out, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** The range of rows, all of one height, that lie in a scrolling element: only those are laid out, however many there are. */
export function useRowWindow(ref: RefObject<HTMLElement | null>, rowHeight: number): RowWindow {
  const [rows, setRows] = useState<RowWindow>({ from: 0, to: 4 * BEYOND });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = (): void => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowHeight) - BEYOND);
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + BEYOND;
      setRows((shown) => (shown.from === from && shown.to === to ? shown : { from, to }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [ref, rowHeight]);
  return rows;
}
