import { expect, it } from 'vitest';
import { launchBrowser, openPage } from '../support/browser';
import { Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it.each([
  ['AbortSignal', 'any'],
  ['Intl', 'Segmenter'],
])(
  'says in both languages that a browser without %s.%s is too old, and starts nothing [BROWSER-1]',
  async (of, name) => {
    const { context, page, faults } = await openPage(browser);
    await page.addInitScript(([of, name]) => Reflect.deleteProperty(Reflect.get(globalThis, of), name), [
      of,
      name,
    ] as const);
    await page.goto(server.url);
    await page.getByText('This browser is too old for Mulgil.').waitFor();
    await page.getByText('이 브라우저는 물길을 열기에 너무 오래되었어요.').waitFor();
    expect(await page.getByRole('banner').count()).toBe(0);
    expect(faults).toEqual([expect.stringContaining('#root')]);
    await context.close();
  },
);

it('says in both languages that JavaScript is needed, and that nothing is on its way [BROWSER-1]', async () => {
  // A driver that turns off scripts for a page leaves the parser believing that scripts run.
  const without = await launchBrowser(['--blink-settings=scriptEnabled=false']);
  const { context, page } = await openPage(without);
  await page.goto(server.url);
  // The driver's own ways to look at a page are scripts.
  const devtools = await context.newCDPSession(page);
  const { root } = await devtools.send('DOM.getDocument');
  const find = async (selector: string) => devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const words = await find('noscript .first-words');
  const { outerHTML } = await devtools.send('DOM.getOuterHTML', words);
  expect(outerHTML).toContain('Mulgil runs on JavaScript.');
  expect(outerHTML).toContain('물길은 JavaScript로 움직여요.');
  expect((await devtools.send('DOM.getBoxModel', words)).model.height).toBeGreaterThan(40);
  await expect(devtools.send('DOM.getBoxModel', await find('#root'))).rejects.toThrow('box model');
  await without.close();
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
