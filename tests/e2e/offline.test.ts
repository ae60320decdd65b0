import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { serve } from '../support/serve';
import { startServer, type RunningServer } from '../support/startServer';
import { installBuild } from './support/installBuild';
import { browser, setUpApp } from './support/setUpApp';
import { WebServer } from './support/WebServer';
import { writeNextBuild } from './support/writeNextBuild';

let opened: OpenedPage;

setUpApp();

/** Waits until the app would open without its server. */
const isKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated') await new Promise((resolve) => active?.addEventListener('statechange', resolve));
    return active?.state ?? 'none';
  });

/** The node's label for screen readers, which has the text of its card. */
const words = (person: Person, nodeId: string): Promise<string | null> =>
  person.node(nodeId).getAttribute('aria-label');

/** The app's own script; the libraries before it may be the same in two builds. */
const scriptOf = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLScriptElement>('script[type="module"]')].at(-1)?.src ?? '');

/** The builds that this browser keeps, oldest first. */
const builds = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

describe('without its server', () => {
  let server: RunningServer;
  let person: Person;
  let note: string;
  let pid: number;
  let revision: number;

  /** A member with a saved project and a note in it; then the server is gone. */
  beforeAll(async () => {
    server = await startServer();
    opened = await openPage(browser, { serviceWorkers: 'allow' });
    const { page } = opened;
    person = new Person(page, server.url, 'ko');
    await person.enter('한강');
    pid = await person.openMade('나루');
    note = await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 90 });
    await person.write(note, '나룻배');
    await person.waitUntilSaved();
    assert.equal(await isKept(page), 'activated');
    ({ revision } = await readProject(page));
    await server.kill();
  });
  afterAll(() => Promise.all([server.kill(), opened.context.close()]));

  async function readProject(page: Page): Promise<{ revision: number; canvas: string }> {
    const answer = await page.context().request.get(`${server.url}/projects/${pid}`);
    return (await answer.json()) as { revision: number; canvas: string };
  }

  it('addresses of the server itself are not answered in its place', async () => {
    const { page } = opened;
    const asked = ['/member', '/projects', '/capabilities', '/healthz'];
    const answers = await page.evaluate(
      (paths) => Promise.allSettled(paths.map((path) => fetch(path))).then((all) => all.map(({ status }) => status)),
      asked,
    );
    expect(answers).toEqual(asked.map(() => 'rejected'));
    for (const path of ['/member', '/projects', '/files/a.png', '/auth/login/google', '/openapi.json']) {
      const other = await page.context().newPage();
      await expect(other.goto(server.url + path)).rejects.toThrow('ERR_CONNECTION_REFUSED');
      await other.close();
    }
  });

  /** Answers at the server's address until the test is over, however it ends. */
  async function answerInstead(listener: RequestListener): Promise<void> {
    const { stop } = await serve(createServer(listener), server.port);
    onTestFinished(stop);
  }

  /** Opens the project behind a proxy that answers everything with its own page; returns the note's text. */
  async function openBehindProxy(status: number): Promise<string | null> {
    await answerInstead((_request, response) => {
      response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>A page of the proxy</h1>');
    });
    const { page } = opened;
    await page.goto(`${server.url}/main/${pid}`);
    await page.getByText(person.words.save.retrying, { exact: true }).waitFor();
    return words(person, note);
  }

  it('the app opens where a proxy answers 404 in the place of its server [LOAD-10]', async () => {
    expect(await openBehindProxy(404)).toContain('나룻배');
  });

  it('the app opens where a proxy answers 200 in the place of its server [LOAD-15]', async () => {
    expect(await openBehindProxy(200)).toContain('나룻배');
  });

  it.each([
    ['breaks off', (response: ServerResponse) => response.destroy()],
    ['stalls', () => undefined],
  ])('the app opens where the line %s in the middle of its page', async (_how, end) => {
    const page = '<!doctype html><title>Mulgil</title>';
    let halves = 0;
    await answerInstead((request, response) => {
      if (request.url !== `/main/${pid}`) {
        response.destroy();
        return;
      }
      halves += 1;
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 2 * page.length });
      response.write(page, () => end(response));
    });
    await opened.page.goto(`${server.url}/main/${pid}`);
    await expect.poll(() => words(person, note)).toContain('나룻배');
    expect(halves).toBeGreaterThan(0);
  });

  it('the app opens, edits and keeps, and all of it goes up once when the server is back [HOME-2] [ROUTE-8]', async () => {
    const { page } = opened;

    await page.goto(server.url);
    await page.getByText(person.words.dashboard.question).waitFor();
    await page.getByRole('button', { name: person.words.dashboard.create }).waitFor();

    // The first page lists the work saved on this device, with a link to its copy.
    const here = page.getByRole('region', { name: person.words.dashboard.here });
    await here.getByRole('link', { name: '나루' }).click();
    await expect.poll(() => words(person, note)).toContain('나룻배');
    await page.getByText(person.words.save.offline, { exact: true }).waitFor();
    await person.write(note, ' 두 척');
    const second = await person.dragFromPanel('text', 'textPrompt', { x: 795, y: 90 });
    await person.write(second, '사공');

    await page.clock.install();
    await page.reload();
    await expect.poll(() => words(person, note)).toContain('나룻배 두 척');
    await expect.poll(() => words(person, second)).toContain('사공');

    server = await startServer({ dataDir: server.dataDir, port: server.port });
    // The longest wait of the app between two attempts.
    await page.clock.fastForward(30_000);
    await page.getByText(person.words.save.saved, { exact: true }).waitFor();
    const saved = await readProject(page);
    expect(saved.revision).toBe(revision + 1);
    expect(saved.canvas).toContain('나룻배 두 척');
    expect(saved.canvas).toContain('사공');
    // Nothing is left to send.
    await page.reload();
    await person.waitUntilSaved();
    expect(await readProject(page)).toMatchObject({ revision: revision + 1 });
    expect(opened.faults).toEqual([]);
  });

  it('a tab that crashes loses at most its last second [STORE-4]', async () => {
    const { page } = opened;
    await server.kill();
    await person.write(note, ' 세 척');
    // The promise allows one second.
    await page.waitForTimeout(1000);
    const crashed = new Promise((resolve) => page.once('crash', resolve));
    const devtools = await page.context().newCDPSession(page);
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;

    const next = await page.context().newPage();
    await next.goto(`${server.url}/main/${pid}`);
    const back = new Person(next, server.url, 'ko');
    await expect.poll(() => words(back, note)).toContain('세 척');
    await next.getByText(back.words.save.offline, { exact: true }).waitFor();
  });
});

