import { afterEach, describe, expect, it } from 'vitest';
import { Fingers } from '../support/Fingers';
import type { OpenCanvas } from '../support/OpenCanvas';
import { Pen } from '../support/Pen';
import { boxOf } from '../support/Person';
import { canvas, context, expectRest, page, person, press, setUpCanvas } from './support/setUpCanvas';

setUpCanvas();
afterEach(expectRest);

describe('by keyboard alone', () => {
  it('walks to any node with the view, gathers several, moves them, and takes it back on a Korean keyboard [ACCESS-14]', async () => {
    await canvas.stage.focus();
    await press('Control+ArrowRight');
    await expect.poll(() => canvas.focused()).toBe('art');
    await press('Control+ArrowRight');
    await expect.poll(() => canvas.focused()).toBe('far');
    expect(await canvas.selected()).toEqual(['far']);
    const [stage, card] = await Promise.all([boxOf(canvas.stage), boxOf(canvas.node('far'))]);
    expect(card.x).toBeGreaterThan(stage.x);
    expect(card.y + card.height).toBeLessThan(stage.y + stage.height);

    await press('Control+ArrowLeft');
    await expect.poll(() => canvas.focused()).toBe('photo');
    await press('Shift+Enter');
    await press('Control+ArrowUp');
    await expect.poll(() => canvas.focused()).toBe('idea');
    expect(await canvas.selected()).toEqual(['photo']);
    await press('Shift+Enter');
    expect(await canvas.selected()).toEqual(['idea', 'photo']);
    await press('ArrowRight');
    await press('Shift+ArrowDown');
    await expect.poll(() => canvas.at('idea')).toEqual([15, 75]);
    expect(await canvas.at('photo')).toEqual([15, 375]);

    const session = await context.newCDPSession(page);
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ㅋ', code: 'KeyZ', modifiers: 2 });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'ㅋ', code: 'KeyZ', modifiers: 2 });
    await expect.poll(() => canvas.at('photo')).toEqual([0, 300]);
    expect(await canvas.at('idea')).toEqual([0, 0]);
  });

  it('reaches a pipe from its node, deletes it, and edits and deletes the node', async () => {
    await canvas.node('idea').focus();
    const pipe = page.locator('[data-edge-id="idea-art"]');
    for (let tabs = 0; tabs < 9 && (await canvas.focused()) !== 'idea-art'; tabs++) await press('Tab');
    expect(await canvas.focused()).toBe('idea-art');
    expect(await canvas.selected()).toEqual(['idea-art']);
    await press('Delete');
    await expect.poll(() => pipe.count()).toBe(0);
    expect(await canvas.focused()).toBe('idea');
    await press('Control+z');
    await pipe.waitFor();

    await press('Enter');
    const field = page.locator('textarea');
    await field.waitFor();
    await page.keyboard.type(' 위의 달');
    await press('Escape');
    await field.waitFor({ state: 'detached' });
    await page
      .getByRole('group', { name: /새벽 강 위의 달/ })
      .first()
      .waitFor();
    expect(await canvas.focused()).toBe('idea');
    await press('Delete');
    await canvas.node('idea').waitFor({ state: 'detached' });
    expect(await pipe.count()).toBe(0);
  });

  it('zooms and fits by the keys that the controls tell of, and pans by the arrows', async () => {
    const percent = page.getByTestId('zoom-percent');
    const { words } = person;
    const fit = page.getByRole('button', { name: words.canvas.fit });
    expect(await fit.getAttribute('aria-keyshortcuts')).toBe('Shift+1');
    expect(await fit.getAttribute('title')).toContain('(Shift+1)');
    expect(await percent.getAttribute('aria-keyshortcuts')).toBe('Shift+0 Control+0');

    await canvas.stage.focus();
    await press('Shift+Digit1');
    await expect.poll(() => canvas.camera().then(({ zoom }) => zoom)).toBeLessThan(0.4);
    // The canvas means these keys from its controls too.
    await fit.focus();
    await press('Shift+Digit0');
    await expect.poll(() => percent.textContent()).toBe('100%');
    await press('Control+Equal');
    await expect.poll(() => percent.textContent()).toBe('120%');
    await press('Control+Minus');
    await press('Control+Digit0');
    await expect.poll(() => percent.textContent()).toBe('100%');

    await canvas.stage.focus();
    const before = await canvas.camera();
    await press('ArrowRight');
    await expect.poll(() => canvas.camera()).toEqual({ ...before, x: before.x - 60 });

    await press('Control+ArrowRight');
    await expect.poll(() => canvas.selected()).toHaveLength(1);
    await page.getByRole('button', { name: words.canvas.fitSelection }).click();
    const [id = ''] = await canvas.selected();
    const [x, y] = await canvas.at(id);
    const middle = await canvas.onScreen(x + 110, y + 97.5);
    const stage = await boxOf(canvas.stage);
    expect(Math.abs(middle.x - stage.x - stage.width / 2)).toBeLessThan(20);
    expect(Math.abs(middle.y - stage.y - stage.height / 2)).toBeLessThan(1);
  });
});

