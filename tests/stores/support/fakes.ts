import type { Cancel, RecordStore, Network, PageLife, SignOutNews, Tabs } from '../../../src/stores/ports';

/** The large store in memory; values are cloned as IndexedDB clones them. */
export class FakeRecordStore implements RecordStore {
  readonly entries = new Map<string, unknown>();
  isBroken = false;
  /** A full disk still deletes. */
  isFull = false;
  /** Simulates a page that is closing: transactions requested at once are taken without a read, later ones never come. */
  leaving: 'taken' | 'gone' | null = null;
  /** Acts as another tab that writes between a read and a write. */
  afterRead: (keys: readonly string[]) => void = () => undefined;

  readonly get = async (key: string): Promise<unknown> => (await this.getMany([key]))[0];

  readonly getMany: RecordStore['getMany'] = async (keys) => {
    this.#check();
    const found = keys.map((key) => structuredClone(this.entries.get(key)));
    this.afterRead(keys);
    return found;
  };

  readonly setAll: RecordStore['setAll'] = async (entries, needed) => {
    this.#check();
    if (this.isFull && Object.values(entries).some((value) => value !== undefined)) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    if (this.leaving === 'gone') await new Promise(() => undefined);
    if (this.leaving === null && needed !== undefined && !this.entries.has(needed)) return false;
    if (this.leaving === 'taken') this.leaving = 'gone';
    for (const [key, value] of Object.entries(entries)) {
      if (value === undefined) this.entries.delete(key);
      else this.entries.set(key, structuredClone(value));
    }
    return true;
  };

  readonly keys = async (): Promise<readonly string[]> => {
    this.#check();
    return [...this.entries.keys()];
  };

  #check(): void {
    if (this.isBroken) throw new Error('the store is gone');
  }
}

export class FakeNetwork implements Network {
  #isOnline = true;
  readonly #listeners = new Set<() => void>();

  readonly isOnline = (): boolean => this.#isOnline;

  readonly subscribe = (listener: () => void): Cancel => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(isOnline: boolean): void {
    this.#isOnline = isOnline;
    for (const listener of this.#listeners) listener();
  }
}

export class FakePageLife implements PageLife {
  readonly #listeners = new Set<(moment: 'hidden' | 'shown' | 'closing') => void>();

  readonly subscribe: PageLife['subscribe'] = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  turn(moment: 'hidden' | 'shown' | 'closing'): void {
    for (const listener of this.#listeners) listener(moment);
  }
}

interface FakeChannel {
  readonly pid: number;
  readonly listener: (revision: number) => void;
}

/** One tab of a browser; other tabs are made from it. */
export class FakeTabs implements Tabs {
  readonly #channels: Set<FakeChannel>;
  readonly #memberListeners: Map<(memberId: string) => void, FakeTabs>;
  readonly #signOutListeners: Map<(news: SignOutNews) => void, FakeTabs>;
  readonly #claimed: Set<string>;
  readonly #waiting: { readonly name: string; readonly resolve: () => void }[];
  readonly #mine = new Set<() => void>();
  readonly #mourners: (() => void)[] = [];
  #isGone = false;
  readonly #opened: { count: number };
  /** Number of this tab, from 1. */
  readonly number: number;

  constructor(beside?: FakeTabs) {
    this.#channels = beside ? beside.#channels : new Set();
    this.#memberListeners = beside ? beside.#memberListeners : new Map();
    this.#signOutListeners = beside ? beside.#signOutListeners : new Map();
    this.#claimed = beside ? beside.#claimed : new Set();
    this.#waiting = beside ? beside.#waiting : [];
    this.#opened = beside ? beside.#opened : { count: 0 };
    this.number = this.#opened.count += 1;
  }

  readonly claim: Tabs['claim'] = async (name) => {
    if (this.#claimed.has(name)) return null;
    this.#claimed.add(name);
    const release = (): void => {
      this.#mine.delete(release);
      this.#claimed.delete(name);
      for (const { name: awaited, resolve } of this.#waiting.splice(0)) {
        if (this.#claimed.has(awaited)) this.#waiting.push({ name: awaited, resolve });
        else resolve();
      }
    };
    this.#mine.add(release);
    return release;
  };

  /** The page before a reload, which may still exist. */
  replaces: FakeTabs | null = null;

  readonly earlierPage: Tabs['earlierPage'] = async () => {
    const { replaces } = this;
    if (!replaces || replaces.#isGone) return;
    await new Promise<void>((resolve) => replaces.#mourners.push(resolve));
  };

  readonly whenFree: Tabs['whenFree'] = async (name) => {
    if (!this.#claimed.has(name)) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push({ name, resolve });
    });
  };

  readonly tellMember: Tabs['tellMember'] = (memberId) => {
    for (const [listener, tab] of this.#memberListeners) if (tab !== this) listener(memberId);
  };

  readonly onMember: Tabs['onMember'] = (listener) => {
    this.#memberListeners.set(listener, this);
    return () => this.#memberListeners.delete(listener);
  };

  readonly tellSignOut: Tabs['tellSignOut'] = (news) => {
    for (const [listener, tab] of this.#signOutListeners) if (tab !== this) listener(news);
  };

  readonly onSignOut: Tabs['onSignOut'] = (listener) => {
    this.#signOutListeners.set(listener, this);
    return () => this.#signOutListeners.delete(listener);
  };

  /** Closes the tab without a word; nobody is notified. */
  kill(): void {
    this.#isGone = true;
    for (const release of this.#mine) release();
    for (const resolve of this.#mourners.splice(0)) resolve();
    for (const [listener, tab] of this.#memberListeners) if (tab === this) this.#memberListeners.delete(listener);
    for (const [listener, tab] of this.#signOutListeners) if (tab === this) this.#signOutListeners.delete(listener);
  }

  readonly open: Tabs['open'] = (pid, listener) => {
    const own = { pid, listener };
    this.#channels.add(own);
    return {
      tell: (revision) => {
        // Throws, as a BroadcastChannel does.
        if (!this.#channels.has(own)) throw new Error('the channel is closed');
        for (const other of this.#channels) if (other !== own && other.pid === pid) other.listener(revision);
      },
      close: () => this.#channels.delete(own),
    };
  };
}

/** A Storage with room for this many characters. */
export class SmallStorage implements Storage {
  readonly #items = new Map<string, string>();
  limit: number;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
  }

  get length(): number {
    return this.#items.size;
  }

  clear(): void {
    this.#items.clear();
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  setItem(key: string, value: string): void {
    let size = key.length + value.length;
    for (const [other, text] of this.#items) if (other !== key) size += other.length + text.length;
    if (size > this.limit) throw new DOMException('full', 'QuotaExceededError');
    this.#items.set(key, value);
  }
}
