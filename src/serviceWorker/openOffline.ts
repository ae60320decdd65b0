/** Where the build puts the worker, and the server serves it. */
const WORKER = '/sw.js';

function register(): void {
  navigator.serviceWorker.register(WORKER).catch((error: unknown) => {
    console.warn('the app will not open offline', error);
  });
}

/**
 * Lets the app open without its server, from the next visit on. `script` is the address of this page's own script: for as
 * long as the page lives it holds a lock named by its path, by which the worker knows that this build is still in use.
 * Where the browser has no workers or locks (plain http beyond loopback) nothing happens.
 */
export function openOffline(script: string): void {
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return;
  const forGood = new Promise<void>(() => undefined);
  void navigator.locks.request(new URL(script).pathname, { mode: 'shared' }, () => forGood);
  // What it fetches must not keep the page waiting.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
