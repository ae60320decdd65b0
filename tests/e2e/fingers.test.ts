import { afterEach, describe, expect, it } from 'vitest';
import { Fingers } from '../support/Fingers';
import { boxOf } from '../support/Person';
import { canvas, context, expectRest, page, person, press, setUpCanvas } from './support/setUpCanvas';

setUpCanvas();
afterEach(expectRest);

const zoomNow = (): Promise<number> => canvas.viewport().then(({ zoom }) => zoom);

describe('by fingers', () => {
  it('pans the pane, drags a card, pinches, and cancels a drag for a pinch', async () => {
    const fingers = await Fingers.of(page);
    const pane = await canvas.onScreen(850, 400);
    await fingers.down(0, pane);
    await fingers.move({ 0: { x: pane.x - 90, y: pane.y - 30 } });
    await fingers.up(0);
    await expect.poll(() => canvas.viewport()).toEqual({ x: 10, y: 30, zoom: 1 });

    const grab = await canvas.grabOf('art');
    await fingers.down(0, grab);
    await fingers.move({ 0: { x: grab.x + 60, y: grab.y + 45 } });
    await fingers.up(0);
    await expect.poll(() => canvas.at('art')).toEqual([510, 45]);
    expect(await canvas.selected()).toEqual(['art']);

    const again = await canvas.grabOf('art');
    await fingers.down(0, again);
    await fingers.move({ 0: { x: again.x + 60, y: again.y } });
    await fingers.down(1, { x: again.x + 160, y: again.y });
    await fingers.move({ 0: { x: again.x + 10, y: again.y }, 1: { x: again.x + 210, y: again.y } });
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeCloseTo(2, 1);
    await fingers.up(1);
    await fingers.up(0);
    expect(await canvas.at('art')).toEqual([510, 45]);
  });

  it('selects by a tap, edits by two, and pinches over the open field [ACCESS-6]', async () => {
    const fingers = await Fingers.of(page);
    await fingers.tap(await canvas.grabOf('photo'));
    await expect.poll(() => canvas.selected()).toEqual(['photo']);

    const text = await canvas.onScreen(100, 90);
    await fingers.tap(text);
    await fingers.tap(text);
    const field = page.locator('textarea');
    await field.waitFor();
    expect(await field.inputValue()).toBe('새벽 강');

    await fingers.down(0, text);
    await fingers.down(1, { x: text.x, y: text.y + 40 });
    await fingers.move({ 0: { x: text.x, y: text.y - 20 }, 1: { x: text.x, y: text.y + 60 } });
    await expect.poll(zoomNow).toBeCloseTo(2, 1);
    await fingers.up(1);
    await fingers.up(0);
    expect(await field.count(), 'it is still written in').toBe(1);

    const inField = await canvas.onScreen(100, 90);
    const pane = await canvas.onScreen(300, 90);
    await fingers.down(0, inField);
    await fingers.down(1, pane);
    await fingers.move({ 1: { x: inField.x + 200, y: pane.y } });
    await expect.poll(zoomNow).toBeCloseTo(1, 1);
    await fingers.up(1);
    await fingers.up(0);
  });

  it('selects several on a phone by long presses, drags them together, and draws a marquee after a long press on the pane', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const fingers = await Fingers.of(page);
    await fingers.down(0, { x: 90, y: 560 });
    await fingers.down(1, { x: 370, y: 560 });
    await fingers.move({ 0: { x: 90, y: 450 }, 1: { x: 202, y: 450 } });
    await fingers.up(0);
    await fingers.up(1);
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeCloseTo(0.4, 2);

    for (const id of ['idea', 'photo', 'art']) {
      await fingers.down(0, await canvas.grabOf(id));
      await expect.poll(() => canvas.selected()).toContain(id);
      if (id !== 'art') await fingers.up(0);
    }
    const grab = await canvas.grabOf('art');
    await fingers.move({ 0: { x: grab.x + 12, y: grab.y + 66 } });
    await fingers.up(0);
    await expect.poll(() => canvas.at('art')).toEqual([480, 165]);
    expect([await canvas.at('idea'), await canvas.at('photo')]).toEqual([
      [30, 165],
      [30, 465],
    ]);
    expect(await canvas.selected()).toEqual(['art', 'idea', 'photo']);

    const pane = await canvas.onScreen(600, 540);
    await fingers.tap(pane);
    await expect.poll(() => canvas.selected()).toEqual([]);
    await canvas.paintsUntilRest();
    await fingers.down(0, pane);
    // Waits until the square under the finger is painted.
    await page.waitForFunction(() => window.paints > 0);
    await fingers.move({ 0: { x: pane.x - 120, y: pane.y - 90 } });
    await fingers.up(0);
    await expect.poll(() => canvas.selected()).toEqual(['art']);
    expect((await canvas.viewport()).zoom).toBeCloseTo(0.4, 2);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('opens the menu of the one selected card, and of the pane, by a long press [MENU-1]', async () => {
    const fingers = await Fingers.of(page);
    const menu = page.getByTestId('context-menu');
    const hold = async (at: { x: number; y: number }): Promise<void> => {
      await fingers.down(0, at);
      await page.waitForTimeout(700);
      await fingers.up(0);
    };
    await fingers.tap(await canvas.grabOf('idea'));
    await expect.poll(() => canvas.selected()).toEqual(['idea']);
    await hold(await canvas.grabOf('idea'));
    await menu.getByRole('menuitem', { name: person.words.clipboard.duplicate }).waitFor();
    await press('Escape');
    await hold(await canvas.onScreen(700, 700));
    await menu.getByRole('menuitem', { name: person.words.action.selectAll }).waitFor();
    await press('Escape');
    await expect.poll(() => menu.count()).toBe(0);
    await press('Escape');
  });

  it('continues with one finger after a pinch whose button was removed under it', async () => {
    const fingers = await Fingers.of(page);
    await canvas.node('photo').focus();
    const button = await boxOf(canvas.node('photo').getByRole('button', { name: person.words.node.upload }));
    const at = { x: button.x + button.width / 2, y: button.y + button.height / 2 };
    await press('Escape');
    await canvas.stage.focus();
    await fingers.down(0, at);
    await fingers.down(1, { x: at.x + 400, y: at.y });
    await fingers.move({ 0: { x: at.x + 180, y: at.y }, 1: { x: at.x + 220, y: at.y } });
    await expect.poll(() => canvas.node('photo').count()).toBe(0);
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeCloseTo(0.1, 2);
    await fingers.up(0);
    await fingers.up(1);

    const before = await canvas.viewport();
    const pane = await canvas.onScreen(-500, 4000);
    await fingers.down(0, pane);
    await fingers.move({ 0: { x: pane.x + 50, y: pane.y } });
    await fingers.up(0);
    await expect.poll(() => canvas.viewport()).toEqual({ ...before, x: before.x + 50 });
  });
});

describe('by trackpad', () => {
  it('pans by two fingers and zooms to the pointer by a pinch, as Chromium and Safari report it', async () => {
    const at = await canvas.grabOf('art');
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(30, 40);
    await expect.poll(() => canvas.viewport()).toEqual({ x: 70, y: 20, zoom: 1 });

    const session = await context.newCDPSession(page);
    const under = await canvas.grabOf('art');
    const pinch = { type: 'mouseWheel', ...under, deltaX: 0, deltaY: -20, modifiers: 2 } as const;
    await session.send('Input.dispatchMouseEvent', pinch);
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeCloseTo(Math.exp(0.2), 3);
    const after = await canvas.grabOf('art');
    expect(Math.hypot(after.x - under.x, after.y - under.y)).toBeLessThan(0.01);

    const { zoom } = await canvas.viewport();
    const isKept = await canvas.stage.evaluate((stage, { x, y }) => {
      const tell = (type: string, scale: number): boolean =>
        stage.dispatchEvent(
          Object.assign(new UIEvent(type, { bubbles: true, cancelable: true }), { scale, clientX: x, clientY: y }),
        );
      return tell('gesturestart', 1) || tell('gesturechange', 1.5) || tell('gesturechange', 2);
    }, under);
    expect(isKept).toBe(false);
    await expect.poll(() => canvas.viewport().then((viewport) => viewport.zoom)).toBeCloseTo(zoom * 2, 3);
    const last = await canvas.grabOf('art');
    expect(Math.hypot(last.x - under.x, last.y - under.y)).toBeLessThan(0.01);
  });
});