describe('a new version of the app', () => {
  let folder: string;
  let web: WebServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mulgil-versions-'));
    web = await WebServer.start(join(folder, 'served'));
    writeNextBuild(join(folder, 'next'));
  });
  afterAll(async () => {
    await web.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    opened = await openPage(browser, { serviceWorkers: 'allow' });
    await web.serve('dist/web');
  });
  afterEach(() => opened.context.close());

  it('leaves an open tab its own files, and is there whole at the next load, without the server too [BROWSER-5] [BROWSER-7]', async () => {
    const { page, context } = opened;
    const person = new Person(page, web.url, 'en');
    await page.goto(`${web.url}/?lng=en`);
    await isKept(page);
    const first = await scriptOf(page);
    const [ownBuild] = await builds(page);

    // Adds a build between the two.
    await page.evaluate(() => caches.open('mulgil/app/between'));
    // The state that an earlier version has left behind.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.enable());
    await installBuild(web, join(folder, 'next'), page);
    const preload = () => page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.getState());
    expect(await preload()).toMatchObject({ enabled: false });
    expect(await scriptOf(page)).toBe(first);
    expect(await builds(page)).toEqual([ownBuild, 'mulgil/app/between', expect.any(String)]);
    // All files at once would take the processor from a page that is being worked in.
    expect(web.mostFetched).toBe(1);
    // A part that this page has not loaded yet and the server no longer has.
    await page.getByRole('link', { name: person.words.shell.logIn }).first().click();
    await page.getByRole('button', { name: person.words.signIn.google }).waitFor();

    const other = await context.newPage();
    await other.goto(web.url);
    const second = await scriptOf(other);
    expect(second).not.toBe(first);

    await web.serve(null);
    await page.reload();
    await page.getByRole('button', { name: person.words.signIn.google }).waitFor();
    expect(await scriptOf(page)).toBe(second);
  });

  it('makes room: what no page runs any more goes, but for the build before', async () => {
    const { page } = opened;
    await page.goto(`${web.url}/?lng=en`);
    await isKept(page);
    await page.evaluate(() => caches.open('mulgil/app/between'));
    await installBuild(web, join(folder, 'next'), page);
    await page.goto('about:blank');
    const next = await opened.context.newPage();
    await next.goto(`${web.url}/?lng=en`);
    const before = await builds(next);
    expect(before).toHaveLength(3);
    await installBuild(web, 'dist/web', next);
    expect(await builds(next)).toEqual([before[0], before[2]]);
  });

  it('is not taken half: a build that changes while it is fetched is fetched again another time', async () => {
    const { page } = opened;
    await page.goto(`${web.url}/?lng=en`);
    await isKept(page);
    const first = await scriptOf(page);
    // The worker of the next build with the files of this one.
    await cp(join(folder, 'next', 'sw.js'), join(web.folder, 'sw.js'));
    for (const form of ['br', 'gz']) await rm(join(web.folder, `sw.js.${form}`), { force: true });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const gone = new Promise((resolve) => {
        registration.addEventListener('updatefound', () => {
          const { installing } = registration;
          installing?.addEventListener('statechange', () => installing.state === 'redundant' && resolve(null));
        });
      });
      await registration.update();
      await gone;
    });
    expect(await builds(page)).toHaveLength(1);
    await web.serve(null);
    await page.reload();
    await page.getByText(new Person(page, web.url, 'en').words.dashboard.question).waitFor();
    expect(await scriptOf(page)).toBe(first);
  });
});
