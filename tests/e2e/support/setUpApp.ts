import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import type { RunningServer } from '../../support/startServer';

/** The browser shared by the files, once `setUpApp` has started it. */
export let browser: Browser;
/** The server shared by the files. */
export const server: Pick<RunningServer, 'url'> = { url: inject('serverUrl') };

/** Starts a browser for the tests of a file; everything opened in it closes with it. */
export function setUpApp(): void {
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  });
  afterAll(() => browser.close());
}
