import { useLayoutEffect, useState, type RefObject } from 'react';

/** The first of the items of one size that lie within a length, and the one after the last; `beyond` more are counted on either side. */
export const itemsWithin = (
  start: number,
  length: number,
  size: number,
  beyond: number,
): [from: number, to: number] => [
  Math.max(0, Math.floor(start / size) - beyond),
  Math.ceil((start + length) / size) + beyond,
];

/**
 * Numbers that are read from a scrolling element, such as the range of its items in sight: only those are laid out, however many there
 * are. They are `first` until the element is there. `read` is called at every scroll, and must be the same function each time.
 */
export function useScrolled<Numbers extends readonly number[]>(
  ref: RefObject<HTMLElement | null>,
  first: Numbers,
  read: (element: HTMLElement) => Numbers,
): Numbers {
  const [numbers, setNumbers] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = (): void => {
      const next = read(element);
      setNumbers((shown) => (shown.join() === next.join() ? shown : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // Its size follows the text size.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [ref, read]);
  return numbers;
}

/**
 * Indexes to render of a long list of which only a part is in sight, from `from` up to `to` without it. The active one is
 * among them even out of sight: a screen reader follows it by its id. `active` is -1 for none.
 */
export function renderedIndexes(from: number, to: number, count: number, active: number): number[] {
  const inSight = Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, offset) => from + offset);
  if (active < 0 || (active >= from && active < to)) return inSight;
  return active < from ? [active, ...inSight] : [...inSight, active];
}

/** The scroll of a window of this size that shows an item, as near as possible to the one it has. */
export const scrolledTo = (scroll: number, size: number, start: number, length: number): number =>
  Math.max(Math.min(scroll, start), start + length - size);
