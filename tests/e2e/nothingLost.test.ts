import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

const SAVES = /\/projects\/\d+\/canvas$/;
const PROXY_PAGE = { status: 404, contentType: 'text/html', body: '<html><h1>404 Not Found</h1></html>' };

let opened: OpenedPage;
let person: Person;
let pid: number;
/** How the saves of all tabs go. */
let line: 'good' | 'dead' | 'slow';

const note = 'note';
const RIVERS = {
  nodes: [{ id: note, type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: 'dawn' } }],
  edges: [],
  viewport: { x: 400, y: 90, zoom: 1 },
};

/** A member with a saved project and a note in it. */
beforeEach(async () => {
  opened = await openPage(browser);
  line = 'good';
  await opened.context.route(SAVES, async (route) => {
    if (line === 'dead') return route.abort();
    if (line === 'slow') await new Promise((resolve) => setTimeout(resolve, 1500));
    return route.continue();
  });
  person = new Person(opened.page, server.url, 'en');
  await person.enter(`Han ${Math.random()}`);
  pid = await person.openMade('Rivers', RIVERS);
  await person.node(note).waitFor();
  await person.waitUntilSaved();
});
afterEach(() => opened.context.close());

interface Listed {
  readonly projectId: number;
  readonly name: string;
}

const api = (context: BrowserContext) => context.request;

async function textOf(projectId = pid): Promise<unknown> {
  const answer = (await (await api(opened.context).get(`${server.url}/projects/${projectId}`)).json()) as {
    canvas: string;
  };
  const { nodes } = JSON.parse(answer.canvas) as { nodes: { id: string; data: { value?: unknown } }[] };
  return nodes.find(({ id }) => id === note)?.data.value;
}

const names = async (): Promise<string[]> =>
  ((await (await api(opened.context).get(`${server.url}/projects`)).json()) as Listed[])
    .map(({ name }) => name)
    .toSorted();

/** The note's text on a person's screen. */
const shown = (by: Person): Promise<string | null> => by.node(note).getAttribute('aria-label');

async function openAgain(): Promise<Person> {
  const page = await opened.context.newPage();
  const again = new Person(page, server.url, 'en');
  await page.goto(`${server.url}/main/${pid}?lng=en`);
  await page.getByTestId('stage').waitFor();
  return again;
}

async function crash(page: Page): Promise<void> {
  const session = await opened.context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** Writes words that the device has and the server has not: they are in the journal after the wait. */
async function writeUnsent(by: Person, text: string): Promise<void> {
  await by.write(note, text);
  await by.page.waitForTimeout(1500);
}

it("goes on saving after a proxy's 404, and shows and sends a crashed tab's work where opening meets one, too [LOAD-10] [LOAD-11]", async () => {
  let refused = 0;
  await opened.page.route(SAVES, (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill(PROXY_PAGE) : route.fallback();
  });
  await person.write(note, ' mist');
  await expect.poll(() => refused).toBeGreaterThanOrEqual(1);
  await person.write(note, ' and reeds');
  await expect.poll(() => textOf()).toBe('dawn mist and reeds');
  await person.waitUntilSaved();

  line = 'dead';
  await writeUnsent(person, ', cold');
  await crash(opened.page);
  let isAway = true;
  await opened.context.route(new RegExp(`/projects/${pid}$`), (route) =>
    isAway ? route.fulfill(PROXY_PAGE) : route.continue(),
  );
  const again = await openAgain();
  expect(await shown(again)).toContain('dawn mist and reeds, cold');
  isAway = false;
  // The first request of this page takes a while.
  line = 'slow';
  await again.write(note, ' and still');
  await expect.poll(() => textOf()).toBe('dawn mist and reeds, cold and still');
  await again.waitUntilSaved();
  expect(await names()).toEqual(['Rivers']);
});

it('goes on saving when the browser closes its store under a write and never ends it [LOAD-17]', async () => {
  // Chromium does this now and then when it clears a store: the transaction neither completes nor aborts.
  await opened.page.evaluate(async () => {
    const begin = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')
      ?.value as typeof IDBDatabase.prototype.transaction;
    const elsewhere = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('elsewhere');
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('saving'));
      request.addEventListener('success', () => resolve(request.result));
    });
    IDBDatabase.prototype.transaction = function lost(this: IDBDatabase, ...given) {
      if (given[1] !== 'readwrite') return begin.apply(this, given);
      IDBDatabase.prototype.transaction = begin;
      const transaction = begin.apply(elsewhere, given);
      const records = transaction.objectStore('saving');
      const stay = (): void => records.get('').addEventListener('success', stay);
      stay();
      transaction.commit = () => undefined;
      Object.defineProperty(transaction, 'db', { value: this });
      setTimeout(() => this.dispatchEvent(new Event('close')), 300);
      document.body.dataset.lost = 'true';
      return transaction;
    };
  });
  await person.write(note, ' mist');
  await opened.page.locator('body[data-lost]').waitFor();
  await person.write(note, ' and reeds');
  await expect.poll(() => textOf()).toBe('dawn mist and reeds');
  await person.waitUntilSaved();
});

it('takes a part of the app that did not come for no broken copy [LOAD-16]', async () => {
  line = 'dead';
  await writeUnsent(person, ' mist');
  await crash(opened.page);
  // The first page asks for the editor's files by this small file.
  let lost = 0;
  const chunk = /\/assets\/applyPatch-[^/]*\.js$/;
  await opened.context.route(chunk, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).length > 500) return route.fulfill({ response });
    lost += 1;
    return route.abort();
  });
  const page = await opened.context.newPage();
  await page.goto(`${server.url}/main/${pid}?lng=en`);
  await page.getByRole('heading', { name: person.words.canvas.failedTitle }).waitFor();
  expect(lost).toBeGreaterThan(0);
  await page.close();

  await opened.context.unroute(chunk);
  line = 'good';
  const again = await openAgain();
  await expect.poll(() => shown(again)).toContain('dawn mist');
  await expect.poll(() => textOf()).toBe('dawn mist');
});
