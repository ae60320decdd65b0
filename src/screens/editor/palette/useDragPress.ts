import { useEffect, useRef, type PointerEvent as ReactPointerEvent } from 'react';
import type { DragPress } from './followDrag';

/** Follows a press on an item; null when there is nothing to follow. */
export type PressFollower = (event: PointerEvent, element: HTMLElement) => DragPress | null;

/** The last press on an item that can be dragged onto the canvas, with the item's props that follow it. */
export function useDragPress<Item extends HTMLElement>(onPress: PressFollower) {
  const ref = useRef<Item>(null);
  const press = useRef<DragPress>(null);
  useEffect(() => {
    const item = ref.current;
    const keepStill = (event: TouchEvent): void => {
      if (press.current?.isDragging && event.cancelable) event.preventDefault();
    };
    // This listener is set before any finger comes, and is not passive: no other listener may keep the browser from
    // scrolling.
    item?.addEventListener('touchmove', keepStill, { passive: false });
    return () => item?.removeEventListener('touchmove', keepStill);
  }, []);
  const onPointerDown = ({ button, nativeEvent, currentTarget }: ReactPointerEvent<HTMLElement>): void => {
    press.current = button === 0 ? onPress(nativeEvent, currentTarget) : null;
  };
  return { press, props: { ref, onPointerDown } };
}
