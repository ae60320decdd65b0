import { PICTURE_MAX_BYTES } from '../../src/api/contract';
import { retry } from '../retry';
import { engineFailure } from './engineFailure';
import { MEBIBYTE } from '../bytes';
import { parseJson } from '../parseJson';

/** A longer Retry-After is not waited for. */
const PATIENCE_MS = 5_000;

export interface Bounds {
  /** Milliseconds before each further attempt after a connection that was never made. */
  unmadePausesMs: readonly number[];
  /** The same after an engine that says it is broken or too busy. */
  busyPausesMs: readonly number[];
  /** Bytes of an answer above which it is dropped. */
  answerMaxBytes: number;
}
const BOUNDS: Bounds = {
  // Short: the caller still waits for an honest status.
  unmadePausesMs: [150, 450],
  busyPausesMs: [1_000, 3_000],
  // Room for the largest picture we keep and two drafts of it, in base64.
  answerMaxBytes: 4 * PICTURE_MAX_BYTES,
};

/** A text of ANALYZE_MAX_CHARACTERS, each in an event of its own with everything that engines write around it. */
const STREAM_MAX_BYTES = 16 * MEBIBYTE;

/** Nothing was sent: no such host, no listener there, no route to it. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The engine itself says that it has done nothing. */
const DID_NOTHING: ReadonlySet<number> = new Set([500, 503]);

/** An answer that is no success, as it came; its text stays behind in `body`. */
export class EngineAnswer extends Error {
  override readonly name = 'EngineAnswer';
  readonly status: number;
  /** Parsed; null when it is no JSON. */
  readonly body: unknown;
  readonly retryAfterS: number | undefined;

  constructor(status: number, body: unknown, retryAfterS: number | undefined) {
    super(`the engine answered ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfterS = retryAfterS;
  }
}

/**
 * `fetch` for engines. Resolves with a successful answer, read whole. Throws EngineAnswer for any other answer, an EngineError for one
 * that is larger than pictures can be, and the error of `fetch` when there was none.
 *
 * It retries by itself, at most twice, and only when nothing can be billed twice: when the connection was never made, and when the engine
 * answered 500 or 503. After a time-out, a broken line, 502 and 504 the picture may be in the making, so those are reported at once; so is
 * 429, which another attempt would only make worse. `init.signal` ends attempts and pauses alike, so that all of them stay within the
 * caller's deadline. A redirection is not followed: it would carry the key to an address that the operator has not set.
 */
export function askEngine(
  url: string | URL | Request,
  init: RequestInit = {},
  bounds: Bounds = BOUNDS,
): Promise<Response> {
  return attempt(init, bounds, async () => {
    const answer = await open(url, init, bounds.answerMaxBytes);
    return copyOf(answer, new Uint8Array(await readWhole(answer, bounds.answerMaxBytes)));
  });
}

/**
 * Same as `askEngine` for an answer that comes little by little: resolves as it begins. A failure while it is read is thrown to the reader
 * and never tried again; an answer longer than words can be is an EngineError.
 */
export function streamEngine(
  url: string | URL | Request,
  init: RequestInit = {},
  bounds: Bounds = BOUNDS,
): Promise<Response> {
  return attempt(init, bounds, async () => {
    const answer = await open(url, init, bounds.answerMaxBytes);
    return copyOf(answer, answer.body?.pipeThrough(boundedTo(STREAM_MAX_BYTES)) ?? null);
  });
}

function attempt(init: RequestInit, bounds: Bounds, ask: () => Promise<Response>): Promise<Response> {
  return retry(ask, (error, failures) => waitAfter(error, failures, bounds), init.signal ?? undefined);
}

/** Undefined: not to be tried again. */
function waitAfter(error: unknown, attempt: number, { unmadePausesMs, busyPausesMs }: Bounds): number | undefined {
  if (error instanceof EngineAnswer) {
    if (!DID_NOTHING.has(error.status)) return undefined;
    const askedMs = (error.retryAfterS ?? 0) * 1000;
    const pauseMs = busyPausesMs[attempt];
    return pauseMs === undefined || askedMs > PATIENCE_MS ? undefined : Math.max(askedMs, jittered(pauseMs));
  }
  const pauseMs = unmadePausesMs[attempt];
  return pauseMs === undefined || !wasNeverSent(error) ? undefined : jittered(pauseMs);
}

/** Many that failed together do not come back together. */
function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 4);
}

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && NEVER_SENT.has(String(cause.code));
}

async function open(url: string | URL | Request, init: RequestInit, maxBytes: number): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'manual' });
  if (answer.ok) return answer;
  const { status, headers } = answer;
  const text = (await readWhole(answer, maxBytes)).toString('utf8');
  throw new EngineAnswer(status, parseJson(text), secondsOf(headers.get('retry-after')));
}

function copyOf({ status, headers }: Response, body: BodyInit | null): Response {
  return new Response(body, { status, headers: { 'content-type': headers.get('content-type') ?? '' } });
}

function boundedTo(maxBytes: number): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, stream) => {
      bytes += chunk.length;
      if (bytes > maxBytes) stream.error(engineFailure('text', 'unreadable', { detail: 'answer too large' }));
      else stream.enqueue(new Uint8Array(chunk));
    },
  });
}

async function readWhole({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw engineFailure('picture', 'unusablePicture', { detail: 'answer too large' });
  }
  return Buffer.concat(chunks);
}

/** RFC 9110: seconds, or a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
