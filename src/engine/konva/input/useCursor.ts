import { useEffect, type RefObject } from 'react';
import type { Editor } from '../../Editor';
import type { HeldTool } from '../../tools/heldTool';
import { pointIn } from './eventInput';

const BY_STATE: Readonly<Record<string, string>> = {
  'select.panning': 'grabbing',
  'select.dragging': 'grabbing',
  'select.resizing': 'nwse-resize',
  'select.draggingRow': 'grabbing',
  'select.connecting': 'crosshair',
  'select.reconnecting': 'grabbing',
  'select.marqueeSelecting': 'crosshair',
  'select.cutting': 'crosshair',
  'select.joining': 'crosshair',
};

const BY_HIT: Readonly<Record<string, string>> = {
  pane: 'grab',
  deleteNode: 'pointer',
  deleteEdge: 'pointer',
  handle: 'crosshair',
  action: 'pointer',
  list: 'pointer',
  grip: 'grab',
  corner: 'nwse-resize',
  fold: 'pointer',
  node: 'move',
  edge: 'pointer',
  edgeEnd: 'grab',
};

const BY_TOOL: Readonly<Record<HeldTool, string>> = {
  pan: 'grab',
  cut: 'crosshair',
  join: 'crosshair',
  feeders: 'move',
  fed: 'move',
};

/** A place in the window. */
type WindowPoint = Pick<PointerEvent, 'clientX' | 'clientY'>;

function cursorAt(editor: Editor, surface: HTMLElement, at: WindowPoint, isShiftHeld: boolean): string {
  const during = BY_STATE[editor.state];
  if (during) return during;
  if (editor.heldTool) return BY_TOOL[editor.heldTool];
  // Only here, since to ask for the stage's place in every step of a gesture makes the browser lay the page out each time.
  const hit = editor.hit(pointIn(surface, at));
  if (hit.type === 'pane' && isShiftHeld) return 'crosshair';
  // A handle that takes no edge is a part of its card.
  if (hit.type === 'handle' && !hit.handle.isConnectable) return 'move';
  return BY_HIT[hit.type] ?? 'default';
}

/** Time without a step of it after which the view has come to rest; milliseconds. */
const REST_MS = 100;

/** The cursor tells what a press will do: as the mouse moves, and as keys, the canvas or the view change under it. */
export function useCursor(surfaceRef: RefObject<HTMLElement | null>, editor: Editor): void {
  useEffect(() => {
    const surface = surfaceRef.current;
    if (!surface) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let at: WindowPoint | null = null;
    let isShiftHeld = false;
    let frame = 0;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      cancelAnimationFrame(frame);
      frame = 0;
      if (at) surface.style.cursor = cursorAt(editor, surface, at, isShiftHeld);
    };
    // A hit test is no part of an edit, which may just have moved everything.
    const showSoon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(show);
    };
    const note = (event: PointerEvent): void => {
      at = { clientX: event.clientX, clientY: event.clientY };
      isShiftHeld = event.shiftKey;
    };
    const follow = (event: PointerEvent): void => {
      note(event);
      show();
    };
    const followKey = (event: KeyboardEvent): void => {
      if (event.key !== ' ' && event.key !== 'Shift') return;
      isShiftHeld = event.shiftKey;
      show();
    };
    surface.addEventListener('pointermove', follow, { signal });
    surface.addEventListener('pointerdown', follow, { signal });
    surface.addEventListener(
      'pointerup',
      (event) => {
        note(event);
        showSoon();
      },
      { signal },
    );
    surface.addEventListener('pointerleave', () => (at = null), { signal });
    window.addEventListener('keydown', followKey, { signal });
    window.addEventListener('keyup', followKey, { signal });
    window.addEventListener('blur', show, { signal });
    const unsubscribe = editor.subscribe(({ type }) => {
      if (type === 'state' || type === 'selection') showSoon();
      if (type !== 'viewport' || !at) return;
      clearTimeout(rest);
      rest = setTimeout(showSoon, REST_MS);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      controller.abort();
      unsubscribe();
    };
  }, [surfaceRef, editor]);
}
