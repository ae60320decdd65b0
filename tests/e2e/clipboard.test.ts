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

  // Pasted with the pointer over a free spot: the copy stands around the pointer.
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

  // Text that another program has copied; text pasted into a field stays in the field.
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

it.each(languages('en'))(
  'pastes pictures at the pointer, by keys and by the button, in %s [CLIP-9]',
  async (language) => {
    const { page, context, faults } = await openPage(browser);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    const person = new Person(page, server.url, language);
    const canvas = new OpenCanvas(page);
    const { words } = person;
    const nodes = page.locator('[data-node-id]');
    const tool = (name: string) => page.getByTestId('toolbar').getByRole('button', { name, exact: true });
    await person.enter(`Photographer ${language}`);
    await person.openMade('Pictures');
    await page.evaluate(async () => {
      const picture = new OffscreenCanvas(120, 80);
      picture.getContext('2d')?.fillRect(0, 0, 60, 80);
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture.convertToBlob() })]);
    });

    const at = await canvas.onScreen(300, 250);
    await page.mouse.move(at.x - 9, at.y);
    await page.mouse.move(at.x, at.y);
    await page.keyboard.press('Control+v');
    await expect.poll(() => nodes.count()).toBe(1);
    const [first = ''] = await canvas.selected();
    const [x, y] = await canvas.at(first);
    expect(Math.hypot(x + 245 / 2 - 300, y + 195 / 2 - 250)).toBeLessThan(15);

    // A finger has no keys: the button reads the same clipboard, and the row stands in free room.
    await tool(words.clipboard.paste).click();
    await expect.poll(() => nodes.count()).toBe(2);
    expect(await canvas.selected()).not.toContain(first);

    // Several files that a program has copied at once.
    await page.mouse.move(at.x, at.y);
    await page.evaluate(async () => {
      const [copied] = await navigator.clipboard.read();
      const picture = (await copied?.getType('image/png')) ?? '';
      const data = new DataTransfer();
      for (const name of ['one', 'two', 'three']) data.items.add(new File([picture], name, { type: 'image/png' }));
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(paste);
    });
    await expect.poll(() => nodes.count()).toBe(5);
    const row = await Promise.all((await canvas.selected()).map((id) => canvas.at(id)));
    expect([row.length, new Set(row.map(([, top]) => top)).size]).toEqual([3, 1]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => nodes.count()).toBe(2);
    await person.waitUntilSaved();
    expect(faults).toEqual([]);
    await context.close();
  },
);
