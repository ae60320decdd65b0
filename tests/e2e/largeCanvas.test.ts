import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

/** Above the 2 MB that the browser's small storage is trusted with. */
const LONG = '물길 '.repeat(800_000);
const node = { id: 'idea', type: 'textPrompt', position: { x: 300, y: 300 }, data: { value: LONG } };
const canvas = JSON.stringify({ nodes: [node], edges: [], viewport: { x: 0, y: 0, zoom: 1 } });

let opened: OpenedPage;

setUpApp();
beforeAll(async () => {
  opened = await openPage(browser);
});
afterAll(() => opened.context.close());

/** The project's record in the large store: its type and its size. */
const kept = (page: Page): Promise<string | null> =>
  page.evaluate(
    () =>
      new Promise<string | null>((resolve, reject) => {
        const opening = indexedDB.open('mulgil');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no store')));
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('saving').objectStore('saving');
          const keys = store.getAllKeys();
          const values = store.getAll();
          values.addEventListener('success', () => {
            const at = keys.result.findIndex((key) => typeof key === 'string' && key.startsWith('whole/'));
            const { canvas: text } = (values.result[at] ?? {}) as { canvas?: unknown };
            resolve(text instanceof Blob ? `Blob of ${text.size}` : typeof text);
          });
        });
      }),
  );

describe('a canvas too large for the small storage', () => {
  it('is kept on the device as bytes, and opens from there when the server does not answer [STORE-6]', async () => {
    const { page, context, faults } = opened;
    const person = new Person(page, server.url, 'ko');
    await person.enter('김물길');
    const created = await context.request.post(`${server.url}/projects`, { data: { name: '강', canvas } });
    const { projectId } = (await created.json()) as { projectId: number };
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}/main/${projectId}`);
    await page.locator('[data-node-id="idea"]').waitFor();
    expect(asked.filter((path) => path === `/projects/${projectId}`)).toHaveLength(1);
    await expect.poll(() => kept(page)).toBe(`Blob of ${Buffer.byteLength(canvas)}`);

    await page.route(`**/projects/${projectId}`, (route) => route.abort());
    await page.reload();
    await page.locator('[data-node-id="idea"]').waitFor();
    expect(faults).toEqual([]);
  });
});
