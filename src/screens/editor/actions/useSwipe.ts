import { useRef, type PointerEvent } from 'react';

/** A finger that goes less far is resting; as far as a toast is swiped. */
const SWIPE_PX = 50;

interface Swipe {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: () => void;
}

/** Props that report a finger or pen moving sideways: to the left means the next, as a page is turned. */
export function useSwipe(onSwipe: (by: 1 | -1) => void): Swipe {
  const start = useRef<{ readonly id: number; readonly x: number; readonly y: number } | null>(null);
  const forget = (): void => {
    start.current = null;
  };
  return {
    onPointerDown: ({ pointerId, pointerType, isPrimary, clientX, clientY }) => {
      // A second finger makes it a pinch.
      start.current = pointerType === 'mouse' || !isPrimary ? null : { id: pointerId, x: clientX, y: clientY };
    },
    onPointerUp: ({ pointerId, clientX, clientY }) => {
      const from = start.current;
      forget();
      if (from?.id !== pointerId) return;
      const [across, along] = [clientX - from.x, clientY - from.y];
      if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > 2 * Math.abs(along)) onSwipe(across < 0 ? 1 : -1);
    },
    onPointerCancel: forget,
  };
}
