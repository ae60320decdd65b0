import type { Editor } from '../../Editor';
import type { CellSource, Picture, PictureSource } from '../../render/card/PaintEnvironment';
import { FailedPictures } from './FailedPictures';
import { addressesOf, type PictureAddresses } from './PictureAddresses';
import type { DecodedPicture, PictureDecoder } from './PictureDecoder';
import { PicturesInView } from './PicturesInView';
import { WorkerDecoder } from './WorkerDecoder';

/**
 * Longer sides of the versions, smallest first; device pixels. Tiny is enough for a block of colour (a card at zoom 0.2 on an
 * ordinary screen), small for a card at zoom 1. The last is enlarged where a card is larger still, as at zoom 5 on a screen of pixel ratio 2: with
 * a larger one very few pictures would take all the bytes.
 */
const SIDES = [64, 256, 1280] as const;
const TINY = 0;
const SMALL = 1;
const FULL = 2;
type Version = typeof TINY | typeof SMALL | typeof FULL;
const VERSIONS: readonly Version[] = [TINY, SMALL, FULL];
/** The documented bound of decoded pictures: 256 MB. */
const PICTURE_CACHE_BYTES = 256 * 1024 * 1024;

export interface PictureCacheOptions extends PictureAddresses {
  /** Bound of the decoded pictures, 256 MB by default; width x height x 4 each. */
  readonly maxBytes?: number;
  /** Cells that the editor's stage shows; absent for a stage without sheets. */
  readonly cells?: CellSource;
  /** As `fetch` takes it; 'include' by default, for which a host may not answer `Access-Control-Allow-Origin: *`. */
  readonly credentials?: RequestCredentials;
  /** Fetches and decodes; a worker by default. */
  readonly decoder?: PictureDecoder;
}

/** The cache's record of one picture. */
interface Entry {
  readonly ready: Map<Version, DecodedPicture>;
  /** Bytes that each version turned out to take. */
  readonly bytes: Map<Version, number>;
  /** The shorter side of the picture divided by the longer one; at most, for the sides of small versions are rounded. */
  readonly proportion: number;
  /** The version that the cards show now. */
  shown: Version | null;
}

/**
 * Decoded pictures for the cards of an editor, within a limit of bytes. They are fetched (with CORS, so that the canvas stays
 * exportable) and decoded off the main thread, a few at a time: the last request comes first, and pictures that left the view are not
 * loaded. A small version comes before the full one. When one has arrived the editor repaints the cards in view that show it. The least
 * recently drawn are dropped; pictures in view never are, so smaller versions of them stay when the limit does not suffice for all. Nothing
 * more is loaded during a zoom. A picture whose server does not answer is broken until it does: while it is in view it is requested again,
 * after growing pauses, for some minutes.
 */
export class PictureCache implements PictureSource {
  readonly #editor: Editor;
  readonly #addresses: PictureAddresses;
  readonly #maxBytes: number;
  readonly #decoder: PictureDecoder;
  readonly #inView: PicturesInView;
  /** The records by url, in the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  /** The versions still to be loaded, in the order of asking. */
  readonly #wanted = new Map<string, Version>();
  readonly #loading = new Map<string, { readonly version: Version }>();
  readonly #failed = new FailedPictures();
  #bytes = 0;
  #isLookingForWork = false;
  /** Decoding would take the processor that a zoom is drawn by. */
  #isHurried = false;

  constructor(editor: Editor, options: PictureCacheOptions) {
    this.#editor = editor;
    this.#addresses = options;
    this.#maxBytes = options.maxBytes ?? PICTURE_CACHE_BYTES;
    this.#decoder = options.decoder ?? new WorkerDecoder(options.credentials);
    this.#inView = new PicturesInView(editor, options.cells);
  }

  /** Bytes of all decoded pictures. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of pictures that are kept, or whose size is. */
  get count(): number {
    return this.#entries.size;
  }

