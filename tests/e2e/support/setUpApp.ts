import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { launchBrowser } from '../../support/browser';
import type { RunningServer } from '../../support/startServer';

/** What `setUpApp` has started for the tests of the file. */
export let browser: Browser;
/** The one that the files share. */
export const server: Pick<RunningServer, 'url'> = { url: inject('serverUrl') };

/** A browser for the tests of a file. */
export function setUpApp(): void {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
}
