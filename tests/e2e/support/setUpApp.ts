import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from '../../support/browser';
import { startServer, type RunningServer } from '../../support/startServer';

/** What `setUpApp` has started for the tests of the file. */
export let browser: Browser;
export let server: RunningServer;

/** A browser and a server for the tests of a file. */
export function setUpApp(): void {
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  });
  afterAll(() => Promise.all([browser.close(), server.stop()]));
}
