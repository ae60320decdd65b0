import { loadImage } from '@napi-rs/canvas';
import sharp from 'sharp';
import { DiskFileStore } from '../../server/files/DiskFileStore';
import { readWhole } from '../../server/files/FileStore';
import { inspectPicture } from '../../server/files/inspectPicture';
import type { Picture, PictureSource } from '../../src/engine';

/**
 * The pictures of one drawing. Painters get 'loading' at first; `load` then reads the requested pictures, no larger than requested, and the
 * second drawing has them. Nothing is fetched from a network.
 */
export class FlowPictures implements PictureSource {
  readonly #store: DiskFileStore | null;
  /** The largest requested width of each, in device pixels. */
  readonly #asked = new Map<string, number>();
  readonly #known = new Map<string, Picture | 'broken'>();

  /** `folder`: where a server keeps its files; without it only data URLs can be read. */
  constructor(folder: string | undefined) {
    this.#store = folder === undefined ? null : new DiskFileStore(folder);
  }

  get(url: string, wantedWidth: number): Picture | 'loading' | 'broken' {
    const known = this.#known.get(url);
    if (known) return known;
    this.#asked.set(url, Math.max(wantedWidth, this.#asked.get(url) ?? 1));
    return 'loading';
  }

  /** Returns how many could not be read. */
  async load(): Promise<number> {
    let broken = 0;
    for (const [url, width] of this.#asked) {
      const picture = await this.#decode(url, width).catch(() => null);
      if (!picture) broken++;
      this.#known.set(url, picture ?? 'broken');
    }
    return broken;
  }

  async #decode(url: string, width: number): Promise<Picture | null> {
    const bytes = await this.#read(url);
    if (!bytes) return null;
    await inspectPicture(bytes, 'engine');
    const fitting = sharp(bytes)
      .autoOrient()
      .resize({ width, height: width, fit: 'outside', withoutEnlargement: true });
    const image = await loadImage(await fitting.png({ compressionLevel: 1 }).toBuffer());
    return { bitmap: image, width: image.width, height: image.height };
  }

  async #read(url: string): Promise<Buffer | null> {
    if (url.startsWith('data:')) return Buffer.from(await (await fetch(url)).arrayBuffer());
    const name = /^\/files\/([^/]+)$/.exec(url)?.[1];
    return name === undefined || !this.#store ? null : readWhole(this.#store, name);
  }
}
