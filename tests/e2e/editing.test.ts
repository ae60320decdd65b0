import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it('converts a prompt to a category, pulls a row out, merges it back, and undoes a deleted pipe', async () => {
  const { page, context, faults } = await openPage(browser);
  const person = new Person(page, server.url, 'en');
  const { words } = person;
  await person.enter('Editor');
  await person.openMade('Groups');
  const idea = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 60 });
  const art = await person.dragFromPanel('image', 'Gemini-2.5-flash', { x: 900, y: 60 });
  await person.write(idea, 'A small boat on a calm lake at dawn, watercolour, soft blue and silver');
  await person.pipe(idea, 'text-right', art, 'text-left');

  await person.node(idea).getByRole('button', { name: words.node.convert }).click();
  const grips = person.node(idea).locator('[data-item-id]');
  await grips.first().waitFor();
  const rows = await grips.count();
  expect(rows).toBeGreaterThan(1);
  // The pipe now comes from the category in place of the text.
  const pipes = () => page.getByRole('button', { name: words.canvas.deleteEdge });
  const place = await boxOf(person.node(art));
  await page.mouse.click(place.x - 30, place.y + 60);
  await pipes().waitFor();
  await pipes().click();
  await expect.poll(() => pipes().count()).toBe(0);
  await page.keyboard.press('Control+z');
  await page.mouse.click(place.x - 30, place.y + 60);
  await pipes().waitFor();

  const grip = await boxOf(grips.first());
  const rowId = (await grips.first().getAttribute('data-item-id')) ?? '';
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + 30, grip.y + 20, { steps: 3 });
  await page.mouse.move(750, 560, { steps: 8 });
  await page.mouse.up();
  await person.node(rowId).waitFor();
  await expect.poll(() => grips.count()).toBe(rows - 1);

  const free = await boxOf(person.node(rowId));
  const category = await boxOf(person.node(idea));
  await page.mouse.move(free.x + free.width - 40, free.y + 12);
  await page.mouse.down();
  await page.mouse.move(free.x, free.y, { steps: 3 });
  await page.mouse.move(category.x + 60, category.y + 30, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => grips.count()).toBe(rows);
  expect(await person.node(rowId).count()).toBe(0);
  await person.waitUntilSaved();
  expect(faults).toEqual([]);
  await context.close();
});
