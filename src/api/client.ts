import axios, { type AxiosInstance, type AxiosProgressEvent, type AxiosRequestConfig } from 'axios';
import * as z from 'zod/mini';
import { ApiFailure, readServerTime, toApiFailure } from './ApiFailure';
import { blobOf, piecesOf } from './blobOf';
import { JSON_SEQUENCE, MEMBER_HEADER, RECORD_SEPARATOR } from './contract';

/** product.md section 9. For large bodies it is the time without progress, decisions.md 'On leaving'. */
const TIMEOUT_MS = 5000;
/** Bodies above this many bytes may take as long as they keep moving. */
export const LARGE_BODY_BYTES = 1024 * 1024;
/**
 * Once a large body has been sent, nothing moves while the server reads and writes it: it has so much more time for each
 * MiB. Measured: a quiet server takes about 60 ms.
 */
const WORK_MS_PER_MIB = 400;
/** Browsers carry 64 KiB of `keepalive` bodies in all; below this one of ours fits. */
export const KEEPALIVE_MAX_BYTES = 60 * 1024;
const SEPARATOR = RECORD_SEPARATOR.charCodeAt(0);

export interface CallOptions extends Pick<
  AxiosRequestConfig,
  'headers' | 'params' | 'signal' | 'onUploadProgress' | 'responseType' | 'transformResponse'
> {
  /** The body is a file or a whole snapshot: 5000 ms without progress instead of 5000 ms in all. */
  readonly isLarge?: boolean;
}

/** What a call of `fetch` says; the headers in the one form that can be added to. */
export type FetchInit = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Sequence<Head> {
  readonly head: Head;
  readonly text: string;
  /** In milliseconds, null when it was not told: a wrong clock here must not decide whose copy is newer. */
  readonly serverTime: number | null;
}

/**
 * The way to the API host: cookies go along, bodies are unwrapped and parsed by the contract, every failure is an
 * ApiFailure, and a 401 is logged before it is rethrown (product.md section 8).
 */
export class ApiClient {
  readonly base: string;
  readonly #axios: AxiosInstance;
  readonly #timeoutMs: number;
  /** Go along with every request. */
  readonly #headers: Readonly<Record<string, string>>;

  /** With a `memberId` every call means that member and is a 401 while another one is signed in. */
  constructor(base = '', timeoutMs = TIMEOUT_MS, memberId?: string) {
    this.base = base.replace(/\/+$/, '');
    this.#timeoutMs = timeoutMs;
    this.#headers = memberId === undefined ? {} : { [MEMBER_HEADER]: memberId };
    this.#axios = axios.create({
      baseURL: this.base,
      withCredentials: true,
      headers: this.#headers,
      // No cookie is read for a header: it would be waited for before each request, behind whatever the page is doing.
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

  /**
   * An answer that is a JSON sequence: the first text by its schema, the other one unparsed and empty when there is none.
   * Of an answer that is one JSON object that other text is its `canvas`.
   */
  async sequence<Schema extends z.ZodMiniType>(path: string, schema: Schema): Promise<Sequence<z.infer<Schema>>> {
    const { data, headers } = await this.#send('GET', path, undefined, {
      headers: { Accept: `${JSON_SEQUENCE}, application/json` },
      // A large text is decoded faster in one go.
      responseType: 'arraybuffer',
      transformResponse: (bytes: ArrayBuffer) => readSequence(new Uint8Array(bytes)),
    });
    const { head, text } = parsed(sequence, data);
    return { head: parsed(schema, head), text, serverTime: readServerTime(headers.date) };
  }

  /** For calls whose answer has no body. */
  async send(method: Method, path: string, body?: unknown, options: CallOptions = {}): Promise<void> {
    await this.#send(method, path, body, options);
  }

  /** For the calls axios cannot make: streams and `keepalive`. Rejects only when no answer came. */
  async fetch(path: string, init: FetchInit): Promise<Response> {
    try {
      const headers = { ...init.headers, ...this.#headers };
      return await fetch(`${this.base}${path}`, { ...init, headers, credentials: 'include' });
    } catch (error) {
      throw toApiFailure(error);
    }
  }

  /** For a call by `fetch` that is answered at once. */
  timeLimit(): AbortSignal {
    return AbortSignal.timeout(this.#timeoutMs);
  }

  async #send(
    method: Method,
    path: string,
    body: unknown,
    { isLarge = false, onUploadProgress, ...rest }: CallOptions,
  ) {
    const quiet = new AbortController();
    let isOverdue = false;
    let patienceMs = this.#timeoutMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (workMs = 0): void => {
      clearTimeout(timer);
      patienceMs = this.#timeoutMs + workMs;
      timer = setTimeout(() => {
        isOverdue = true;
        quiet.abort();
      }, patienceMs);
    };
    // A large answer announces itself by its length or by what has already come.
    const onDownload = ({ total, loaded }: AxiosProgressEvent): void => {
      if (isLarge || (total ?? Number.POSITIVE_INFINITY) > LARGE_BODY_BYTES || loaded > LARGE_BODY_BYTES) wait();
    };
    const onUpload = (event: AxiosProgressEvent): void => {
      if (isLarge) wait(event.loaded === event.total ? (event.loaded / 1024 ** 2) * WORK_MS_PER_MIB : 0);
      onUploadProgress?.(event);
    };
    const signal = rest.signal ? AbortSignal.any([rest.signal as AbortSignal, quiet.signal]) : quiet.signal;
    // The browser takes a large text from the page four times as fast when it comes as a file.
    const data = isLarge && typeof body === 'string' ? await blobOf(piecesOf(body)) : body;
    wait();
    try {
      return await this.#axios.request<unknown>({
        ...rest,
        method,
        url: path,
        data,
        // Text goes as it is; axios would parse all of it first, to see whether it is JSON.
        ...(typeof data === 'string' && { transformRequest: (text: string) => text }),
        signal,
        onUploadProgress: onUpload,
        onDownloadProgress: onDownload,
      });
    } catch (error) {
      const failure = isOverdue
        ? new ApiFailure({
            kind: 'timeout',
            status: null,
            code: 'timeout',
            message: `no answer within ${Math.round(patienceMs)} ms`,
            cause: error,
          })
        : toApiFailure(error);
      logUnauthorized(failure);
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }
}

const sequence = z.union([
  z.object({ head: z.unknown(), text: z.string() }),
  z.pipe(
    z.looseObject({ canvas: z.string() }),
    z.transform(({ canvas, ...head }) => ({ head, text: canvas })),
  ),
]);

/** Any other answer is taken for JSON, as the body of a failure is. */
function readSequence(bytes: Uint8Array): unknown {
  const isSequence = bytes[0] === SEPARATOR;
  const end = isSequence ? bytes.indexOf(SEPARATOR, 1) : -1;
  const decode = (from: number, to?: number): string => new TextDecoder().decode(bytes.subarray(from, to));
  const head = decode(isSequence ? 1 : 0, end === -1 ? undefined : end);
  try {
    const value: unknown = JSON.parse(head);
    return isSequence ? { head: value, text: end === -1 ? '' : decode(end + 1).trimEnd() } : value;
  } catch {
    return head;
  }
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.infer<Schema> {
  const result = schema.safeParse(data);
  if (!result.success) throw toApiFailure(result.error);
  return result.data;
}

export function logUnauthorized(failure: ApiFailure): void {
  if (failure.status === 401) console.error('unauthorized error', failure.message);
}

/** How many bytes a text takes on the wire. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;
