import type { Locator, Page } from 'playwright-core';
import { boxOf } from './Person';

interface Point {
  readonly x: number;
  readonly y: number;
}

declare global {
  interface Window {
    /** Number of calls that painted on any canvas of the page. */
    paints: number;
  }
}

/** Counts paint calls on the stage, the minimap and anywhere else; runs before the page's own scripts. */
const COUNT_PAINTS = `
  window.paints = 0;
  for (const name of ['clearRect', 'fillRect', 'drawImage', 'fill', 'stroke', 'fillText']) {
    const paint = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...args) {
      window.paints++;
      return paint.apply(this, args);
    };
  }
`;

/** This many frames without a change are rest. */
const REST_FRAMES = 10;

/** An open project in the browser: the places of things, and what the person sees of them. */
export class OpenCanvas {
  readonly stage: Locator;

  constructor(readonly page: Page) {
    this.stage = page.getByTestId('stage');
  }

  /** Makes the page count paint calls from its next load on. */
  static async watch(page: Page): Promise<void> {
    await page.addInitScript(COUNT_PAINTS);
  }

  node(id: string): Locator {
    return this.page.locator(`[data-node-id="${id}"]`);
  }

  async viewport(): Promise<{ x: number; y: number; zoom: number }> {
    const transform = await this.page.locator('[data-viewport-layer]').first().getAttribute('style');
    const [x, y, zoom] = [...(transform ?? '').matchAll(/-?[\d.]+(?:e-?\d+)?/g)].map(([number]) => Number(number));
    if (x === undefined || y === undefined || zoom === undefined) throw new Error(`no viewport in ${transform}`);
    return { x, y, zoom };
  }

  /** Waits until the view has reached its target. */
  async waitUntilStill(): Promise<void> {
    await this.page.evaluate(async (frames) => {
      const layer = document.querySelector('[data-viewport-layer]');
      let last: string | null = null;
      for (let still = 0; still < frames; still++) {
        const now = layer?.getAttribute('style') ?? null;
        if (now !== last) still = 0;
        last = now;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }, REST_FRAMES);
  }

  /** The node's corner in the document, in world pixels. */
  async at(id: string): Promise<[x: number, y: number]> {
    return this.node(id).evaluate(({ style }) => [parseFloat(style.left), parseFloat(style.top)]);
  }

  /** The point of the window where a world point is now. */
  async onScreen(x: number, y: number): Promise<Point> {
    const [{ x: left, y: top }, viewport] = await Promise.all([boxOf(this.stage), this.viewport()]);
    return { x: left + viewport.x + x * viewport.zoom, y: top + viewport.y + y * viewport.zoom };
  }

  /** A free spot in the node's header. */
  async grabOf(id: string): Promise<Point> {
    const [x, y] = await this.at(id);
    return this.onScreen(x + 60, y + 20);
  }

  /** The id of the node or pipe that has the focus. */
  async focused(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      const { dataset } = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
      return dataset['nodeId'] ?? dataset['edgeId'];
    });
  }

  async selected(): Promise<string[]> {
    const ids = await this.page
      .locator('[data-selected]')
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset));
    return ids.map(({ nodeId, edgeId }) => nodeId ?? edgeId ?? '').toSorted();
  }

  /** Waits until the canvas is at rest; returns the number of paint calls since the last time. */
  async paintsUntilRest(): Promise<number> {
    return this.page.evaluate(async (frames) => {
      let last = -1;
      for (let still = 0; still < frames; still++) {
        if (window.paints !== last) still = 0;
        last = window.paints;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      window.paints = 0;
      return last;
    }, REST_FRAMES);
  }
}
