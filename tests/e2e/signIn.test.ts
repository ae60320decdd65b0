import assert from 'node:assert/strict';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../src/i18n/languages';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { startServer, type RunningServer } from '../support/startServer';
import { TestIssuer } from '../support/TestIssuer';
import { expectGood } from './support/expectGood';
import { browser, setUpApp } from './support/setUpApp';

let issuer: TestIssuer;
let server: RunningServer;
let picture: Buffer;
/** Guests of the running test. */
let guests: Guest[] = [];

setUpApp();
beforeAll(async () => {
  issuer = await TestIssuer.start();
  server = await startServer({ env: { ...issuer.settings, AVATAR_HOSTS: 'pictures.test' } });
  issuer.open(server.url);
  picture = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#2F6BFF' } })
    .png()
    .toBuffer();
  issuer.accounts.set('jiwoo', { name: '지우', picture: 'https://pictures.test/jiwoo=s96-c' });
});
afterAll(() => Promise.all([server.stop(), issuer.stop()]));
afterEach(async () => {
  const gone = guests;
  guests = [];
  await Promise.all(gone.map(({ context }) => context.close()));
  assert.deepEqual(
    gone.flatMap(({ faults }) => faults),
    [],
  );
});

interface Guest extends OpenedPage {
  readonly person: Person;
  /** The profile pictures that were requested. */
  readonly pictures: string[];
}

/** Opens a browser of its own for one guest. */
async function comeIn(language: Language): Promise<Guest> {
  const opened = await openPage(browser);
  const { context, page } = opened;
  const pictures: string[] = [];
  await context.route('https://pictures.test/**', async (route) => {
    pictures.push(route.request().url());
    await route.fulfill({ body: picture, contentType: 'image/png' });
  });
  const guest = { ...opened, person: new Person(page, server.url, language), pictures };
  guests.push(guest);
  return guest;
}

const openDashboard = ({ page, person: { url, language } }: Guest) => page.goto(`${url}/?lng=${language}`);

/** Goes from the dashboard to the issuer's page. */
async function walkToIssuer({ page, person: { words } }: Guest): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: words.shell.logIn }).click();
  await page.getByRole('button', { name: words.signIn.google }).click();
}

async function identify({ page }: Guest): Promise<void> {
  await page.getByLabel('Account').fill('jiwoo');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs in without the pages for it; no page is open yet. */
async function enter({ context: { request }, person: { url } }: Guest): Promise<void> {
  const asked = await request.get(`${url}/auth/login/google?${new URLSearchParams({ redirect: url }).toString()}`);
  await request.post(asked.url(), { form: { account: 'jiwoo' } });
}

const expectHello = ({ page, person }: Guest): Promise<void> =>
  page.getByRole('heading', { name: person.words.dashboard.helloName.replace('{{name}}', '지우') }).waitFor();

async function memberIdOf({ context }: Guest): Promise<string> {
  const answer = await context.request.get(`${server.url}/member`);
  const { memberId } = (await answer.json()) as { memberId: string };
  return memberId;
}

const openAccountMenu = ({ page, person }: Guest): Promise<void> =>
  page.getByRole('button', { name: person.words.shell.accountOf.replace('{{name}}', '지우') }).click();

describe('signing in with an issuer', () => {
  it('cancelled at first, is let be with a calm sentence; then it leads to the dashboard with name and picture, and to the same member the next time', async () => {
    const guest = await comeIn('ko');
    const { page, person, pictures } = guest;
    await openDashboard(guest);
    await walkToIssuer(guest);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('status').filter({ hasText: person.words.signIn.cancelled }).waitFor();
    expect((await guest.context.request.get(`${server.url}/member`)).status()).toBe(401);
    await expectGood(page, 'the sign-in page after a cancelled sign-in');

    await page.getByRole('button', { name: person.words.signIn.google }).click();
    await identify(guest);
    await expectHello(guest);
    expect(new URL(page.url()).pathname).toBe('/');
    const avatar = page.getByRole('img', { name: person.words.dashboard.avatar });
    await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(new Set(pictures)).toEqual(new Set(['https://pictures.test/jiwoo=s256-c']));
    const first = await memberIdOf(guest);

    await openAccountMenu(guest);
    await page.getByRole('button', { name: person.words.shell.signOut, exact: true }).click();
    await page.getByRole('banner').getByRole('link', { name: person.words.shell.logIn }).waitFor();
    // The issuer still knows them and asks nothing.
    await walkToIssuer(guest);
    await expectHello(guest);
    expect(await memberIdOf(guest)).toBe(first);
  });

  it('leads back to the project that was asked for [LOGIN-7]', async () => {
    const guest = await comeIn('ko');
    const { page, person, context } = guest;
    await enter(guest);
    const pid = await person.openMade('되돌아올 강');
    await context.clearCookies();
    await page.goto(`${server.url}/main/${pid}`);
    await page.getByRole('button', { name: person.words.signIn.google }).click();
    await identify(guest);
    await page.getByTestId('stage').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/main/${pid}`);
  });

  it('after a sign-out everywhere another browser asks to sign in at its next save, and continues once that is done', async () => {
    const [here, there] = [await comeIn('en'), await comeIn('ko')];
    await enter(there);
    await there.person.openMade('강');
    const idea = await there.person.dragFromPanel('text', 'textPrompt', { x: 300, y: 200 });
    await there.person.waitUntilSaved();

    await enter(here);
    await openDashboard(here);
    await openAccountMenu(here);
    const { keyboard } = here.page;
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await keyboard.press(key);
    await here.page.getByRole('dialog', { name: here.person.words.signOutEverywhere.title }).waitFor();
    await expectGood(here.page, 'asked whether to sign out everywhere');
    for (const key of ['Tab', 'Enter']) await keyboard.press(key);
    await here.page.getByRole('banner').getByRole('link', { name: here.person.words.shell.logIn }).waitFor();

    await there.person.write(idea, '새벽 강');
    const notice = there.page.getByRole('link', { name: there.person.words.save.signIn });
    const opened = there.context.waitForEvent('page');
    await notice.click();
    const tab = await opened;
    await tab.getByRole('button', { name: there.person.words.signIn.google }).click();
    // The other device knows of it; no page of it has opened the project again.
    await there.person.waitUntilSaved();
    expect(await notice.count()).toBe(0);
  });

  it('failed, says so on a page that leads on, and in the log by a code only', async () => {
    const guest = await comeIn('en');
    const { page } = guest;
    await page.goto(`${server.url}/auth/callback/google?code=hunter2&state=nobody.en`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectGood(page, `a failed sign-in at ${width}`);
    }
    expect(server.output()).toContain('"code":"noBrowserCookie"');
    expect(server.output()).not.toContain('hunter2');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await identify(guest);
    await page.waitForURL(`${server.url}/`);
    expect(await memberIdOf(guest)).toBeTruthy();
  });
});
