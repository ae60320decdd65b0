import { useRef, type PointerEvent } from 'react';
import { trackPointer } from '../../../engine/konva';

/** A finger that goes less far is resting; as far as a toast is swiped. */
const SWIPE_PX = 50;

/** Props that report a finger or pen moving sideways: to the left means the next, as a page is turned. */
export function useSwipe(onSwipe: (by: 1 | -1) => void): { readonly onPointerDown: (event: PointerEvent) => void } {
  const cancel = useRef<() => void>(null);
  return {
    onPointerDown: ({ nativeEvent: press }) => {
      // A second finger makes it a pinch.
      cancel.current?.();
      if (press.pointerType === 'mouse' || !press.isPrimary) return;
      cancel.current = trackPointer(press, {
        onUp({ clientX, clientY }) {
          const [across, along] = [clientX - press.clientX, clientY - press.clientY];
          if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > 2 * Math.abs(along)) onSwipe(across < 0 ? 1 : -1);
        },
      });
    },
  };
}
