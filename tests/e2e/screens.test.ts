import { nanoid } from 'nanoid';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage, type OpenedPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { expectGood, expectToFit } from './support/expectGood';
import { holdRequests } from './support/holdRequests';
import { browser, server, setUpApp } from './support/setUpApp';

interface Look {
  readonly called: string;
  readonly language: 'ko' | 'en';
  readonly window: Size;
  /** A window of another shape, in which everything has to fit as well. */
  readonly other?: Size;
  readonly colorScheme?: 'dark';
  readonly hasTouch?: boolean;
  /** The usual text size of the person's browser, in CSS pixels. */
  readonly textSize?: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const WIDE: Size = { width: 1440, height: 900 };

const LOOKS: readonly Look[] = [
  {
    called: 'a wide window and an upright one, Korean, light',
    language: 'ko',
    window: WIDE,
    other: { width: 768, height: 1024 },
  },
  {
    called: 'a phone and a wide window, English, dark',
    language: 'en',
    window: { width: 390, height: 844 },
    other: WIDE,
    colorScheme: 'dark',
    hasTouch: true,
  },
  {
    called: 'a small window, Korean, text at 200 %',
    language: 'ko',
    window: { width: 1024, height: 768 },
    textSize: 32,
  },
];

/** The longest name allowed, without a place to break it. */
const LONG_NAME = '흐르는강물처럼길고도긴이름'.repeat(20).slice(0, 200);
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Every type of node and one of a newer version. */
const TYPES = [
  'textPrompt',
  'imageUpload',
  'image',
  'category',
  'categoryItem',
  'text',
  'model',
  'video',
  'audio',
  'hologram',
];

const VALUES: Readonly<Record<string, string>> = { imageUpload: PICTURE, image: '/files/gone.png' };

const canvas = JSON.stringify({
  nodes: TYPES.map((type, index) => ({
    id: `${type}_1`,
    type,
    position: { x: (index % 2) * 330, y: Math.floor(index / 2) * 260 },
    data: {
      name: LONG_NAME,
      value: VALUES[type] ?? '값',
      categories: [{ id: 'row', name: '색', value: '파랑, 남색', parentId: 'category_1' }],
    },
  })),
  edges: [
    {
      id: 'textPrompt_1-image_1',
      source: 'textPrompt_1',
      target: 'image_1',
      sourceHandle: 'text-right',
      targetHandle: 'text-left',
      type: 'text',
    },
  ],
  viewport: { x: 20, y: 80, zoom: 0.42 },
});

setUpApp();

/** The server's answer to a visitor who is not signed in. */
const NOBODY = { message: 'Sign in to go on.', error: 'Sign in to go on.', code: 'signInRequired' };

/** The server's answer to a run that it cannot begin. */
const REFUSED = { message: 'This cannot be made.', error: 'This cannot be made.', code: 'badRequest' };

describe.each(LOOKS)('Every state in $called', ({ called, language, textSize, window, other, ...look }) => {
  let own: Browser | undefined;
  let opened: OpenedPage;
  let person: Person;

  beforeAll(async () => {
    if (textSize !== undefined) own = await launchBrowser([`--blink-settings=defaultFontSize=${textSize}`]);
    opened = await openPage(own ?? browser, { viewport: window, ...look });
    person = new Person(opened.page, server.url, language);
  });
  afterAll(async () => {
    await opened.context.close();
    await own?.close();
  });

  // Larger text is not checked by ear: it only has to fit.
  const expectHere = textSize === undefined ? expectGood : expectToFit;

  const expectRight = async (page: Page, state: string, expectThere = expectToFit): Promise<void> => {
    await expectHere(page, state);
    if (other === undefined) return;
    await page.setViewportSize(other);
    await expectThere(page, `${state}, the other window`);
    await page.setViewportSize(window);
  };
  const makeProject = async (name: string, snapshot: string): Promise<number> => {
    const made = await opened.context.request.post(`${server.url}/projects`, { data: { name, canvas: snapshot } });
    return ((await made.json()) as { projectId: number }).projectId;
  };

  it('of the dashboard and of signing in', async () => {
    const { page } = opened;
    const { words } = person;
    const letMember = await holdRequests(page, '**/member');
    await page.goto(`${server.url}/?lng=${language}`);
    await page.getByTestId('dashboard-skeleton').waitFor();
    await expectRight(page, 'dashboard, loading');
    letMember();
    await page.getByRole('button', { name: words.dashboard.create }).click();
    await page.getByText(words.toast.loginTitle).waitFor();
    await expectRight(page, 'dashboard of a visitor who must log in');
    await page.getByRole('button', { name: words.signIn.local }).waitFor();
    await expectRight(page, 'sign-in');
    await page.getByRole('button', { name: words.signIn.local }).click();
    await page.locator('input[name="name"]').fill(' ');
    await page.locator('form button').click();
    await page.getByRole('alert').waitFor();
    await expectRight(page, 'local sign-in with a problem');

    const name = `${LONG_NAME.slice(0, 150)} ${called}`;
    await person.signIn(name);
    await expectRight(page, 'dashboard of a member without projects');
    await Promise.all([makeProject(LONG_NAME, canvas), makeProject('강', '')]);
    const letProjects = await holdRequests(page, '**/projects?**');
    await page.reload();
    await page.getByText(words.dashboard.question).waitFor();
    await expectRight(page, 'dashboard of a member, loading projects');
    letProjects();
    await page.getByText(LONG_NAME).waitFor();
    await page.getByRole('button', { name: words.shell.accountOf.replace('{{name}}', name) }).click();
    // With large text the menu is so long that it may cover the button below.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.dashboard.allProjects }).click();
    await page.getByText(words.toast.underDevelopmentTitle).waitFor();
    await expectRight(page, 'dashboard of a member, with a toast', expectHere);
    await page.getByRole('button', { name: words.dashboard.create }).click();
    await page.getByText(words.createModal.text).waitFor();
    await expectRight(page, 'create modal');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.dashboard.deleteProject.replace('{{name}}', LONG_NAME) }).click();
    await page.route('**/projects/*', (route) => route.abort());
    await page.getByRole('button', { name: words.deleteModal.delete, exact: true }).click();
    await page.getByText(words.deleteModal.failed).waitFor();
    await expectRight(page, 'delete modal that failed');
    await page.unroute('**/projects/*');
    expect(opened.faults).toEqual([]);
  });

