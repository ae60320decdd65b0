import { computed, makeObservable, observableRef, runInAction } from 'mobx';
import { ApiFailure } from '../../api';
import { type Cancel, type Clock, wait } from '../ports';

/** QUERY-1. */
const RETRIES = 3;
const LAST_DELAY_MS = 30_000;
/** QUERY-2. */
const UNWATCHED_MS = 5 * 60_000;

export interface ResourceOptions<T> {
  readonly clock: Pick<Clock, 'after' | 'passed'>;
  readonly read: (signal: AbortSignal) => Promise<T>;
  /** How often a failure is tried again while somebody watches, after 1, 2, 4 … seconds; 3 when omitted. Never after a 401 or a 404. */
  readonly retries?: number;
  /** How long an answer is not asked for again; 0 when omitted. */
  readonly freshMs?: number;
  /** What the console says after the last failure. */
  readonly failureMessage?: string;
  /** What stands in place of the data for a visitor, who may not see what was read before. */
  readonly signedOutData?: T;
}

const isFinal = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 401 || error.status === 404);
const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401;

/** Something of the server that screens show: read when somebody watches, kept for a while after, observable. */
export class Resource<T> {
  /** Undefined until it was read; what was read before stays through a failure. */
  data: T | undefined = undefined;
  /** Of the last attempt, once its retries are used up. */
  error: unknown = null;
  isReading = false;
  /** From the first failed attempt to the next answer; a visitor's 401 is an answer. */
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

  /** Nothing was ever read, and the last attempt has failed. */
  get isFailed(): boolean {
    return this.data === undefined && this.error !== null;
  }

  /** Reads it now and keeps it until the returned function is called; five minutes later it is forgotten. */
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

  /** What was read may be old: reads it again while somebody watches, else for the next one. Never rejects. */
  async refresh(): Promise<void> {
    this.#readAt = Number.NEGATIVE_INFINITY;
    if (this.#watchers > 0) await this.#read().catch(() => undefined);
  }

  /** Changes what was read, as what the server will say. */
  set(change: (data: T) => T): void {
    const { data } = this;
    if (data !== undefined) runInAction(() => (this.data = change(data)));
  }

  /** Forgets everything; whoever watches next reads it anew. */
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
        if (!isLast) await wait(clock, Math.min(1000 * 2 ** failures, LAST_DELAY_MS));
        // Whom it was read for may have gone meanwhile.
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
      if (signedOutData !== undefined && isFinal(error)) this.data = signedOutData;
      if (isSignedOut(error)) this.isUnread = false;
      this.error = error;
      this.isReading = false;
    });
  }
}
