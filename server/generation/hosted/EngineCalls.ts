import { setTimeout as pause } from 'node:timers/promises';
import { askEngine, type Bounds, EngineAnswer } from '../askEngine';
import { engineFailure } from '../engineFailure';
import { EngineError } from '../ports';
import type { PicturePlace } from '../severalPictures';

const POLL_MS = 500;
/** Looks in a row that may fail: the picture is in the making, and is billed, whether or not it can be seen. */
const FAILURES_MAX = 5;
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export interface CallSettings {
  /** The engine's own address, which the operator has set. */
  readonly baseUrl: string;
  readonly pollMs?: number;
  readonly bounds?: Bounds;
}

/** Headers with the engine's key. */
export type Key = Readonly<Record<string, string>>;

/** The calls of one request below the engine's own address, with the key. One signal ends all of them. */
export class EngineCalls {
  readonly signal: AbortSignal;
  readonly #settings: CallSettings;
  readonly #key: Key;

  constructor(settings: CallSettings, key: Key, signal: AbortSignal) {
    this.#settings = settings;
    this.#key = key;
    this.signal = signal;
  }

  async get(path: string): Promise<unknown> {
    return readJson(await this.ask(path));
  }

  /** Sends a form as it is, and everything else as JSON. */
  async post(path: string, content: object): Promise<unknown> {
    const isForm = content instanceof FormData;
    const body = isForm ? content : new Blob([JSON.stringify(content)], { type: 'application/json' });
    return readJson(await this.ask(path, { method: 'POST', body }));
  }

  /** Posts to the address of a model. Throws an EngineError where the engine does not have it. */
  async postToModel(path: string, content: object): Promise<unknown> {
    try {
      return await this.post(path, content);
    } catch (error) {
      if (!(error instanceof EngineAnswer) || error.status !== 404) throw error;
      throw engineFailure('picture', 'noModel', { detail: '404' });
    }
  }

  ask(path: string, call: Pick<RequestInit, 'method' | 'body'> = {}): Promise<Response> {
    return this.askAt(new URL(`${this.#settings.baseUrl.replace(/\/+$/, '')}/${path}`), call);
  }

  /** Asks any address; the key goes to the engine's own only. */
  askAt(url: URL, call: Pick<RequestInit, 'method' | 'body'> = {}): Promise<Response> {
    const headers = this.isOwn(url) ? this.#key : {};
    return askEngine(url, { ...call, headers, signal: this.signal }, this.#settings.bounds);
  }

  isOwn(url: URL): boolean {
    return url.origin === new URL(this.#settings.baseUrl).origin;
  }

  /** Looks again and again for what the engine makes, until there is something else than null. Throws what the last look threw. */
  async poll<T>(look: () => Promise<T | null>, wait: () => Promise<void> = () => this.pause()): Promise<T> {
    for (let failures = 0; ;) {
      try {
        const seen = await look();
        if (seen !== null) return seen;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (this.signal.aborted || failures === FAILURES_MAX || !passes(error)) throw error;
      }
      await wait();
    }
  }

  /** Reads a picture that was made, or says why it cannot be read. Throws the signal's reason once it is aborted. */
  async place(read: () => Promise<Buffer>): Promise<PicturePlace> {
    try {
      return await read();
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof EngineError) return error;
      // The picture may be billed: whatever the status, the key and the account were accepted.
      return engineFailure('picture', 'unreachable', { detail: 'the picture could not be read', cause: error });
    }
  }

  pause(): Promise<void> {
    return pause(this.#settings.pollMs ?? POLL_MS, undefined, { signal: this.signal });
  }
}

const readJson = (answer: Response): Promise<unknown> => answer.json().catch(() => null);

/** `fetch` throws a TypeError for a line that broke. */
const passes = (error: unknown): boolean =>
  error instanceof EngineAnswer ? PASSING.has(error.status) : error instanceof TypeError;
