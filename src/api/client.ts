import axios, { type AxiosInstance, type AxiosProgressEvent, type AxiosRequestConfig } from 'axios';
import type { z } from 'zod';
import { ApiFailure, readServerTime, toApiFailure } from './ApiFailure';
import { MEMBER_HEADER } from './contract';

/** product.md section 9. For large bodies it is the time without progress, decisions.md 'On leaving'. */
const TIMEOUT_MS = 5000;
/** Bodies above this many bytes may take as long as they keep moving. */
export const LARGE_BODY_BYTES = 1024 * 1024;
/** Browsers carry 64 KiB of `keepalive` bodies in all; below this one of ours fits. */
export const KEEPALIVE_MAX_BYTES = 60 * 1024;

export interface CallOptions extends Pick<AxiosRequestConfig, 'headers' | 'params' | 'signal' | 'onUploadProgress'> {
  /** The body is a file or a whole snapshot: 5000 ms without progress instead of 5000 ms in all. */
  readonly isLarge?: boolean;
}

/** What a call of `fetch` says; the headers in the one form that can be added to. */
export type FetchInit = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer<T> {
  readonly data: T;
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
    this.#axios = axios.create({ baseURL: this.base, withCredentials: true, headers: this.#headers });
  }

  async call<Schema extends z.ZodType>(
    method: Method,
    path: string,
    schema: Schema,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<z.infer<Schema>> {
    return (await this.answer(method, path, schema, body, options)).data;
  }

  /** As `call`, with the server's clock: a wrong clock here must not decide whose copy is newer. */
  async answer<Schema extends z.ZodType>(
    method: Method,
    path: string,
    schema: Schema,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer<z.infer<Schema>>> {
    const response = await this.#send(method, path, body, options);
    const parsed = schema.safeParse(response.data);
    if (!parsed.success) throw toApiFailure(parsed.error);
    return { data: parsed.data, serverTime: readServerTime(response.headers.date) };
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

  async #send(
    method: Method,
    path: string,
    body: unknown,
    { isLarge = false, onUploadProgress, ...rest }: CallOptions,
  ) {
    const quiet = new AbortController();
    let isOverdue = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isOverdue = true;
        quiet.abort();
      }, this.#timeoutMs);
    };
    // A large answer announces itself by its length or by what has already come.
    const onDownload = ({ total, loaded }: AxiosProgressEvent): void => {
      if (isLarge || (total ?? Number.POSITIVE_INFINITY) > LARGE_BODY_BYTES || loaded > LARGE_BODY_BYTES) wait();
    };
    const onUpload = (event: AxiosProgressEvent): void => {
      if (isLarge) wait();
      onUploadProgress?.(event);
    };
    const signal = rest.signal ? AbortSignal.any([rest.signal as AbortSignal, quiet.signal]) : quiet.signal;
    wait();
    try {
      return await this.#axios.request<unknown>({
        ...rest,
        method,
        url: path,
        data: body,
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
            message: `no answer within ${this.#timeoutMs} ms`,
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

export function logUnauthorized(failure: ApiFailure): void {
  if (failure.status === 401) console.error('unauthorized error', failure.message);
}

/** How many bytes a text takes on the wire. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;
