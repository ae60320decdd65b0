import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { Fingers } from '../support/Fingers';
import { boxOf, Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

setUpApp();

it('On a phone the hint speaks of tapping, and the add menu leaves the card in sight that it adds to [PHONE-1] [PHONE-2]', async () => {
  const { page, context, faults } = await openPage(browser, PHONE);
  const person = new Person(page, server.url, 'en');
  await person.enter('Sol');
  await person.openMade('Pocket', {
    nodes: [{ id: 'idea', type: 'textPrompt', position: { x: 45, y: 120 }, data: { value: 'a river' } }],
    edges: [],
    viewport: { x: 0, y: 0, zoom: 1 },
  });
  const stage = await boxOf(page.getByTestId('stage'));
  const inStage = async (box: { x: number; y: number; width: number; height: number }): Promise<void> => {
    expect(box.x).toBeGreaterThanOrEqual(stage.x);
    expect(box.y).toBeGreaterThanOrEqual(stage.y);
    expect(box.x + box.width).toBeLessThanOrEqual(stage.x + stage.width);
    expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height);
  };
  const card = await boxOf(person.node('idea'));
  const output = await boxOf(person.node('idea').locator('[data-handle="text-right"]'));
  const from = { x: output.x + output.width / 2, y: output.y + output.height / 2 };
  const menu = page.getByRole('menu', { name: person.words.canvas.offer });
  const fingers = await Fingers.of(page);
  await fingers.down(1, from);
  await fingers.move({ 1: { x: 370, y: from.y + 30 } });
  await fingers.up(1);
  await menu.waitFor();
  const shown = await boxOf(menu);
  await inStage(shown);
  const isApart = shown.y >= card.y + card.height || shown.y + shown.height <= card.y || shown.x >= card.x + card.width;
  expect(isApart).toBe(true);

  await menu.getByRole('menuitem').first().tap();
  await expect.poll(async () => (await person.nodeIds()).length).toBe(2);
  const left = await boxOf(person.node('idea').locator('[data-handle="text-right"]'));
  await inStage(left);

  await page.getByRole('button', { name: person.words.toolbar.undo }).tap();
  await expect.poll(() => person.nodeIds()).toEqual(['idea']);
  await page.getByRole('button', { name: person.words.toolbar.redo }).tap();
  await expect.poll(async () => (await person.nodeIds()).length).toBe(2);

  await person.openMade('Empty');
  await page.getByText(person.words.canvas.emptyTouch).waitFor();
  // What lies over the canvas leaves room for one another.
  const bar = await boxOf(page.getByTestId('toolbar'));
  const corner = await boxOf(page.getByTestId('view-corner'));
  await inStage(bar);
  expect(bar.x + bar.width).toBeLessThan(corner.x);
  expect(faults).toEqual([]);
  await context.close();
});
