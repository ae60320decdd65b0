import { afterEach, describe, expect, it } from 'vitest';
import { boxOf } from '../support/Person';
import { canvas, context, expectRest, page, person, press, setUpCanvas } from './support/setUpCanvas';

setUpCanvas();
afterEach(expectRest);

describe('nothing sticks', () => {
  const lostGestures: [string, () => Promise<unknown>][] = [
    [
      'the pointer capture is lost',
      () =>
        canvas.stage.evaluate((stage) => {
          for (let id = 0; id < 100; id++) if (stage.hasPointerCapture(id)) stage.releasePointerCapture(id);
        }),
    ],
    ['the window loses the focus', () => page.evaluate(() => window.dispatchEvent(new Event('blur')))],
    [
      'the button is let go where the page hears nothing',
      async () => {
        const session = await context.newCDPSession(page);
        await session.send('Input.dispatchMouseEvent', {
          type: 'mouseMoved',
          x: 600,
          y: 500,
          button: 'none',
          buttons: 0,
        });
      },
    ],
  ];

  it.each(lostGestures)('when %s in the middle of a drag', async (_, lose) => {
    const grab = await canvas.grabOf('art');
    await page.mouse.move(grab.x, grab.y);
    await page.mouse.down();
    await page.mouse.move(grab.x + 90, grab.y + 60, { steps: 3 });
    await lose();
    await page.mouse.move(grab.x + 120, grab.y + 90, { steps: 3 });
    await page.mouse.up();
    expect(await canvas.at('art')).toEqual([450, 0]);

    await page.mouse.move(grab.x, grab.y);
    await page.mouse.down();
    await page.mouse.move(grab.x + 90, grab.y + 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => canvas.at('art')).toEqual([540, 60]);
  });

  it('when a secondary click or a long press asks for the menu of the browser', async () => {
    await page.evaluate(() => {
      window.addEventListener('contextmenu', (event) => {
        document.body.dataset['menu'] = event.defaultPrevented ? 'prevented' : 'shown';
      });
    });
    const grab = await canvas.grabOf('art');
    await page.mouse.click(grab.x, grab.y, { button: 'right' });
    expect(await page.locator('body').getAttribute('data-menu')).toBe('prevented');
    await page.mouse.move(grab.x + 300, grab.y + 300, { steps: 3 });
    // The context menu of the intended card is open instead of the browser's.
    await expect.poll(() => canvas.selected()).toEqual(['art']);
    await page.getByTestId('context-menu').waitFor();
    expect(await canvas.viewport()).toEqual({ x: 100, y: 60, zoom: 1 });
    await page.keyboard.press('Escape');
    await canvas.stage.focus();
    await page.keyboard.press('Escape');
  });

  it('when the space bar comes up in another window', async () => {
    const grab = await canvas.grabOf('art');
    await canvas.stage.focus();
    await page.mouse.move(grab.x, grab.y);
    await page.keyboard.down(' ');
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await page.mouse.down();
    await page.mouse.move(grab.x + 90, grab.y + 60, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up(' ');
    await expect.poll(() => canvas.at('art')).toEqual([540, 60]);
    expect(await canvas.viewport()).toEqual({ x: 100, y: 60, zoom: 1 });
  });

  it('when the window is resized in the middle of a drag', async () => {
    const grab = await canvas.grabOf('art');
    await page.mouse.move(grab.x, grab.y);
    await page.mouse.down();
    await page.mouse.move(grab.x + 30, grab.y + 30, { steps: 3 });
    await page.setViewportSize({ width: 1100, height: 700 });
    await page.mouse.move(grab.x + 90, grab.y + 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => canvas.at('art')).toEqual([540, 60]);
    const stage = await boxOf(canvas.stage);
    expect(await bitmapSizes()).toEqual([
      [stage.width, stage.height],
      [stage.width, stage.height],
    ]);
    await expectDrawn('art');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('when the window comes to a sharper screen in the middle of a drag', async () => {
    const session = await context.newCDPSession(page);
    const grab = await canvas.grabOf('art');
    await page.mouse.move(grab.x, grab.y);
    await page.mouse.down();
    await page.mouse.move(grab.x + 30, grab.y + 30, { steps: 3 });
    // The size changes as well: the driver changes the pixel ratio only together with a size.
    const screen = { width: 1400, height: 880, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', { ...screen, deviceScaleFactor: 2 });
    await expect.poll(bitmapSizes).toEqual([
      [2660, 1648],
      [2660, 1648],
    ]);
    await page.mouse.move(grab.x + 90, grab.y + 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => canvas.at('art')).toEqual([540, 60]);
    await expectDrawn('art');
    const minimap = page.getByRole('img', { name: person.words.canvas.minimap });
    await expect.poll(() => minimap.locator('canvas').evaluate((it) => (it as HTMLCanvasElement).width)).toBe(400);

    await session.send('Emulation.setDeviceMetricsOverride', {
      width: 1440,
      height: 900,
      mobile: false,
      deviceScaleFactor: 1,
    });
    await expect.poll(bitmapSizes).toEqual([
      [1370, 844],
      [1370, 844],
    ]);
    await expectDrawn('art');
  });

  it('when the window goes over screens whose pixels are parts of those of the page', async () => {
    const session = await context.newCDPSession(page);
    const goTo = async (width: number, deviceScaleFactor: number) => {
      const screen = { width, height: 900, mobile: false, deviceScaleFactor };
      await session.send('Emulation.setDeviceMetricsOverride', screen);
      const size = [Math.floor((width - 70) * deviceScaleFactor), Math.floor(844 * deviceScaleFactor)];
      await expect.poll(bitmapSizes).toEqual([size, size]);
      await expectDrawn('art');
    };
    for (const [index, ratio] of [1.1, 1.25, 1.75, 2.625].entries()) {
      await goTo(1400 + index, ratio);
      await expectRest();
    }
    await goTo(1440, 1);
  });

  it('when the browser loses the canvas and gives it back empty', async () => {
    // The code of the dialog comes late.
    await page.getByRole('banner').getByRole('button', { name: person.words.runs.all }).waitFor();
    const before = await page.screenshot();
    await page.locator('canvas').evaluateAll((all) => {
      for (const each of all as HTMLCanvasElement[]) {
        each.dispatchEvent(new Event('contextlost'));
        // A restored canvas is blank and has forgotten its state.
        each.getContext('2d')?.reset();
        each.dispatchEvent(new Event('contextrestored'));
      }
    });
    expect(await canvas.paintsUntilRest()).toBeGreaterThan(0);
    expect((await page.screenshot()).equals(before)).toBe(true);
    await press('Shift+Digit1');
  });
});

/** Sizes of the stage's canvases, in device pixels. */
const bitmapSizes = (): Promise<number[][]> =>
  canvas.stage
    .locator('canvas')
    .evaluateAll((all) => (all as HTMLCanvasElement[]).map((each) => [each.width, each.height]));

/** An empty canvas has no ink; an opaque canvas that was never painted is all ink. */
async function expectDrawn(nodeId: string): Promise<void> {
  const ink = await inkIn(nodeId);
  expect(ink).toBeGreaterThan(0.01);
  expect(ink).toBeLessThan(0.5);
}

/** The share of ink in the node's card on the stage. */
async function inkIn(nodeId: string): Promise<number> {
  const box = await boxOf(canvas.node(nodeId));
  return canvas.stage.evaluate((stage, { x, y, width, height }) => {
    const copy = new OffscreenCanvas(width, height).getContext('2d');
    if (!copy) throw new Error('no context');
    for (const each of stage.querySelectorAll('canvas')) {
      const place = each.getBoundingClientRect();
      if (place.width === 0) continue;
      copy.drawImage(each, place.x - x, place.y - y, place.width, place.height);
    }
    const { data } = copy.getImageData(0, 0, width, height);
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) {
      const brightness = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
      if ((data[at + 3] ?? 0) > 128 && brightness < 128) ink++;
    }
    return ink / (width * height);
  }, box);
}