const zoomNow = (): Promise<number> => canvas.camera().then(({ zoom }) => zoom);

describe('by fingers', () => {
  it('pans the floor, drags a card, pinches, and gives a drag up for a pinch', async () => {
    const fingers = await Fingers.of(page);
    const floor = await canvas.onScreen(850, 400);
    await fingers.down(0, floor);
    await fingers.move({ 0: { x: floor.x - 90, y: floor.y - 30 } });
    await fingers.up(0);
    await expect.poll(() => canvas.camera()).toEqual({ x: 10, y: 30, zoom: 1 });

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
    await expect.poll(() => canvas.camera().then(({ zoom }) => zoom)).toBeCloseTo(2, 1);
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
    const floor = await canvas.onScreen(300, 90);
    await fingers.down(0, inField);
    await fingers.down(1, floor);
    await fingers.move({ 1: { x: inField.x + 200, y: floor.y } });
    await expect.poll(zoomNow).toBeCloseTo(1, 1);
    await fingers.up(1);
    await fingers.up(0);
  });

  it('selects several on a phone by holding them, drags them together, and draws a marquee from the held floor', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const fingers = await Fingers.of(page);
    await fingers.down(0, { x: 90, y: 560 });
    await fingers.down(1, { x: 370, y: 560 });
    await fingers.move({ 0: { x: 90, y: 450 }, 1: { x: 202, y: 450 } });
    await fingers.up(0);
    await fingers.up(1);
    await expect.poll(() => canvas.camera().then(({ zoom }) => zoom)).toBeCloseTo(0.4, 2);

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

    const floor = await canvas.onScreen(600, 540);
    await fingers.tap(floor);
    await expect.poll(() => canvas.selected()).toEqual([]);
    await canvas.paintsUntilRest();
    await fingers.down(0, floor);
    // The square under the finger.
    await page.waitForFunction(() => window.paints > 0);
    await fingers.move({ 0: { x: floor.x - 120, y: floor.y - 90 } });
    await fingers.up(0);
    await expect.poll(() => canvas.selected()).toEqual(['art']);
    expect((await canvas.camera()).zoom).toBeCloseTo(0.4, 2);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('goes on with one finger after a pinch whose button went away under it', async () => {
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
    await expect.poll(() => canvas.camera().then(({ zoom }) => zoom)).toBeCloseTo(0.1, 2);
    await fingers.up(0);
    await fingers.up(1);

    const before = await canvas.camera();
    const floor = await canvas.onScreen(-500, 4000);
    await fingers.down(0, floor);
    await fingers.move({ 0: { x: floor.x + 50, y: floor.y } });
    await fingers.up(0);
    await expect.poll(() => canvas.camera()).toEqual({ ...before, x: before.x + 50 });
  });
});

describe('by trackpad and pen', () => {
  it('pans by two fingers and zooms to the pointer by a pinch, as Chromium and as Safari tell it', async () => {
    const at = await canvas.grabOf('art');
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(30, 40);
    await expect.poll(() => canvas.camera()).toEqual({ x: 70, y: 20, zoom: 1 });

    const session = await context.newCDPSession(page);
    const under = await canvas.grabOf('art');
    const pinch = { type: 'mouseWheel', ...under, deltaX: 0, deltaY: -20, modifiers: 2 } as const;
    await session.send('Input.dispatchMouseEvent', pinch);
    await expect.poll(() => canvas.camera().then(({ zoom }) => zoom)).toBeCloseTo(Math.exp(0.2), 3);
    const after = await canvas.grabOf('art');
    expect(Math.hypot(after.x - under.x, after.y - under.y)).toBeLessThan(0.01);

    const { zoom } = await canvas.camera();
    const isKept = await canvas.stage.evaluate((stage, { x, y }) => {
      const tell = (type: string, scale: number): boolean =>
        stage.dispatchEvent(
          Object.assign(new UIEvent(type, { bubbles: true, cancelable: true }), { scale, clientX: x, clientY: y }),
        );
      return tell('gesturestart', 1) || tell('gesturechange', 1.5) || tell('gesturechange', 2);
    }, under);
    expect(isKept).toBe(false);
    await expect.poll(() => canvas.camera().then((camera) => camera.zoom)).toBeCloseTo(zoom * 2, 3);
    const last = await canvas.grabOf('art');
    expect(Math.hypot(last.x - under.x, last.y - under.y)).toBeLessThan(0.01);
  });

  it('drags a card and draws a pipe with a pen', async () => {
    const pen = await Pen.of(page);
    const grab = await canvas.grabOf('photo');
    const there = { x: grab.x + 60, y: grab.y + 30 };
    await pen.down(grab);
    await pen.move({ x: grab.x + 20, y: grab.y + 10 });
    await pen.move(there);
    await pen.up(there);
    await expect.poll(() => canvas.at('photo')).toEqual([60, 330]);

    const from = await canvas.onScreen(60 + 245, 330 + 97.5);
    const to = await canvas.onScreen(450, 97.5);
    await pen.down(from);
    await pen.move({ x: from.x + 30, y: from.y - 30 });
    await pen.move(to);
    await pen.up(to);
    await canvas.node('photo').focus();
    await page.locator('[data-edge-id="photo-art"]').waitFor({ state: 'attached' });
  });
});

const cursor = (): Promise<string> => canvas.stage.evaluate(({ style }) => style.cursor);

/** Moves the mouse to a world point. */
async function goTo(x: number, y: number): Promise<void> {
  const at = await canvas.onScreen(x, y);
  await page.mouse.move(at.x, at.y);
}

it('tells by the cursor what a press will do', async () => {
  await canvas.stage.focus();
  await goTo(850, 400);
  await expect.poll(cursor).toBe('grab');
  await page.keyboard.down('Shift');
  await expect.poll(cursor).toBe('crosshair');
  await page.keyboard.up('Shift');
  await goTo(450, 67);
  await expect.poll(cursor).toBe('crosshair');
  await goTo(450, 127);
  await expect.poll(cursor).toBe('move');
  await goTo(510, 20);
  await expect.poll(cursor).toBe('move');
  await page.keyboard.down(' ');
  await expect.poll(cursor).toBe('grab');
  await page.mouse.down();
  await goTo(530, 40);
  await expect.poll(cursor).toBe('grabbing');
  await page.mouse.up();
  await expect.poll(cursor).toBe('grab');
  await page.keyboard.up(' ');
  await expect.poll(cursor).toBe('move');
  await page.mouse.down();
  await goTo(560, 40);
  await expect.poll(cursor).toBe('grabbing');
  await press('Escape');
  await expect.poll(cursor).toBe('move');
  await page.mouse.up();
});

/** Where the view has come to: the page shows it with the next frame. */
async function cameraSeen(): ReturnType<OpenCanvas['camera']> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return canvas.camera();
}

