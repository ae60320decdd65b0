import { useLayoutEffect, useState, type RefObject } from 'react';

/** Cells laid out beyond the window, before they are scrolled to. */
const BEYOND = 1;

interface VisibleCells {
  /** The first row that is laid out, and the one after the last. */
  readonly rows: readonly [from: number, to: number];
  readonly columns: readonly [from: number, to: number];
}

const isSame = (one: VisibleCells, other: VisibleCells): boolean =>
  [...one.rows, ...one.columns].join() === [...other.rows, ...other.columns].join();

/** The range of cells of a table that lie in a scrolling element: only those are laid out, however many there are. */
export function useVisibleCells(ref: RefObject<HTMLElement | null>, size: number): VisibleCells {
  const [cells, setCells] = useState<VisibleCells>({ rows: [0, 1], columns: [0, 1] });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const between = (start: number, length: number): readonly [number, number] => [
      Math.max(0, Math.floor(start / size) - BEYOND),
      Math.ceil((start + length) / size) + BEYOND,
    ];
    const look = (): void => {
      const { clientWidth, clientHeight, scrollLeft, scrollTop } = element;
      const next = { rows: between(scrollTop, clientHeight), columns: between(scrollLeft, clientWidth) };
      setCells((shown) => (isSame(shown, next) ? shown : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [ref, size]);
  return cells;
}
