import { useEffect, type RefObject } from 'react';
import type { Editor } from '../Editor';

const BY_STATE: Readonly<Record<string, string>> = {
  'select.panning': 'grabbing',
  'select.dragging': 'grabbing',
  'select.placingItem': 'grabbing',
  'select.connecting': 'crosshair',
  'select.reconnecting': 'grabbing',
  'select.brushing': 'crosshair',
};

const BY_HIT: Readonly<Record<string, string>> = {
  floor: 'grab',
  deleteNode: 'pointer',
  deleteEdge: 'pointer',
  handle: 'crosshair',
  action: 'pointer',
  grip: 'grab',
  node: 'move',
  edge: 'pointer',
  edgeEnd: 'grab',
};

/** The cursor tells what a press will do. */
export function useCursor(surfaceRef: RefObject<HTMLElement | null>, editor: Editor): void {
  useEffect(() => {
    const surface = surfaceRef.current;
    if (!surface) return undefined;
    const show = (event: PointerEvent) => {
      const box = surface.getBoundingClientRect();
      const hit = () => editor.hit({ x: event.clientX - box.left, y: event.clientY - box.top });
      surface.style.cursor = BY_STATE[editor.state] ?? BY_HIT[hit().type] ?? 'default';
    };
    surface.addEventListener('pointermove', show);
    surface.addEventListener('pointerdown', show);
    surface.addEventListener('pointerup', show);
    return () => {
      surface.removeEventListener('pointermove', show);
      surface.removeEventListener('pointerdown', show);
      surface.removeEventListener('pointerup', show);
    };
  }, [surfaceRef, editor]);
}
