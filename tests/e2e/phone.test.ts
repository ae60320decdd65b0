import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { Fingers } from '../support/Fingers';
import { boxOf, Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { browser, server, setUpApp } from './support/setUpApp';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const bottomOf = ({ y, height }: { y: number; height: number }): number => y + height;

setUpApp();

it('On a phone the hint speaks of tapping, and the add menu leaves the card in sight that it adds to [PHONE-1] [PHONE-2] [PHONE-4] [TOOLBAR-1]', async () => {
  const { page, context, faults } = await openPage(browser, PHONE);
  const person = new Person(page, server.url, 'en');
  await person.enter('Sol');
  await person.openMade('Pocket', {
    nodes: [{ id: 'idea', type: 'textPrompt', position: { x: 45, y: 120 }, data: { value: 'a river' } }],
    edges: [],
    viewport: { x: 0, y: 0, zoom: 1 },
  });
  const stage = await boxOf(page.getByTestId('stage'));
  const inStage = async (box: { x: number; y: number; width: number; height: number }): Promise<void> => {
    expect(box.x).toBeGreaterThanOrEqual(stage.x);
    expect(box.y).toBeGreaterThanOrEqual(stage.y);
    expect(box.x + box.width).toBeLessThanOrEqual(stage.x + stage.width);
    expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height);
  };
  const output = await boxOf(person.node('idea').locator('[data-handle="text-right"]'));
  const from = { x: output.x + output.width / 2, y: output.y + output.height / 2 };
  const menu = page.getByRole('menu', { name: person.words.canvas.addMenu });
  const fingers = await Fingers.of(page);
  await fingers.down(1, from);
  await fingers.move({ 1: { x: 370, y: from.y + 30 } });
  await fingers.up(1);
  await menu.waitFor();
  const shown = await boxOf(menu);
  // The view has followed the finger at the edge for as long as it was there.
  const card = await boxOf(person.node('idea'));
  await inStage(shown);
  const isApart = shown.y >= card.y + card.height || shown.y + shown.height <= card.y || shown.x >= card.x + card.width;
  expect(isApart).toBe(true);

  await menu.getByRole('menuitem').first().tap();
  await expect.poll(async () => (await person.nodeIds()).length).toBe(2);
  const left = await boxOf(person.node('idea').locator('[data-handle="text-right"]'));
  await inStage(left);

  await page.getByRole('button', { name: person.words.toolbar.undo }).tap();
  await expect.poll(() => person.nodeIds()).toEqual(['idea']);
  await page.getByRole('button', { name: person.words.toolbar.redo }).tap();
  await expect.poll(async () => (await person.nodeIds()).length).toBe(2);

  // Toasts lie below the switch between list and canvas.
  await page.getByRole('button', { name: person.words.toolbar.redo }).tap({ force: true });
  const toast = page.getByRole('status').filter({ hasText: person.words.toolbar.nothingToRedo });
  expect((await boxOf(toast)).y).toBeGreaterThan(bottomOf(await boxOf(page.getByTestId('view-switch'))));

  // So do words about saving. What has not been saved yet would be undone without a save.
  await person.waitUntilSaved();
  await context.setOffline(true);
  await page.getByRole('button', { name: person.words.toolbar.undo }).tap();
  const said = await boxOf(page.getByText(person.words.save.offline, { exact: true }));
  const views = await boxOf(page.getByTestId('view-switch'));
  expect(said.y).toBeGreaterThan(bottomOf(views));
  // In the list they lie above its first line.
  await page.getByTestId('view-switch').getByRole('button', { name: person.words.outline.list }).tap();
  const line = await boxOf(page.getByTestId('outline-tree').getByRole('treeitem').first());
  expect(line.y).toBeGreaterThanOrEqual(bottomOf(said));
  await person.showCanvas();
  await context.setOffline(false);
  await person.waitUntilSaved();

  await person.openMade('Empty');
  await page.getByText(person.words.canvas.emptyTouch).waitFor();
  // The controls over the canvas do not overlap.
  const bar = await boxOf(page.getByTestId('toolbar'));
  const corner = await boxOf(page.getByTestId('view-corner'));
  await inStage(bar);
  expect(bar.x + bar.width).toBeLessThan(corner.x);
  // On its side the window is low: beside the open list, too, tools and minimap leave most of the canvas free.
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole('button', { name: person.words.outline.list, exact: true }).tap();
  const list = await boxOf(page.getByTestId('outline'));
  const free = { width: 844 - list.x - list.width, height: 390 - stage.y };
  await expect
    .poll(async () => {
      const covers = await Promise.all(['toolbar', 'view-corner'].map((id) => boxOf(page.getByTestId(id))));
      const share = covers.reduce((sum, { width, height }) => sum + width * height, 0) / (free.width * free.height);
      return share < 0.15;
    })
    .toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

it('Whatever is pressed is large enough for a finger, and not beneath a notch, round corners or the bar of the system [BROWSER-6] [PHONE-3] [PHONE-5]', async () => {
  const { page, context, faults } = await openPage(browser, PHONE);
  const person = new Person(page, server.url, 'en');
  await person.enter('Notch');
  await person.openMade('Rounded', {
    nodes: [
      { id: 'photo', type: 'imageUpload', position: { x: 45, y: 60 }, data: { value: PIXEL } },
      { id: 'idea', type: 'textPrompt', position: { x: 345, y: 60 }, data: { value: 'a river' } },
      { id: 'art', type: 'image', position: { x: 645, y: 60 }, data: { model: 'Gemini-2.5-flash' } },
      { id: 'copy', type: 'image', position: { x: 645, y: 360 }, data: { model: 'Gemini-2.5-flash' } },
    ],
    edges: [pipe('idea', 'art'), pipe('idea', 'copy'), pipe('photo', 'copy', 'image')],
    viewport: { x: 0, y: 0, zoom: 1 },
  });
  const { words } = person;
  const devtools = await context.newCDPSession(page);
  const buttonsOf = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, a, input, select')]
        .filter((element) => !element.closest('[data-viewport-layer], [data-palette]') && element.checkVisibility())
        .map((element) => ({ name: element.ariaLabel ?? element.textContent, box: element.getBoundingClientRect() }))
        // Elements that are shown on focus alone lie outside the window.
        .filter(({ box }) => box.width > 1 && box.top >= 0 && box.bottom <= window.innerHeight)
        .map(({ name, box }) => ({
          name,
          left: box.left,
          right: window.innerWidth - box.right,
          bottom: window.innerHeight - box.bottom,
          side: Math.min(box.width, box.height),
        })),
    );
  for (const [size, insets] of [
    [
      { width: 390, height: 844 },
      { top: 0, left: 0, right: 0, bottom: 34 },
    ],
    [
      { width: 844, height: 390 },
      { top: 0, left: 47, right: 47, bottom: 21 },
    ],
  ] as const) {
    await page.setViewportSize(size);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
    const expectRoom = async (where: string): Promise<void> => {
      // A panel may still be on its way to its place.
      await expect
        .poll(async () => {
          const wrong = (await buttonsOf()).filter(
            ({ left, right, bottom, side }) =>
              left < insets.left || right < insets.right || bottom < insets.bottom || side < 44,
          );
          return [where, size.width, wrong];
        })
        .toEqual([where, size.width, []]);
    };
    await expectRoom('the canvas');
    await page.getByRole('button', { name: words.flows.image.name, exact: true }).tap();
    await page.locator('[data-palette]').first().waitFor();
    await expectRoom('the panel');
    await page.getByRole('button', { name: words.shell.close, exact: true }).tap();
    await page.getByRole('button', { name: words.history.title, exact: true }).tap();
    await page.getByRole('dialog', { name: words.history.title }).waitFor();
    await expectRoom('the versions');
    const versions = page.getByRole('dialog', { name: words.history.title });
    await versions.getByRole('button', { name: words.history.keep, exact: true }).tap();
    await versions
      .getByRole('button', { name: /^Delete .+/ })
      .first()
      .waitFor();
    await expectRoom('a kept version');
    await page.getByRole('button', { name: words.shell.close, exact: true }).tap();
    await person.node('photo').getByRole('button', { name: words.node.enlarge }).tap();
    await page.getByTestId('picture-overlay').getByRole('img').waitFor();
    await expectRoom('an enlarged picture');
    await page.getByRole('button', { name: words.shell.close, exact: true }).tap();

    // A plan shows its heading and its buttons, however low the window is.
    await page.getByRole('button', { name: words.runs.all, exact: true }).tap();
    const plan = page.getByTestId('run-plan');
    await plan.getByRole('button', { name: words.runs.start_other.replace('{{count}}', '2') }).waitFor();
    await expectRoom('a plan');
    const heading = await boxOf(plan.getByRole('heading'));
    expect(heading.y).toBeGreaterThan((await boxOf(plan)).y);
    await plan.getByRole('button', { name: words.shell.close, exact: true }).tap();
    await page.getByRole('button', { name: words.shell.accountOf.replace('{{name}}', 'Notch') }).tap();
    expect(bottomOf(await boxOf(page.locator('[data-account] > div')))).toBeLessThanOrEqual(
      size.height - insets.bottom,
    );
    await page.keyboard.press('Escape');
  }
  await person.node('art').focus();
  await person.node('art').getByRole('button', { name: words.node.settings }).tap();
  await expect.poll(async () => bottomOf(await boxOf(page.getByTestId('node-settings')))).toBeLessThanOrEqual(390);

  await page.setViewportSize(PHONE.viewport);
  await person.goHome();
  await page.getByRole('button', { name: /^Delete .+/ }).tap();
  await page.getByRole('dialog').getByRole('button', { name: words.shell.cancel }).waitFor();
  await expect.poll(async () => (await buttonsOf()).filter(({ side }) => side < 44)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
