import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { boxOf, Person } from '../support/Person';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it.each(languages('ko'))('copies a flow into another project by keys and buttons, in %s [CLIP-2]', async (language) => {
  const { page, context, faults } = await openPage(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const person = new Person(page, server.url, language);
  const canvas = new OpenCanvas(page);
  const { words } = person;
  const nodes = () => page.locator('[data-node-id]');
  const tool = (name: string) => page.getByTestId('toolbar').getByRole('button', { name, exact: true });
  await person.enter(`Copier ${language}`);
  await person.openMade('Origin');
  const idea = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 160 });
  const art = await person.dragFromPanel('image', 'Gemini-2.5-flash', { x: 800, y: 160 });
  await person.write(idea, '강 위의 달');
  await person.pipe(idea, 'text-right', art, 'text-left');

  // Held over a free spot: the copy stands about the pointer.
  const stage = await boxOf(canvas.stage);
  await page.mouse.move(stage.x + 600, stage.y + 620);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect.poll(() => nodes().count()).toBe(4);
  expect((await canvas.selected()).filter((id) => id === idea || id === art)).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => nodes().count()).toBe(2);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+d');
  await expect.poll(() => nodes().count()).toBe(4);
  await page.keyboard.press('Control+z');
  await expect.poll(() => nodes().count()).toBe(2);
  await page.keyboard.press('Control+a');
  await tool(words.clipboard.copy).click();
  await person.waitUntilSaved();

  await page.getByRole('link', { name: words.product.home }).click();
  await person.openMade('Copy');
  await tool(words.clipboard.paste).click();
  await expect.poll(() => nodes().count()).toBe(2);
  await page.keyboard.press('Escape');
  const copy = nodes().filter({ has: page.locator('[data-handle="text-right"]') });
  const copyId = (await copy.getAttribute('data-node-id')) ?? '';
  expect(copyId).not.toBe(idea);
  await expect.poll(() => person.node(copyId).getAttribute('aria-label')).toContain('강 위의 달');

  // Words that another program has copied, and what a field is given stays in the field.
  await page.evaluate(() => navigator.clipboard.writeText('달빛 아래'));
  await canvas.stage.focus();
  await page.keyboard.press('Control+v');
  await expect.poll(() => nodes().count()).toBe(3);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox').last().press('Control+v');
  await expect.poll(() => page.getByRole('textbox').last().inputValue()).toContain('달빛 아래달빛 아래');
  expect(await nodes().count()).toBe(3);
  await page.keyboard.press('Escape');
  await person.waitUntilSaved();
  expect(faults).toEqual([]);
  await context.close();
});
