import { Readable } from 'node:stream';
import { type FileStore, type StoredFile, checkStoredName } from '../FileStore';
import { StoreUnavailable } from '../errors';
import { S3Bucket, type S3Timeouts, type S3Answer, type S3Order, S3Failure } from './S3Bucket';
import type { BucketSettings } from './S3Bucket';

/** How long a transfer may be silent, in milliseconds. */
const SILENCE_MS = 10_000;

/** Files as the objects of one bucket, which is for one installation alone. */
export class S3FileStore implements FileStore {
  readonly #bucket: S3Bucket;

  constructor(settings: BucketSettings, timeouts?: S3Timeouts) {
    this.#bucket = new S3Bucket(settings, timeouts);
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    if ((await this.size(name)) === bytes.length) return;
    const [sha256 = ''] = name.split('.');
    await this.#done({ method: 'PUT', key: name, body: { bytes, sha256 } });
  }

  async get(name: string): Promise<StoredFile | null> {
    const answer = await this.#send({ method: 'GET', key: name });
    if (answer === null) return null;
    const bytes = lengthOf(answer);
    return { bytes, stream: streamOf(answer, bytes) };
  }

  async remove(name: string): Promise<void> {
    await this.#send({ method: 'DELETE', key: name });
  }

  async size(name: string): Promise<number | null> {
    const answer = await this.#send({ method: 'HEAD', key: name });
    return answer && lengthOf(answer);
  }

  /** A bucket has an object whole or not at all. */
  async removeDrafts(): Promise<void> {}

  async probe(): Promise<void> {
    try {
      await this.#bucket.look();
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Null when there is no such object. */
  async #send(order: S3Order): Promise<S3Answer | null> {
    checkStoredName(order.key);
    try {
      const answer = await this.#bucket.send(order);
      return answer.status === 404 ? null : answer;
    } catch (error) {
      throw unavailable(error);
    }
  }

  async #done(order: S3Order): Promise<void> {
    if ((await this.#send(order)) === null) throw unavailable(new S3Failure('S3 has no such place', 404));
  }
}

function lengthOf({ response, stop }: S3Answer): number {
  const length = response.headers.get('content-length');
  if (length !== null) return Number(length);
  stop.abort();
  throw unavailable(new S3Failure('S3 did not tell how long a file is', null));
}

/** The bytes of a body, until it ends too early or falls silent. */
function streamOf({ response, stop }: S3Answer, bytes: number): Readable {
  const reader = response.body?.getReader();
  let left = bytes;
  const next = async (): Promise<Uint8Array | null> => {
    const timer = setTimeout(() => stop.abort(), SILENCE_MS);
    try {
      const { value } = (await reader?.read()) ?? {};
      left -= value?.length ?? 0;
      if (value === undefined && left > 0) throw new Error('it ended too early');
      return value ?? null;
    } catch {
      throw unavailable(new S3Failure(`S3 sent ${bytes - left} of the ${bytes} bytes of a file`, null));
    } finally {
      clearTimeout(timer);
    }
  };
  return new Readable({
    read() {
      next().then(
        (chunk) => this.push(chunk),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      stop.abort();
      done(error);
    },
  });
}

function unavailable(error: unknown): unknown {
  return error instanceof S3Failure ? new StoreUnavailable(error, error.passes) : error;
}
