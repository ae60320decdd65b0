import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { withBlobs, withTexts } from './longTexts';
import type { Depot } from './ports';

/**
 * WebKit keeps a page that is left as it stands, to come back to it. A transaction that waits for that page is never over, and
 * every other page of the origin waits behind it, for ever. So each is committed at once, without waiting for its answers, and one
 * that has to look before it writes is given up when the page goes.
 */
class PageLeaving {
  readonly #looking = new Set<IDBTransaction>();
  readonly #givenUp = new WeakSet<IDBTransaction>();
  #isGone = false;

  constructor() {
    // Before those who write in the same event.
    window.addEventListener('pagehide', () => this.#leave(), { capture: true });
    window.addEventListener('pageshow', () => (this.#isGone = false), { capture: true });
  }

  /** Nobody would hear an answer now. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Until the transaction is committed. */
  noteLook(transaction: IDBTransaction): void {
    this.#looking.add(transaction);
    const forget = (): boolean => this.#looking.delete(transaction);
    transaction.addEventListener('complete', forget);
    transaction.addEventListener('abort', forget);
  }

  noteCommit(transaction: IDBTransaction): void {
    this.#looking.delete(transaction);
  }

  hasGivenUp(transaction: IDBTransaction): boolean {
    return this.#givenUp.has(transaction);
  }

  #leave(): void {
    this.#isGone = true;
    for (const transaction of this.#looking) {
      this.#givenUp.add(transaction);
      transaction.abort();
    }
  }
}

/** IndexedDB, opened at the first use. */
export function indexedDbDepot(): Depot {
  let store: UseStore | null = null;
  const open = (): UseStore => (store ??= createStore('mulgil', 'saving'));
  const leaving = new PageLeaving();
  const read = <Value>(ask: (records: IDBObjectStore) => IDBRequest<Value>): Promise<Value> =>
    open()('readonly', (records) => {
      const answer = promisifyRequest(ask(records));
      records.transaction.commit();
      return answer;
    });
  return {
    get: async (key) => withTexts(await read<unknown>((records) => records.get(key))),
    setAll: async (entries, needed) => {
      const all: [string, unknown][] = [];
      for (const [key, value] of Object.entries(entries)) all.push([key, await withBlobs(value)]);
      const write = () => open()('readwrite', (records) => writeAll(records, all, needed, leaving));
      let outcome = await write();
      // The page has come back.
      while (outcome === 'given up') outcome = await write();
      return outcome;
    },
    keys: async () => (await read((records) => records.getAllKeys())) as string[],
  };
}

/** Writes in the transaction of `records`, which is complete when the promise resolves; 'given up' when the page had to go first. */
function writeAll(
  records: IDBObjectStore,
  entries: readonly (readonly [string, unknown])[],
  needed: string | undefined,
  leaving: PageLeaving,
): Promise<boolean | 'given up'> {
  return new Promise((resolve, reject) => {
    const { transaction } = records;
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
      leaving.noteCommit(transaction);
      transaction.commit();
    };
    // What a page that goes has looked for a moment ago is there.
    if (needed === undefined || leaving.isGone) {
      write(true);
      return;
    }
    leaving.noteLook(transaction);
    const found = records.count(needed);
    found.addEventListener('success', () => write(found.result > 0));
  });
}
