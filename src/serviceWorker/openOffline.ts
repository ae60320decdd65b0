/** Path where the build puts the worker, and the server serves it. */
const WORKER = '/sw.js';
/** Delay that keeps the worker's downloads from slowing the page, which still opens a project after its loading. */
const RESPITE_MS = 3000;

function registerLater(): void {
  setTimeout(() => {
    navigator.serviceWorker.register(WORKER).catch((error: unknown) => {
      console.warn('the app will not open offline', error);
    });
  }, RESPITE_MS);
}

/**
 * Lets the app open without its server, from the next visit on. `script` is the address of this page's own script: while the page lives it
 * holds that path as a shared lock (`hold`), which tells the worker that this build is still in use. Does nothing in a browser without
 * workers or locks (plain http beyond loopback).
 */
export function openOffline(script: string, hold: (name: string) => void): void {
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return;
  hold(new URL(script).pathname);
  if (document.readyState === 'complete') registerLater();
  else window.addEventListener('load', registerLater, { once: true });
}
