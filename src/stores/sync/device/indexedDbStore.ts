import { createStore, get, getMany, keys, promisifyRequest, type UseStore } from 'idb-keyval';
import { hasItsLocks } from './pageLocks';
import { withBlobs, withTexts } from './longTexts';
import { NoAnswer, Patience } from './Patience';
import type { RecordStore } from '../../ports';

/**
 * WebKit freezes a page that is left, to come back to it. A transaction that waits for such a page never ends, and
 * every other page of the origin waits behind it, for ever. So each is committed at once, without waiting for its
 * answers; one that has to read before it writes, or carries Blobs, which the page hands over by itself, is given up
 * when the page goes.
 */
class PageLeaving {
  /** Give up the transactions that need the page. */
  readonly unfinished = new Set<() => void>();
  readonly #whenBack: (() => void)[] = [];
  /** True when nobody would hear an answer. */
  isGone = false;
  #leavings = 0;

  constructor() {
    // These listeners come before those that write in the same event.
    window.addEventListener('pagehide', () => this.#leave(), { capture: true });
    window.addEventListener('pageshow', () => void this.#return(), { capture: true });
  }

  /** Resolves when the page is shown, now or again, and its names are its own. */
  async untilBack(): Promise<void> {
    while (this.isGone) {
      await new Promise<void>((resolve) => {
        this.#whenBack.push(resolve);
      });
    }
  }

  #leave(): void {
    this.isGone = true;
    this.#leavings += 1;
    for (const giveUp of this.unfinished) giveUp();
  }

  async #return(): Promise<void> {
    const leavings = this.#leavings;
    if (!(await hasItsLocks()) || leavings !== this.#leavings) return;
    this.isGone = false;
    for (const resolve of this.#whenBack.splice(0)) resolve();
  }
}

const ANSWER_MS = 10_000;
/** A slow disk may take this long for long texts. */
const BLOBS_ANSWER_MS = 60_000;

/** Key under which a Blob is stored as a trial, and removed. */
const TRIAL = 'trial';

/** IndexedDB, opened on first use. */
export function indexedDbStore(): RecordStore {
  const open = createStore('mulgil', 'saving');
  const patience = new Patience();
  /** Tries once more on a new connection when the browser has closed the earlier one, as it does when it clears the store. */
  const useWithin =
    (limitMs: number): UseStore =>
    (mode, run) =>
      patience.within(limitMs, (isGivenUp) => {
        const once = () =>
          open(mode, (records) => {
            if (isGivenUp()) throw new NoAnswer('the store opens too late');
            const answer = run(records);
            if (mode === 'readonly') records.transaction.commit();
            return untilClosed(records.transaction.db, Promise.resolve(answer));
          });
        return once().catch((error: unknown) => {
          if (!isClosing(error)) throw error;
          return once();
        });
      });
  const use = useWithin(ANSWER_MS);
  const leaving = new PageLeaving();
  let blobs: Promise<boolean> | null = null;
  // WebKit takes no Blobs in a private window, and does not always report that for one among other records.
  const takesBlobs = (): Promise<boolean> =>
    (blobs ??= use('readwrite', (records) => promisifyRequest(records.put(new Blob(['x']), TRIAL)))
      .then(() => use('readwrite', (records) => promisifyRequest(records.delete(TRIAL))))
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof NoAnswer) blobs = null;
          return false;
        },
      ));
  return {
    get: async (key) => withTexts(await get<unknown>(key, use)),
    getMany: async (wanted) => Promise.all((await getMany<unknown>([...wanted], use)).map(withTexts)),
    setAll: async (entries, needed) => {
      const all: [string, unknown][] = [];
      for (const [key, value] of Object.entries(entries)) {
        const made = await withBlobs(value);
        all.push([key, holdsBlob(made) && !(await takesBlobs()) ? value : made]);
      }
      const isLong = all.some(([, value]) => holdsBlob(value));
      const useLong = isLong ? useWithin(BLOBS_ANSWER_MS) : use;
      const write = () => useLong('readwrite', (records) => writeAll(records, all, needed, leaving));
      let outcome = await write();
      while (outcome === 'given up') {
        await leaving.untilBack();
        outcome = await write();
      }
      return outcome;
    },
    keys: () => keys<string>(use),
  };
}

/** The browser closed the connection, which ended the work under way. */
class ConnectionClosed extends Error {}

/**
 * Resolves like `work`, but rejects when the browser closes the connection: when Chromium clears the store, it at times
 * neither completes nor aborts a transaction under way, which would then be awaited for ever.
 */
function untilClosed<Value>(connection: IDBDatabase, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const close = (): void => reject(new ConnectionClosed('the browser has closed the store'));
    connection.addEventListener('close', close);
    work.then(resolve, reject).finally(() => connection.removeEventListener('close', close));
  });
}

/** Errors with which browsers refuse a connection that they are about to close. */
const CLOSING: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError', 'UnknownError']);

const isClosing = (error: unknown): boolean =>
  error instanceof ConnectionClosed || (error instanceof DOMException && CLOSING.has(error.name));

/** Lists are not searched: see withBlobs. */
const holdsBlob = (value: unknown): boolean => {
  if (value instanceof Blob) return true;
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(holdsBlob);
};

/** Writes in the transaction of `records`, which is complete when the promise resolves; 'given up' when the page had to go first. */
function writeAll(
  records: IDBObjectStore,
  entries: readonly (readonly [string, unknown])[],
  needed: string | undefined,
  leaving: PageLeaving,
): Promise<boolean | 'given up'> {
  return new Promise((resolve, reject) => {
    const { transaction } = records;
    const hasBlobs = entries.some(([, value]) => holdsBlob(value));
    let isWritten = false;
    let isGivenUp = false;
    const giveUp = (): void => {
      isGivenUp = true;
      transaction.abort();
    };
    transaction.addEventListener('complete', () => {
      leaving.unfinished.delete(giveUp);
      resolve(isWritten);
    });
    transaction.addEventListener('abort', () => {
      leaving.unfinished.delete(giveUp);
      if (isGivenUp) resolve('given up');
      else reject(transaction.error ?? new Error('the write was given up'));
    });
    const write = (isWanted: boolean): void => {
      for (const [key, value] of isWanted ? entries : []) {
        if (value === undefined) records.delete(key);
        else records.put(value, key);
      }
      isWritten = isWanted;
      if (isWanted && hasBlobs) return;
      leaving.unfinished.delete(giveUp);
      transaction.commit();
    };
    // A closing page takes `needed` as present, since it saw that a moment ago; it gives up a write with Blobs.
    if (leaving.isGone) {
      if (hasBlobs) giveUp();
      else write(true);
      return;
    }
    if (hasBlobs || needed !== undefined) leaving.unfinished.add(giveUp);
    if (needed === undefined) {
      write(true);
      return;
    }
    const found = records.count(needed);
    found.addEventListener('success', () => write(found.result > 0));
  });
}
