/** Path where the build puts the worker, and the server serves it. */
const WORKER = '/sw.js';
/** The worker's downloads took up to a third of the frames of a moving canvas: they wait until this long has passed without input. */
const REST_MS = 3000;
const INPUTS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

function register(): void {
  navigator.serviceWorker.register(WORKER).catch((error: unknown) => {
    console.warn('the app will not open offline', error);
  });
}

function registerAtRest(): void {
  const stop = new AbortController();
  let movedAtMs = performance.now();
  const note = (): void => {
    movedAtMs = performance.now();
  };
  // One timer for many inputs: a timer for each would cost each step of a gesture.
  const look = (): void => {
    const leftMs = movedAtMs + REST_MS - performance.now();
    if (leftMs > 0) {
      window.setTimeout(look, leftMs);
      return;
    }
    stop.abort();
    register();
  };
  look();
  for (const input of INPUTS) {
    window.addEventListener(input, note, { capture: true, passive: true, signal: stop.signal });
  }
}

/**
 * Lets the app open without its server, from the next visit on. `script` is the address of this page's own script: while the page lives it
 * holds that path as a shared lock (`hold`), which tells the worker that this build is still in use. Does nothing in a browser without
 * workers or locks (plain http beyond loopback).
 */
export function openOffline(script: string, hold: (name: string) => void): void {
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return;
  hold(new URL(script).pathname);
  if (document.readyState === 'complete') registerAtRest();
  else window.addEventListener('load', registerAtRest, { once: true });
}
