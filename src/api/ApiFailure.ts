import { isAxiosError } from 'axios';
import * as z from 'zod/mini';
import { errorBody } from './contract';

/** `network`: nothing came back; `timeout`: our own limit ran out, so the work may be done nevertheless; `http`: something answered. */
export type FailureKind = 'network' | 'timeout' | 'http';

interface FailureFacts {
  readonly kind: FailureKind;
  /** Null unless the answer is our server's own. A proxy's page says nothing about our data, whatever its status. */
  readonly status: number | null;
  /** The server's stable code, or `network`, `timeout`, `aborted`, `badAnswer`, and `http502` and the like of a proxy's page. */
  readonly code: string;
  readonly message: string;
  /** ISO 8601: when asking again may succeed, if the server said so. */
  readonly retryAt?: string | null;
  /** The same as a duration, which depends on no clock; from the Retry-After header. */
  readonly retryAfterMs?: number | null;
  /** The server's answer, unparsed; a 412 carries the patches since the base. */
  readonly body?: unknown;
  /** The server's clock at the answer, in milliseconds, when it said so. */
  readonly serverTime?: number | null;
  readonly cause?: unknown;
}

/** The one failure a call of src/api rejects with. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly code: string;
  readonly retryAt: string | null;
  readonly retryAfterMs: number | null;
  readonly body: unknown;
  readonly serverTime: number | null;

  constructor(facts: FailureFacts) {
    super(facts.message, { cause: facts.cause });
    this.name = 'ApiFailure';
    this.kind = facts.kind;
    this.status = facts.status;
    this.code = facts.code;
    this.retryAt = facts.retryAt ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.body = facts.body;
    this.serverTime = facts.serverTime ?? null;
  }
}

/** The server's error body, read leniently: a proxy's page has none of its fields. */
const looseErrorBody = z.catch(z.partial(errorBody), {});

export const readErrorBody = (body: unknown): z.infer<typeof looseErrorBody> => looseErrorBody.parse(body);

export const readServerTime = (date: unknown): number | null => {
  const time = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

/** Null when the header is missing or a date, which our own server never sends. */
const readRetryAfter = (header: unknown): number | null =>
  typeof header === 'string' && /^\d{1,7}$/u.test(header) ? Number(header) * 1000 : null;

/** The headers of an answer that a failure is read from. */
interface AnswerHeaders {
  readonly date?: unknown;
  readonly retryAfter?: unknown;
}

export const headersOf = (headers: Headers): AnswerHeaders => ({
  date: headers.get('date'),
  retryAfter: headers.get('retry-after'),
});

export const httpFailure = (
  status: number,
  statusText: string,
  body: unknown,
  { date, retryAfter }: AnswerHeaders,
  cause?: unknown,
): ApiFailure => {
  const said = readErrorBody(body);
  return new ApiFailure({
    kind: 'http',
    status: said.code === undefined ? null : status,
    code: said.code ?? `http${status}`,
    // The server's message field, or these words (ERR-3).
    message: said.message ?? `server error: (${status} ${statusText})`,
    retryAt: said.retryAt ?? null,
    retryAfterMs: readRetryAfter(retryAfter),
    body,
    serverTime: readServerTime(date),
    cause,
  });
};

/** True when the server itself says that this member has no such project; every other 404 says nothing of it. */
export const isProjectGone = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 404 && error.code === 'projectNotFound';

/** True when the member has reached a limit: the same request is accepted once there is room. */
export const isQuota = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 413 && error.code === 'quota';

/** True when this very body is not taken: the server cannot use it, or it is too long for the server or for a proxy before it. */
export const isUnfit = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && (error.status === 400 || error.status === 413 || error.code === 'http413');

/** Failure of an answer that does not follow the contract, such as a proxy's page; its status means nothing, not even a 200. */
export const badAnswer = (message: string): ApiFailure =>
  new ApiFailure({ kind: 'http', status: null, code: 'badAnswer', message });

/** Converts any thrown value of a call to an ApiFailure. */
export function toApiFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (isAxiosError(error)) {
    if (error.response) {
      const { status, statusText, data, headers } = error.response;
      const { date, 'retry-after': retryAfter } = headers;
      return httpFailure(status, statusText, data, { date, retryAfter }, error);
    }
    if (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT') {
      return new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message: error.message, cause: error });
    }
    const code = error.code === 'ERR_CANCELED' ? 'aborted' : 'network';
    return new ApiFailure({ kind: 'network', status: null, code, message: error.message, cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof z.core.$ZodError) {
    return new ApiFailure({ kind: 'http', status: null, code: 'badAnswer', message, cause: error });
  }
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') {
    return new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message, cause: error });
  }
  return new ApiFailure({
    kind: 'network',
    status: null,
    code: name === 'AbortError' ? 'aborted' : 'network',
    message,
    cause: error,
  });
}
