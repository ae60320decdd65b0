import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { hasItsNames } from './heldNames';
import { withBlobs, withTexts } from './longTexts';
import type { RecordStore } from '../../ports';

/**
 * WebKit freezes a page that is left, to come back to it. A transaction that waits for such a page never ends, and
 * every other page of the origin waits behind it, for ever. So each is committed at once, without waiting for its
 * answers; one that has to read before it writes, or carries Blobs, which the page hands over by itself, is given up
 * when the page goes.
 */
class PageLeaving {
  readonly #unfinished = new Set<IDBTransaction>();
  readonly #givenUp = new WeakSet<IDBTransaction>();
  readonly #whenBack: (() => void)[] = [];
  #isGone = false;
  #leavings = 0;

  constructor() {
    // These listeners come before those that write in the same event.
    window.addEventListener('pagehide', () => this.#leave(), { capture: true });
    window.addEventListener('pageshow', () => void this.#return(), { capture: true });
  }

  /** True when nobody would hear an answer. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Watches a transaction that needs the page until it is over or committed. */
  watch(transaction: IDBTransaction): void {
    this.#unfinished.add(transaction);
    const forget = (): boolean => this.#unfinished.delete(transaction);
    transaction.addEventListener('complete', forget);
    transaction.addEventListener('abort', forget);
  }

  commit(transaction: IDBTransaction): void {
    this.#unfinished.delete(transaction);
    transaction.commit();
  }

  /** Resolves when the page is shown, now or again, and its names are its own. */
  async untilBack(): Promise<void> {
    while (this.#isGone) {
      await new Promise<void>((resolve) => {
        this.#whenBack.push(resolve);
      });
    }
  }

  giveUp(transaction: IDBTransaction): void {
    this.#givenUp.add(transaction);
    transaction.abort();
  }

  hasGivenUp(transaction: IDBTransaction): boolean {
    return this.#givenUp.has(transaction);
  }

  #leave(): void {
    this.#isGone = true;
    this.#leavings += 1;
    for (const transaction of this.#unfinished) this.giveUp(transaction);
  }

  async #return(): Promise<void> {
    const leavings = this.#leavings;
    if (!(await hasItsNames()) || leavings !== this.#leavings) return;
    this.#isGone = false;
    for (const resolve of this.#whenBack.splice(0)) resolve();
  }
}

/** Key under which a Blob is stored as a trial, and removed. */
const TRIAL = 'trial';

/** IndexedDB, opened on first use. */
export function indexedDbStore(): RecordStore {
  let store: UseStore | null = null;
  const open = (): UseStore => (store ??= createStore('mulgil', 'saving'));
  /** Tries once more on a new connection when the browser has closed the earlier one, as it does when it clears the store. */
  const use = <Value>(mode: IDBTransactionMode, run: (records: IDBObjectStore) => Promise<Value>): Promise<Value> => {
    const once = (): Promise<Value> => open()(mode, (records) => untilClosed(records.transaction.db, run(records)));
    return once().catch((error: unknown) => {
      if (!isClosing(error)) throw error;
      return once();
    });
  };
  const leaving = new PageLeaving();
  let blobs: Promise<boolean> | null = null;
  // WebKit takes no Blobs in a private window, and does not always report that for one among other records.
  const takesBlobs = (): Promise<boolean> =>
    (blobs ??= use('readwrite', (records) => promisifyRequest(records.put(new Blob(['x']), TRIAL))).then(
      () => use('readwrite', (records) => promisifyRequest(records.delete(TRIAL))).then(() => true),
      () => false,
    ));
  const read = <Value>(ask: (records: IDBObjectStore) => IDBRequest<Value>): Promise<Value> =>
    use('readonly', (records) => {
      const answer = promisifyRequest(ask(records));
      records.transaction.commit();
      return answer;
    });
  return {
    get: async (key) => withTexts(await read<unknown>((records) => records.get(key))),
    getMany: async (keys) => {
      const found = await use('readonly', (records) => {
        const answers = keys.map((key) => promisifyRequest<unknown>(records.get(key)));
        records.transaction.commit();
        return Promise.all(answers);
      });
      return Promise.all(found.map(withTexts));
    },
    setAll: async (entries, needed) => {
      const all: [string, unknown][] = [];
      for (const [key, value] of Object.entries(entries)) {
        const made = await withBlobs(value);
        all.push([key, holdsBlob(made) && !(await takesBlobs()) ? value : made]);
      }
      const write = () => use('readwrite', (records) => writeAll(records, all, needed, leaving));
      let outcome = await write();
      while (outcome === 'given up') {
        await leaving.untilBack();
        outcome = await write();
      }
      return outcome;
    },
    keys: async () => (await read((records) => records.getAllKeys())) as string[],
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
    transaction.addEventListener('complete', () => resolve(isWritten));
    transaction.addEventListener('abort', () => {
      if (leaving.hasGivenUp(transaction)) resolve('given up');
      else reject(transaction.error ?? new Error('the write was given up'));
    });
    const write = (isWanted: boolean): void => {
      for (const [key, value] of isWanted ? entries : []) {
        if (value === undefined) records.delete(key);
        else records.put(value, key);
      }
      isWritten = isWanted;
      if (!isWanted || !hasBlobs) leaving.commit(transaction);
    };
    // A closing page takes `needed` as present, since it saw that a moment ago; it gives up a write with Blobs.
    if (leaving.isGone && hasBlobs) {
      leaving.giveUp(transaction);
      return;
    }
    if (hasBlobs || (needed !== undefined && !leaving.isGone)) leaving.watch(transaction);
    if (needed === undefined || leaving.isGone) {
      write(true);
      return;
    }
    const found = records.count(needed);
    found.addEventListener('success', () => write(found.result > 0));
  });
}
