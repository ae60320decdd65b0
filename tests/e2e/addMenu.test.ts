import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { Fingers } from '../support/Fingers';
import { boxOf, Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it('adds a node where a pipe is dropped, drags it over the edge of the view, and moves its pipe elsewhere', async () => {
  const { page, context, faults } = await openPage(browser);
  const person = new Person(page, server.url, 'ko');
  await person.enter('보라');
  await person.openMade('이어 붙이기');
  const idea = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 100 });
  const output = await boxOf(person.node(idea).locator('[data-handle="text-right"]'));

  await page.mouse.move(output.x + output.width / 2, output.y + output.height / 2);
  await page.mouse.down();
  await page.mouse.move(900, 400, { steps: 8 });
  await page.mouse.up();
  const menu = page.getByRole('menu', { name: person.words.canvas.addMenu });
  await menu.waitFor();
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(async () => (await person.nodeIds()).length).toBe(2);
  const art = (await person.nodeIds()).find((id) => id.startsWith('image_')) ?? '';
  const input = await boxOf(person.node(art).locator('[data-handle="text-left"]'));
  expect(Math.hypot(input.x + input.width / 2 - 900, input.y + input.height / 2 - 400)).toBeLessThan(12);

  // Dragged to the right edge, the card moves on with the view for as long as the pointer stays there.
  const card = await boxOf(person.node(art));
  const viewportX = () =>
    page
      .locator('[data-viewport-layer]')
      .first()
      .evaluate((layer) => new DOMMatrix(getComputedStyle(layer).transform).e);
  const before = await viewportX();
  await page.mouse.move(card.x + 60, card.y + 20);
  await page.mouse.down();
  await page.mouse.move(1436, card.y + 40, { steps: 8 });
  await expect.poll(viewportX).toBeLessThan(before - 600);
  await page.mouse.move(1000, card.y + 40, { steps: 4 });
  const rest = await viewportX();
  await page.mouse.up();
  expect(await viewportX()).toBe(rest);

  const second = await person.dragFromPanel('image', 'Gemini-2.5-flash', { x: 700, y: 560 });
  const end = await boxOf(person.node(art).locator('[data-handle="text-left"]'));
  const other = await boxOf(person.node(second).locator('[data-handle="text-left"]'));
  await page.mouse.move(end.x + end.width / 2 - 15, end.y + end.height / 2);
  await page.mouse.down();
  await page.mouse.move(other.x - 40, other.y + 30, { steps: 6 });
  await page.mouse.move(other.x + other.width / 2, other.y + other.height / 2, { steps: 4 });
  await page.mouse.up();
  // The run button is enabled at the pipe's new end and disabled at its old one.
  const run = (id: string) => person.node(id).getByRole('button', { name: person.words.node.run, exact: true });
  await expect.poll(() => run(second).getAttribute('aria-disabled')).toBeNull();
  await expect.poll(() => run(art).getAttribute('aria-disabled')).toBe('true');
  await person.waitUntilSaved();
  expect(faults).toEqual([]);
  await context.close();
});

it('waits for a tap after a pipe was dragged by a finger, and closes when the pane is tapped', async () => {
  const { page, context, faults } = await openPage(browser, { hasTouch: true });
  const person = new Person(page, server.url, 'en');
  await person.enter('Minji');
  await person.openMade('Fingers');
  const art = await person.dragFromPanel('image', 'Gemini-2.5-flash', { x: 700, y: 100 });
  const fingers = await Fingers.of(page);
  const input = await boxOf(person.node(art).locator('[data-handle="image-left"]'));
  const from = { x: input.x + input.width / 2, y: input.y + input.height / 2 };
  const menu = page.getByRole('menu', { name: person.words.canvas.addMenu });
  const pull = async () => {
    await fingers.down(1, from);
    // A flick: the finger is lifted in full motion.
    await fingers.move({ 1: { x: 450, y: 500 } });
    await fingers.up(1);
    await menu.waitFor();
  };

  await pull();
  await fingers.tap({ x: 300, y: 300 });
  await menu.waitFor({ state: 'detached' });
  expect(await person.nodeIds()).toEqual([art]);

  await pull();
  const upload = menu.getByRole('menuitem', { name: person.words.node.imageUpload });
  // Waits for the painted place: before its first frame the browser may still report the place without the menu's shift.
  await upload.click({ trial: true });
  const entry = await boxOf(upload);
  expect(entry.height).toBeGreaterThanOrEqual(44);
  await fingers.tap({ x: entry.x + 40, y: entry.y + 20 });
  await expect.poll(async () => (await person.nodeIds()).length).toBe(2);
  await person.waitUntilSaved();
  expect(faults).toEqual([]);
  await context.close();
});
