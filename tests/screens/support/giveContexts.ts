import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { vi } from 'vitest';

const bitmaps = new WeakMap<HTMLCanvasElement, Canvas>();

/** The pixels of an element; a new size empties them, as in a browser. */
function bitmapOf(element: HTMLCanvasElement): Canvas {
  const known = bitmaps.get(element);
  if (known) return known;
  const bitmap = createCanvas(element.width, element.height);
  bitmaps.set(element, bitmap);
  for (const side of ['width', 'height'] as const) {
    Object.defineProperty(element, side, {
      get: () => bitmap[side],
      // A browser's canvas has whole pixels: fractions are dropped.
      set: (length: number) => {
        bitmap[side] = Math.trunc(length);
      },
    });
  }
  return bitmap;
}

const PAINTING = ['clearRect', 'fillRect', 'drawImage', 'fill', 'stroke'] as const;

/** The painting on the canvases that have a context. */
export interface Painted {
  /** Number of calls that painted on any of them. */
  readonly calls: () => number;
  /** The colour of a device pixel, as #rrggbb. */
  readonly colourAt: (element: HTMLCanvasElement, x: number, y: number) => string;
}

/** Gives the canvases of the test a context that paints, which jsdom lacks. */
export function giveContexts(): Painted {
  let calls = 0;
  const withElements = (context: SKRSContext2D): SKRSContext2D => {
    const drawImage: (image: Canvas, ...where: number[]) => void = context.drawImage.bind(context);
    Object.assign(context, {
      drawImage: (element: HTMLCanvasElement, ...where: number[]) => drawImage(bitmapOf(element), ...where),
    });
    for (const name of PAINTING) {
      const paint = (context[name] as (...args: unknown[]) => void).bind(context);
      Object.assign(context, {
        [name]: (...args: unknown[]) => {
          calls++;
          paint(...args);
        },
      });
    }
    return context;
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function getContext(this: HTMLCanvasElement) {
    const isKnown = bitmaps.has(this);
    const context = bitmapOf(this).getContext('2d');
    return (isKnown ? context : withElements(context)) as never;
  });
  return {
    calls: () => calls,
    colourAt: (element, x, y) => {
      const { data } = bitmapOf(element).getContext('2d').getImageData(x, y, 1, 1);
      const [r = 0, g = 0, b = 0] = data;
      return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    },
  };
}
