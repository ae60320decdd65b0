import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it('says in both languages that a browser is too old, and starts nothing [BROWSER-1]', async () => {
  const { context, page, faults } = await openPage(browser);
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
  await page.goto(server.url);
  await page.getByText('This browser is too old for Mulgil.').waitFor();
  await page.getByText('이 브라우저는 물길을 열기에 너무 오래되었어요.').waitFor();
  expect(await page.getByRole('banner').count()).toBe(0);
  expect(faults).toEqual([expect.stringContaining('#root')]);
  await context.close();
});

it('says in both languages that JavaScript is needed [BROWSER-1]', async () => {
  const { context, page } = await openPage(browser);
  const html = await (await page.request.get(server.url)).text();
  const [, words = ''] = /<noscript>(.*)<\/noscript>/s.exec(html) ?? [];
  // A driver that turns scripts off leaves the parser believing that there are some: what is within is shown by itself.
  await page.setContent(words);
  expect(await page.getByText('Mulgil runs on JavaScript.').isVisible()).toBe(true);
  expect(await page.getByText('물길은 JavaScript로 움직여요.').isVisible()).toBe(true);
  await context.close();
});

it('opens, draws and writes its copies without what WebKit has not [BROWSER-2]', async () => {
  const { context, page, faults } = await openPage(browser);
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
    for (const name of ['oncontextlost', 'oncontextrestored'] as const) {
      Reflect.deleteProperty(HTMLElement.prototype, name);
    }
  });
  const person = new Person(page, server.url, 'en');
  await person.enter('Han');
  await person.openMade('Rivers');
  // The whole copy waits until the page rests, which this browser cannot tell.
  const isKept = () =>
    page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('mulgil');
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no store')));
      });
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const request = database.transaction('saving').objectStore('saving').getAllKeys();
        request.addEventListener('success', () => resolve(request.result));
      });
      database.close();
      return keys.some((key) => typeof key === 'string' && key.startsWith('whole/'));
    });
  await expect.poll(isKept, { timeout: 5000 }).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});
