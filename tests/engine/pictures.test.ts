import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paintWorld, type Box } from '../../src/engine';
import { PictureCache } from '../../src/engine/konva/pictures/PictureCache';
import type { DecodedPicture, PictureDecoder } from '../../src/engine/konva/pictures/PictureDecoder';
import { EN, LIGHT } from '../support/paintWorld';
import { Recorder } from '../support/Recorder';
import { TestEditor } from '../support/TestEditor';

const MB = 2 ** 20;
const SIDE = 1024;
const COLUMNS = 40;
const SIZE = { width: 1000, height: 700 };

/** A decoder that waits for the test; all pictures are 1024 pixels square. */
class HeldDecoder implements PictureDecoder {
  readonly atOnce = 4;
  /** 'url width', in the order of asking. */
  readonly asked: string[] = [];
  readonly broken = new Set<string>();
  /** Whether the picture server fails to answer. */
  isAway = false;
  open = 0;
  closed = new Set<unknown>();
  #waiting: (() => void)[] = [];

  get underWay(): number {
    return this.#waiting.length;
  }

  decode(url: string, maxWidth: number): Promise<DecodedPicture | 'unanswered'> {
    this.asked.push(`${url} ${maxWidth}`);
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        if (this.isAway) resolve('unanswered');
        else if (this.broken.has(url)) reject(new Error('broken'));
        else resolve(this.#picture(url, maxWidth));
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

  #picture(url: string, maxWidth: number): DecodedPicture {
    const side = Math.min(SIDE, maxWidth);
    const bitmap = { url, side };
    this.open++;
    const close = (): void => {
      this.open--;
      this.closed.add(bitmap);
    };
    return { bitmap, width: side, height: side, close };
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A wall of pictures, looked at through the stage. */
class Gallery {
  readonly decoder = new HeldDecoder();
  readonly editor: TestEditor;
  readonly cache: PictureCache;

  constructor(pictures: number, zoom: number, maxBytes?: number) {
    const nodes = Array.from({ length: pictures }, (_, index) => ({
      id: `n${index}`,
      type: 'image',
      position: { x: (index % COLUMNS) * 250, y: Math.floor(index / COLUMNS) * 200 },
      data: { value: `p${index}` },
    }));
    this.editor = new TestEditor({ nodes, edges: [], viewport: { x: 0, y: 0, zoom } });
    const bound = maxBytes === undefined ? {} : { maxBytes };
    this.cache = new PictureCache(this.editor.engine, { resolveUrl: (url) => url, decoder: this.decoder, ...bound });
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

const sidesOf = (drawn: readonly { side: number }[]): number[] =>
  [...new Set(drawn.map(({ side }) => side))].toSorted((a, b) => a - b);

describe('a wall of 2,000 pictures, seen from afar', () => {
  let gallery: Gallery;
  beforeEach(() => {
    gallery = new Gallery(2_000, 0.1);
  });

  it('is shown in tiny versions that stay well within the bound, each loaded once [PIC-7]', async () => {
    const drawn = await gallery.lookUntilStill();
    expect(gallery.inView()).toBeGreaterThan(1_000);
    expect(drawn).toHaveLength(gallery.inView());
    expect(sidesOf(drawn)).toEqual([64]);
    expect(new Set(gallery.decoder.asked).size).toBe(gallery.decoder.asked.length);
    expect(gallery.decoder.asked).toHaveLength(gallery.inView());
    expect(gallery.cache.bytes).toBe(gallery.inView() * 64 * 64 * 4);
  });

  it('loads four at a time, and after a pan only what is in view then', async () => {
    await gallery.look();
    expect(gallery.decoder.asked).toHaveLength(4);
    await gallery.look();
    expect(gallery.decoder.asked).toHaveLength(4);
    gallery.editor.engine.view.setViewport({ x: -5_000, y: -5_000, zoom: 1 });
    gallery.decoder.asked.length = 0;
    await gallery.lookUntilStill();
    const names = new Set(gallery.decoder.asked.map((asked) => asked.split(' ')[0]));
    expect(gallery.inView()).toBeLessThan(40);
    expect(names.size).toBe(gallery.inView());
  });

  it('waits during a zoom, for new and earlier requests, and continues at rest', async () => {
    const { decoder } = gallery;
    await gallery.look(undefined, true);
    expect(decoder.asked).toEqual([]);
    await gallery.look();
    expect(decoder.asked).toHaveLength(4);
    await gallery.look(undefined, true);
    await decoder.answer();
    expect(await gallery.look(undefined, true), 'what has come meanwhile is shown').toHaveLength(4);
    expect(decoder.asked).toHaveLength(4);
    await gallery.lookUntilStill();
    expect(decoder.asked).toHaveLength(gallery.inView());
  });

  it('starts with those that were asked for last', async () => {
    await gallery.look();
    gallery.cache.get('p7', 24);
    await gallery.decoder.answer();
    expect(gallery.decoder.asked[4]).toBe('p7 64');
  });

  it('repaints the cards of the picture that arrived, and nothing else', async () => {
    await gallery.look();
    const [first = ''] = gallery.decoder.asked;
    const card = gallery.editor.engine.scene.boxOf(gallery.editor.node(first.split(' ')[0]?.replace('p', 'n') ?? ''));
    gallery.editor.takeEvents();
    await gallery.decoder.answer();
    const areas = gallery.editor.takeEvents().flatMap((event) => (event.type === 'invalidate' ? [event.area] : []));
    expect(areas).toHaveLength(4);
    expect(areas[0]).toEqual([expect.objectContaining(card)]);
  });
});

describe('a picture that comes close', () => {
  it('is shown small before it is shown in full, and stays meanwhile', async () => {
    const gallery = new Gallery(1, 2);
    expect(await gallery.look()).toEqual([]);
    await gallery.decoder.answer();
    expect(sidesOf(await gallery.look())).toEqual([256]);
    expect(sidesOf(await gallery.lookUntilStill())).toEqual([1024]);
    expect(gallery.decoder.asked).toEqual(['p0 256', 'p0 1280']);
    gallery.editor.engine.view.setViewport({ x: 0, y: 0, zoom: 0.1 });
    expect(sidesOf(await gallery.look())).toEqual([256]);
    expect(sidesOf(await gallery.lookUntilStill())).toEqual([64]);
  });

  it('keeps showing its smaller version when the larger one cannot be loaded', async () => {
    const gallery = new Gallery(1, 2);
    await gallery.look();
    await gallery.decoder.answer();
    gallery.decoder.broken.add('p0');
    expect(sidesOf(await gallery.lookUntilStill())).toEqual([256]);
    gallery.decoder.broken.clear();
    gallery.cache.retryBroken();
    expect(sidesOf(await gallery.lookUntilStill())).toEqual([1024]);
  });
});

describe('a limit too small for the view', () => {
  it('leaves some in their smaller version, and loads nothing twice [PIC-6]', async () => {
    const bound = 2 * MB;
    const gallery = new Gallery(400, 0.5, bound);
    const drawn = await gallery.lookUntilStill();
    expect(gallery.inView()).toBeGreaterThan(40);
    expect(drawn).toHaveLength(gallery.inView());
    expect(sidesOf(drawn)).toEqual([64, 256]);
    expect(gallery.cache.bytes).toBeLessThanOrEqual(bound);
    expect(new Set(gallery.decoder.asked).size).toBe(gallery.decoder.asked.length);
    const before = gallery.decoder.asked.length;
    await gallery.lookUntilStill();
    expect(gallery.decoder.asked).toHaveLength(before);
  });

  it('is kept while panning on, by letting go what left the view [PIC-6]', async () => {
    const bound = 8 * MB;
    const gallery = new Gallery(2_000, 1, bound);
    for (let x = 0; x > -8_000; x -= 700) {
      gallery.editor.engine.view.setViewport({ x, y: 0, zoom: 1 });
      expect(sidesOf(await gallery.lookUntilStill())).toEqual([256]);
      expect(gallery.cache.bytes).toBeLessThanOrEqual(bound);
    }
    expect(gallery.decoder.closed.size).toBeGreaterThan(0);
    expect(gallery.decoder.open * 256 * 256 * 4).toBe(gallery.cache.bytes);
  });
});

it('never drops a picture that is still in view after a pan that drew only the new part', async () => {
  const gallery = new Gallery(2_000, 1, 20 * 256 * 256 * 4);
  gallery.editor.engine.view.setViewport({ x: -10, y: 0, zoom: 1 });
  expect(await gallery.lookUntilStill()).toHaveLength(20);
  gallery.editor.engine.view.setViewport({ x: -510, y: 0, zoom: 1 });
  await gallery.look({ x: 500, y: 0, width: 500, height: 700 });
  while (gallery.decoder.underWay > 0) await gallery.decoder.answer();
  expect(await gallery.look()).toHaveLength(20);
  expect(new Set(gallery.decoder.asked).size).toBe(gallery.decoder.asked.length);
});

it('gives every picture back when the canvas closes', async () => {
  const gallery = new Gallery(20, 1);
  await gallery.lookUntilStill();
  expect(gallery.decoder.open).toBe(gallery.inView());
  gallery.cache.dispose();
  expect(gallery.decoder.open).toBe(0);
  expect(gallery.cache.bytes).toBe(0);
});

describe('a server that is away while its pictures come into view', () => {
  const HOUR_MS = 3_600_000;
  let gallery: Gallery;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    gallery = new Gallery(6, 1);
    gallery.decoder.isAway = true;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Lets time pass without drawing, while the server answers as it does. */
  const pass = async (ms: number, step = 1_000): Promise<void> => {
    for (let passed = 0; passed < ms; passed += step) {
      vi.advanceTimersByTime(step);
      await settled();
      await gallery.answerAll();
    }
  };
  const draws = (): number => gallery.editor.takeEvents().filter(({ type }) => type === 'invalidate').length;

  it('is asked again with growing pauses, and its pictures are shown when it is back, without any action', async () => {
    expect(await gallery.lookUntilStill()).toEqual([]);
    expect(gallery.placeholders).toEqual(new Set(['broken']));
    const shown = gallery.inView();
    draws();

    await pass(10_000);
    expect(gallery.decoder.asked.length / shown).toBeGreaterThan(2);
    expect(gallery.decoder.asked.length / shown).toBeLessThan(6);
    expect(draws()).toBe(0);

    gallery.decoder.isAway = false;
    await pass(20_000);
    expect(draws()).toBe(shown);
    expect(await gallery.look()).toHaveLength(shown);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not asked for ever, and nothing is drawn meanwhile', async () => {
    await gallery.lookUntilStill();
    draws();
    await pass(HOUR_MS, 60_000);
    const asked = gallery.decoder.asked.length;
    expect(asked / gallery.inView()).toBeLessThan(12);
    await pass(HOUR_MS, 60_000);
    expect(gallery.decoder.asked).toHaveLength(asked);
    expect(vi.getTimerCount()).toBe(0);
    expect(draws()).toBe(0);

    gallery.decoder.isAway = false;
    expect(await gallery.lookUntilStill()).toHaveLength(gallery.inView());
  });

  it('is not asked for pictures that have left the view, until they come back', async () => {
    await gallery.lookUntilStill();
    const { view } = gallery.editor.engine;
    const shown = gallery.inView();
    view.setViewport({ x: -90_000, y: 0, zoom: 1 });
    gallery.decoder.asked.length = 0;
    await pass(HOUR_MS, 60_000);
    expect(gallery.decoder.asked).toEqual([]);
    gallery.decoder.isAway = false;
    view.setViewport({ x: 0, y: 0, zoom: 1 });
    expect(await gallery.lookUntilStill()).toHaveLength(shown);
  });

  it('is asked at once when the network is back', async () => {
    await gallery.lookUntilStill();
    gallery.decoder.isAway = false;
    gallery.cache.retryBroken();
    expect(await gallery.lookUntilStill()).toHaveLength(gallery.inView());
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not asked again after an answer: that it has none, or that it is no picture', async () => {
    gallery.decoder.isAway = false;
    for (let index = 0; index < 6; index++) gallery.decoder.broken.add(`p${index}`);
    await gallery.lookUntilStill();
    const asked = gallery.decoder.asked.length;
    await gallery.look();
    await pass(HOUR_MS, 60_000);
    await gallery.lookUntilStill();
    expect(gallery.decoder.asked).toHaveLength(asked);
    expect(asked).toBe(gallery.inView());
  });

  it('is asked nothing more when the canvas closes', async () => {
    await gallery.lookUntilStill();
    const asked = gallery.decoder.asked.length;
    gallery.cache.dispose();
    await pass(HOUR_MS, 60_000);
    expect(gallery.decoder.asked).toHaveLength(asked);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('keeps within 256 MB of decoded pictures by itself, however much of the wall is viewed [PIC-6]', async () => {
  const gallery = new Gallery(400, 2);
  let most = 0;
  for (let x = 0; x > -40 * 500; x -= 1_000) {
    gallery.editor.engine.view.setViewport({ x, y: 0, zoom: 2 });
    expect(sidesOf(await gallery.lookUntilStill())).toEqual([1024]);
    most = Math.max(most, gallery.cache.bytes);
  }
  expect(gallery.decoder.open * SIDE * SIDE * 4).toBeGreaterThan(256 * MB * 0.9);
  expect(most).toBeLessThanOrEqual(256 * MB);
  expect(most).toBeGreaterThan(250 * MB);
});

it('remembers nothing of a picture that it was told to forget, and loads it anew when it is drawn', async () => {
  const gallery = new Gallery(2, 1);
  await gallery.lookUntilStill();
  const { asked } = gallery.decoder;
  const before = gallery.cache.bytes;
  gallery.cache.forget('p0');
  expect([gallery.cache.count, gallery.decoder.open, gallery.cache.bytes]).toEqual([1, 1, before / 2]);
  expect(gallery.cache.known('p0', 64)).toBeNull();
  const count = asked.length;
  await gallery.lookUntilStill();
  expect(asked.slice(count).every((each) => each.startsWith('p0 '))).toBe(true);
  expect([gallery.cache.count, gallery.cache.bytes]).toEqual([2, before]);
});

it('takes no answer for a picture that was forgotten meanwhile', async () => {
  const gallery = new Gallery(1, 1);
  await gallery.look();
  gallery.cache.forget('p0');
  await gallery.decoder.answer();
  expect([gallery.cache.count, gallery.cache.bytes, gallery.decoder.open]).toEqual([0, 0, 0]);
});

it('keeps no record of pictures that gave way out of view', async () => {
  const gallery = new Gallery(400, 1, 4 * MB);
  for (let step = 0; step < 8; step++) {
    await gallery.lookUntilStill();
    expect(gallery.cache.count).toBeLessThanOrEqual(40);
    gallery.editor.engine.view.panBy({ x: -SIZE.width, y: 0 });
  }
});
