import type { Page } from 'playwright-core';
import { en } from '../../../src/i18n/en';
import type { Profile } from './Profile';
import type { Seat } from './steps';
import { readView, type View } from './View';

/** How long a person waits for a page that opens. */
const OPENING_MS = 8000;
const LOOKS_MS = 100;

const NOTHING: View = { status: 'away', save: null, said: '', nodes: [] };

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One tab of a browser, with one project or closed. */
export class Tab {
  readonly seat: Seat;
  readonly profile: Profile;
  /** The project that is or was open in it. */
  pid: number;
  #page: Page | null = null;

  constructor(seat: Seat, profile: Profile, pid: number) {
    this.seat = seat;
    this.profile = profile;
    this.pid = pid;
  }

  /** Null after a crash. */
  get page(): Page | null {
    return this.#page;
  }

  get isOpen(): boolean {
    return this.#page !== null;
  }

  /** Opens a project; returns the view once it no longer loads. */
  async open(pid = this.pid): Promise<View> {
    this.pid = pid;
    this.#page ??= await this.#newPage();
    await this.#page
      .goto(`${this.profile.line.url}/main/${pid}?lng=en`, { waitUntil: 'commit' })
      .catch(() => undefined);
    return this.#opened();
  }

  async goHome(): Promise<void> {
    await this.#page?.getByRole('link', { name: en.product.home }).click();
    await this.#page?.waitForURL((url) => url.pathname === '/');
  }

  async goBack(): Promise<View> {
    await this.#page?.goBack().catch(() => undefined);
    return this.#opened();
  }

  /** Signs out by the menu; returns whether the page did it. */
  async signOut(name: string): Promise<boolean> {
    const page = this.#page;
    if (!page) return false;
    await page.getByRole('button', { name: en.shell.accountOf.replace('{{name}}', name) }).click({ timeout: 3000 });
    await page.getByRole('button', { name: en.shell.signOut, exact: true }).click({ timeout: 3000 });
    const out = page.getByRole('link', { name: en.shell.logIn }).first();
    const leave = page.getByRole('button', { name: en.unsavedWork.leave });
    // The dialog first names work that the server does not have yet; it stays on this device.
    await out
      .or(leave)
      .first()
      .waitFor({ timeout: OPENING_MS })
      .catch(() => undefined);
    if (await leave.isVisible()) await leave.click({ timeout: 3000 }).catch(() => undefined);
    const isOut = await out.waitFor({ timeout: OPENING_MS }).then(
      () => true,
      () => false,
    );
    // A person who cannot sign out goes on working.
    if (!isOut) await page.keyboard.press('Escape');
    return isOut;
  }

  /** Crashes at any moment, whatever is in progress. */
  async crash(): Promise<void> {
    const page = this.#page;
    if (!page) return;
    this.#page = null;
    const crashed = new Promise((resolve) => page.once('crash', resolve));
    const devtools = await page.context().newCDPSession(page);
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close().catch(() => undefined);
  }

  async look(): Promise<View> {
    return (this.#page && (await readView(this.#page).catch(() => null))) ?? NOTHING;
  }

  /** Reads the view until the condition holds or the time is over; returns the last one. */
  async lookUntil(isSo: (view: View) => boolean | Promise<boolean>, ms: number): Promise<View> {
    const end = Date.now() + ms;
    for (;;) {
      const view = await this.look();
      if ((await isSo(view)) || Date.now() > end) return view;
      await after(LOOKS_MS);
    }
  }

  async #newPage(): Promise<Page> {
    const page = await this.profile.newPage();
    page.once('crash', () => {
      if (this.#page === page) this.#page = null;
      // Two tabs may share a process, and a context with a crashed page cannot be taken offline.
      void page.close().catch(() => undefined);
    });
    return page;
  }

  #opened(): Promise<View> {
    return this.lookUntil(({ status, nodes }) => (status === 'ready' && nodes.length > 0) || isEnd(status), OPENING_MS);
  }
}

const isEnd = (status: View['status']): boolean => ['notFound', 'visitor', 'failed'].includes(status);
