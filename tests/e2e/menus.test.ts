import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { boxOf, Person } from '../support/Person';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it.each(languages('en'))(
  'works by the context menu and the command bar, with mouse and keys, in %s [MENU-1] [MENU-3] [FIND-1] [FIND-2] [FIND-4]',
  async (language) => {
    const { page, context, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);
    const canvas = new OpenCanvas(page);
    const { words } = person;
    const nodes = page.locator('[data-node-id]');
    const menu = page.getByTestId('context-menu');
    const entry = (name: string) => menu.getByRole('menuitem', { name, exact: true });
    const bar = page.getByTestId('command-bar');
    const option = (name: string) => bar.getByRole('option', { name });
    await person.enter(`Menu ${language}`);
    await person.openMade('Origin');
    const idea = await person.dragFromPanel('text', 'textPrompt', { x: 700, y: 200 });
    await person.write(idea, '강 위의 달');
    await page.keyboard.press('Escape');

    // A right click selects the card under it; the menu shows the keys, and why an entry cannot run.
    const card = await boxOf(person.node(idea));
    await page.keyboard.press('Escape');
    await page.mouse.click(card.x + 60, card.y + 12, { button: 'right' });
    await entry(words.clipboard.duplicate).click();
    await expect.poll(() => nodes.count()).toBe(2);
    expect(await menu.count()).toBe(0);
    const stage = await boxOf(canvas.stage);
    await page.mouse.click(stage.x + 560, stage.y + 620, { button: 'right' });
    expect(await entry(words.toolbar.redo).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    expect(await menu.count()).toBe(0);

    // The menu that keys opened on a node leaves the focus there.
    await person.node(idea).focus();
    await page.keyboard.press('Shift+F10');
    await expect.poll(() => menu.locator(':focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await menu.count()).toBe(0);
    expect(await person.node(idea).evaluate((node) => node === document.activeElement)).toBe(true);

    // The menu key opens the menu of the selection, and arrows walk it.
    await canvas.stage.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Shift+F10');
    await entry(words.canvas.deleteSelection).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => nodes.count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => nodes.count()).toBe(2);

    // The command bar finds by initials and by keys of the other layout, adds, and flies to its finds.
    await page.keyboard.press('Control+k');
    await bar.getByRole('combobox').fill(language === 'ko' ? 'ㅇㅁㅈ ㅇㄹ' : 'image input');
    await page.keyboard.press('Enter');
    await expect.poll(() => nodes.count()).toBe(3);
    // A text that is added is written at once.
    await page.keyboard.press('Control+k');
    await bar.getByRole('combobox').fill(words.commandBar.addNode.replace('{{name}}', words.node.textPrompt));
    await page.keyboard.press('Enter');
    await page.locator('textarea:focus').fill('바다');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect.poll(() => nodes.count()).toBe(3);
    await page.keyboard.press('Control+k');
    await bar.getByRole('combobox').fill('ekf');
    await option('달').first().click();
    await expect.poll(() => person.node(idea).getAttribute('data-selected')).toBe('true');
    await page.keyboard.press('Control+k');
    await bar.getByRole('combobox').fill('zzzz');
    await bar.getByText(words.commandBar.nothing.replace('{{query}}', 'zzzz')).waitFor();
    await page.keyboard.press('Escape');
    expect(await bar.count()).toBe(0);

    // It reaches what the bar over the canvas has, too.
    await page.keyboard.press('Control+k');
    await bar.getByRole('combobox').fill(words.shell.apiTokens);
    // Colours that a system forces still show which entry Enter takes.
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await option(words.shell.apiTokens).evaluate((entry) => getComputedStyle(entry).outline)).toMatch(
      /solid 2px|2px solid/,
    );
    await page.emulateMedia({ forcedColors: 'none' });
    await option(words.shell.apiTokens).click();
    const tokens = page.getByRole('dialog', { name: words.shell.apiTokens });
    await tokens.waitFor();
    await page.keyboard.press('Escape');
    await tokens.waitFor({ state: 'detached' });

    await canvas.stage.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: words.shortcuts.open });
    await sheet.getByText('Ctrl+K').waitFor();
    await page.keyboard.press('Escape');
    await person.waitUntilSaved();
    expect(faults).toEqual([]);
    await context.close();
  },
);
