import { AwsV4Signer } from 'aws4fetch';
import { retry } from '../../retry';
import { MEBIBYTE } from '../../bytes';

/** One call of a bucket that did not do what was asked. The message names no key and no address. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  /** Null when no whole answer came. */
  readonly status: number | null;
  /** S3's own word, such as `SlowDown`; empty when it said none. */
  readonly code: string;

  constructor(message: string, status: number | null, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether the same call may succeed when it is made again. */
  get passes(): boolean {
    return this.status === null || this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

export interface S3Timeouts {
  /** Time for one call, and for all attempts at it together. */
  readonly callMs: number;
  readonly attemptsMs: number;
}

/** The app gives a silent server 5000 ms. */
const DEFAULT_TIMEOUTS: S3Timeouts = { callMs: 2_000, attemptsMs: 4_500 };
/** Further time for each MiB that travels. */
const MS_PER_MIB = 1_000;
const ATTEMPTS = 4;
/** Pause before the second attempt; doubled before each further one, and shortened at random so that not all come back at once. */
const PAUSE_MS = 100;

export interface S3Order {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** An object's key; empty for the bucket itself. */
  readonly key: string;
  readonly query?: string;
  readonly body?: { readonly bytes: Buffer; readonly sha256: string };
}

export interface S3Answer {
  readonly status: number;
  readonly response: Response;
  /** Ends the call, whatever part of it is still in progress. */
  readonly stop: AbortController;
}

/** Signed calls of one bucket. */
export class S3Bucket {
  readonly #settings: BucketSettings;
  readonly #timeouts: S3Timeouts;
  /** The signing keys of a day. */
  readonly #cache = new Map<string, ArrayBuffer>();

  constructor(settings: BucketSettings, timeouts = DEFAULT_TIMEOUTS) {
    this.#settings = settings;
    this.#timeouts = timeouts;
  }

  /**
   * Resolves with the head of an answer of success or 404. Each of these calls does the same when it is made twice, so all are
   * made again, with growing pauses, while that may help. Throws S3Failure.
   */
  async send(order: S3Order): Promise<S3Answer> {
    const extraMs = ((order.body?.bytes.length ?? 0) / MEBIBYTE) * MS_PER_MIB;
    const { callMs, attemptsMs } = this.#timeouts;
    const end = performance.now() + attemptsMs + 2 * extraMs;
    return retry(
      () => this.sendOnce(order, Math.min(callMs + extraMs, end - performance.now())),
      (error, failures) => {
        if (!(error instanceof S3Failure) || !error.passes || failures === ATTEMPTS - 1) return undefined;
        const pauseMs = PAUSE_MS * 2 ** failures * (0.5 + Math.random() / 2);
        return performance.now() + pauseMs < end ? pauseMs : undefined;
      },
    );
  }

  /** Like `send`, without a second attempt. */
  async sendOnce(order: S3Order, timeoutMs = this.#timeouts.callMs): Promise<S3Answer> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), timeoutMs);
    try {
      const { url, headers } = await this.#sign(order);
      const response = await fetch(url, {
        method: order.method,
        headers,
        body: order.body === undefined ? null : new Uint8Array(order.body.bytes),
        signal: stop.signal,
        redirect: 'manual',
      });
      if (response.ok && order.method === 'GET') return { status: response.status, response, stop };
      const [, code = ''] = /<Code>(\w{1,64})<\/Code>/.exec(await response.text()) ?? [];
      if (response.ok || (response.status === 404 && code !== 'NoSuchBucket')) {
        return { status: response.status, response, stop };
      }
      throw new S3Failure(`S3 answered ${order.method} with ${response.status} ${code}`.trim(), response.status, code);
    } catch (error) {
      if (error instanceof S3Failure) throw error;
      const why = stop.signal.aborted ? `in ${Math.round(timeoutMs)} ms` : reasonOf(error);
      throw new S3Failure(`S3 gave no whole answer to ${order.method} (${why})`, null);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the bucket is there and open to our keys, asked once. Throws S3Failure. */
  async look(): Promise<void> {
    // No object of ours is called so, and a list of none costs least.
    const { response } = await this.sendOnce({ method: 'GET', key: '', query: 'list-type=2&max-keys=1&prefix=none' });
    await response.body?.cancel();
  }

  async #sign({ method, key, query = '', body }: S3Order): Promise<{ url: URL; headers: Headers }> {
    const { bucket, endpoint, region, accessKeyId, secretAccessKey, sessionToken } = this.#settings;
    const address =
      endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com/${key}` : `${endpoint}/${bucket}/${key}`;
    const { url, headers } = await new AwsV4Signer({
      method,
      url: query === '' ? address : `${address}?${query}`,
      // The hash lets the store itself refuse bytes that changed on their way.
      headers: body === undefined ? {} : { 'x-amz-content-sha256': body.sha256 },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
      service: 's3',
      region,
      cache: this.#cache,
    }).sign();
    // The header is not signed, since proxies rewrite it. A compressed answer would have another length than its object.
    headers.set('accept-encoding', 'identity');
    return { url, headers };
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return String(cause);
}

/** A bucket and the keys to it. */
export interface BucketSettings {
  readonly bucket: string;
  /** Origin of an S3-compatible server, addressed in path style; null for Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The token of temporary keys. */
  readonly sessionToken: string | null;
}
