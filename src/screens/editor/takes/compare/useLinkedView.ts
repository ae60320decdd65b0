import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { trackPointer } from '../../../../engine/konva';

/** Zoom and position of all pictures, in shares of a pane's sides, so that panes of one size show the same part. */
export interface LinkedView {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

const WHOLE: LinkedView = { zoom: 1, x: 0, y: 0 };
const ZOOM_MAX = 16;
const KEY_STEP = 0.1;
const WHEEL_SPEED = 0.0015;
/** Speed of a pinch on a touchpad, which comes as a wheel with Ctrl. */
const PINCH_SPEED = 0.01;
const PANE = 'data-linked-pane';

/** Limits the view so that a picture never leaves its pane. */
function held({ zoom, x, y }: LinkedView): LinkedView {
  const room = (zoom - 1) / 2;
  const within = (value: number): number => Math.max(-room, Math.min(value, room));
  return { zoom, x: within(x), y: within(y) };
}

/** Zooms in or out and keeps the point `at` (shares from the pane's middle) where it is. */
function zoomed(view: LinkedView, by: number, at = { x: 0, y: 0 }): LinkedView {
  const zoom = Math.max(1, Math.min(view.zoom * by, ZOOM_MAX));
  const share = zoom / view.zoom;
  return held({ zoom, x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share });
}

type PointerPlace = Pick<PointerEvent, 'clientX' | 'clientY'>;

/** Position of a pointer, in shares of the pane's sides from its middle. */
function placeIn(pane: Element, { clientX, clientY }: PointerPlace): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = pane.getBoundingClientRect();
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 };
}

/** One view for several pictures: wheel and pinch zoom to the pointer, a drag pans. COMPARE_ACTIONS has its keys. */
export function useLinkedView(area: RefObject<HTMLElement | null>) {
  const [view, setView] = useState(WHOLE);
  const pointers = useRef(new Map<number, { x: number; y: number }>());

  const spread = (): number => {
    const [a, b] = pointers.current.values();
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  useEffect(() => {
    const shown = area.current;
    // React's own listener is passive and could not keep the browser from scrolling and zooming the page.
    const zoom = (event: WheelEvent): void => {
      const pane = event.target instanceof Element ? event.target.closest(`[${PANE}]`) : null;
      if (!pane) return;
      event.preventDefault();
      const by = Math.exp(-event.deltaY * (event.ctrlKey ? PINCH_SPEED : WHEEL_SPEED));
      const at = placeIn(pane, event);
      setView((now) => zoomed(now, by, at));
    };
    shown?.addEventListener('wheel', zoom, { passive: false });
    return () => shown?.removeEventListener('wheel', zoom);
  }, [area]);
  return {
    view,
    /** Moves the view over the pictures, which go the other way. */
    panBy: (x: number, y: number) =>
      setView((now) => held({ ...now, x: now.x - x * KEY_STEP, y: now.y - y * KEY_STEP })),
    zoomBy: (by: number) => setView((now) => zoomed(now, by)),
    showWhole: () => setView(WHOLE),
    pane: {
      [PANE]: '',
      'data-zoomed': view.zoom > 1 || undefined,
      onPointerDown: ({ currentTarget: pane, nativeEvent: press }: PointerEvent) => {
        const { pointerId } = press;
        const drop = (): void => void pointers.current.delete(pointerId);
        trackPointer(press, {
          captor: pane,
          onMove: (event) => {
            const apart = spread();
            const at = placeIn(pane, event);
            const from = pointers.current.get(pointerId) ?? at;
            pointers.current.set(pointerId, at);
            if (apart > 0) {
              const by = spread() / apart;
              setView((now) => zoomed(now, by, at));
            } else setView((now) => held({ ...now, x: now.x + at.x - from.x, y: now.y + at.y - from.y }));
          },
          onUp: drop,
          onCancel: drop,
        });
        pointers.current.set(pointerId, placeIn(pane, press));
      },
    },
  };
}
