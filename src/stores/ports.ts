export type Cancel = () => void;

/** Time, in milliseconds, and what happens later. */
export interface Clock {
  /** Since 1970, as the device has it, which somebody may set to any other time. */
  readonly now: () => number;
  /** Since some moment or other, and always on: for how long something takes, or is waited for. */
  readonly passed: () => number;
  readonly after: (delayMs: number, run: () => void) => Cancel;
  readonly every: (periodMs: number, run: () => void) => Cancel;
  /** After what waits already, with what the person does and a frame that is due before it. */
  readonly nextTask: (run: () => void) => Cancel;
  /** Once the page has drawn and nothing else waits, but in the end in any case. */
  readonly whenIdle: (run: () => void) => Cancel;
}

export const wait = (clock: Pick<Clock, 'after'>, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });

/** The browser's large store, one database of this app. Every promise rejects when the store is missing or full. */
export interface RecordStore {
  readonly get: (key: string) => Promise<unknown>;
  /** All of one moment, in one transaction; undefined where there is none. */
  readonly getMany: (keys: readonly string[]) => Promise<readonly unknown[]>;
  /**
   * Writes all entries or none, in one transaction; undefined removes. With `needed`, only while that key has a value.
   *
   * @returns whether it was written.
   */
  readonly setAll: (entries: Readonly<Record<string, unknown>>, needed?: string) => Promise<boolean>;
  readonly keys: () => Promise<readonly string[]>;
}

/** Whether the device believes to be connected, and when that changes. */
export interface Network {
  readonly isOnline: () => boolean;
  readonly subscribe: (listener: () => void) => Cancel;
}

/** When the page is hidden, shown again or about to go. */
export interface PageLife {
  readonly subscribe: (listener: (moment: 'hidden' | 'shown' | 'closing') => void) => Cancel;
}

/**
 * Reads a picture file: answers it as the file store takes it, as it is or as a PNG of it, always as one when `asPng`. 'tooLarge': it
 * has more bytes or pixels than are taken. 'unreadable': this browser cannot decode it. Never rejects.
 */
export type ReadPicture = (file: Blob, how?: { readonly asPng?: boolean }) => Promise<Blob | 'tooLarge' | 'unreadable'>;

/** A random id, unique for good. */
export type NewId = () => string;

export interface SignOutNews {
  readonly moment: 'coming' | 'done';
  /** The member who lets go of what the server has not acknowledged. */
  readonly dropped: string | null;
}

/** The tabs of this browser among each other. */
export interface Tabs {
  /** The other tabs on the same project hear which revision the server has. */
  readonly open: (
    pid: number,
    listener: (revision: number) => void,
  ) => { readonly tell: (revision: number) => void; readonly close: Cancel };
  /** The other tabs hear who is signed in in this browser. */
  readonly tellMember: (memberId: string) => void;
  readonly onMember: (listener: (memberId: string) => void) => Cancel;
  /** The other tabs hear that the person is about to sign out in this browser, and that it is done. */
  readonly tellSignOut: (news: SignOutNews) => void;
  readonly onSignOut: (listener: (news: SignOutNews) => void) => Cancel;
  /** Has a name to itself until cancelled or gone, however it goes; null while another tab has it. */
  readonly claim: (name: string) => Promise<Cancel | null>;
  /** Resolves when the page that this tab showed before a reload has let go of its names, or takes too long for it. */
  readonly earlierPage: () => Promise<void>;
  /** Resolves when no tab, this one included, has that name. */
  readonly whenFree: (name: string) => Promise<void>;
}
