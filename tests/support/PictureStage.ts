import { paintWorld, type Box } from '../../src/engine';
import { PictureCache, type PictureCacheOptions } from '../../src/engine/konva/pictures/PictureCache';
import type { DecodedPicture, PictureDecoder } from '../../src/engine/konva/pictures/PictureDecoder';
import { EN, LIGHT } from './paintWorld';
import { Recorder } from './Recorder';
import { TestEditor } from './TestEditor';

/** The longer side of the decoder's pictures, unless the test says otherwise. */
export const SIDE = 1024;
const COLUMNS = 40;
export const SIZE = { width: 1000, height: 700 };

/** A decoder that waits for the test; all pictures are 1024 pixels high and square, unless the test says otherwise. */
class HeldDecoder implements PictureDecoder {
  readonly atOnce = 4;
  /** The addresses and the size, as 'url side', in the order of asking. */
  readonly asked: string[] = [];
  readonly broken = new Set<string>();
  /** Whether the picture server fails to answer. */
  isAway = false;
  height = SIDE;
  /** The width of a picture divided by its height. */
  proportion = 1;
  open = 0;
  closed = new Set<unknown>();
  #waiting: (() => void)[] = [];

  get underWay(): number {
    return this.#waiting.length;
  }

  decode(urls: readonly string[], maxSide: number): Promise<DecodedPicture | 'unanswered'> {
    const url = urls.at(-1) ?? '';
    this.asked.push([...urls, maxSide].join(' '));
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        if (this.isAway) resolve('unanswered');
        else if (this.broken.has(url)) reject(new Error('broken'));
        else resolve(this.#picture(url, maxSide));
      });
    });
  }

  dispose(): void {
    this.#waiting = [];
  }

  /** Answers the pending requests, but none that follow from them. */
  async answer(): Promise<void> {
    for (const answer of this.#waiting.splice(0)) answer();
    await settled();
  }

  #picture(url: string, maxSide: number): DecodedPicture {
    const side = Math.min(this.height, maxSide);
    const bitmap = { url, side };
    this.open++;
    const close = (): void => {
      this.open--;
      this.closed.add(bitmap);
    };
    return { bitmap, width: Math.max(1, Math.round(side * this.proportion)), height: side, close };
  }
}

export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A wall of pictures, looked at through the stage. */
export class PictureStage {
  readonly decoder = new HeldDecoder();
  readonly editor: TestEditor;
  readonly cache: PictureCache;

  constructor(pictures: number, zoom: number, options: Pick<PictureCacheOptions, 'maxBytes' | 'smallUrl'> = {}) {
    const nodes = Array.from({ length: pictures }, (_, index) => ({
      id: `n${index}`,
      type: 'image',
      position: { x: (index % COLUMNS) * 250, y: Math.floor(index / COLUMNS) * 200 },
      data: { value: `p${index}` },
    }));
    this.editor = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom } });
    this.cache = new PictureCache(this.editor.engine, { resolveUrl: (url) => url, decoder: this.decoder, ...options });
  }

  /** Draws the view, or a region of it; returns the bitmaps drawn. */
  async look(region?: Box, isHurried = false): Promise<{ url: string; side: number }[]> {
    const pen = new Recorder();
    const frame = { theme: LIGHT, words: EN, pictures: this.cache, size: SIZE, pixelRatio: 1, isInteractive: true };
    paintWorld(pen, this.editor.engine, { ...frame, isHurried }, region);
    await settled();
    const drawn = pen.calls.filter(({ name }) => name === 'drawImage').map(({ args }) => args[0]);
    if (drawn.some((bitmap) => this.decoder.closed.has(bitmap))) throw new Error('a picture given back is drawn');
    return drawn as { url: string; side: number }[];
  }

  /** Draws until nothing is pending; returns what is drawn then. */
  async lookUntilStill(): Promise<{ url: string; side: number }[]> {
    let drawn = await this.look();
    for (let round = 0; this.decoder.underWay > 0; round++) {
      if (round > 2_000) throw new Error('pictures are loaded again and again');
      await this.decoder.answer();
      if (this.decoder.underWay === 0) drawn = await this.look();
    }
    return drawn;
  }

  /** Answers the pending requests and those that follow by themselves; draws nothing. */
  async answerAll(): Promise<void> {
    while (this.decoder.underWay > 0) await this.decoder.answer();
  }

  /** The placeholders of the cards in view. */
  get placeholders(): Set<unknown> {
    const seen = [...Array(this.inView()).keys()].map((index) => this.cache.get(`p${index}`, 245));
    return new Set(seen.filter((picture) => typeof picture === 'string'));
  }

  inView(): number {
    return this.editor.engine.scene.nodesIn(this.editor.engine.view.visibleBox()).length;
  }
}
