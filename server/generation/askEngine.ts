import { setTimeout as pause } from 'node:timers/promises';
import { PICTURE_MAX_BYTES } from '../../src/api/contract';
import { engineFailure } from './engineFailure';

/** A longer Retry-After is not waited for. */
const PATIENCE_MS = 5_000;

export interface Bounds {
  /** Milliseconds before each further attempt after a connection that was never made. */
  unmadePausesMs: readonly number[];
  /** The same after an engine that says it is broken or too busy. */
  busyPausesMs: readonly number[];
  /** Bytes of an answer that are read before it is given up. */
  answerMaxBytes: number;
}
const BOUNDS: Bounds = {
  // Short: the caller still waits for an honest status.
  unmadePausesMs: [150, 450],
  busyPausesMs: [1_000, 3_000],
  // Room for the largest picture we keep and two drafts of it, in base64.
  answerMaxBytes: 4 * PICTURE_MAX_BYTES,
};

/** Nothing was sent: no such host, nobody listening there, no way to it. */
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
 * `fetch` for engines. Resolves with a successful answer, read whole. Throws EngineAnswer for any other answer, a
 * ProviderError for one that is larger than pictures can be, and what `fetch` throws when there was none.
 *
 * It tries again by itself, at most twice, and only where nothing can be billed twice: when the connection was never
 * made, and when the engine answered 500 or 503. After a time-out, a line that broke, 502 and 504 the picture may be in
 * the making, so those are told at once; so is 429, which another attempt would only make worse. `init.signal` ends
 * attempts and pauses alike, so that all of them stay within the caller's deadline. A redirection is not followed: it
 * would carry the key to an address nobody has set.
 */
export async function askEngine(
  url: string | URL | Request,
  init: RequestInit = {},
  bounds: Bounds = BOUNDS,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await askOnce(url, init, bounds.answerMaxBytes);
    } catch (error) {
      const waitMs = waitAfter(error, attempt, bounds);
      if (waitMs === undefined) throw error;
      await pause(waitMs, undefined, { signal: init.signal ?? undefined });
    }
  }
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

async function askOnce(url: string | URL | Request, init: RequestInit, maxBytes: number): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'manual' });
  const bytes = await readWhole(answer, maxBytes);
  const { status, headers } = answer;
  if (!answer.ok) throw new EngineAnswer(status, parse(bytes.toString('utf8')), secondsOf(headers.get('retry-after')));
  return new Response(new Uint8Array(bytes), {
    status,
    headers: { 'content-type': headers.get('content-type') ?? '' },
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
