import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { WebServer } from './WebServer';

/** By then a page has requested everything that it shows. */
const PATIENCE_MS = 2000;

/**
 * Replaces the build at the server and then in the page's browser. A request of the page wakes the former worker again. The browser ends it
 * once it is idle, except while a debugger such as the driver watches: the new one would then wait up to five minutes. Such a worker is
 * ended here.
 */
export async function installBuild(web: WebServer, build: string, page: Page): Promise<void> {
  // Taken before the server has the build: the browser also looks for a new worker by itself.
  const former = await page.evaluateHandle(async () => (await navigator.serviceWorker.ready).active);
  const devtools = await page.context().newCDPSession(page);
  const activated = new Set<string>();
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) {
      if (status === 'activated') activated.add(versionId);
      else activated.delete(versionId);
    }
  });
  await devtools.send('ServiceWorker.enable');
  await web.serve(build);

  let waitsSince = Infinity;
  await expect
    .poll(
      async () => {
        const states = await page.evaluate(async (worker) => {
          const registration = await navigator.serviceWorker.ready;
          const { installing, waiting, active } = registration;
          const isNew = active !== worker;
          // An update is refused when it is merged with the browser's own check, which found no server.
          if (!isNew && !installing && !waiting) await registration.update().catch(() => undefined);
          return { isNew, installing: installing?.state, waiting: waiting?.state, active: active?.state };
        }, former);
        waitsSince = states.waiting === undefined ? Infinity : Math.min(waitsSince, Date.now());
        if (Date.now() - waitsSince > PATIENCE_MS) {
          for (const versionId of activated) await devtools.send('ServiceWorker.stopWorker', { versionId });
          waitsSince = Infinity;
        }
        return states;
      },
      { timeout: 60_000 },
    )
    .toEqual({ isNew: true, installing: undefined, waiting: undefined, active: 'activated' });
  await devtools.detach();
}
