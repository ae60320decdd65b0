import { computed, makeObservable, observableRef, runInAction } from 'mobx';
import { ApiFailure } from '../../api';
import { backoffMs } from '../backoff';
import { type Cancel, type Clock, wait } from '../ports';

/** Further attempts after a query has failed (QUERY-1). */
const RETRIES = 3;
/** Time that data is kept without a watcher, in milliseconds (QUERY-2). */
const UNWATCHED_MS = 5 * 60_000;

export interface ResourceOptions<T> {
  readonly clock: Pick<Clock, 'after' | 'passed'>;
  readonly read: (signal: AbortSignal) => Promise<T>;
  /** Retries after a failure while the resource is watched, after 1, 2, 4 … seconds; 3 when omitted. None after a 401 or a 404. */
  readonly retries?: number;
  /** Age in milliseconds up to which an answer is not read again; 0 when omitted. */
  readonly freshMs?: number;
  /** Message in the console after the last failure. */
  readonly failureMessage?: string;
  /** Data for a visitor, who may not see what was read before. */
  readonly signedOutData?: T;
}

const isFinal = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 401 || error.status === 404);
const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401;

/** Data of the server that screens show, as an observable: read while it is watched, and kept for a while after. */
export class Resource<T> {
  /** Undefined until the first answer; a failure leaves the earlier data in place. */
  data: T | undefined = undefined;
  /** Error of the last attempt, once its retries are used up. */
  error: unknown = null;
  isReading = false;
  /** True from the first failed attempt to the next answer; a visitor's 401 is an answer. */
  isUnread = false;
  readonly #options: ResourceOptions<T>;
  #watchers = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: { readonly promise: Promise<T>; readonly controller: AbortController } | null = null;
  #forget: Cancel | null = null;

  constructor(options: ResourceOptions<T>) {
    this.#options = options;
    makeObservable(this, {
      data: observableRef,
      error: observableRef,
      isReading: observableRef,
      isUnread: observableRef,
      isFailed: computed,
    });
  }

  /** True when no data was ever read and the last attempt has failed. */
  get isFailed(): boolean {
    return this.data === undefined && this.error !== null;
  }

  /** Reads the data now and keeps it until the returned function is called; five minutes later it is forgotten. */
  watch(): Cancel {
    this.#watchers += 1;
    this.#forget?.();
    this.#forget = null;
    void this.fetch().catch(() => undefined);
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#forget = this.#options.clock.after(UNWATCHED_MS, () => this.clear());
    };
  }

  /** The data of an attempt under way, of a fresh answer, or of a new attempt. @throws the error of the last retry. */
  fetch(): Promise<T> {
    if (this.#reading) return this.#reading.promise;
    const isFresh = this.#options.clock.passed() - this.#readAt < (this.#options.freshMs ?? 0);
    return isFresh && this.data !== undefined ? Promise.resolve(this.data) : this.#read();
  }

  /** Marks the data as old: reads it again while it is watched, else for the next watcher. Never rejects. */
  async refresh(): Promise<void> {
    this.#readAt = Number.NEGATIVE_INFINITY;
    if (this.#watchers > 0) await this.#read().catch(() => undefined);
  }

  /** Changes the data ahead of the server's answer. */
  set(change: (data: T) => T): void {
    const { data } = this;
    if (data !== undefined) runInAction(() => (this.data = change(data)));
  }

  /** Forgets everything; the next watcher reads it again. */
  clear(): void {
    this.#reading?.controller.abort();
    this.#reading = null;
    this.#readAt = Number.NEGATIVE_INFINITY;
    runInAction(() => {
      this.data = undefined;
      this.error = null;
      this.isReading = false;
      this.isUnread = false;
    });
  }

  #read(): Promise<T> {
    this.#reading?.controller.abort();
    const controller = new AbortController();
    const reading = { promise: this.#attempts(controller.signal), controller };
    this.#reading = reading;
    runInAction(() => (this.isReading = true));
    return reading.promise;
  }

  async #attempts(signal: AbortSignal): Promise<T> {
    const { clock, read, retries = RETRIES } = this.#options;
    for (let failures = 0; ;) {
      try {
        const data = await read(signal);
        if (!signal.aborted) this.#succeed(data);
        return data;
      } catch (error) {
        if (signal.aborted) throw error;
        if (!isSignedOut(error)) runInAction(() => (this.isUnread = true));
        const isLast = failures >= retries || isFinal(error);
        if (!isLast) await wait(clock, backoffMs(failures));
        // The last watcher may have gone meanwhile.
        if (isLast || this.#watchers === 0 || signal.aborted) {
          if (!signal.aborted) this.#fail(error);
          throw error;
        }
        failures += 1;
      }
    }
  }

  #succeed(data: T): void {
    this.#reading = null;
    this.#readAt = this.#options.clock.passed();
    runInAction(() => {
      this.data = data;
      this.error = null;
      this.isReading = false;
      this.isUnread = false;
    });
  }

  #fail(error: unknown): void {
    const { failureMessage, signedOutData } = this.#options;
    this.#reading = null;
    if (failureMessage) console.warn(failureMessage, error);
    runInAction(() => {
      if (signedOutData !== undefined && isSignedOut(error)) this.data = signedOutData;
      if (isSignedOut(error)) this.isUnread = false;
      this.error = error;
      this.isReading = false;
    });
  }
}
