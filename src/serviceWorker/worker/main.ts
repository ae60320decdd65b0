import { type Build, CachedBuild } from './CachedBuild';

declare const self: ServiceWorkerGlobalScope;
/** The build writes this constant in front of this code; see `vite.config.ts`. */
declare const BUILD: Build;

const cached = new CachedBuild(BUILD);

async function takeOver(): Promise<void> {
  // An earlier version of this worker has enabled it. In Firefox a preload that fails fails the page, and nothing opens offline.
  await self.registration.navigationPreload?.disable();
  await cached.dropOthers();
  await self.clients.claim();
}

self.addEventListener('install', (event) => {
  // The new worker starts at once: open pages go on with their own files, which stay.
  event.waitUntil(cached.keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const answer = cached.answer(event);
  if (answer) event.respondWith(answer);
});
