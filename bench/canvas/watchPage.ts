/** Runs in the page before its own scripts: notes long tasks and the moment at which the flow is first on the screen. */
export function watchPage(target: { readonly selector: string; readonly isCanvas: boolean }): void {
  window.benchLongTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchLongTasks?.push(duration);
  }).observe({ type: 'longtask', buffered: true });

  const scratch = new OffscreenCanvas(96, 64).getContext('2d', { willReadFrequently: true });
  /** Whether some pixel has the colour of an edge; pane, cards and words are grey. */
  const hasColour = (canvas: HTMLCanvasElement): boolean => {
    if (!scratch || canvas.width === 0 || canvas.height === 0) return false;
    scratch.drawImage(canvas, 0, 0, 96, 64);
    const { data } = scratch.getImageData(0, 0, 96, 64);
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, , blue = 0, alpha = 0] = data.subarray(at, at + 4);
      if (alpha > 200 && Math.abs(red - blue) > 60) return true;
    }
    return false;
  };
  const look = (): void => {
    const element = document.querySelector(target.selector);
    const isThere = target.isCanvas
      ? element instanceof HTMLCanvasElement && hasColour(element)
      : element !== null && getComputedStyle(element).visibility === 'visible';
    if (!isThere) requestAnimationFrame(look);
    // The time is taken after this frame, so that its drawing has been painted.
    else setTimeout(() => (window.benchPaintedMs = performance.now()));
  };
  requestAnimationFrame(look);
}
