import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordStore } from '../../../../src/stores/ports';
import { indexedDbStore } from '../../../../src/stores/sync/device/indexedDbStore';

/** An IndexedDB that answers only while it is not silent; what waits is answered in order. */
class SlowDatabase extends EventTarget {
  readonly values = new Map<string, unknown>();
  isSilent = false;
  asked = 0;
  readonly #waiting: (() => void)[] = [];

  readonly open = () => this.#answer(() => this);

  answerAgain(): void {
    this.isSilent = false;
    for (const answer of this.#waiting.splice(0)) answer();
  }

  /** The store answers the oldest request and every later one. */
  answerOldest(): void {
    this.isSilent = false;
    this.#waiting.shift()?.();
  }

  transaction(): object {
    this.asked += 1;
    const transaction = Object.assign(new EventTarget(), {
      db: this,
      commit: () => this.#await(() => transaction.dispatchEvent(new Event('complete'))),
      abort: () => transaction.dispatchEvent(new Event('abort')),
    });
    const records = {
      transaction,
      get: (key: string) => this.#answer(() => this.values.get(key)),
      put: (value: unknown, key: string) => this.#answer(() => this.values.set(key, value), transaction.commit),
      delete: (key: string) => this.#answer(() => this.values.delete(key)),
    };
    return { objectStore: () => records };
  }

  /** Complete with its last request, as a transaction is that nobody commits. */
  #answer(run: () => unknown, then: () => void = () => undefined): object {
    const request = { result: undefined as unknown, onsuccess: () => undefined };
    this.#await(() => {
      request.result = run();
      request.onsuccess();
      then();
    });
    return request;
  }

  #await(answer: () => void): void {
    if (this.isSilent) this.#waiting.push(answer);
    else queueMicrotask(answer);
  }
}

let database: SlowDatabase;
let store: RecordStore;

beforeEach(() => {
  vi.useFakeTimers();
  database = new SlowDatabase();
  vi.stubGlobal('indexedDB', database);
  store = indexedDbStore();
});
afterEach(async () => {
  database.answerAgain();
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How it ends within this time; 'waits' when it does not. */
async function endOf(request: Promise<unknown>, withinMs: number): Promise<unknown> {
  let end: unknown = 'waits';
  request.then(
    (value) => (end = value),
    () => (end = 'given up'),
  );
  await vi.advanceTimersByTimeAsync(withinMs);
  return end;
}

const LONG = new Blob(['a canvas']);

describe('a large store that does not answer', () => {
  it.each([
    ['a reading', () => store.get('journal/7/jin')],
    ['a writing', () => store.setAll({ 'journal/7/jin': 'words' })],
  ])('is given up after ten seconds: %s [LOAD-17]', async (_what, ask) => {
    expect(await endOf(store.setAll({ 'whole/7/jin': 'canvas' }), 0)).toBe(true);
    database.isSilent = true;
    const asked = ask();
    expect(await endOf(asked, 9000)).toBe('waits');
    expect(await endOf(asked, 1000)).toBe('given up');
  });

  it('has a minute for a long text [LOAD-17]', async () => {
    expect(await endOf(store.setAll({ 'whole/7/jin': LONG }), 0)).toBe(true);
    database.isSilent = true;
    const asked = store.setAll({ 'whole/7/jin': LONG });
    expect(await endOf(asked, 59_000)).toBe('waits');
    expect(await endOf(asked, 1000)).toBe('given up');
  });

  it('is asked for nothing more before a minute has passed, or before it answers [LOAD-17]', async () => {
    expect(await endOf(store.setAll({ 'journal/7/jin': 'words' }), 0)).toBe(true);
    database.isSilent = true;
    await endOf(store.get('journal/7/jin'), 10_000);
    const { asked } = database;
    expect([await endOf(store.get('journal/7/jin'), 0), database.asked]).toEqual(['given up', asked]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await endOf(store.get('journal/7/jin'), 0), database.asked]).toEqual(['waits', asked + 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    database.answerAgain();
    await vi.advanceTimersByTimeAsync(0);
    expect(await endOf(store.get('journal/7/jin'), 0)).toBe('words');
  });

  it('is asked again once it has answered another request than the one that was given up [LOAD-17]', async () => {
    expect(await endOf(store.setAll({ 'whole/7/jin': LONG }), 0)).toBe(true);
    database.isSilent = true;
    const long = store.setAll({ 'whole/7/jin': LONG });
    await vi.advanceTimersByTimeAsync(0);
    expect(await endOf(store.get('journal/7/jin'), 10_000)).toBe('given up');
    database.answerOldest();
    expect(await endOf(long, 0)).toBe(true);
    expect(await endOf(store.get('journal/7/jin'), 0)).toBeUndefined();
  });

  it('keeps nothing open for a page that goes: its long text is written when it is back [LOAD-17]', async () => {
    expect(await endOf(store.setAll({ 'whole/7/jin': LONG }), 0)).toBe(true);
    database.isSilent = true;
    const long = store.setAll({ 'whole/7/jin': LONG });
    await vi.advanceTimersByTimeAsync(0);
    const { asked } = database;
    window.dispatchEvent(new Event('pagehide'));
    expect([await endOf(long, 0), database.asked]).toEqual(['waits', asked]);
    database.answerAgain();
    window.dispatchEvent(new Event('pageshow'));
    expect([await endOf(long, 0), database.asked]).toEqual([true, asked + 1]);
  });

  it('does not count as silent where the browser has refused it once [LOAD-17]', async () => {
    vi.spyOn(database, 'open').mockImplementationOnce(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(await endOf(store.get('journal/7/jin'), 10_000)).toBe('given up');
    expect(await endOf(store.get('journal/7/jin'), 0)).toBeUndefined();
  });

  it('is never written by a request that was given up before it began [LOAD-17]', async () => {
    database.isSilent = true;
    expect(await endOf(store.setAll({ 'journal/7/jin': 'of a page long gone' }), 10_000)).toBe('given up');
    database.answerAgain();
    await vi.advanceTimersByTimeAsync(0);
    expect(await endOf(store.get('journal/7/jin'), 0)).toBeUndefined();
  });
});
