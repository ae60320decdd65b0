import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Backend } from './Backend';
import type { Line } from './Line';

/** Sets the page's clock ahead of the machine's. */
function setClock(offsetMs: number): void {
  const page = window as unknown as { Date: DateConstructor; machineDate?: DateConstructor };
  const Machine = (page.machineDate ??= page.Date);
  page.Date = class extends Machine {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Machine.now() + offsetMs] : given) as [number]));
    }
    static override now(): number {
      return Machine.now() + offsetMs;
    }
  } as DateConstructor;
}

/** Offsets that a clock may have. */
const CLOCKS_MS = [0, -365 * 24 * 3_600_000, 365 * 24 * 3_600_000, -90_000, 90_000];

const WINDOW = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;

/** A browser with its stores, its clock and its line to the server, in which the member is signed in or not. */
export class Profile {
  readonly line: Line;
  /** Uncaught errors of its pages. */
  readonly errors: string[] = [];
  readonly #context: BrowserContext;
  readonly #backend: Backend;
  readonly #memberName: string;
  #clockMs = 0;
  #isOnline = true;

  private constructor(context: BrowserContext, backend: Backend, line: Line, memberName: string) {
    this.#context = context;
    this.#backend = backend;
    this.line = line;
    this.#memberName = memberName;
  }

  static async open(browser: Browser, backend: Backend, line: Line, memberName: string): Promise<Profile> {
    const context = await browser.newContext(WINDOW);
    context.setDefaultTimeout(60_000);
    const profile = new Profile(context, backend, line, memberName);
    await profile.signIn();
    return profile;
  }

  async newPage(): Promise<Page> {
    const page = await this.#context.newPage();
    page.on('pageerror', (error) => this.errors.push(String(error)));
    await page.addInitScript(setClock, this.#clockMs);
    return page;
  }

  /** Goes past the line: the session exists or not, whatever happens to the calls. */
  async signIn(): Promise<void> {
    await this.#context.request.post(`${this.#backend.url}/auth/login/local`, { data: { name: this.#memberName } });
  }

  /** The other tabs learn of the sign-in when one opens. */
  async lookIn(): Promise<void> {
    const page = await this.newPage();
    await page.goto(`${this.line.url}/?lng=en`);
    await page.getByRole('heading').first().waitFor();
    await page.close();
  }

  async endSession(): Promise<void> {
    await this.#context.request.post(`${this.#backend.url}/auth/logout`).catch(() => undefined);
    await this.#context.clearCookies();
  }

  async setOnline(isOnline: boolean): Promise<void> {
    this.#isOnline = isOnline;
    await this.#context.setOffline(!isOnline);
  }

  get isOnline(): boolean {
    return this.#isOnline;
  }

  /** Sets the clock of everything that is open and opens later. Returns its offset. */
  async turnClock(which: number): Promise<number> {
    this.#clockMs = CLOCKS_MS[which % CLOCKS_MS.length] ?? 0;
    for (const page of this.#context.pages()) {
      await page.addInitScript(setClock, this.#clockMs).catch(() => undefined);
      await page.evaluate(setClock, this.#clockMs).catch(() => undefined);
    }
    return this.#clockMs;
  }

  /** Clears storage, as a browser that needs room does. */
  async clearStorage(): Promise<void> {
    const page = await this.#context.newPage();
    const devtools = await this.#context.newCDPSession(page);
    const origin = this.line.url;
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' });
    await page.close();
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
