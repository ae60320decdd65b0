import type { Picture, PictureSource } from '../paint/PaintEnvironment';

type Version = 'small' | 'full';

interface Entry {
  readonly picture: Picture;
  readonly bytes: number;
}

/** Width of the small version; device pixels. Enough for a card at zoom 1 on an ordinary screen. */
const SMALL_WIDTH = 256;
/** A full version is bounded too: nothing on the canvas is drawn wider. */
const FULL_WIDTH = 1280;
/** The documented bound of decoded pictures: 256 MB. */
const PICTURE_CACHE_BYTES = 256 * 1024 * 1024;

export interface PictureCacheOptions {
  readonly maxBytes?: number;
  /** Turns a stored url (`/files/...`, a data URL) into one that can be fetched. */
  readonly resolveUrl: (url: string) => string;
  /** Called when a picture became ready or was found broken: draw again. */
  readonly onChange: () => void;
}

/**
 * Decoded pictures for the painters, within a bound of bytes; the least recently drawn go first. Decoding and
 * scaling happen off the main thread (createImageBitmap); the small version comes first and stands in for the
 * full one. EXIF orientation is respected. Fetched with credentials, so that the canvas stays exportable.
 */
export class PictureCache implements PictureSource {
  readonly #options: Required<PictureCacheOptions>;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, AbortController>();
  readonly #broken = new Set<string>();
  #bytes = 0;

  constructor(options: PictureCacheOptions) {
    this.#options = { maxBytes: PICTURE_CACHE_BYTES, ...options };
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(url: string, wantedWidth: number): Picture | 'loading' | 'broken' {
    if (this.#broken.has(url)) return 'broken';
    const version: Version = wantedWidth > SMALL_WIDTH ? 'full' : 'small';
    const ready = this.#use(url, version);
    if (ready) return ready;
    const standIn = this.#use(url, version === 'full' ? 'small' : 'full');
    // The small one first; the full one once that is there.
    this.#load(url, standIn ? version : 'small');
    return standIn ?? 'loading';
  }

  /** Lets broken pictures be tried again, such as after the network came back. */
  retryBroken(): void {
    if (this.#broken.size === 0) return;
    this.#broken.clear();
    this.#options.onChange();
  }

  dispose(): void {
    for (const controller of this.#loading.values()) controller.abort();
    for (const { picture } of this.#entries.values()) (picture.bitmap as ImageBitmap).close();
    this.#entries.clear();
    this.#bytes = 0;
  }

  #use(url: string, version: Version): Picture | null {
    const key = `${version} ${url}`;
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.picture;
  }

  #load(url: string, version: Version): void {
    const key = `${version} ${url}`;
    if (this.#loading.has(key)) return;
    const controller = new AbortController();
    this.#loading.set(key, controller);
    void this.#decode(url, version, controller.signal)
      .then((bitmap) => this.#keep(key, bitmap))
      .catch(() => {
        if (!controller.signal.aborted) this.#broken.add(url);
      })
      .finally(() => {
        this.#loading.delete(key);
        if (!controller.signal.aborted) this.#options.onChange();
      });
  }

  async #decode(url: string, version: Version, signal: AbortSignal): Promise<ImageBitmap> {
    const response = await fetch(this.#options.resolveUrl(url), { credentials: 'include', signal });
    if (!response.ok) throw new Error(`picture answered ${response.status}`);
    const blob = await response.blob();
    const limit = version === 'small' ? SMALL_WIDTH : FULL_WIDTH;
    const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    if (whole.width <= limit) return whole;
    const resizeHeight = Math.max(1, Math.round((whole.height * limit) / whole.width));
    const scaled = await createImageBitmap(whole, { resizeWidth: limit, resizeHeight, resizeQuality: 'high' });
    whole.close();
    return scaled;
  }

  #keep(key: string, bitmap: ImageBitmap): void {
    const bytes = bitmap.width * bitmap.height * 4;
    this.#entries.set(key, { picture: { bitmap, width: bitmap.width, height: bitmap.height }, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#options.maxBytes || oldest === key) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
      (entry.picture.bitmap as ImageBitmap).close();
    }
  }
}
