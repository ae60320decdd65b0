/** How a pointer is tracked, and where its drag is reported. The drag ends once: by `onUp` or by `onCancel`. */
export interface PointerDrag {
  /** Captures the pointer; the drag is cancelled when the capture is lost. Omitted, the pointer is heard wherever the page hears it. */
  readonly captor?: Element;
  /** Distance that the pointer must go to have moved; CSS pixels, 0 when omitted. */
  readonly slop?: number;
  /** Time after which a pointer that has not moved is a long press; milliseconds. Omitted, it never is. */
  readonly longPressMs?: number | undefined;
  /** Whether Escape cancels the drag. It does once the pointer has left the slop or is a long press, and then does nothing else. */
  readonly isEscapable?: boolean;
  /** Cancels the drag when it aborts. */
  readonly signal?: AbortSignal;
  readonly onLongPress?: () => void;
  /** Called for each move, from the one that leaves the slop. */
  readonly onMove?: (event: PointerEvent) => void;
  /** Called when the button that pressed is released, or the finger or pen is lifted. */
  readonly onUp?: (event: PointerEvent) => void;
  /** Called when the drag ends in any other way, with the pointer's event that told so, if one did. */
  readonly onCancel?: (event?: PointerEvent) => void;
}

/**
 * Follows one pointer from its press to its end, whatever the end is: a release, a loss to the system, the window's blur, a release that
 * nobody reported, the next press.
 *
 * @param press the `pointerdown`, while it is dispatched.
 * @returns a function that cancels the drag; it does nothing after the end.
 */
export function trackPointer(press: PointerEvent, drag: PointerDrag): () => void {
  const { captor, slop = 0, longPressMs } = drag;
  const controller = new AbortController();
  const { signal } = controller;
  let hasMoved = slop === 0;
  let isLongPress = false;
  let timer: number | undefined;

  const end = (): void => {
    window.clearTimeout(timer);
    controller.abort();
  };
  const cancel = (event?: PointerEvent): void => {
    if (signal.aborted) return;
    end();
    drag.onCancel?.(event);
  };
  const release = (event: PointerEvent): void => {
    end();
    drag.onUp?.(event);
  };
  const move = (event: PointerEvent): void => {
    hasMoved ||= Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) >= slop;
    if (!hasMoved) return;
    window.clearTimeout(timer);
    drag.onMove?.(event);
  };
  // The window hears a pointer even when the element below it is removed.
  const listen = (
    type: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture',
    to: (event: PointerEvent) => void,
  ): void => window.addEventListener(type, (event) => event.pointerId === press.pointerId && to(event), { signal });

  captor?.setPointerCapture?.(press.pointerId);
  listen('pointermove', (event) => {
    // At the press `buttons` is the one bit of the button that pressed.
    if ((event.buttons & press.buttons) === press.buttons) move(event);
    // While another button is down the browser reports the release of this one as a move.
    else if (event.button === press.button) release(event);
    // It was released where the page could not notice, such as over another program's window.
    else cancel(event);
  });
  listen('pointerup', release);
  listen('pointercancel', cancel);
  // This also follows every release, which has ended the drag by then, and tells of an element that gave the pointer to the captor.
  if (captor)
    listen('lostpointercapture', (event) => {
      if (!captor.hasPointerCapture?.(press.pointerId)) cancel(event);
    });
  window.addEventListener('blur', () => cancel(), { signal });
  window.addEventListener(
    'pointerdown',
    (next) => {
      // A pointer, and the first finger of a touch, is pressed again only after a release: nobody reported it.
      const isFirst = next.isPrimary && next.pointerType === press.pointerType;
      if (isFirst || next.pointerId === press.pointerId) cancel();
    },
    { signal, capture: true },
  );
  if (drag.isEscapable) {
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !(hasMoved || isLongPress)) return;
        // The stage and panels listen for the key too.
        event.preventDefault();
        event.stopPropagation();
        cancel();
      },
      { signal, capture: true },
    );
  }
  if (longPressMs !== undefined) {
    timer = window.setTimeout(() => {
      isLongPress = true;
      drag.onLongPress?.();
    }, longPressMs);
    // Browsers open a menu at a long press.
    captor?.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  }
  drag.signal?.addEventListener('abort', () => cancel(), { signal });
  return cancel;
}
