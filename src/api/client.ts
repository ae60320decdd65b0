import axios, { type AxiosInstance, type AxiosProgressEvent, type AxiosRequestConfig } from 'axios';
import type * as z from 'zod/mini';
import { badAnswer, headersOf, httpFailure, readServerTime, toApiFailure, ApiFailure } from './ApiFailure';
import { blobOf, piecesOf } from './blobOf';
import { JSON_SEQUENCE, MEMBER_HEADER } from './contract';
import { readJsonSequence } from './jsonSequence';

/** Aborts a call that takes too long. */
class CallTimeout {
  readonly #abort = new AbortController();
  readonly #usualMs: number;
  #grantedMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** Starts the time at once. */
  constructor(usualMs: number) {
    this.#usualMs = usualMs;
    this.renew();
  }

  /** Signal that aborts the call. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Restarts the usual time, with this many extra milliseconds. */
  renew(moreMs = 0): void {
    this.end();
    this.#grantedMs = this.#usualMs + moreMs;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#abort.abort();
    }, this.#grantedMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** The failure of the call: a timeout when its time ran out. */
  failureOf(error: unknown): ApiFailure {
    if (!this.#isOver) return toApiFailure(error);
    const message = `no answer within ${Math.round(this.#grantedMs)} ms`;
    return new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message, cause: error });
  }
}

/** CALL-2. Long bodies have this much time without progress (CALL-3). */
const TIMEOUT_MS = 5000;
/** A sent body above this many bytes may take as long as it keeps moving (docs/adr/0029-a-long-save-may-take-as-long-as-it-moves.md). */
const LONG_BODY_BYTES = 64 * 1024;
/** A received body above this many bytes may take as long as it keeps moving; a sent one of this length is handed over as a file. */
export const LARGE_BODY_BYTES = 1024 * 1024;
/**
 * A sent large body makes no progress while the server reads and writes it: it gets this much more time for each MiB.
 * Measured: a quiet server takes about 60 ms.
 */
const WORK_MS_PER_MIB = 400;
/** Browsers carry 64 KiB of `keepalive` bodies in all; below this one of ours fits. */
export const KEEPALIVE_MAX_BYTES = 60 * 1024;

export interface CallOptions extends Pick<
  AxiosRequestConfig,
  'headers' | 'params' | 'signal' | 'onUploadProgress' | 'responseType' | 'transformResponse'
> {
  /** The body is a file or a whole snapshot: a text is handed over as a file, and the call has the time limit of long bodies. */
  readonly isLarge?: boolean;
  /** Limit for a call that by its nature takes longer than CALL-2 allows. */
  readonly timeoutMs?: number;
}

/** Options of a call of `fetch`, with the headers in the one form that can be added to. */
export type FetchInit = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Sequence<Head> {
  readonly head: Head;
  readonly text: string;
  /** Milliseconds; null when the server did not say. A wrong clock here must not decide whose copy is newer. */
  readonly serverTime: number | null;
}

export interface Page<Schema extends z.ZodMiniType> {
  readonly items: z.infer<Schema>;
  /** Cursor of the next page; null after the last one. */
  readonly next: string | null;
}

/**
 * Calls the API host: sends cookies, unwraps bodies and parses them by the contract, turns every failure into an
 * ApiFailure, and logs a 401 before it is rethrown (ERR-1).
 */
export class ApiClient {
  readonly base: string;
  readonly #axios: AxiosInstance;
  readonly #timeoutMs: number;
  /** Headers of every request. */
  readonly #headers: Readonly<Record<string, string>>;

