declare global {
  interface Window {
    /** Milliseconds from each key to the frame with the picture it asks for. */
    benchKeys?: number[];
  }
}

/** Runs in the page: how long a key takes until another picture is painted in the dialog that judges. */
export function watchKeys(): void {
  const keys: number[] = [];
  window.benchKeys = keys;
  const JUDGED = '[data-testid="judge"] img';
  const painted = new Map<number, number>();
  // The browser's own measure reaches to the frame on the screen; in steps of 8 ms, and of nothing below 16.
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (name === 'keydown') painted.set(startTime, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const before = document.querySelector<HTMLImageElement>(JUDGED)?.src;
      const look = (): void => {
        const picture = document.querySelector<HTMLImageElement>(JUDGED);
        const isThere = picture && picture.src !== before && picture.complete && picture.naturalWidth > 0;
        if (!isThere) {
          requestAnimationFrame(look);
          return;
        }
        // The time is taken after this frame, so that its drawing has been painted.
        setTimeout(() => {
          const ms = performance.now() - timeStamp;
          // The browser tells its measure later.
          setTimeout(() => keys.push(Math.max(ms, painted.get(timeStamp) ?? 0)), 150);
        });
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}
