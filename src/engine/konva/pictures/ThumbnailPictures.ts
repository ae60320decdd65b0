import type { Picture, PictureSource } from '../../render/card/PaintEnvironment';
import { addressesOf, type PictureAddresses } from './PictureAddresses';
import type { DecodedPicture, PictureDecoder } from './PictureDecoder';
import { WorkerDecoder } from './WorkerDecoder';

/** A picture that is drawn smaller is a block of colour: on a thumbnail nobody could recognise it, and thousands need not be fetched. */
export const SIDE_MIN = 32;
/** Longer sides at which pictures are decoded; few, so that a growing flow does not decode them all again. */
const SIDES = [64, 128, 256, 512, 1024] as const;

export interface ThumbnailPicturesOptions extends PictureAddresses {
  /** Returns the picture as the stage has decoded it, at least half so large; null when it has not. */
  readonly known: (url: string, side: number) => Picture | null;
  /** As for a `PictureCache`. */
  readonly credentials?: RequestCredentials;
  readonly decoder?: PictureDecoder;
}

const sideFor = (wanted: number): number => SIDES.find((side) => side >= wanted) ?? SIDES[SIDES.length - 1] ?? wanted;

/** Whether the flow names another site: the app's own addresses have no host in them. */
const isForeign = (url: string): boolean => /^https?:/i.test(url);

/** The pictures of a thumbnail: those that the stage shows, and those outside its view, which it does not load. */
export class ThumbnailPictures implements PictureSource {
  /** Whether the last painting had to do without a picture that it would have shown. */
  isWaiting = false;
  readonly #options: ThumbnailPicturesOptions;
  readonly #decoder: PictureDecoder;
  readonly #ready = new Map<string, { readonly side: number; readonly picture: DecodedPicture | 'broken' }>();

  constructor(options: ThumbnailPicturesOptions) {
    this.#options = options;
    this.#decoder = options.decoder ?? new WorkerDecoder(options.credentials);
  }

  get(url: string, wantedSide: number): Picture | 'loading' | 'broken' {
    const ready = this.#ready.get(url);
    if (ready) return ready.picture;
    if (wantedSide >= SIDE_MIN) this.isWaiting = true;
    return 'loading';
  }

  /**
   * Loads these, each at a size, and drops all others. The stage's pictures are copied before this returns. Returns whether each of them
   * is loaded or can never be; some may be missing when the signal ends the wait.
   */
  async load(wanted: ReadonlyMap<string, number>, signal: AbortSignal): Promise<boolean> {
    for (const [url, { picture }] of this.#ready) {
      if (wanted.has(url)) continue;
      this.#ready.delete(url);
      if (picture !== 'broken') picture.close();
    }
    const missing: [string, number][] = [];
    const copies: Promise<void>[] = [];
    for (const [url, wantedSide] of wanted) {
      const side = sideFor(wantedSide);
      if ((this.#ready.get(url)?.side ?? 0) >= side) continue;
      const known = this.#options.known(url, wantedSide);
      if (known) copies.push(this.#copy(url, side, known));
      else missing.push([url, side]);
    }
    await Promise.all(copies);
    const next = missing.values();
    const load = async (): Promise<void> => {
      for (const [url, side] of next) {
        if (signal.aborted) return;
        await this.#decode(url, side);
      }
    };
    const ended = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([Promise.all(Array.from({ length: this.#decoder.atOnce }, load)), ended]);
    return Array.from(wanted.keys()).every((url) => this.#ready.has(url));
  }

  /** Lets broken pictures be asked for again, such as after the network came back. */
  retryBroken(): void {
    for (const [url, { picture }] of this.#ready) if (picture === 'broken') this.#ready.delete(url);
  }

  dispose(): void {
    this.#decoder.dispose();
    for (const { picture } of this.#ready.values()) if (picture !== 'broken') picture.close();
    this.#ready.clear();
  }

  async #copy(url: string, side: number, { bitmap }: Picture): Promise<void> {
    try {
      const copy = await createImageBitmap(bitmap as ImageBitmap);
      this.#keep(url, side, { bitmap: copy, width: copy.width, height: copy.height, close: () => copy.close() });
    } catch {
      await this.#decode(url, side);
    }
  }

  async #decode(url: string, side: number): Promise<void> {
    try {
      const picture = await this.#decoder.decode(addressesOf(this.#options, url, side), side);
      if (picture !== 'unanswered') this.#keep(url, side, picture);
      // A picture that another site forbids looks unanswered: nothing waits for it, and it is requested again the next time.
      else if (isForeign(url)) this.#keep(url, 0, 'broken');
    } catch {
      this.#keep(url, side, 'broken');
    }
  }

  #keep(url: string, side: number, picture: DecodedPicture | 'broken'): void {
    const before = this.#ready.get(url)?.picture;
    if (before && before !== 'broken') before.close();
    this.#ready.set(url, { side, picture });
  }
}
