import { createApi } from '../../../src/api';
import type { Editor } from '../../../src/engine';
import type { EditorSession } from '../../../src/stores/EditorSession';
import type { Clock } from '../../../src/stores/ports';
import { RootStore } from '../../../src/stores/RootStore';
import type { FakeClock } from '../../stores/support/FakeClock';
import { FakeRecordStore, FakeNetwork, FakePageLife, FakeTabs, SmallStorage } from '../../stores/support/fakes';
import type { Line, Post, Weather } from './Post';

/** The machine's clock times out no call of these tests. */
const PATIENCE_MS = 10 * 60_000;

/** A browser with its two stores, and a clock that may be wrong. */
export class Browser {
  readonly records = new FakeRecordStore();
  readonly storage = new SmallStorage();
  /** How far its clock is ahead. */
  readonly offsetMs: number;
  #lastTabs: FakeTabs | undefined;

  constructor(offsetMs: number) {
    this.offsetMs = offsetMs;
  }

  /** Opens another tab, which knows of the earlier ones. */
  openTabs(): FakeTabs {
    this.#lastTabs = new FakeTabs(this.#lastTabs);
    return this.#lastTabs;
  }
}

interface TabOptions {
  /** Unique, also among closed tabs. */
  readonly name: string;
  readonly browser: Browser;
  readonly clock: FakeClock;
  readonly post: Post;
}

/** One tab: the real stores over the real calls. A crashed one does nothing any more, whatever was in progress. */
export class Tab {
  readonly #stores: RootStore;
  readonly #line: Line;
  readonly #network = new FakeNetwork();
  readonly #page = new FakePageLife();
  readonly #tabs: FakeTabs;
  #session: EditorSession | null = null;
  #isDead = false;

  constructor({ name, browser, clock, post }: TabOptions) {
    const address = `http://${name}.test`;
    this.#line = post.open(address);
    this.#tabs = browser.openTabs();
    let ids = 0;
    this.#stores = new RootStore({
      api: createApi(address, PATIENCE_MS),
      clock: this.#mortal(clock, browser.offsetMs),
      storage: browser.storage,
      records: browser.records,
      network: this.#network,
      pageLife: this.#page,
      tabs: this.#tabs,
      newId: () => `${name}-${(ids += 1)}`,
      random: () => 0.5,
      shrink: async () => null,
      notify: () => undefined,
      announce: () => undefined,
      readPicture: async (file) => file,
      alert: () => undefined,
    });
    this.#stores.start();
  }

  open(pid: number): void {
    this.#session = this.#stores.openProject(pid);
  }

  /** Null unless a project is open. */
  get editor(): Editor | null {
    return (!this.#isDead && this.#session?.open?.editor) || null;
  }

  /** The bar says 'Saved', or that a conflict copy was made, which is as safe. */
  get isSaved(): boolean {
    return this.editor !== null && ['saved', 'copyKept'].includes(this.#stores.save.state);
  }

  set weather(weather: Weather) {
    this.#line.weather = weather;
  }

  set isOnline(isOnline: boolean) {
    this.#network.set(isOnline);
  }

  /** Shows the tab again. */
  show(): void {
    this.#page.turn('shown');
  }

  /** Goes to the dashboard. */
  leave(): void {
    this.#session = null;
    void this.#stores.closeProject();
  }

  close(): void {
    this.#page.turn('hidden');
    this.#page.turn('closing');
    this.crash();
  }

  crash(): void {
    this.#isDead = true;
    this.#line.kill();
    this.#tabs.kill();
  }

  #mortal(clock: FakeClock, offsetMs: number): Clock {
    const whileAlive = (run: () => void) => (): void => {
      if (!this.#isDead) run();
    };
    return {
      now: () => clock.now() + offsetMs,
      passed: clock.passed,
      after: (delayMs, run) => clock.after(delayMs, whileAlive(run)),
      every: (periodMs, run) => clock.every(periodMs, whileAlive(run)),
      nextTask: (run) => clock.nextTask(whileAlive(run)),
      whenIdle: (run) => clock.whenIdle(whileAlive(run)),
    };
  }
}
