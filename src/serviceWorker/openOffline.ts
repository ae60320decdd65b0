/** Where the build puts the worker, and the server serves it. */
const WORKER = '/sw.js';
/** What the worker fetches must not keep the page waiting, which after its loading still opens a project. */
const RESPITE_MS = 3000;

function registerLater(): void {
  setTimeout(() => {
    navigator.serviceWorker.register(WORKER).catch((error: unknown) => {
      console.warn('the app will not open offline', error);
    });
  }, RESPITE_MS);
}

/**
 * Lets the app open without its server, from the next visit on. `script` is the address of this page's own script: for as
 * long as the page lives it holds its path as a name that other pages share (`hold`): by it the worker knows that this build
 * is still in use.
 * Where the browser has no workers or locks (plain http beyond loopback) nothing happens.
 */
export function openOffline(script: string, hold: (name: string) => void): void {
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return;
  hold(new URL(script).pathname);
  if (document.readyState === 'complete') registerLater();
  else window.addEventListener('load', registerLater, { once: true });
}
