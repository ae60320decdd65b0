import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { CHROMIUM_FLAGS, findHeadlessChromium } from '../../scripts/chromium.mjs';

function optionsWith(flags: readonly string[]): LaunchOptions {
  const executablePath = findHeadlessChromium();
  if (!executablePath) throw new Error('no Chromium: run scripts/chromium.mjs');
  return { executablePath, args: [...CHROMIUM_FLAGS, ...flags] };
}

/** Long enough for a busy machine; no wait measures time. Shorter than a test may take, so that the test can say what it waited for. */
const PATIENCE_MS = 120_000;

/** A separate browser, for flags that it has to start with. */
export const launchBrowser = (flags: readonly string[]): Promise<Browser> => chromium.launch(optionsWith(flags));

/** A browser to which others connect. */
export const launchBrowserServer = (): Promise<BrowserServer> => chromium.launchServer(optionsWith([]));

export interface OpenedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors and violations of the content security policy; must be empty at the end. */
  readonly faults: string[];
}

/**
 * A fresh browser profile with one tab, watched for faults. Without the service worker by default: a test that holds or refuses requests
 * would miss those that it answers.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return { context, page, faults };
}
