import type { Editor } from '../../Editor';

/** Events that a browser derives from a press, besides its pointer events. */
const CONSEQUENCES = ['mousedown', 'mouseup', 'click', 'auxclick', 'dblclick', 'dragstart'] as const;

/**
 * The middle button, and any press while space is held, pan wherever they land: over a button, a field or something that
 * can be dragged the press is the canvas's too, and the browser makes nothing else of it. `take` follows the press.
 */
export function bindOverlayPan(
  area: HTMLElement,
  surface: HTMLElement,
  editor: Editor,
  take: (press: PointerEvent) => void,
  signal: AbortSignal,
): void {
  const isPan = ({ button }: PointerEvent): boolean => button === 1 || (button === 0 && editor.heldTool === 'pan');
  let isTaken = false;

  area.addEventListener(
    'pointerdown',
    (event) => {
      isTaken = isPan(event) && !(event.target instanceof Node && surface.contains(event.target));
      if (!isTaken) return;
      event.stopPropagation();
      take(event);
    },
    { signal, capture: true },
  );
  for (const type of CONSEQUENCES) {
    area.addEventListener(
      type,
      (event) => {
        const isByKey = type === 'click' && event.detail === 0;
        if (!isTaken || isByKey) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
  }
}