  /** Calls with a `memberId` are for that member, and a 401 while another one is signed in. */
  constructor(base = '', timeoutMs = TIMEOUT_MS, memberId?: string) {
    this.base = base.replace(/\/+$/, '');
    this.#timeoutMs = timeoutMs;
    this.#headers = memberId === undefined ? {} : { [MEMBER_HEADER]: memberId };
    this.#axios = axios.create({
      baseURL: this.base,
      withCredentials: true,
      headers: this.#headers,
      // No cookie is read for a header: each request would wait for that, after the page's other work.
      xsrfCookieName: '',
    });
  }

  async call<Schema extends z.ZodMiniType>(
    method: Method,
    path: string,
    schema: Schema,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<z.infer<Schema>> {
    const { data } = await this.#send(method, path, body, options);
    return parsed(schema, data);
  }

  /** A list that comes in pages. */
  async page<Schema extends z.ZodMiniType>(path: string, schema: Schema, options: CallOptions): Promise<Page<Schema>> {
    const { data, headers } = await this.#send('GET', path, undefined, options);
    const [, next = ''] = /<([^>]*)>; rel="next"/.exec(String(headers['link'] ?? '')) ?? [];
    return { items: parsed(schema, data), next: new URLSearchParams(next.split('?')[1]).get('before') };
  }

  /**
   * Reads an answer that is a JSON sequence: the first text by its schema, the second one unparsed, '' when there is
   * none, with `onText` called as it arrives. Uses `fetch`, since axios gives an answer only when all of it is there.
   */
  async sequence<Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    onText: (piece: string) => void,
  ): Promise<Sequence<z.infer<Schema>>> {
    const callTimeout = new CallTimeout(this.#timeoutMs);
    const read = async (): Promise<Sequence<z.infer<Schema>>> => {
      const headers = { Accept: `${JSON_SEQUENCE}, application/json` };
      const response = await this.fetch(path, { headers, signal: callTimeout.signal });
      const date = response.headers.get('date');
      if (!response.ok || !response.body) {
        const answer: unknown = await response.json().catch(() => null);
        throw httpFailure(response.status, response.statusText, answer, headersOf(response.headers));
      }
      const isLarge = Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > LARGE_BODY_BYTES;
      const { head, text } = await readJsonSequence(response.body, (piece) => {
        if (isLarge) callTimeout.renew();
        onText(piece);
      });
      return { head: parsed(schema, head), text, serverTime: readServerTime(date) };
    };
    return within(callTimeout, read());
  }

  /**
   * Reads a body whole, byte for byte; it may take as long as it keeps moving. Our own files, `/files/…`, are read as the member,
   * any other address without credentials. The blob has the type that the answer names.
   */
  async bytes(url: string, signal?: AbortSignal): Promise<Blob> {
    const callTimeout = new CallTimeout(this.#timeoutMs);
    const signals = AbortSignal.any([callTimeout.signal, ...(signal ? [signal] : [])]);
    const init = { headers: {}, signal: signals };
    const read = async (): Promise<Blob> => {
      const { ok, status, statusText, headers, body } = await (url.startsWith('/files/')
        ? this.fetch(url, init)
        : fetch(url, init));
      if (!ok) throw httpFailure(status, statusText, null, headersOf(headers));
      const moves = new TransformStream<Uint8Array, Uint8Array>({
        transform: (bytes, out) => {
          callTimeout.renew();
          out.enqueue(bytes);
        },
      });
      return new Response(body?.pipeThrough(moves) ?? null, { headers }).blob();
    };
    return within(callTimeout, read());
  }

  /** Makes a call that is answered 204. Any other success comes from something else, such as a proxy. */
  async send(method: Method, path: string, body?: unknown, options: CallOptions = {}): Promise<void> {
    const { status } = await this.#send(method, path, body, options);
    if (status === 204) return;
    throw badAnswer(`204 was expected, not ${status}`);
  }

  /** Makes the calls that axios cannot: streams and `keepalive`. Rejects only when no answer came. */
  async fetch(path: string, init: FetchInit): Promise<Response> {
    try {
      const headers = { ...init.headers, ...this.#headers };
      return await fetch(`${this.base}${path}`, { ...init, headers, credentials: 'include' });
    } catch (error) {
      throw toApiFailure(error);
    }
  }

  /** Time limit for a call by `fetch` that is answered at once. */
  timeLimit(): AbortSignal {
    return AbortSignal.timeout(this.#timeoutMs);
  }

  async #send(
    method: Method,
    path: string,
    body: unknown,
    { isLarge = false, timeoutMs = this.#timeoutMs, onUploadProgress, ...rest }: CallOptions,
  ) {
    // The browser takes a large text from the page four times as fast when it comes as a file.
    const data = isLarge && typeof body === 'string' ? await blobOf(piecesOf(body)) : body;
    const callTimeout = new CallTimeout(timeoutMs);
    // A large answer shows by its length or by its received bytes.
    const onDownload = ({ total, loaded }: AxiosProgressEvent): void => {
      if (isLarge || (total ?? Number.POSITIVE_INFINITY) > LARGE_BODY_BYTES || loaded > LARGE_BODY_BYTES) {
        callTimeout.renew();
      }
    };
    const onUpload = (event: AxiosProgressEvent): void => {
      const { loaded, total = 0 } = event;
      if (isLarge || total > LONG_BODY_BYTES) {
        callTimeout.renew(loaded === total ? (loaded / 1024 ** 2) * WORK_MS_PER_MIB : 0);
      }
      onUploadProgress?.(event);
    };
    const request = this.#axios.request<unknown>({
      ...rest,
      method,
      url: path,
      data,
      // Text goes unchanged; axios would first parse all of it, to see whether it is JSON.
      ...(typeof data === 'string' && { transformRequest: (text: string) => text }),
      signal: rest.signal ? AbortSignal.any([rest.signal as AbortSignal, callTimeout.signal]) : callTimeout.signal,
      onUploadProgress: onUpload,
      onDownloadProgress: onDownload,
    });
    return within(callTimeout, request);
  }
}

/** The call's result; every failure becomes an ApiFailure, and a 401 is logged. */
async function within<T>(callTimeout: CallTimeout, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const failure = callTimeout.failureOf(error);
    logUnauthorized(failure);
    throw failure;
  } finally {
    callTimeout.end();
  }
}

/** Throws an ApiFailure when the answer does not match the schema. */
export function parsed<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.infer<Schema> {
  const result = schema.safeParse(data);
  if (!result.success) throw toApiFailure(result.error);
  return result.data;
}

export function logUnauthorized(failure: ApiFailure): void {
  if (failure.status === 401 || failure.code === 'http401') console.error('unauthorized error', failure.message);
}

/** Bytes of a text on the wire. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;