/** The world point in the middle of the view. */
async function middle(): Promise<{ x: number; y: number }> {
  const { x, y, zoom } = await cameraSeen();
  return { x: (685 - x) / zoom, y: (422 - y) / zoom };
}

it('goes where the minimap is pressed, by mouse, finger and pen, and zooms by the wheel over it', async () => {
  await canvas.node('idea').focus();
  expect(await canvas.selected()).toEqual(['idea']);
  const minimap = page.getByRole('img', { name: person.words.canvas.minimap });
  const box = await boxOf(minimap);
  // The far node is what reaches farthest to the right and down: it lies in that corner of the map.
  await page.mouse.move(box.x + 185, box.y + 130);
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(async () => (await middle()).x).toBeGreaterThan(2000);
  await canvas.node('far').waitFor();

  await page.mouse.move(box.x + 100, box.y + 75);
  await page.mouse.down();
  const start = await middle();
  await page.mouse.move(box.x + 110, box.y + 75, { steps: 4 });
  const tenRight = await middle();
  await page.mouse.move(box.x + 120, box.y + 75, { steps: 4 });
  const twentyRight = await middle();
  await page.mouse.up();
  expect(tenRight.x).toBeGreaterThan(start.x);
  expect(twentyRight.x - tenRight.x).toBeCloseTo(tenRight.x - start.x, 3);

  const fingers = await Fingers.of(page);
  await fingers.down(0, { x: box.x + 60, y: box.y + 60 });
  const pressed = await middle();
  await fingers.move({ 0: { x: box.x + 60, y: box.y + 90 } });
  await fingers.up(0);
  expect((await middle()).y).toBeGreaterThan(pressed.y);
  // The finger was lifted in full motion: the next tap is a press all the same.
  const { zoom } = await canvas.camera();
  const zoomIn = await boxOf(page.getByRole('button', { name: person.words.canvas.zoomIn }));
  await fingers.tap({ x: zoomIn.x + zoomIn.width / 2, y: zoomIn.y + zoomIn.height / 2 });
  await expect.poll(async () => (await canvas.camera()).zoom).toBeGreaterThan(zoom);
  await press('Control+Digit0');
  await expect.poll(async () => (await canvas.camera()).zoom).toBe(1);

  const before = await cameraSeen();
  const pen = await Pen.of(page);
  await pen.down({ x: box.x + 40, y: box.y + 40 });
  await pen.move({ x: box.x + 90, y: box.y + 60 });
  expect(await cameraSeen()).not.toEqual(before);
  await press('Escape');
  await pen.move({ x: box.x + 120, y: box.y + 80 });
  await pen.up({ x: box.x + 120, y: box.y + 80 });
  expect(await cameraSeen()).toEqual(before);
  expect(await canvas.selected(), 'the key was meant for the drag').toEqual(['idea']);

  const still = await middle();
  await page.mouse.move(box.x + 50, box.y + 50);
  await page.mouse.wheel(0, -100);
  await expect.poll(async () => (await canvas.camera()).zoom).toBeCloseTo(Math.exp(0.2), 3);
  expect((await middle()).x).toBeCloseTo(still.x, 1);
});

it('begins no transition at the steps of a zoom for who wants no motion', async () => {
  await page.mouse.move(700, 400);
  await page.evaluate(() => {
    const begun: string[] = [];
    Object.assign(window, { begun });
    document.addEventListener('transitionrun', ({ propertyName }) => begun.push(propertyName));
  });
  await page.keyboard.down('Control');
  for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 40);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await canvas.camera()).zoom).toBeCloseTo(Math.exp(-0.48), 3);
  expect(await page.evaluate(() => (window as unknown as { begun: string[] }).begun)).toEqual([]);
});
