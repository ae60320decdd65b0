import sharp from 'sharp';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { boxOf } from '../support/Person';
import { canvas, expectRest, page, press, setUpCanvas } from './support/setUpCanvas';

declare global {
  interface Window {
    /** All canvases that the page has made, hidden ones included. */
    canvases: HTMLCanvasElement[];
  }
}

const NAMES = ['idea', 'art'];
/** More cards than are painted one by one while they are dragged. */
const FLOW: Snapshot = {
  nodes: Array.from({ length: 30 }, (_, index) => ({
    id: NAMES[index] ?? `n${index}`,
    type: index === 0 ? 'textPrompt' : 'image',
    position: { x: (index % 6) * 330, y: Math.floor(index / 6) * 260 },
    data: {},
  })),
  edges: [],
  viewport: { x: 20, y: 70, zoom: 0.4 },
};

/** An edge that is painted after a move may come out slightly different. */
const SOFT_EDGE = 16;

interface Point {
  readonly x: number;
  readonly y: number;
}

setUpCanvas({ flow: FLOW, deviceScaleFactor: 2 });
beforeAll(async () => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.addInitScript(() => {
    const make = document.createElement.bind(document);
    window.canvases = [];
    document.createElement = (...of: Parameters<typeof make>) => {
      const made: HTMLElement = make(...of);
      if (made instanceof HTMLCanvasElement) window.canvases.push(made);
      return made;
    };
  });
});
afterEach(expectRest);

/** Simulates a browser that loses its drawing surfaces: every canvas becomes blank and forgets its state. */
const loseCanvases = (): Promise<number> =>
  page.evaluate(() => {
    for (const each of window.canvases) {
      each.dispatchEvent(new Event('contextlost'));
      each.getContext('2d')?.reset();
      each.dispatchEvent(new Event('contextrestored'));
    }
    return window.canvases.length;
  });

/** The largest difference of any colour value between the two pictures. */
async function mostOff(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()));
  if (!a || a.length !== b?.length) return Infinity;
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);
}

/** Presses, moves, loses the canvases, expects them painted as before, moves on and releases. */
async function drag(from: Point, by: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await canvas.paintsUntilRest();
  const before = await canvas.stage.screenshot({ scale: 'css' });
  expect(await loseCanvases()).toBeGreaterThan(4);
  expect(await canvas.paintsUntilRest()).toBeGreaterThan(0);
  expect(await mostOff(before, await canvas.stage.screenshot({ scale: 'css' }))).toBeLessThan(SOFT_EDGE);
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await page.mouse.up();
}

const handleOf = async (nodeId: string, handle: string): Promise<Point> => {
  const { x, y, width, height } = await boxOf(canvas.node(nodeId).locator(`[data-handle="${handle}"]`));
  return { x: x + width / 2, y: y + height / 2 };
};

it('goes on with every gesture when the browser loses the canvases in the middle of it, and paints all of them again', async () => {
  await drag(await canvas.grabOf('art'), { x: 26, y: 62 });
  await expect.poll(() => canvas.at('art')).toEqual([390, 150]);
  await press('Control+z');

  await press('Control+a');
  await expect.poll(() => canvas.selected().then(({ length }) => length)).toBe(30);
  await drag(await canvas.grabOf('art'), { x: 62, y: 32 });
  await expect.poll(() => canvas.at('n29')).toEqual([1800, 1115]);
  await press('Control+z');
  await press('Escape');

  await page.keyboard.down('Shift');
  await drag(await canvas.onScreen(620, 230), { x: -120, y: -50 });
  await page.keyboard.up('Shift');
  await expect.poll(() => canvas.selected()).toEqual(['art']);

  const output = await handleOf('idea', 'text-right');
  const input = await handleOf('n8', 'text-left');
  await drag(output, { x: input.x - output.x, y: input.y - output.y });
  await canvas.node('idea').focus();
  await expect.poll(() => page.locator('[data-edge-id]').count()).toBe(1);

  // The view has followed the focus by then.
  await page.waitForTimeout(300);
  const { x, y } = await canvas.viewport();
  await drag(await canvas.onScreen(290, 400), { x: 40, y: 50 });
  await expect.poll(() => canvas.viewport()).toEqual({ x: x + 40, y: y + 50, zoom: 0.4 });
  expect(await canvas.at('art')).toEqual([330, 0]);
});
