import { expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { boxOf, Person } from '../support/Person';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

const FLOW: Snapshot = {
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '강 위의 달, 달빛' } },
    { id: 'far', type: 'textPrompt', position: { x: 4000, y: 3000 }, data: { value: '달과 산' } },
    { id: 'sea', type: 'textPrompt', position: { x: 0, y: 300 }, data: { value: '조용한 바다' } },
  ],
  edges: [],
  viewport: { x: 100, y: 60, zoom: 1 },
};

it.each(languages('en'))(
  'finds words beside the canvas, flies from one to the next and replaces them, in %s [FIND-5] [FIND-7]',
  async (language) => {
    const { page, context, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);
    const canvas = new OpenCanvas(page);
    const { find, toolbar } = person.words;
    const panel = page.getByTestId('find');
    const count = () => page.getByTestId('find-count').textContent();
    const of = (position: number, all: number) =>
      find.of.replace('{{position}}', String(position)).replace('{{count}}', String(all));
    await person.enter(`Find ${language}`);
    await person.openMade('Words', FLOW);
    await canvas.node('idea').waitFor();

    await canvas.stage.focus();
    await page.keyboard.press('Control+f');
    const field = panel.getByRole('textbox', { name: find.words, exact: true });
    // Searches by the keys of the other layout.
    await field.fill('ekf');
    await expect.poll(count).toBe(find.found_other.replace('{{count}}', '2'));
    await page.keyboard.press('Enter');
    await expect.poll(count).toBe(of(1, 2));
    await page.keyboard.press('Enter');
    await expect.poll(count).toBe(of(2, 2));
    await expect.poll(() => canvas.node('far').getAttribute('data-selected')).toBe('true');
    await expect.poll(async () => (await canvas.viewport()).x).toBeLessThan(-2000);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(count).toBe(of(1, 2));

    await field.fill('달');
    await panel.getByRole('button', { name: find.showReplace, exact: true }).click();
    await panel.getByRole('textbox', { name: find.replaceWith }).fill('별');
    await panel.getByRole('button', { name: find.replaceAll }).click();
    await panel.getByText(find.replaced_other.replace('{{count}}', '3'), { exact: true }).last().waitFor();
    await expect.poll(count).toBe(find.none);
    await page.getByTestId('toolbar').getByRole('button', { name: toolbar.undo }).click();
    await expect.poll(count).toBe(find.found_other.replace('{{count}}', '2'));

    await field.focus();
    await page.keyboard.press('Escape');
    expect(await panel.count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByTestId('command-bar').getByRole('combobox').fill(find.open);
    await page.keyboard.press('Enter');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await person.waitUntilSaved();
    expect(faults).toEqual([]);
    await context.close();
  },
);

it('opens the command bar while a person writes, who goes on with the text or cuts its card [TEXT-8] [CLIP-10]', async () => {
  const { page, context, faults } = await openPage(browser);
  const person = new Person(page, server.url, 'ko');
  const canvas = new OpenCanvas(page);
  const { words } = person;
  const bar = page.getByTestId('command-bar').getByRole('combobox');
  const field = page.locator('textarea');
  await person.enter('글쓴이');
  await person.openMade('Writing', FLOW);
  await canvas.node('idea').waitFor();
  const box = await boxOf(canvas.node('idea'));
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  await field.press('Home');
  await page.keyboard.press('Control+k');
  await bar.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type('밤, ');
  await page.keyboard.press('Backspace');
  expect(await field.inputValue()).toBe('밤,강 위의 달, 달빛');

  // A chosen note has the keys from then on.
  await page.keyboard.press('Control+k');
  await bar.fill(words.frames.note);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('');
  await page.keyboard.type('메모');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  expect(await field.inputValue()).toBe('밤,강 위의 달, 달빛');

  await field.press('Control+a');
  await page.keyboard.press('Control+k');
  await bar.fill(words.clipboard.cut);
  await page.keyboard.press('Enter');
  await expect.poll(() => canvas.node('idea').count()).toBe(0);
  expect(await field.count()).toBe(0);
  // In view are the other card and the pasted one.
  const inView = page.locator('[data-node-id]');
  await page.keyboard.press('Control+v');
  await expect.poll(() => inView.count()).toBe(2);
  await page.keyboard.press('Control+f');
  await page.keyboard.press('Control+k');
  await bar.fill(words.clipboard.cut);
  await page.keyboard.press('Enter');
  await expect.poll(() => inView.count()).toBe(1);
  await person.waitUntilSaved();
  expect(faults).toEqual([]);
  await context.close();
});
