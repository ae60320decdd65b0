import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows laid out beyond the window, before they are scrolled to. */
const BEYOND = 2;

interface VisibleRows {
  readonly columns: number;
  readonly rowHeight: number;
  /** The first row that is laid out, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * The range of rows, in a grid of square cells, that lie in a scrolling element: only those are laid out, however many there are.
 */
export function useVisibleRows(ref: RefObject<HTMLElement | null>, cellMin: number, gap: number): VisibleRows {
  const [rows, setRows] = useState<VisibleRows>({ columns: 2, rowHeight: cellMin + gap, from: 0, to: 2 * BEYOND });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = (): void => {
      const { clientWidth, clientHeight, scrollTop } = element;
      const columns = Math.max(1, Math.floor((clientWidth + gap) / (cellMin + gap)));
      const rowHeight = (clientWidth - gap * (columns - 1)) / columns + gap;
      const from = Math.max(0, Math.floor(scrollTop / rowHeight) - BEYOND);
      const to = Math.ceil((scrollTop + clientHeight) / rowHeight) + BEYOND;
      setRows((shown) =>
        shown.columns === columns && shown.rowHeight === rowHeight && shown.from === from && shown.to === to
          ? shown
          : { columns, rowHeight, from, to },
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [ref, cellMin, gap]);
  return rows;
}
