import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../errors';
import { askEngine, type Bounds, EngineAnswer } from '../askEngine';
import { engineFailure } from '../engineFailure';
import { ProviderError } from '../ports';
import type { PicturePlace } from '../several';

const DATA_URL = /^data:image\/[\w.+-]+;base64,/;

/** The bytes inside an image data URL, of any kind: its label decides nothing. Throws ApiError 400 for any other URL. */
export function dataUrlBytes(url: string): Buffer {
  const head = DATA_URL.exec(url)?.[0];
  if (head !== undefined) return Buffer.from(url.slice(head.length), 'base64');
  throw new ApiError(400, 'notAPicture', 'A connected picture could not be read. Choose the picture again.');
}

interface Delivery {
  /** The engine's own address, which the operator has set: files there are requested with the key. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Host where the engine is known to put its pictures, its subdomains included; asked only by https, and without the key. */
  readonly host: string;
  readonly signal: AbortSignal;
  readonly bounds: Bounds | undefined;
}

/**
 * The picture that an engine has answered by its address, or as a data URL. Throws a ProviderError for an address that is not the
 * engine's own, which is not opened: it could name anything this server can reach.
 */
async function readPictureAt(address: string, { baseUrl, headers, host, signal, bounds }: Delivery): Promise<Buffer> {
  if (address.startsWith('data:')) return bytesOf(address);
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOwn = url?.origin === new URL(baseUrl).origin;
  const isDelivered = url?.protocol === 'https:' && url.port === '' && `.${url.hostname}`.endsWith(`.${host}`);
  if (url === null || !(isOwn || isDelivered)) throw engineFailure('picture', 'addressAnswer', { detail: 'elsewhere' });
  const answer = await askEngine(url, isOwn ? { headers, signal } : { signal }, bounds);
  return Buffer.from(await answer.arrayBuffer());
}

function bytesOf(dataUrl: string): Buffer {
  try {
    return dataUrlBytes(dataUrl);
  } catch (error) {
    throw engineFailure('picture', 'unusablePicture', { detail: 'no picture in a data URL', cause: error });
  }
}

/**
 * Reads the pictures at these addresses as readPictureAt does. A failure takes its picture's place: the others stay. Throws the signal's
 * reason once it is aborted.
 */
export function readPicturesAt(addresses: readonly string[], delivery: Delivery): Promise<PicturePlace[]> {
  return Promise.all(addresses.map((address) => readOr(address, delivery)));
}

async function readOr(address: string, delivery: Delivery): Promise<PicturePlace> {
  try {
    return await readPictureAt(address, delivery);
  } catch (error) {
    delivery.signal.throwIfAborted();
    if (error instanceof ProviderError) return error;
    // The picture was made and is billed: whatever the status, the key and the account were accepted.
    return engineFailure('picture', 'unreachable', { detail: 'the picture could not be read', cause: error });
  }
}

/** Looks in a row that may fail: the picture is in the making, and is billed, whether or not it can be seen. */
const FAILURES_MAX = 5;
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

interface PollOptions {
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Looks again and again for what an engine makes, until there is something else than null. Throws what the last look threw. */
export async function awaitResult<T>(look: () => Promise<T | null>, { everyMs, signal }: PollOptions): Promise<T> {
  for (let failures = 0; ;) {
    try {
      const seen = await look();
      if (seen !== null) return seen;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (signal.aborted || failures === FAILURES_MAX || !passes(error)) throw error;
    }
    await pause(everyMs, undefined, { signal });
  }
}

function passes(error: unknown): boolean {
  if (error instanceof EngineAnswer) return PASSING.has(error.status);
  // `fetch` throws this for a line that broke.
  return !(error instanceof ProviderError) && error instanceof TypeError;
}
