import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: run scripts/chromium.mjs');
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}

export interface OpenedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors nobody caught and violations of the content security policy; to be empty at the end. */
  readonly faults: string[];
}

/** A fresh browser profile with one tab, watched for faults. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
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
