import puppeteer, { type Page } from 'puppeteer-core';
import { findBrowser } from '../../../scripts/browsers.mjs';
import type { DrivenBrowser, DrivenTab, Point } from './Driven';

class FirefoxTab implements DrivenTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  }

  evaluate<Result>(body: string, ...args: readonly unknown[]): Promise<Result> {
    const call = `(async (...args) => { ${body} })(...${JSON.stringify(args)})`;
    return this.#page.evaluate(call) as Promise<Result>;
  }

  async drag(...points: readonly Point[]): Promise<void> {
    const { mouse } = this.#page;
    const [first, ...others] = points;
    if (!first) return;
    await mouse.move(first.x, first.y);
    await mouse.down();
    for (const { x, y } of others) await mouse.move(x, y, { steps: 4 });
    await mouse.up();
  }

  async doubleClick({ x, y }: Point): Promise<void> {
    await this.#page.mouse.click(x, y, { count: 2 });
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  async press(key: 'Escape'): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async wheel(at: Point, by: Point): Promise<void> {
    await this.#page.mouse.move(at.x, at.y);
    await this.#page.mouse.wheel({ deltaX: by.x, deltaY: by.y });
  }

  async close(): Promise<void> {
    await this.#page.close();
  }
}

/** Firefox over WebDriver BiDi. */
export async function launchFirefox(): Promise<DrivenBrowser> {
  const executablePath = findBrowser('firefox');
  if (!executablePath) throw new Error('no Firefox: run scripts/browsers.mjs');
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
    protocolTimeout: 120_000,
  });
  return {
    openTab: async () => new FirefoxTab(await firefox.newPage()),
    close: () => firefox.close(),
  };
}
