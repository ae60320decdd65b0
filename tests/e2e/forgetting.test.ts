import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { expectGood } from './support/expectGood';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

let opened: OpenedPage;
let person: Person;
let pid: number;

beforeEach(async () => {
  opened = await openPage(browser);
  person = new Person(opened.page, server.url, 'en');
  await person.enter('Sora');
  pid = await person.openMade('Harbour');
});
afterEach(() => opened.context.close());

/** Everything that this device stores for the app except the language, which belongs to the device. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('mulgil');
      request.addEventListener('success', () => resolve(request.result));
    });
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const request = database.transaction('saving').objectStore('saving').getAllKeys();
      request.addEventListener('success', () => resolve(request.result));
    });
    database.close();
    return [...keys.map(String), ...Object.keys(localStorage).filter((key) => key !== 'i18nextLng')];
  });

/** Whether the browser would show it from its cache, without asking the server. */
const isCached = (page: Page, url: string): Promise<boolean> =>
  page.evaluate(
    (asked) =>
      fetch(asked, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    url,
  );

const signOut = async ({ page, words }: Person, name: string): Promise<void> => {
  await page.getByRole('button', { name: words.shell.accountOf.replace('{{name}}', name) }).click();
  await page.getByRole('button', { name: words.shell.signOut, exact: true }).click();
};

describe('a sign-out', () => {
  it('leaves nothing of the work on the device, and other tabs close their canvas [FORGET-1] [FORGET-2]', async () => {
    const { page, context } = opened;
    const idea = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 90 });
    await person.write(idea, 'a secret harbour');
    await person.waitUntilSaved();
    const url = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      const picture = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/png');
      });
      const form = new FormData();
      if (picture) form.append('file', picture, 'a.png');
      const answer = (await (await fetch('/files', { method: 'POST', body: form })).json()) as { url: string };
      await (await fetch(answer.url)).blob();
      return answer.url;
    });
    expect(await isCached(page, url)).toBe(true);
    const other = await context.newPage();
    await other.goto(`${server.url}/main/${pid}`);
    await other.getByTestId('stage').waitFor();
    expect(await kept(page)).toContain('lastMember');

    const elsewhere = person.words.shell.signedOutElsewhere;
    await page.evaluate((sentence) => {
      const here = window as unknown as { told: boolean };
      here.told = false;
      const look = (): void => {
        here.told ||= document.body.textContent.includes(sentence);
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    }, elsewhere);
    const told = other.getByText(elsewhere).waitFor();
    await signOut(person, 'Sora');
    await told;
    for (const tab of [page, other]) {
      await tab.getByRole('banner').getByRole('link', { name: person.words.shell.logIn }).waitFor();
      expect(new URL(tab.url()).pathname).toBe('/');
    }
    // The tab in which they sign out knows.
    expect(await page.evaluate(() => (window as unknown as { told: boolean }).told)).toBe(false);
    await expect.poll(() => kept(page)).toEqual([]);
    await expect.poll(() => isCached(page, url)).toBe(false);
  });

  it('says first which work only this device has, and follows by itself once that is saved [FORGET-3]', async () => {
    const { page } = opened;
    await person.waitUntilSaved();
    const idea = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 90 });
    await page.route('**/canvas', (route) => route.abort());
    await person.write(idea, 'not saved yet');
    await page.getByText(person.words.save.offline).waitFor();
    await signOut(person, 'Sora');
    const dialog = page.getByRole('dialog', { name: person.words.unsavedWork.title });
    await dialog.getByRole('listitem').filter({ hasText: 'Harbour' }).waitFor();
    await expectGood(page, 'asked about unsaved work');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectGood(page, 'asked about unsaved work on a phone');
    await dialog.getByRole('button', { name: person.words.unsavedWork.wait }).click();
    await dialog.getByText(person.words.unsavedWork.waiting).waitFor();
    await page.unroute('**/canvas');
    await page.getByRole('banner').getByRole('link', { name: person.words.shell.logIn }).waitFor();
    await expect.poll(() => kept(page)).toEqual([]);
  });
});