  it('of the editor', async () => {
    const { page } = opened;
    const { words } = person;
    const pid = await makeProject(LONG_NAME, canvas);
    const letProject = await holdRequests(page, `**/projects/${pid}`);
    await page.goto(`${server.url}/main/${pid}`);
    await page.getByText(words.canvas.opening).waitFor();
    await expectRight(page, 'editor, opening');
    letProject();
    // On a busy machine the checks took longer than a request may.
    await page.reload();
    const list = page.getByTestId('outline');
    await page.getByTestId('stage').waitFor({ state: 'attached' });
    const isNarrow = await page.getByTestId('view-switch').isVisible();
    if (!isNarrow) await page.getByRole('button', { name: words.outline.open, exact: true }).click();
    await list.getByRole('treeitem').first().waitFor();
    await expectRight(page, 'editor with the flow as a list', expectHere);
    if (isNarrow) await person.showCanvas();
    else await list.getByRole('button', { name: words.shell.close, exact: true }).click();
    await person.node('textPrompt_1').waitFor();
    await expectRight(page, 'editor', expectHere);

    await page.getByRole('button', { name: words.flows.image.name, exact: true }).click();
    await page.locator('[data-palette="imageUpload"]').waitFor();
    await expectRight(page, 'editor with its panel');
    await page.getByRole('searchbox').fill(LONG_NAME);
    await page.getByText(words.panel.noMatch.replace('{{query}}', LONG_NAME)).waitFor();
    await expectRight(page, 'panel without a match');
    await page.getByRole('button', { name: words.shell.close, exact: true }).click();

    await person.node('textPrompt_1').focus();
    await page.keyboard.press('Enter');
    await page.locator('textarea').waitFor();
    await expectRight(page, 'editor with an open text');
    await page.keyboard.press('Escape');
    await person.node('textPrompt_1').locator('[data-handle="text-right"]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await expectRight(page, 'editor with an offer');
    await page.keyboard.press('Escape');

    for (const [node, shown] of [
      ['imageUpload_1', page.getByTestId('picture-overlay').locator('img')],
      ['image_1', page.getByText(words.node.brokenPicture)],
    ] as const) {
      await person.node(node).getByRole('button', { name: words.node.enlarge }).press('Enter');
      await shown.waitFor();
      await expectRight(page, `enlarged picture of ${node}`);
      await page.keyboard.press('Escape');
    }

    // A run that no answer comes to is asked for again, for a quarter of a minute.
    await page.route('**/nodes/generate/image', (route) => route.fulfill({ status: 400, json: REFUSED }));
    const letRun = await holdRequests(page, '**/nodes/generate/image');
    await person.node('image_1').getByRole('button', { name: words.node.run, exact: true }).press('Enter');
    await page.locator('[data-node-id="image_1"][aria-busy="true"]').waitFor();
    await expectRight(page, 'editor at work');
    letRun();
    await page.getByText(words.toast.imageGenerationErrorTitle).waitFor();
    await expectRight(page, 'editor after a run that failed');
    expect(opened.faults).toEqual([]);
  });

  it('of a canvas that cannot be saved, and of a copy that was kept', async () => {
    const { page } = opened;
    const { words } = person;
    const idea = { id: 'idea', type: 'textPrompt', position: { x: 60, y: 60 }, data: { value: '강' } };
    const pid = await person.openMade(LONG_NAME, { nodes: [idea], edges: [], viewport: { x: 0, y: 0, zoom: 1 } });
    await person.node('idea').waitFor();
    await page.route('**/canvas', (route) => route.fulfill({ status: 503, json: {} }));
    await person.write('idea', ' 하나');
    await page.getByText(words.save.retrying).waitFor();
    await expectRight(page, 'editor that cannot save', expectHere);
    await page.getByRole('button', { name: words.flows.image.name, exact: true }).click();
    const search = page.getByRole('searchbox');
    await search.waitFor();
    await expectRight(page, 'editor that cannot save, with its panel');
    const told = await boxOf(page.getByRole('status').filter({ hasText: words.save.retrying }));
    expect(told.y + told.height).toBeLessThan((await boxOf(search)).y);
    await page.getByRole('button', { name: words.shell.close, exact: true }).click();
    // Somebody else edits the same node first, on another device.
    const headers = { 'content-type': 'application/json-patch+json', 'if-match': '"1"', 'idempotency-key': nanoid() };
    const patch = JSON.stringify([{ op: 'replace', path: '/nodes/0/data/value', value: '바다' }]);
    const url = `${server.url}/projects/${pid}/canvas`;
    expect((await opened.context.request.patch(url, { headers, data: patch })).status()).toBe(200);
    await page.unroute('**/canvas');
    await page.getByText(words.save.copyKept).waitFor();
    await expectRight(page, 'editor whose own copy was kept', expectHere);
    expect(opened.faults).toEqual([]);
  });

  it('of a session that ended, a server that is away, and addresses of nothing', async () => {
    const { page } = opened;
    const { words } = person;
    const pid = await makeProject('빈 캔버스', '');
    await page.goto(`${server.url}/main/${pid}?lng=${person.language}`);
    await page.getByTestId('stage').waitFor();
    await page.route('**/canvas', (route) => route.fulfill({ status: 401, json: NOBODY }));
    await page.getByRole('button', { name: words.flows.text.name, exact: true }).click();
    await page.locator('[data-palette="textPrompt"]').press('Enter');
    await page.getByText(words.save.signIn).waitFor();
    await expectRight(page, 'editor after the session ended');

    await page.route('**/projects/*', (route) => route.abort());
    await page.goto(`${server.url}/main/777777`);
    await page.getByText(words.canvas.failedTitle).waitFor();
    await expectRight(page, 'editor without its server');
    await page.route('**/assets/EditorScreen-*', (route) => route.abort());
    await page.goto(`${server.url}/main/${pid}`);
    await page.getByText(words.crash.missing).waitFor();
    await expectRight(page, 'editor whose code did not come');
    await page.goto(`${server.url}/main/abc`);
    await page.getByText(words.notFound.projectTitle).waitFor();
    await expectRight(page, 'no project');
    await page.goto(`${server.url}/nowhere`);
    await page.getByText(words.notFound.title).waitFor();
    await expectRight(page, 'no page');
    expect(opened.faults).toEqual([]);
  });
});
