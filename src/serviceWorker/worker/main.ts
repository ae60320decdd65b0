import { type Build, KeptBuild } from './KeptBuild';

declare const self: ServiceWorkerGlobalScope;
/** The build writes this constant in front of this code; see `vite.config.ts`. */
declare const BUILD: Build;

const kept = new KeptBuild(BUILD);

async function takeOver(): Promise<void> {
  // An earlier version of this worker has enabled it. In Firefox a preload that fails fails the page, and nothing opens offline.
  await self.registration.navigationPreload?.disable();
  await kept.dropOthers();
  await self.clients.claim();
}

self.addEventListener('install', (event) => {
  // The new worker starts at once: open pages go on with their own files, which stay.
  event.waitUntil(kept.keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const answer = kept.answer(event);
  if (answer) event.respondWith(answer);
});
