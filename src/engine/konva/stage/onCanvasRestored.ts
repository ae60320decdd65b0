/**
 * Calls back when the browser may have given the canvas back empty, until the signal is aborted. A browser that does not tell
 * (WebKit) loses canvases of pages that are out of sight, so there every return of the page counts.
 */
export function onCanvasRestored(canvas: HTMLCanvasElement, restore: () => void, signal: AbortSignal): void {
  if (Reflect.has(canvas, 'oncontextrestored')) {
    canvas.addEventListener('contextrestored', restore, { signal });
    return;
  }
  const page = canvas.ownerDocument;
  page.addEventListener('visibilitychange', () => page.visibilityState === 'visible' && restore(), { signal });
  page.defaultView?.addEventListener('pageshow', ({ persisted }) => persisted && restore(), { signal });
}
