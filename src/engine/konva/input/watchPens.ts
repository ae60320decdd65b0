/**
 * Whether a pen is down anywhere on the page: it may drag an entry of a palette or the minimap. A touch on the canvas meanwhile is the hand
 * that holds it.
 */
export function watchPens(signal: AbortSignal): () => boolean {
  const down = new Set<number>();
  const listen = (
    type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    note: (pen: PointerEvent) => void,
  ) => window.addEventListener(type, (event) => event.pointerType === 'pen' && note(event), { signal, capture: true });
  const lift = ({ pointerId }: PointerEvent): void => void down.delete(pointerId);
  listen('pointerdown', ({ pointerId }) => down.add(pointerId));
  listen('pointerup', lift);
  listen('pointercancel', lift);
  // Lifted where the page could not hear it.
  listen('pointermove', (event) => event.buttons === 0 && lift(event));
  window.addEventListener('blur', () => down.clear(), { signal });
  return () => down.size > 0;
}
