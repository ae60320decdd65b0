import { pictureDecoder } from './decoding';
import { KeyedMutex } from '../Mutex';
import type { StoredPicture } from './pictures';

/** The longer side, in pixels, as a query names it. */
export type SmallSize = '256' | '1024';

/** Thousands of the smaller ones. */
const KEPT_MAX_BYTES = 64 * 1024 * 1024;
const CONTENT_TYPE = 'image/webp';

/** Small versions of pictures, made on request. The last ones stay in memory; every browser caches its own for good. */
export class SmallPictures {
  /** The last requested one is last. */
  readonly #kept = new Map<string, Buffer>();
  readonly #mutex = new KeyedMutex();
  #bytes = 0;

  /** `read` returns the whole picture, or null. Throws ApiError as decoding does. */
  async make(name: string, size: SmallSize, read: () => Promise<StoredPicture | null>): Promise<StoredPicture | null> {
    const key = `${size} ${name}`;
    // Two who ask for the same have it made once.
    return this.#mutex.run(key, async () => {
      const kept = this.#kept.get(key);
      const bytes = kept ?? (await this.#shrink(size, read));
      if (bytes === null) return null;
      this.#keep(key, bytes);
      return { bytes, contentType: CONTENT_TYPE };
    });
  }

  async #shrink(size: SmallSize, read: () => Promise<StoredPicture | null>): Promise<Buffer | null> {
    const whole = await read();
    if (whole === null) return null;
    return (await pictureDecoder.decode(size === '256' ? 'small256' : 'small1024', whole.bytes, 'engine')).bytes;
  }

  #keep(key: string, bytes: Buffer): void {
    if (!this.#kept.delete(key)) this.#bytes += bytes.byteLength;
    this.#kept.set(key, bytes);
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= KEPT_MAX_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
