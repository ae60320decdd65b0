import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { plainPicture } from '../server/generation/support/FakeImageEngine';
import { browser, server, setUpApp } from './support/setUpApp';

/** Sets `window.ran` wherever it is taken for markup, an attribute, a script, a template or an address. */
const HOSTILE = `"><img src=x onerror=ran=1><svg onload=ran=1></script><script>ran=1</script>'-(ran=1)-'\${ran=1}{{ran=1}}`;
const DRAWING = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="ran=1"><script>ran=1</script></svg>')}`;

/** Reports every script that runs or is blocked. */
const WATCH = `
  Object.defineProperty(window, 'ran', { set() { console.error('a script ran'); } });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error('a violation of ' + violatedDirective + ' by ' + blockedURI));
`;

const item = (id: string, parentId: string) => ({ id, name: HOSTILE, value: [HOSTILE, HOSTILE], parentId });
const node = (id: string, type: string, x: number, y: number, data: Record<string, unknown>) => ({
  id,
  type,
  position: { x, y },
  data,
});

/** Every kind of card with the hostile text, and one whose id and kind are hostile as well. */
const canvas = {
  nodes: [
    node('idea', 'textPrompt', 0, 0, { value: HOSTILE }),
    node('words', 'text', 0, 230, { name: HOSTILE, value: HOSTILE }),
    node('art', 'image', 270, 0, { model: HOSTILE, value: DRAWING }),
    node('lost', 'image', 270, 230, { model: 'Gemini-2.5-flash', value: `javascript:ran=1` }),
    node('photo', 'imageUpload', 540, 0, { value: '' }),
    node('moods', 'category', 540, 230, { categories: [item('calm', 'moods'), item(HOSTILE, 'moods')] }),
    node('row', 'categoryItem', 810, 0, { name: HOSTILE, value: HOSTILE }),
    node('model', 'model', 810, 110, { model: HOSTILE, value: HOSTILE }),
    node(HOSTILE, HOSTILE, 810, 330, { [HOSTILE]: HOSTILE, value: HOSTILE }),
    node('film', 'video', 0, 430, { model: HOSTILE }),
  ],
  edges: [pipe('idea', 'art'), { ...pipe('words', 'lost'), id: HOSTILE }],
  viewport: { x: 40, y: 40, zoom: 0.9 },
};

let page: Page;
let person: Person;
/** Scripts that ran or were blocked, and dialogs that were opened. */
const seen: string[] = [];

