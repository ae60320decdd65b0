import { afterEach, expect, it } from 'vitest';
import { Fingers } from '../support/Fingers';
import type { OpenCanvas } from '../support/OpenCanvas';
import { Pen } from '../support/Pen';
import { boxOf } from '../support/Person';
import { canvas, expectRest, page, person, press, setUpCanvas } from './support/setUpCanvas';

setUpCanvas();
afterEach(expectRest);

const cursor = (): Promise<string> => canvas.stage.evaluate(({ style }) => style.cursor);

/** Moves the mouse to a world point. */
async function goTo(x: number, y: number): Promise<void> {
  const at = await canvas.onScreen(x, y);
  await page.mouse.move(at.x, at.y);
}

it('shows by the cursor what a press will do', async () => {
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

it('pans by the middle button and pastes nothing by its release, as Linux does elsewhere', async () => {
  const pastes = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        window.addEventListener('paste', () => (count += 1));
        window.addEventListener('auxclick', () => setTimeout(() => resolve(count)), { once: true });
      }),
  );
  const before = await canvas.viewport();
  await goTo(850, 400);
  await page.mouse.down({ button: 'middle' });
  await goTo(900, 440);
  await page.mouse.up({ button: 'middle' });
  expect(await pastes).toBe(0);
  await expect.poll(async () => (await canvas.viewport()).x).not.toBe(before.x);
});

/** The viewport as the page shows it, one frame later. */
async function viewportSeen(): ReturnType<OpenCanvas['viewport']> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return canvas.viewport();
}

/** The world point in the middle of the view. */
async function middle(): Promise<{ x: number; y: number }> {
  const { x, y, zoom } = await viewportSeen();
  return { x: (685 - x) / zoom, y: (422 - y) / zoom };
}

it('goes where the minimap is pressed, by mouse, finger and pen, and zooms by the wheel over it', async () => {
  await canvas.node('idea').focus();
  expect(await canvas.selected()).toEqual(['idea']);
  const minimap = page.getByRole('img', { name: person.words.canvas.minimap });
  const box = await boxOf(minimap);
  // The far node reaches farthest to the right and down, so it lies in that corner of the map.
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
  // The finger was lifted in full motion: the next tap is a press nevertheless.
  const { zoom } = await canvas.viewport();
  const zoomIn = await boxOf(page.getByRole('button', { name: person.words.canvas.zoomIn }));
  await fingers.tap({ x: zoomIn.x + zoomIn.width / 2, y: zoomIn.y + zoomIn.height / 2 });
  await expect.poll(async () => (await canvas.viewport()).zoom).toBeGreaterThan(zoom);
  await press('Control+Digit0');
  await expect.poll(async () => (await canvas.viewport()).zoom).toBe(1);

  const before = await viewportSeen();
  const pen = await Pen.of(page);
  await pen.down({ x: box.x + 40, y: box.y + 40 });
  await pen.move({ x: box.x + 90, y: box.y + 60 });
  expect(await viewportSeen()).not.toEqual(before);
  await press('Escape');
  await pen.move({ x: box.x + 120, y: box.y + 80 });
  await pen.up({ x: box.x + 120, y: box.y + 80 });
  expect(await viewportSeen()).toEqual(before);
  expect(await canvas.selected(), 'the key was meant for the drag').toEqual(['idea']);

  const still = await middle();
  await page.mouse.move(box.x + 50, box.y + 50);
  await page.mouse.wheel(0, -100);
  await expect.poll(async () => (await canvas.viewport()).zoom).toBeCloseTo(Math.exp(0.2), 3);
  expect((await middle()).x).toBeCloseTo(still.x, 1);
});

it('begins no transition at the steps of a zoom for a person who prefers no motion', async () => {
  await page.mouse.move(700, 400);
  await page.evaluate(() => {
    const begun: string[] = [];
    Object.assign(window, { begun });
    document.addEventListener('transitionrun', ({ propertyName }) => begun.push(propertyName));
  });
  await page.keyboard.down('Control');
  for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 40);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await canvas.viewport()).zoom).toBeCloseTo(Math.exp(-0.48), 3);
  expect(await page.evaluate(() => (window as unknown as { begun: string[] }).begun)).toEqual([]);
});
