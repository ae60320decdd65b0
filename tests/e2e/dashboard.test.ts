import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

const LONG_NAME = '아주 긴 이름을 가진 프로젝트, 끝이 보이지 않을 만큼 긴 이름을 가진 프로젝트';

let opened: OpenedPage;

setUpApp();
afterEach(async () => {
  await opened.context.close();
  if (opened.faults.length > 0) throw new Error(opened.faults.join('\n'));
});

async function enter(look = {}): Promise<{ person: Person; page: Page }> {
  opened = await openPage(browser, look);
  const person = new Person(opened.page, server.url, 'en');
  return { person, page: opened.page };
}

/** Signs in a member at the dashboard, with these projects. */
async function enterAs(name: string, projects: readonly string[]): Promise<{ person: Person; page: Page }> {
  const { person, page } = await enter();
  await person.enter(name);
  for (const project of projects) {
    await opened.context.request.post(`${server.url}/projects`, { data: { name: project, canvas: '' } });
  }
  await page.goto(`${server.url}/?lng=en`);
  await page
    .getByRole('article')
    .nth(projects.length - 1)
    .waitFor();
  return { person, page };
}

describe('The dashboard in a window', () => {
  it('has its models in rows of 4, however wide it is [GALLERY-3]', async () => {
    const { page } = await enter();
    await page.goto(`${server.url}/?lng=en`);
    const cards = page.getByRole('region', { name: 'Text', exact: true }).getByRole('link');
    await cards.first().waitFor();
    for (const width of [2560, 1440, 899, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await Promise.all((await cards.all()).map(boxOf));
      expect([width, boxes.filter(({ y }) => y === boxes[0]?.y).length]).toEqual([width, 4]);
      expect(boxes[4]?.x).toBe(boxes[0]?.x);
      expect(new Set(boxes.map((box) => Math.round(box.width))).size).toBe(1);
    }
  });

  it('gives each project 200 px, whose name ends in an ellipsis when it is longer [PROJ-2] [PROJ-4]', async () => {
    const { page } = await enterAs('Ari', ['Rivers', LONG_NAME]);
    const widths = await page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.clientWidth));
    expect(widths).toEqual([200, 200]);
    const names = await Promise.all(
      ['Rivers', LONG_NAME].map((name) =>
        page.getByText(name, { exact: true }).evaluate((shown) => ({
          isCut: shown.scrollWidth > shown.clientWidth,
          isOneLine: shown.clientHeight < 2 * Number.parseFloat(getComputedStyle(shown).fontSize),
          ending: getComputedStyle(shown).textOverflow,
        })),
      ),
    );
    expect(names).toEqual([
      { isCut: false, isOneLine: true, ending: 'ellipsis' },
      { isCut: true, isOneLine: true, ending: 'ellipsis' },
    ]);
  });

  it('fills the column with a row of cards, from edge to edge [HOME-7]', async () => {
    const { page } = await enterAs('Gaon', ['a', 'b', 'c', 'd', 'e', 'f']);
    for (const width of [1440, 1000, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const column = await boxOf(page.getByRole('region', { name: 'Text', exact: true }));
      const cards = await page
        .getByRole('region', { name: 'My Projects' })
        .getByRole('listitem')
        .evaluateAll((items) =>
          items.map((item) => item.firstElementChild?.getBoundingClientRect().toJSON() as DOMRect),
        );
      const ends = cards.filter(({ y }) => y === cards[0]?.y);
      expect([width, Math.round(ends[0]?.left ?? 0)]).toEqual([width, Math.round(column.x)]);
      expect([width, Math.round(ends.at(-1)?.right ?? 0)]).toEqual([width, Math.round(column.x + column.width)]);
    }
  });

  it('reveals the delete button of the card that is hovered [PROJ-7]', async () => {
    const { page } = await enterAs('Bora', ['Rivers', 'Seas']);
    const shown = () =>
      page
        .getByRole('button', { name: /^Delete (Rivers|Seas)$/ })
        .evaluateAll((buttons) =>
          buttons.map((button) => [button.getAttribute('aria-label'), getComputedStyle(button).opacity]),
        );
    await page.mouse.move(0, 0);
    await expect.poll(shown).toEqual([
      ['Delete Seas', '0'],
      ['Delete Rivers', '0'],
    ]);
    await page.getByRole('article').filter({ hasText: 'Rivers' }).hover();
    await expect.poll(shown).toEqual([
      ['Delete Seas', '0'],
      ['Delete Rivers', '1'],
    ]);
    await page.getByRole('button', { name: 'Delete Rivers' }).click();
    await page.getByRole('dialog', { name: 'Rivers Delete Project' }).waitFor();
  });

  it('closes the question for a new name at a press beside it [CREATE-2]', async () => {
    const { page } = await enterAs('Eun', ['Rivers']);
    await page.getByRole('button', { name: 'Create a new project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Project' });
    const { x, y } = await boxOf(dialog);
    await page.mouse.click(x + 20, y + 20);
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(x - 20, y - 20);
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('article').count()).toBe(1);
  });

  it('lets a member make, open, rename and delete a project [ROLE-3]', async () => {
    const { person, page } = await enterAs('Dana', ['Rivers']);
    await person.createProject('Seas');
    await person.dragFromPanel('text', 'textPrompt', { x: 400, y: 90 });
    await page.getByRole('button', { name: 'Rename project Seas' }).click();
    await page.getByRole('textbox', { name: 'Project name' }).fill('Oceans');
    await page.keyboard.press('Enter');
    await person.waitUntilSaved();
    await person.goHome();
    await page.getByRole('article').filter({ hasText: 'Oceans' }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    await person.openProject('Oceans');
    await expect.poll(() => person.nodeIds()).toHaveLength(1);
    await person.goHome();
    await page.getByRole('article').filter({ hasText: 'Oceans' }).hover();
    await page.getByRole('button', { name: 'Delete Oceans' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('article').filter({ hasText: 'Oceans' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('article').count()).toBe(1);
    const left = await opened.context.request.get(`${server.url}/projects`);
    expect(await left.json()).toMatchObject([{ name: 'Rivers' }]);
  });
});

describe('A toast in a window', () => {
  it('takes the focus at F8 and goes by a swipe to the right beyond 50 px [TOAST-4] [TOAST-5]', async () => {
    const { page } = await enter();
    await page.goto(`${server.url}/?lng=en`);
    await page.getByRole('button', { name: '+ more: Text' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Currently under development' });
    await toast.waitFor();
    await page.keyboard.press('F8');
    expect(await toast.evaluate((shown) => shown === document.activeElement)).toBe(true);

    const { x, y, height } = await boxOf(toast);
    const swipe = async (distance: number): Promise<void> => {
      await page.mouse.move(x + 60, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + 60 + distance, y + height / 2, { steps: 5 });
      await page.mouse.up();
    };
    await swipe(50);
    expect(await boxOf(toast)).toMatchObject({ x, y });
    await swipe(51);
    await toast.waitFor({ state: 'detached' });
  });
});

describe('The sparkle of a sentence', () => {
  it('is drawn by us, so that it is no box where no font has one', async () => {
    const { page } = await enter();
    await page.goto(`${server.url}/signin?lng=en`);
    const drawn = await page.evaluate(async () => {
      const faces = await document.fonts.load("15px 'Mulgil Sparkle'", '✨');
      return [getComputedStyle(document.body).fontFamily, faces.map(({ status }) => status)];
    });
    expect(drawn).toEqual([expect.stringMatching(/^"Mulgil Sparkle", /), ['loaded']]);
  });
});

describe('The sign-in page', () => {
  it('is decorated by pipes, blue and yellow [LOGIN-4]', async () => {
    const { page } = await enter({ colorScheme: 'light' });
    await page.goto(`${server.url}/signin?lng=en`);
    const colours = () =>
      page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        const found = new Set<string>();
        for (let at = 0; at < data.length; at += 4) found.add([data[at], data[at + 1], data[at + 2]].join());
        return ['47,107,255', '245,179,1'].map((colour) => found.has(colour));
      });
    await expect.poll(colours).toEqual([true, true]);
  });
});