setUpApp();
beforeAll(async () => {
  const opened = await openPage(browser);
  ({ page } = opened);
  await page.addInitScript(WATCH);
  page.on('dialog', (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('console', (message) => {
    if (/a script ran|a violation of|Content Security Policy/.test(message.text())) seen.push(message.text());
  });
  person = new Person(page, server.url, 'en');
  await person.enter(HOSTILE);
});

const answerWith = (pattern: string, answer: { status?: number; contentType?: string; body: string }) =>
  page.route(pattern, (route) => route.fulfill({ contentType: 'application/json', ...answer }));

it('a script in any name, text, file or message is shown as it is written, and never runs', async () => {
  const { words } = person;
  await person.openMade(HOSTILE, canvas);
  await person.node('idea').waitFor();
  // The title, its field, and the document title of the page.
  const title = page.getByRole('button', { name: words.shell.renameProject.replace('{{name}}', HOSTILE) });
  await title.click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await page.getByText(`${HOSTILE}!`, { exact: true }).first().waitFor();

  // The fields over the cards.
  for (const id of ['idea', 'words', 'moods', 'row']) {
    await person.node(id).focus();
    await page.keyboard.press('Enter');
    const field = page.locator('textarea, input[type="text"], input:not([type])').first();
    await field.waitFor();
    await page.keyboard.press('Escape');
  }
  // A file of that name, and a file that is not a picture.
  const buffer = await plainPicture('#2f6bff');
  await person.chooseFile('photo', { name: `${HOSTILE.replaceAll('/', '')}.png`, mimeType: 'image/png', buffer });
  await person.node('photo').getByRole('button', { name: words.node.enlarge, exact: true }).click();
  await page.getByTestId('picture-overlay').waitFor();
  await page.keyboard.press('Escape');
  await person.chooseFile('photo', {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from(`<svg onload="ran=1">${HOSTILE}`),
  });

  // The palette's search.
  await page.getByRole('button', { name: words.flows.text.name, exact: true }).click();
  await page.getByLabel(words.flows.text.search).fill(HOSTILE);
  await page.getByRole('button', { name: words.flows.text.name, exact: true }).click();

  // The server's message in a toast; the engine's message on the node and in a toast.
  const told = JSON.stringify({ message: HOSTILE, error: HOSTILE, code: HOSTILE });
  await answerWith('**/nodes/analyze', { status: 422, body: told });
  await person.node('idea').getByRole('button', { name: words.node.convert }).click();
  await page.getByText(words.toast.failTitle).first().waitFor();
  await page.getByText(HOSTILE).first().waitFor();
  const events = `data: ${JSON.stringify({ event: 'error', data: { message: HOSTILE, code: HOSTILE } })}\n\n`;
  await answerWith('**/nodes/generate/image', { contentType: 'text/event-stream', body: events });
  await person.run('art');
  await page.getByText(words.toast.imageGenerationErrorTitle).first().waitFor();
  await page.unroute('**/nodes/analyze');
  await answerWith('**/nodes/analyze', { body: JSON.stringify([{ key: HOSTILE, value: [HOSTILE, HOSTILE] }]) });
  await person.node('idea').getByRole('button', { name: words.node.convert }).click();
  await page.locator(`[data-node-id="idea"] [data-item-id]`).first().waitFor();

  // The version history.
  await person.waitUntilSaved();
  await page.getByRole('banner').getByRole('button', { name: words.history.title, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: words.history.title });
  await sheet.getByRole('textbox', { name: words.history.keepName }).fill(HOSTILE);
  await sheet.getByRole('button', { name: words.history.keep }).click();
  await sheet.getByRole('listitem').filter({ hasText: HOSTILE }).first().waitFor();
  await sheet.getByRole('button', { name: words.shell.close, exact: true }).click();

  // The dashboard: the member's name, the project's name, and the question before it is deleted.
  await person.goHome();
  await page.getByText(words.dashboard.helloName.replace('{{name}}', HOSTILE)).waitFor();
  const card = page
    .getByRole('link', { name: HOSTILE })
    .or(page.getByRole('button', { name: HOSTILE }))
    .first();
  await card.waitFor();
  await page.getByRole('button', { name: words.dashboard.create }).click();
  await page.getByLabel(words.createModal.name).fill(HOSTILE);
  await page.keyboard.press('Escape');

  // Addresses.
  for (const path of [
    `/main/${encodeURIComponent(HOSTILE)}`,
    `/${encodeURIComponent(HOSTILE)}`,
    `/?lng=${encodeURIComponent(HOSTILE)}`,
  ]) {
    await page.goto(server.url + path);
    await page.getByRole('banner').waitFor();
  }
  const way = `${server.url}/main/1?${HOSTILE}`;
  await page.goto(
    `${server.url}/auth/login/google?redirect=${encodeURIComponent(way)}&lng=${encodeURIComponent(HOSTILE)}`,
  );
  await page.locator('input[name="name"]').fill(`${HOSTILE} ${'x'.repeat(90)}`);
  expect(seen).toEqual([]);
});

it('and hostile code that got into a page is kept from running', async () => {
  await page.goto(server.url);
  await page.getByRole('banner').waitFor();
  seen.length = 0;
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'ran = 1';
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    const elsewhere = document.createElement('script');
    elsewhere.src = 'https://evil.example/x.js';
    document.body.append(script, frame, elsewhere);
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="x" onerror="ran=1"><a href="javascript:ran=1">a</a><form action="https://evil.example"></form>',
    );
    document.querySelector<HTMLAnchorElement>('a[href^="javascript"]')?.click();
  });
  await expect.poll(() => seen.filter((line) => line.startsWith('a violation of')).length).toBeGreaterThanOrEqual(4);
  expect(seen.filter((line) => line === 'a script ran')).toEqual([]);
});
