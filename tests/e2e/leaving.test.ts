import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

interface Copy {
  readonly snapshot: { readonly nodes: { readonly data: { readonly value?: unknown } }[] };
}

const textOf = ({ nodes }: Copy['snapshot']): unknown => nodes[0]?.data.value;

it('leaves the last word on the server and on this device, by the logo or by another address [LEAVE-2] [LEAVE-3] [STORE-1]', async () => {
  const { context, page, faults } = await openPage(browser);
  const person = new Person(page, server.url, 'ko');
  await person.enter('김물길');
  const pid = await person.openMade('나루');
  const idea = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 90 });
  await person.waitUntilSaved();
  const serverText = async (): Promise<unknown> => {
    const { canvas } = (await (await context.request.get(`${server.url}/projects/${pid}`)).json()) as {
      canvas: string;
    };
    return textOf(JSON.parse(canvas) as Copy['snapshot']);
  };
  const copy = async (): Promise<Copy> =>
    JSON.parse((await page.evaluate(() => localStorage.getItem('flow_latest'))) ?? 'null') as Copy;

  await person.write(idea, '새벽');
  await person.goHome();
  await expect.poll(serverText).toBe('새벽');
  await expect.poll(async () => textOf((await copy()).snapshot)).toBe('새벽');
  expect(await copy()).toEqual({
    pid,
    name: '나루',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    snapshot: expect.objectContaining({
      edges: [],
      viewport: expect.objectContaining({ zoom: 1 }) as object,
    }) as object,
  });

  await person.openProject('나루');
  await person.write(idea, ' 강');
  await page.goto('about:blank');
  await expect.poll(serverText).toBe('새벽 강');
  expect(faults).toEqual([]);
  await context.close();
});

/** Records for the next page how many writes began while this one was closed, and which of them wait for it. */
const COUNT_TRANSACTIONS = `
  const unfinished = new Set();
  let isGone = false;
  let begun = 0;
  const note = () => isGone && sessionStorage.setItem('left', JSON.stringify({ begun, unfinished: unfinished.size }));
  const end = (transaction) => {
    unfinished.delete(transaction);
    note();
  };
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...args) {
    const transaction = begin.apply(this, args);
    unfinished.add(transaction);
    if (isGone) begun++;
    for (const type of ['complete', 'abort']) transaction.addEventListener(type, () => end(transaction));
    note();
    return transaction;
  };
  for (const name of ['commit', 'abort']) {
    const original = IDBTransaction.prototype[name];
    IDBTransaction.prototype[name] = function () {
      original.call(this);
      end(this);
    };
  }
  addEventListener('pagehide', () => {
    isGone = true;
    note();
  });
`;

it('leaves no transaction that waits for a page which is gone: WebKit keeps the page, and all others wait with it [LEAVE-4]', async () => {
  const { context, page, faults } = await openPage(browser);
  await page.addInitScript(COUNT_TRANSACTIONS);
  const person = new Person(page, server.url, 'ko');
  await person.enter('김물길');
  await person.openMade('여울');
  const idea = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 90 });
  await person.waitUntilSaved();
  await person.write(idea, '새벽');
  await page.goto(`${server.url}/signin?lng=ko`);
  const left = JSON.parse((await page.evaluate(() => sessionStorage.getItem('left'))) ?? '{}') as object;
  expect(left).toEqual({ begun: expect.any(Number) as number, unfinished: 0 });
  expect(left).not.toMatchObject({ begun: 0 });
  expect(faults).toEqual([]);
  await context.close();
});
