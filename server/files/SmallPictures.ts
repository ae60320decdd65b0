import type { BytesInFlight } from '../http/admitBodies';
import { pictureDecoder, picturesBusy } from './decoding';
import { PictureQueue } from './PictureQueue';
import type { Pictures, StoredPicture } from './pictures';
import { MEBIBYTE } from '../bytes';

/** The longer side, in pixels, as a query names it. */
export type SmallSize = '256' | '1024';

interface SmallPicturesDeps {
  pictures: Pick<Pictures, 'measure' | 'read'>;
  inFlight: Pick<BytesInFlight, 'take'>;
}

/** A picture of the member's that is wanted small. */
interface SmallPictureRequest {
  readonly memberId: string;
  readonly url: string;
  readonly size: SmallSize;
}

/** A small version that is being made or waits for it. */
interface ScalingWork {
  readonly made: Promise<Buffer | null>;
  readonly stop: AbortController;
  readers: number;
}

/** Thousands of the smaller ones. */
const KEPT_MAX_BYTES = 64 * MEBIBYTE;
const CONTENT_TYPE = 'image/webp';

/**
 * Small versions of pictures, made on request, a few at a time: a whole picture is read only once it is to be decoded. The last ones stay
 * in memory; every browser caches its own for good.
 */
export class SmallPictures {
  readonly #deps: SmallPicturesDeps;
  /** The last requested one is last. */
  readonly #kept = new Map<string, Buffer>();
  readonly #making = new Map<string, ScalingWork>();
  readonly #queue = new PictureQueue();
  #bytes = 0;

  constructor(deps: SmallPicturesDeps) {
    this.#deps = deps;
  }

  /**
   * Returns null when there is no such picture. The caller has checked that the member owns it. A version that is not yet made when its
   * last reader leaves is not made. Throws ApiError 503 when too many wait, and as decoding does.
   */
  async make(wanted: SmallPictureRequest, gone: AbortSignal): Promise<StoredPicture | null> {
    const kept = this.#kept.get(nameOf(wanted));
    if (kept) this.#keep(nameOf(wanted), kept);
    const bytes = kept ?? (await this.#join(wanted, gone));
    return bytes && { bytes, contentType: CONTENT_TYPE };
  }

  /** Two readers of a member who ask for the same have it made once. */
  async #join(wanted: SmallPictureRequest, gone: AbortSignal): Promise<Buffer | null> {
    const key = `${wanted.memberId} ${nameOf(wanted)}`;
    const making = this.#making.get(key) ?? this.#begin(key, wanted);
    making.readers += 1;
    const leave = (): void => {
      making.readers -= 1;
      if (making.readers > 0) return;
      this.#forget(key, making);
      making.stop.abort(picturesBusy());
    };
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave, { once: true });
    try {
      return await making.made;
    } finally {
      gone.removeEventListener('abort', leave);
    }
  }

  #begin(key: string, wanted: SmallPictureRequest): ScalingWork {
    const stop = new AbortController();
    const making = { made: this.#make(wanted, stop.signal), stop, readers: 0 };
    this.#making.set(key, making);
    const forget = (): void => this.#forget(key, making);
    making.made.then(forget, forget);
    return making;
  }

  #forget(key: string, making: ScalingWork): void {
    if (this.#making.get(key) === making) this.#making.delete(key);
  }

  async #make(wanted: SmallPictureRequest, signal: AbortSignal): Promise<Buffer | null> {
    const leave = await this.#queue.take(wanted.memberId, signal);
    try {
      // Another member may have had the same made meanwhile.
      return this.#kept.get(nameOf(wanted)) ?? (await this.#shrink(wanted, signal));
    } finally {
      leave();
    }
  }

  async #shrink({ memberId, url, size }: SmallPictureRequest, signal: AbortSignal): Promise<Buffer | null> {
    const { pictures, inFlight } = this.#deps;
    const release = inFlight.take(memberId, await pictures.measure(memberId, [url]));
    try {
      const whole = await pictures.read(memberId, url, signal);
      if (whole === null) return null;
      signal.throwIfAborted();
      const task = size === '256' ? 'small256' : 'small1024';
      const { bytes } = await pictureDecoder.decode(task, whole.bytes, { memberId, hasPlace: true });
      if (bytes !== null) this.#keep(nameOf({ url, size }), bytes);
      return bytes;
    } finally {
      release();
    }
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

const nameOf = ({ size, url }: Pick<SmallPictureRequest, 'size' | 'url'>): string => `${size} ${url}`;
