import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { en } from '../../src/i18n/en';
import { Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

/** More stops than any of the pages has. */
const STOPS_MAX = 80;

const hasFocus = (goal: Locator): Promise<boolean> => goal.evaluate((element) => element === document.activeElement);

setUpApp();

it('makes, renames and deletes a project, reads a toast, changes the language and signs out by keys alone', async () => {
  const { page, faults } = await openPage(browser);
  const person = new Person(page, server.url, 'ko');
  const { words } = person;
  await person.enter('키보드');
  await page.goto(`${server.url}/?lng=ko`);
  await page.mouse.move(0, 0);

  const tabTo = async (goal: Locator): Promise<void> => {
    await goal.waitFor();
    for (let stop = 0; stop < STOPS_MAX; stop++) {
      await page.keyboard.press('Tab');
      if (await goal.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not reach ${String(goal)}`);
  };
  const press = async (role: 'button' | 'link', name: string): Promise<void> => {
    await tabTo(page.getByRole(role, { name, exact: true }));
    await page.keyboard.press('Enter');
  };

  await press('button', words.dashboard.create);
  await expect.poll(() => hasFocus(page.getByLabel(words.createModal.name))).toBe(true);
  await page.keyboard.type('밤의 강');
  await page.keyboard.press('Enter');
  await page.getByTestId('stage').waitFor();
  // The focus is on the content that changed, not at a place that no longer exists.
  await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true);

  await press('button', words.shell.renameProject.replace('{{name}}', '밤의 강'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('낮의 강');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('button', { name: words.shell.renameProject.replace('{{name}}', '낮의 강') });
  await expect.poll(() => hasFocus(renamed)).toBe(true);

  await press('link', words.product.home);
  await press('button', words.dashboard.deleteProject.replace('{{name}}', '낮의 강'));
  await press('button', words.deleteModal.delete);
  await expect.poll(() => page.getByTestId('announcements').textContent()).toContain(words.live.deleted);
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: words.dashboard.projects }))).toBe(true);
  expect(await page.getByText('낮의 강').count()).toBe(0);

  await press('button', words.dashboard.allProjects);
  await page.getByText(words.toast.underDevelopmentTitle).waitFor();
  await page.keyboard.press('F8');
  await press('button', words.shell.close);
  await page.getByText(words.toast.underDevelopmentTitle).waitFor({ state: 'detached' });

  await press('button', 'EN');
  await page.locator('html[lang="en"]').waitFor();
  await press('button', en.shell.accountOf.replace('{{name}}', '키보드'));
  await press('button', en.shell.signOut);
  await page.getByRole('link', { name: en.shell.logIn }).waitFor();
  expect(faults).toEqual([]);
});
