/** Browsers tell a trackpad's pinch as a wheel with the control key: the scale is e to the minus deltaY over this. */
const PINCH_UNIT = 100;
/** A notch of a real wheel, turned with the control key, looks like a pinch too, a giant one. */
const PINCH_MAX = 25;

/** Safari's own event for a pinch on a trackpad; no other browser sends it. */
interface TrackpadGestureEvent extends UIEvent {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

declare global {
  interface HTMLElementEventMap {
    gesturestart: TrackpadGestureEvent;
    gesturechange: TrackpadGestureEvent;
  }
}

/** Factor by which a wheel with the control key zooms. */
export const pinchOfWheel = (deltaY: number): number =>
  Math.exp(-Math.min(PINCH_MAX, Math.max(-PINCH_MAX, deltaY)) / PINCH_UNIT);

/** Reports each factor by which Safari tells a pinch, and keeps its page from zooming. */
export function bindTrackpadPinch(
  area: HTMLElement,
  pinch: (factor: number, event: TrackpadGestureEvent) => void,
  signal: AbortSignal,
): void {
  let lastScale = 1;
  const listen = { signal, passive: false };
  area.addEventListener(
    'gesturestart',
    (event) => {
      event.preventDefault();
      lastScale = event.scale;
    },
    listen,
  );
  area.addEventListener(
    'gesturechange',
    (event) => {
      event.preventDefault();
      pinch(event.scale / lastScale, event);
      lastScale = event.scale;
    },
    listen,
  );
}
