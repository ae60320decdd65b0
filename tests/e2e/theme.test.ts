import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

const DARK_PANE = 'rgb(23, 24, 27)';

/** The pane's colour between two dots of its grid, as the canvas has it. */
const pane = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="stage"] canvas');
    const [red, green, blue] = canvas?.getContext('2d')?.getImageData(7, 7, 1, 1).data ?? [];
    return `rgb(${red}, ${green}, ${blue})`;
  });

describe.each(languages('en'))('the theme, in %s', (language) => {
  it('is chosen on a phone; page and canvas are dark at once, and again before the first paint [THEME-1] [THEME-2] [THEME-3]', async () => {
    const { context, page, faults } = await openPage(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'light',
    });
    const person = new Person(page, server.url, language);
    const { shell } = person.words;
    await person.enter('Haneul');
    await person.openMade('A rather long name of a project');
    // Reads the previous frame: the content of the first frame is known when the second begins.
    await page.addInitScript(() => {
      requestAnimationFrame(() => {
        window.name = document.documentElement.dataset.theme ?? 'none';
      });
    });

    expect((await boxOf(page.getByRole('button', { name: /A rather long name/ }))).width).toBeGreaterThan(120);
    const account = page.getByRole('button', { name: shell.accountOf.replace('{{name}}', 'Haneul') });
    await account.click();
    await page.getByRole('group', { name: shell.language }).waitFor();
    await page.getByRole('button', { name: shell.themeOf.dark }).click();
    await expect.poll(() => pane(page)).toBe(DARK_PANE);

    await page.reload();
    await page.getByTestId('stage').waitFor();
    await expect.poll(() => pane(page)).toBe(DARK_PANE);
    expect(await page.evaluate(() => window.name)).toBe('dark');
    expect(faults).toEqual([]);
    await context.close();
  });
});
