import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas';
import type { Painter2D } from '../../src/engine/render/shapes/Painter2D';

const require = createRequire(import.meta.url);
/** The font family of the tests; its OTF files ship with the package of the app's web font. */
export const TEST_FAMILY = 'Pretendard Test';
const WEIGHTS = ['Regular', 'Medium', 'Bold'] as const;

let isRegistered = false;

/** Registers Pretendard, so that a canvas in Node draws Hangul; painters need nothing else. */
export function registerFonts(): void {
  if (isRegistered) return;
  for (const weight of WEIGHTS) {
    GlobalFonts.registerFromPath(
      require.resolve(`pretendard/dist/public/static/Pretendard-${weight}.otf`),
      TEST_FAMILY,
    );
  }
  isRegistered = true;
}

/** A painted picture whose pixels can be read. */
export class Sheet {
  readonly ctx: Painter2D;
  readonly #canvas: Canvas;

  constructor(width: number, height: number, background?: string) {
    registerFonts();
    this.#canvas = createCanvas(width, height);
    const ctx = this.#canvas.getContext('2d');
    if (background !== undefined) {
      ctx.fillStyle = background;
      ctx.fillRect(0, 0, width, height);
    }
    this.ctx = ctx;
  }

  /** The colour of the device pixel that holds this point, as #rrggbb. */
  at(x: number, y: number): string {
    const [r = 0, g = 0, b = 0] = this.#pixels(Math.floor(x), Math.floor(y), 1, 1);
    return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }

  /** How many pixels of a box have exactly this colour. */
  count(colour: string, x: number, y: number, width: number, height: number): number {
    const data = this.#pixels(x, y, width, height);
    const wanted = Number.parseInt(colour.slice(1), 16);
    let count = 0;
    for (let index = 0; index < data.length; index += 4) {
      const value = ((data[index] ?? 0) << 16) | ((data[index + 1] ?? 0) << 8) | (data[index + 2] ?? 0);
      if (value === wanted) count += 1;
    }
    return count;
  }

  /** The pixels of a box as one string, to compare two drawings. */
  print(x: number, y: number, width: number, height: number): string {
    return Buffer.from(this.#pixels(x, y, width, height)).toString('base64');
  }

  png(): Buffer {
    return this.#canvas.toBuffer('image/png');
  }

  /** An argument for `drawImage`. */
  get bitmap(): unknown {
    return this.#canvas;
  }

  #pixels(x: number, y: number, width: number, height: number): Uint8ClampedArray {
    return this.#canvas.getContext('2d').getImageData(x, y, width, height).data;
  }
}
