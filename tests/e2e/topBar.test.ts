import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findHeadlessChromium } from '../../scripts/chromium.mjs';
import { openPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { server } from './support/setUpApp';

it('The top bar stays in place from the dashboard to a project and to the sign-in page, where scroll bars take room [SHELL-7]', async () => {
  // Headless Chromium has none unless this option is set.
  const browser = await chromium.launch({
    executablePath: findHeadlessChromium() ?? '',
    args: [...CHROMIUM_FLAGS],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const { page } = await openPage(browser);
  const person = new Person(page, server.url, 'en');
  const bar = async (): Promise<readonly number[]> => {
    const language = await boxOf(page.getByRole('banner').getByRole('group', { name: person.words.shell.language }));
    const home = await boxOf(page.getByRole('link', { name: person.words.product.home }));
    return [home.x, home.y, language.y, language.x + language.width];
  };
  await person.enter('Narae');
  await page.goto(`${server.url}/?lng=en`);
  await page.locator('footer').waitFor();
  const [width, room] = await page.evaluate(() => [window.innerWidth, document.documentElement.clientWidth]);
  expect(room).toBeLessThan(width ?? 0);
  const atHome = await bar();
  await person.openMade('Still');
  expect(await bar()).toEqual(atHome);
  await page.goto(`${server.url}/signin?lng=en`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await bar()).toEqual(atHome);
  await browser.close();
});