  get(url: string, wantedSide: number, isHurried = false): Picture | 'loading' | 'broken' {
    if (this.#isHurried && !isHurried) this.#lookForWork();
    this.#isHurried = isHurried;
    const wanted = versionFor(wantedSide);
    const entry = this.#entries.get(url);
    const shown = entry && bestOf(entry, wanted);
    if (shown !== wanted && !isHurried && this.#failed.mayAsk(url)) this.#ask(url, wanted);
    if (!entry || shown === undefined) return this.#failed.has(url) ? 'broken' : 'loading';
    entry.shown = shown;
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    return entry.ready.get(shown) ?? 'loading';
  }

  /** Returns the best decoded version that is at least half so large, without asking for more. It may be closed at any later time. */
  known(url: string, side: number): Picture | null {
    const entry = this.#entries.get(url);
    const version = entry && bestOf(entry, versionFor(side));
    const picture = version === undefined ? undefined : entry?.ready.get(version);
    if (!picture || version === undefined) return null;
    const longer = Math.max(picture.width, picture.height);
    // A picture that is not as large as its version may be is all there is of it.
    return longer >= side / 2 || longer < SIDES[version] ? picture : null;
  }

  /** Whether a card in view shows this picture. */
  isInView(url: string): boolean {
    return this.#inView.cardsOf(url).size > 0;
  }

  /** Whether it is decoded as large as it is drawn, or no more of it will come: its server has none, or something that is no picture. */
  isSettled(url: string, wantedSide: number): boolean {
    const wanted = versionFor(wantedSide);
    const ready = this.#entries.get(url)?.ready.keys() ?? [];
    return this.#failed.isFinal(url) || [...ready].some((version) => version >= wanted);
  }

  /** Drops a picture that no card will show again, with all that is known of it: a data URL is as long as its file. */
  forget(url: string): void {
    this.#wanted.delete(url);
    this.#failed.delete(url);
    for (const [version, picture] of this.#entries.get(url)?.ready ?? []) this.#drop(url, version, picture);
    this.#entries.delete(url);
    // Its answer, which may be under way, finds nobody who waits for it.
    if (this.#loading.delete(url)) this.#lookForWork();
  }

  /** Lets broken pictures be tried again, such as after the network came back. */
  retryBroken(): void {
    if (this.#failed.clear()) this.#editor.repaint('pictures');
  }

  /** Drops all pictures; later requests load them again. */
  dispose(): void {
    this.#decoder.dispose();
    this.#failed.clear();
    this.#loading.clear();
    this.#wanted.clear();
    for (const { ready } of this.#entries.values()) for (const picture of ready.values()) picture.close();
    this.#entries.clear();
    this.#bytes = 0;
  }

  #ask(url: string, wanted: Version): void {
    this.#wanted.delete(url);
    this.#wanted.set(url, wanted);
    this.#lookForWork();
  }

  /** Starts work after the current frame, when all its requests are known. */
  #lookForWork(): void {
    if (this.#isLookingForWork) return;
    this.#isLookingForWork = true;
    queueMicrotask(() => {
      this.#isLookingForWork = false;
      this.#startLoads();
    });
  }

  #startLoads(): void {
    const free = this.#decoder.atOnce - this.#loading.size;
    if (free <= 0 || this.#wanted.size === 0 || this.#isHurried) return;
    const inView = this.#inView.all;
    let room = this.#maxBytes - this.#spokenFor();
    let started = 0;
    for (const [url, wanted] of [...this.#wanted].toReversed()) {
      if (started === free) return;
      if (this.#loading.has(url)) continue;
      if (!inView.has(url) || !this.#failed.mayAsk(url) || this.#entries.get(url)?.ready.has(wanted)) {
        this.#wanted.delete(url);
        continue;
      }
      // The picture waits, where there is no room, until something has left the view.
      const reserved = this.#reservedFor(url);
      const next = this.#nextVersion(url, wanted, room + reserved);
      if (next === null) continue;
      this.#wanted.delete(url);
      room -= this.#bytesOf(url, next) - reserved;
      started++;
      void this.#load(url, next);
    }
  }

  /** The version to load, small before full, smaller than wanted when there is no room; null when that brings nothing. */
  #nextVersion(url: string, wanted: Version, room: number): Version | null {
    const entry = this.#entries.get(url);
    const isFirst = !entry || entry.ready.size === 0;
    for (const version of VERSIONS.toReversed()) {
      if (version > wanted || (isFirst && version === FULL)) continue;
      if (entry?.ready.has(version)) return null;
      if (this.#bytesOf(url, version) <= room) return version;
    }
    return null;
  }

  /** Bytes of a version; of one that was never decoded, the most that it takes: as a square while nothing is known of it. */
  #bytesOf(url: string, version: Version): number {
    const { bytes, proportion = 1 } = this.#entries.get(url) ?? {};
    return bytes?.get(version) ?? SIDES[version] * Math.ceil(SIDES[version] * proportion) * 4;
  }

  async #load(url: string, version: Version): Promise<void> {
    const load = { version };
    this.#loading.set(url, load);
    const answer = await this.#decode(url, version);
    const picture = typeof answer === 'string' ? null : answer;
    if (this.#loading.get(url) !== load) {
      picture?.close();
      return;
    }
    this.#loading.delete(url);
    const looksOther = picture !== null || !this.#failed.has(url);
    if (picture) this.#keep(url, version, picture);
    else if (answer === 'unanswered') this.#failed.addUnanswered(url, () => this.#ask(url, version));
    else this.#failed.addBroken(url);
    const cards = this.#inView.cardsOf(url);
    if (looksOther && cards.size > 0) this.#editor.repaint('pictures', cards);
    this.#lookForWork();
  }

  async #decode(url: string, version: Version): Promise<DecodedPicture | 'unanswered' | 'broken'> {
    try {
      return await this.#decoder.decode(addressesOf(this.#addresses, url, SIDES[version]), SIDES[version]);
    } catch {
      return 'broken';
    }
  }

  #keep(url: string, version: Version, picture: DecodedPicture): void {
    this.#failed.delete(url);
    const { width, height } = picture;
    const proportion = Math.min(1, (Math.min(width, height) + 0.5) / Math.max(width, height));
    const entry = this.#entries.get(url) ?? { ready: new Map(), bytes: new Map(), proportion, shown: null };
    const bytes = width * height * 4;
    entry.bytes.set(version, bytes);
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    this.#makeRoom(bytes);
    if (this.#bytes + bytes > this.#maxBytes) {
      picture.close();
      this.#forgetUnseen(url, entry, this.#inView.all);
      return;
    }
    // It may have been forgotten while nothing of it was kept.
    this.#entries.set(url, entry);
    entry.ready.set(version, picture);
    entry.shown = version;
    this.#bytes += bytes;
  }

  #makeRoom(bytes: number): void {
    if (this.#bytes + bytes <= this.#maxBytes) return;
    const inView = this.#inView.all;
    for (const [url, entry] of this.#entries) {
      for (const [version, picture] of entry.ready) {
        if (this.#bytes + bytes <= this.#maxBytes) return;
        if (inView.has(url) && version === entry.shown) continue;
        this.#drop(url, version, picture);
      }
      this.#forgetUnseen(url, entry, inView);
    }
  }

  #drop(url: string, version: Version, picture: DecodedPicture): void {
    this.#entries.get(url)?.ready.delete(version);
    this.#bytes -= picture.width * picture.height * 4;
    picture.close();
  }

  /** Deletes the record of a picture that is neither kept nor in view. The sizes of those in view tell what there is room for. */
  #forgetUnseen(url: string, { ready }: Entry, inView: PicturesInView['all']): void {
    if (ready.size === 0 && !inView.has(url)) this.#entries.delete(url);
  }

  /** Bytes that do not give way while the view stays as it is: of pictures that it shows, and of those it waits for. */
  #spokenFor(): number {
    let bytes = 0;
    for (const [url, { version }] of this.#loading) bytes += this.#bytesOf(url, version);
    for (const url of this.#inView.all.keys()) {
      const entry = this.#entries.get(url);
      if (entry && entry.shown !== null && entry.ready.has(entry.shown)) bytes += this.#bytesOf(url, entry.shown);
      else bytes += this.#reservedFor(url);
    }
    return bytes;
  }

  /** Room for the tiny version of a picture that is not loaded at all: larger versions of others may not take it. */
  #reservedFor(url: string): number {
    const isAwaited = !this.#entries.get(url)?.ready.size && !this.#loading.has(url) && !this.#failed.isFinal(url);
    return isAwaited ? this.#bytesOf(url, TINY) : 0;
  }
}

/** The smallest version that is large enough, else the largest one. */
const versionFor = (side: number): Version => VERSIONS.find((version) => side <= SIDES[version]) ?? FULL;

/** The version wanted, else the next larger one, else the largest there is. */
function bestOf({ ready }: Entry, wanted: Version): Version | undefined {
  const largeEnough = VERSIONS.find((version) => version >= wanted && ready.has(version));
  return largeEnough ?? VERSIONS.findLast((version) => ready.has(version));
}
