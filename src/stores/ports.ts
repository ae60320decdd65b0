export type Cancel = () => void;

/** Time, in milliseconds, and what happens later. */
export interface Clock {
  /** Milliseconds since 1970 by the device's clock, which a person may set to any other time. */
  readonly now: () => number;
  /** Milliseconds since an arbitrary moment, never set back; measures durations and waits. */
  readonly passed: () => number;
  readonly after: (delayMs: number, run: () => void) => Cancel;
  readonly every: (periodMs: number, run: () => void) => Cancel;
  /** Runs after the tasks already waiting, what the person does, and a frame that is due before it. */
  readonly nextTask: (run: () => void) => Cancel;
  /** Runs once the page has drawn and nothing else waits; in the end it runs in any case. */
  readonly whenIdle: (run: () => void) => Cancel;
}

export const wait = (clock: Pick<Clock, 'after'>, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });

/** The browser's large store, one database of this app. Every promise rejects when the store is missing or full. */
export interface RecordStore {
  readonly get: (key: string) => Promise<unknown>;
  /** Reads all values at one moment, in one transaction; undefined for a key without a value. */
  readonly getMany: (keys: readonly string[]) => Promise<readonly unknown[]>;
  /**
   * Writes all entries or none, in one transaction; undefined removes. With `needed`, writes only while that key has a
   * value.
   *
   * @returns whether it was written.
   */
  readonly setAll: (entries: Readonly<Record<string, unknown>>, needed?: string) => Promise<boolean>;
  readonly keys: () => Promise<readonly string[]>;
}

/** Whether the server may be reached, as far as the browser knows, and when that changes. */
export interface Network {
  readonly isOnline: () => boolean;
  readonly subscribe: (listener: () => void) => Cancel;
}

/** Tells when the page is hidden, shown again or about to go. */
export interface PageLife {
  readonly subscribe: (listener: (moment: 'hidden' | 'shown' | 'closing') => void) => Cancel;
}

/**
 * Reads a picture file and returns it in a form that the file store accepts: unchanged or as a PNG, always as a PNG with `asPng`.
 * 'tooLarge': it has too many bytes or pixels. 'unreadable': this browser cannot decode it. Never rejects.
 */
export type ReadPicture = (file: Blob, how?: { readonly asPng?: boolean }) => Promise<Blob | 'tooLarge' | 'unreadable'>;

/** A random id, unique for good. */
export type NewId = () => string;

export interface SignOutNews {
  readonly moment: 'coming' | 'done';
  /** The member whose unacknowledged work is dropped. */
  readonly dropped: string | null;
}

/** The line between this tab and the browser's other tabs. */
export interface Tabs {
  /** Tells the other tabs on the same project which revision the server has. */
  readonly open: (
    pid: number,
    listener: (revision: number) => void,
  ) => { readonly tell: (revision: number) => void; readonly close: Cancel };
  /** Tells the other tabs who is signed in in this browser. */
  readonly tellMember: (memberId: string) => void;
  readonly onMember: (listener: (memberId: string) => void) => Cancel;
  /** Tells the other tabs that the person is about to sign out in this browser, and that it is done. */
  readonly tellSignOut: (news: SignOutNews) => void;
  readonly onSignOut: (listener: (news: SignOutNews) => void) => Cancel;
  /** Holds a name exclusively until cancelled or until the page ends in any way; null while another tab holds it. */
  readonly claim: (name: string) => Promise<Cancel | null>;
  /** Resolves when the page that this tab showed before a reload has released its names, or takes too long. */
  readonly earlierPage: () => Promise<void>;
  /** Resolves when no tab, this one included, has that name. */
  readonly whenFree: (name: string) => Promise<void>;
}
