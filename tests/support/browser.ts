import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: run scripts/chromium.mjs');
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] });
}

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
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return { context, page, faults };
}
