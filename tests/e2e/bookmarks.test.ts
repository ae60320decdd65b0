import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { Person } from '../support/Person';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it.each(languages('en'))(
  'keeps places and goes back to them, after a reload too, in %s [MARK-1] [MARK-2] [MARK-3]',
  async (language) => {
    const { page, context, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);
    const canvas = new OpenCanvas(page);
    const { words } = person;
    await person.enter(`Place ${language}`);
    await person.openMade('Places');
    await person.dragFromPanel('text', 'textPrompt', { x: 700, y: 260 });
    // The first closes the field, the second leaves the text card, which would take the keys of the view as characters.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const here = await canvas.viewport();
    await page.keyboard.press('Control+Alt+3');
    await page.keyboard.press('Shift+1');
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await expect.poll(async () => (await canvas.viewport()).zoom).not.toBe(here.zoom);

    // The command bar lists the bookmark and flies to it.
    await page.keyboard.press('Control+k');
    const bar = page.getByTestId('command-bar');
    const goTo = words.bookmarks.goToNumber.replace('{{count}}', '3');
    await bar.getByRole('combobox').fill(goTo);
    await page.keyboard.press('Enter');
    const distance = async (): Promise<number> => {
      const { x, y, zoom } = await canvas.viewport();
      return Math.hypot(x - here.x, y - here.y) + Math.abs(zoom - here.zoom);
    };
    await expect.poll(distance).toBeLessThan(2);

    // A replaced bookmark can be restored.
    await page.keyboard.press('+');
    await page.keyboard.press('Control+Alt+3');
    await page.getByRole('button', { name: words.bookmarks.takeBack, exact: true }).click();
    await person.waitUntilSaved();
    await page.reload();
    await canvas.stage.waitFor();
    await page.keyboard.press('-');
    await page.keyboard.press('Alt+3');
    await expect.poll(distance).toBeLessThan(2);
    expect(faults).toEqual([]);
    await context.close();
  },
);
