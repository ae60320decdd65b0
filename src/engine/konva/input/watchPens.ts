import { trackPointer } from './trackPointer';

/**
 * Whether a pen is down anywhere on the page: it may drag an entry of a palette or the minimap. A touch on the canvas meanwhile is the hand
 * that holds it.
 */
export function watchPens(signal: AbortSignal): () => boolean {
  const down = new Set<number>();
  window.addEventListener(
    'pointerdown',
    (press) => {
      if (press.pointerType !== 'pen') return;
      const { pointerId } = press;
      const lift = (): void => void down.delete(pointerId);
      trackPointer(press, { signal, onUp: lift, onCancel: lift });
      down.add(pointerId);
    },
    { signal, capture: true },
  );
  return () => down.size > 0;
}
