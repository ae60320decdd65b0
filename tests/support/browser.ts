import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

function optionsWith(flags: readonly string[]): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: run scripts/chromium.mjs');
  return { executablePath, args: [...CHROMIUM_FLAGS, ...flags] };
}

/** For a busy machine; none of the waits measures time. Less than a test may take, so that it can say what it waited for. */
const PATIENCE_MS = 60_000;

/** One of its own, for flags that all of it has to be started with. */
export const launchBrowser = (flags: readonly string[]): Promise<Browser> => chromium.launch(optionsWith(flags));

/** One that others connect to. */
export const launchBrowserServer = (): Promise<BrowserServer> => chromium.launchServer(optionsWith([]));

export interface OpenedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors nobody caught and violations of the content security policy; to be empty at the end. */
  readonly faults: string[];
}

/**
 * A fresh browser profile with one tab, watched for faults. Without the service worker, unless it is asked for: a test that
 * holds or refuses requests would not meet those that it answers.
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
