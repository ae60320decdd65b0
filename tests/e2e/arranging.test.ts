import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { boxOf, Person } from '../support/Person';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

const FLOW = {
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 60, y: 240 }, data: {} },
    { id: 'art', type: 'image', position: { x: 375, y: 105 }, data: {} },
    { id: 'again', type: 'image', position: { x: 720, y: 330 }, data: {} },
  ],
  edges: [
    {
      id: 'idea-art',
      source: 'idea',
      target: 'art',
      sourceHandle: 'text-right',
      targetHandle: 'text-left',
      type: 'text',
    },
  ],
  viewport: { x: 0, y: 0, zoom: 1 },
};

it.each(languages('ko'))(
  'aligns, distributes and straightens by keys, menu and toolbar, in %s, and says so [ARRANGE-4]',
  async (language) => {
    const { page, context, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);
    const canvas = new OpenCanvas(page);
    const { words } = person;
    const menu = page.getByTestId('context-menu');
    const entry = (name: string) => menu.getByRole('menuitem', { name, exact: true });
    const said = (what: string, count: number) =>
      page
        .getByText(words.arrange.done_other.replace('{{what}}', what).replace('{{count}}', String(count)), {
          exact: true,
        })
        .or(page.getByText(words.arrange.done_one.replace('{{what}}', what).replace('{{count}}', String(count))));
    await person.enter(`Arrange ${language}`);
    await person.openMade('Rows', FLOW);
    await canvas.node('again').waitFor();

    await canvas.stage.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Alt+w');
    await expect.poll(async () => (await canvas.at('idea'))[1]).toBe(105);
    expect(await canvas.at('again')).toEqual([720, 105]);
    await said(words.arrange.alignTop, 2).waitFor({ state: 'attached' });

    // One step brings all of it back.
    await page.keyboard.press('Control+z');
    await expect.poll(() => canvas.at('idea')).toEqual([60, 240]);
    expect(await canvas.at('again')).toEqual([720, 330]);

    // The bar of the selection opens the menu; an entry that cannot run says why.
    const bar = page.getByTestId('selection-bar');
    await bar.getByRole('button', { name: words.arrange.open }).click();
    await entry(words.arrange.distributeAcross).click();
    await expect.poll(async () => (await canvas.at('art'))[0]).toBe(378);
    expect(await menu.count()).toBe(0);

    // So does the selection's own menu, by keys alone.
    await page.keyboard.press('Shift+F10');
    await entry(words.arrange.open).focus();
    await page.keyboard.press('Enter');
    await entry(words.arrange.straighten).focus();
    await page.keyboard.press('Enter');
    await said(words.arrange.straighten, 1).waitFor({ state: 'attached' });
    await expect.poll(async () => (await canvas.at('art'))[1]).toBe(270);

    await page.mouse.click((await boxOf(canvas.stage)).x + 600, (await boxOf(canvas.stage)).y + 600);
    await page.keyboard.press('Control+k');
    const barOption = page.getByTestId('command-bar').getByRole('option', { name: words.arrange.alignLeft });
    await page.getByRole('combobox').fill(words.arrange.alignLeft);
    await expect.poll(() => barOption.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await person.waitUntilSaved();
    expect(faults).toEqual([]);
    await context.close();
  },
);

it.each(languages('ko'))(
  'tidies up by its key and from the menu, in %s, and says so [ARRANGE-13]',
  async (language) => {
    const { page, context, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);
    const canvas = new OpenCanvas(page);
    const { words } = person;
    const entry = (name: string) => page.getByTestId('context-menu').getByRole('menuitem', { name, exact: true });
    const place = async () => Promise.all(['idea', 'art', 'again'].map((id) => canvas.at(id)));
    await person.enter(`Tidy ${language}`);
    await person.openMade('Mess', FLOW);
    await canvas.node('again').waitFor();
    const before = await place();

    await canvas.stage.focus();
    await page.keyboard.press('Alt+t');
    const count = words.arrange.tidied_other.replace('{{count}}', '3');
    await page.getByText(count, { exact: true }).waitFor({ state: 'attached' });
    await expect.poll(async () => (await canvas.at('idea'))[1]).toBe(105);
    const [idea = [0, 0], art = [0, 0], again = [0, 0]] = await place();
    expect(art[0]).toBeGreaterThan(idea[0] + 220);
    // Cards without any pipe stand below.
    expect(again[1]).toBeGreaterThan(Math.max(idea[1], art[1]) + 195);
    await page.keyboard.press('Control+z');
    await expect.poll(place).toEqual(before);
    await page.keyboard.press('Escape');

    // With a selection, from its menu: what is not selected stays.
    for (const id of ['idea', 'art']) {
      await canvas.node(id).focus();
      await page.keyboard.press('Shift+Enter');
    }
    expect(await canvas.selected()).toEqual(['art', 'idea']);
    await page.keyboard.press('Shift+F10');
    await entry(words.arrange.open).click();
    await entry(words.arrange.tidy).click();
    await expect.poll(async () => (await canvas.at('idea'))[1]).not.toBe(240);
    expect(await canvas.at('again')).toEqual([720, 330]);
    await person.waitUntilSaved();
    expect(faults).toEqual([]);
    await context.close();
  },
);
