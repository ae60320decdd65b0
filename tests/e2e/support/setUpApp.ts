import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import type { RunningServer } from '../../support/startServer';

/** The one that the files share, once `setUpApp` has come to it. */
export let browser: Browser;
/** The one that the files share. */
export const server: Pick<RunningServer, 'url'> = { url: inject('serverUrl') };

/** A browser for the tests of a file; with it goes whatever they have opened. */
export function setUpApp(): void {
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  });
  afterAll(() => browser.close());
}
