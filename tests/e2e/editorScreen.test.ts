import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { boxOf } from '../support/Person';
import { canvas, page, person, setUpCanvas } from './support/setUpCanvas';

const WINDOW = { width: 1440, height: 900 };
const RAIL = 70;
const TOP_BAR = 56;

const pictureOf = async (width: number, height: number): Promise<string> => {
  const png = await sharp({ create: { width, height, channels: 3, background: '#2d6a4f' } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
};

const flow = {
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: 'a river' } },
    { id: 'art', type: 'image', position: { x: 450, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
    { id: 'wide', type: 'image', position: { x: 0, y: 300 }, data: { value: await pictureOf(2400, 600) } },
    { id: 'small', type: 'imageUpload', position: { x: 450, y: 300 }, data: { value: await pictureOf(60, 90) } },
  ],
  edges: [],
  viewport: { x: 340, y: 60, zoom: 1 },
};

setUpCanvas({ flow, language: 'en', hasTouch: false });

const middleOf = async (locator: Locator): Promise<{ x: number; y: number }> => {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
};
const action = (nodeId: string, name: string): Locator =>
  canvas.node(nodeId).getByRole('button', { name, exact: true });

/** Whether a press in the middle of the element reaches it, and not the stage below. */
const takesPress = async (locator: Locator): Promise<boolean> => {
  const at = await middleOf(locator);
  return locator.evaluate((element, { x, y }) => element.contains(document.elementFromPoint(x, y)), at);
};
const editIdea = async (): Promise<Locator> => {
  const { x, y } = await canvas.onScreen(100, 90);
  await page.mouse.dblclick(x, y);
  const field = page.locator('textarea');
  await field.waitFor();
  return field;
};

describe('the places of the editor', () => {
  it('are those that were promised, with the panel open and closed [PANEL-3] [STAGE-1] [STAGE-4]', async () => {
    const { words } = person;
    const stage = { x: RAIL, y: TOP_BAR, width: WINDOW.width - RAIL, height: WINDOW.height - TOP_BAR };
    expect(await boxOf(canvas.stage)).toEqual(stage);
    expect(await boxOf(page.getByRole('navigation', { name: words.rail.label }))).toMatchObject({ x: 0, width: 70 });

    const minimap = page.getByRole('img', { name: words.canvas.minimap });
    expect(await boxOf(minimap)).toMatchObject({ width: 200, height: 150 });
    for (const name of [words.canvas.zoomIn, words.canvas.zoomOut])
      expect(await page.getByRole('button', { name }).isVisible()).toBe(true);

    await page.getByTestId('offline-badge').waitFor();
    for (const over of [minimap, page.getByTestId('offline-badge')]) expect(await takesPress(over)).toBe(true);
    await page.getByRole('button', { name: words.flows.text.name, exact: true }).click();
    const panel = page.getByRole('complementary', { name: words.panel.label });
    await expect.poll(() => boxOf(panel)).toMatchObject({ x: 70, width: 300 });
    expect(await takesPress(panel)).toBe(true);
    expect(await boxOf(canvas.stage)).toEqual(stage);
  });
});

/** The controls over the canvas, at its edges. */
const AT_EDGES = ['[data-testid="toolbar"]', '[data-testid="view-corner"]', '[data-testid="offline-badge"]'];

/** Pairs of the visible elements that overlap. */
const overlaps = (selectors: readonly string[]): Promise<string[]> =>
  page.evaluate((all) => {
    const shown = all.flatMap((selector) => {
      const element = document.querySelector(selector);
      return element?.checkVisibility({ visibilityProperty: true })
        ? [{ selector, box: element.getBoundingClientRect() }]
        : [];
    });
    return shown.flatMap(({ selector, box }, index) =>
      shown
        .slice(index + 1)
        .filter(({ box: other }) => box.left < other.right && other.left < box.right)
        .filter(({ box: other }) => box.top < other.bottom && other.top < box.bottom)
        .map((other) => `${selector} ${other.selector}`),
    );
  }, selectors);

describe('the controls over the canvas', () => {
  it('lies over nothing else that does, whatever the window has room for [STAGE-8]', async () => {
    const { words } = person;
    const all = [...AT_EDGES, '[data-testid="status-line"]', '#library', '[data-panel]'];
    const library = page.getByRole('button', { name: words.library.name, exact: true });
    const panel = page.getByRole('button', { name: words.flows.image.name, exact: true });
    for (const [width, height] of [
      [900, 500],
      [1024, 700],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByTestId('toolbar').waitFor();
      expect(await overlaps(all), `${width}`).toEqual([]);
      // These keys select the nodes, whatever control was pressed last; their bar makes way for the panel.
      await page.keyboard.press('ControlOrMeta+a');
      const bar = page.getByTestId('selection-bar');
      await bar.waitFor();
      await library.click();
      await page.locator('#library').waitFor();
      await expect.poll(() => overlaps(['[data-testid="selection-bar"]', '#library'])).toEqual([]);
      await bar.getByRole('button', { name: words.canvas.clearSelection }).click();
      expect(await overlaps(all), `${width}, library`).toEqual([]);
      await panel.click();
      await expect.poll(() => overlaps(all), { message: `${width}, both` }).toEqual([]);
      await library.click();
      expect(await overlaps(all), `${width}, panel`).toEqual([]);
      await page.keyboard.press('ControlOrMeta+f');
      await page.getByTestId('find').waitFor();
      expect(await overlaps([...all, '[data-testid="find"]']), `${width}, panel and search`).toEqual([]);
      await page.keyboard.press('Escape');
      for (const place of AT_EDGES) expect(await page.locator(place).isVisible()).toBe(true);
      await panel.click();
    }
    await page.setViewportSize(WINDOW);
  });

  it('leaves the cards free that are fitted into view, beside the library, too [ZOOM-6]', async () => {
    const cards = flow.nodes.map(({ id }) => `[data-node-id="${id}"]`);
    const over = [...AT_EDGES, '[data-testid="status-line"]', '#library'];
    const fit = page.getByRole('button', { name: new RegExp(`^${person.words.canvas.fit}`) });
    const library = page.getByRole('button', { name: person.words.library.name, exact: true });
    await page.setViewportSize({ width: 1024, height: 560 });
    await fit.click();
    await expect.poll(() => overlaps([...over, ...cards])).toEqual([]);
    await library.click();
    await page.locator('#library').waitFor();
    await fit.click();
    await expect.poll(() => overlaps([...over, ...cards])).toEqual([]);
    await library.click();
    await page.setViewportSize(WINDOW);
    await fit.click();
  });
});

describe('the canvases of the stage', () => {
  it('lie over the page without blending, except the one for dragged things', async () => {
    const isBlended = await canvas.stage
      .locator('canvas')
      .evaluateAll((all) =>
        (all as HTMLCanvasElement[]).map((each) => each.getContext('2d')?.getContextAttributes().alpha),
      );
    expect(isBlended).toEqual([false, true]);
  });
});

describe('an enlarged picture', () => {
  it('fits within 90 % of the window, larger or smaller than it is, until its backdrop is pressed [OVERLAY-1] [OVERLAY-2]', async () => {
    const overlay = page.getByTestId('picture-overlay');
    const picture = overlay.getByRole('img');
    const roundedBox = async () => {
      const { width, height } = await boxOf(picture);
      return { width: Math.round(width), height: Math.round(height) };
    };
    for (const [nodeId, original, fitted] of [
      ['wide', 2400, { width: 1296, height: 324 }],
      ['small', 60, { width: 540, height: 810 }],
    ] as const) {
      await action(nodeId, person.words.node.enlarge).click();
      await expect.poll(roundedBox).toEqual(fitted);
      expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(original);
      expect(await boxOf(overlay)).toEqual({ x: 0, y: 0, ...WINDOW });
      await page.mouse.click(WINDOW.width / 2, WINDOW.height / 2);
      expect(await overlay.count()).toBe(1);
      await page.mouse.click(20, WINDOW.height - 20);
      await overlay.waitFor({ state: 'detached' });
    }

    await action('wide', person.words.node.enlarge).click();
    await expect.poll(roundedBox).toEqual({ width: 1296, height: 324 });
    await page.setViewportSize({ width: 800, height: 600 });
    await expect.poll(roundedBox).toEqual({ width: 720, height: 180 });
    await page.setViewportSize(WINDOW);
  });

  it('leads to the other pictures of the canvas, and back to the canvas [OVERLAY-5] [TOAST-7]', async () => {
    const overlay = page.getByTestId('picture-overlay');
    const picture = overlay.getByRole('img');
    const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await action('wide', person.words.node.enlarge).click();
    await expect.poll(width).toBe(2400);
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBe(60);
    await overlay.getByRole('button', { name: person.words.node.previousPicture }).click();
    await expect.poll(width).toBe(2400);
    // It says over the picture that this is the first one, and as long as it would elsewhere.
    await overlay.getByRole('button', { name: person.words.node.previousPicture }).click({ force: true });
    const clock = page.locator('.Toastify__progress-bar--animated');
    const shownMs = () => clock.evaluate((bar) => Number(bar.getAnimations()[0]?.currentTime));
    await expect.poll(shownMs).toBeGreaterThan(300);
    const before = await shownMs();
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'detached' });
    expect(await shownMs()).toBeGreaterThanOrEqual(before);
  });

  it('stays when the window becomes as narrow as a phone while the list is open beneath it [OVERLAY-5]', async () => {
    const overlay = page.getByTestId('picture-overlay');
    const width = () => overlay.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await page.locator('[data-rail="outline"]').click();
    await page.getByTestId('outline').waitFor();
    await action('wide', person.words.node.enlarge).click();
    await expect.poll(width).toBe(2400);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBe(60);
    await page.setViewportSize(WINDOW);
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'detached' });
    await page.locator('[data-rail="outline"]').click();
    await page.getByTestId('outline').waitFor({ state: 'detached' });
  });
});

/** The dialogs and messages that are open over the canvas. */
const told = async () => [
  await page.locator('[role="alert"], [role="dialog"], [role="menu"]').count(),
  await page.getByTestId('announcements').textContent(),
];

describe('a connection that is refused', () => {
  it('goes to the console only; a drop on the empty pane is no refusal [CONN-3]', async () => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      // The page's worker is blocked here; the browser reports that some seconds after the page has loaded.
      const isOwn = !message.text().startsWith('Service Worker registration blocked');
      if (message.type() === 'warning' && isOwn) warnings.push(message.text());
    });
    const before = await told();

    await person.pipe('idea', 'text-right', 'art', 'image-left');
    await expect.poll(() => warnings).toEqual(['Invalid connection']);
    expect(await told()).toEqual(before);
    await canvas.node('art').focus();
    expect(await page.locator('[data-edge-id]').count()).toBe(0);

    const from = await middleOf(canvas.node('idea').locator('[data-handle="text-right"]'));
    const pane = await canvas.onScreen(760, 250);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(pane.x, pane.y, { steps: 6 });
    await page.mouse.up();
    await page.getByRole('menu', { name: person.words.canvas.addMenu }).waitFor();
    await page.keyboard.press('Escape');
    expect(warnings).toEqual(['Invalid connection']);
  });
});

describe('a run button that is off', () => {
  it('says why when the pointer rests on it [NODE-11]', async () => {
    const reason = canvas.node('art').getByRole('tooltip');
    expect(await reason.isVisible()).toBe(false);
    await action('art', person.words.node.run).hover();
    await expect.poll(() => reason.isVisible()).toBe(true);
    expect(await reason.textContent()).toBe('A left node must be connected to execute.');
  });
});

describe('the layer over the canvas', () => {
  it('leaves groups and handles to the canvas, and takes the pointer at buttons and fields [ACCESS-5]', async () => {
    const { node } = person.words;
    for (const handle of ['text-left', 'image-left', 'image-right'])
      expect([handle, await takesPress(canvas.node('art').locator(`[data-handle="${handle}"]`))]).toEqual([
        handle,
        false,
      ]);
    expect(await takesPress(canvas.node('art'))).toBe(false);
    expect(await takesPress(action('art', node.run))).toBe(true);
    expect(await takesPress(action('idea', node.convert))).toBe(true);
    expect(await takesPress(action('small', node.upload))).toBe(true);
    const grab = await canvas.grabOf('art');
    await page.mouse.click(grab.x, grab.y);
    await expect.poll(() => takesPress(action('art', node.delete))).toBe(true);
    expect(await takesPress(await editIdea())).toBe(true);
  });

  it('leaves the pointer to the canvas where the zoom draws no buttons, but for the delete button [STAGE-5]', async () => {
    const { node } = person.words;
    const grab = await canvas.grabOf('art');
    await page.mouse.click(grab.x, grab.y);
    const run = action('art', node.run);
    expect(await takesPress(run)).toBe(true);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 9; turn++) await page.mouse.wheel(0, 100);
    await page.keyboard.up('Control');
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeLessThan(0.2);
    await expect.poll(() => takesPress(action('art', node.delete))).toBe(true);
    expect(await takesPress(run)).toBe(false);
    const { x, y } = await middleOf(run);
    await page.mouse.move(x, y);
    expect(await canvas.stage.evaluate(({ style }) => style.cursor)).toBe('move');
    // A press on the gap between two cards moves the pane when the gap is so narrow that only handles fit into it.
    const between = await canvas.onScreen(335, 97);
    await page.mouse.move(between.x, between.y);
    expect(await canvas.stage.evaluate(({ style }) => style.cursor)).toBe('grab');
    await page.mouse.dblclick(x, y);
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBe(1);
    expect(await page.locator('textarea, dialog[open]').count()).toBe(0);
  });

  it('lets the wheel through to the stage, turned or pinched, over buttons and fields [ACCESS-6]', async () => {
    const button = await middleOf(action('idea', person.words.node.convert));
    await page.mouse.move(button.x, button.y);
    await page.mouse.wheel(0, 30);
    await expect.poll(() => canvas.viewport()).toEqual({ x: 340, y: 30, zoom: 1 });

    const field = await editIdea();
    const { x, y } = await middleOf(field);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -30);
    await expect.poll(() => canvas.viewport()).toEqual({ x: 340, y: 60, zoom: 1 });
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeGreaterThan(1.2);
    expect(await field.count()).toBe(1);
  });
});

describe('the minimap', () => {
  it('covers no card that was dragged over it, however it was dragged there [DROP-10]', async () => {
    const corner = await boxOf(page.getByTestId('view-corner'));
    for (const [id, from] of [
      ['idea', { x: 100, y: 15 }],
      ['art', { x: 460, y: 15 }],
    ] as const) {
      const start = await canvas.onScreen(from.x, from.y);
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(corner.x - 40, corner.y + 60, { steps: 5 });
      await page.mouse.move(corner.x + 60, corner.y + 80, { steps: 3 });
      await page.mouse.up();
      const card = await boxOf(canvas.node(id));
      expect(card.x + card.width).toBeLessThanOrEqual(corner.x);
      expect(card.x).toBeGreaterThan(corner.x - 300);
    }
  });
});

describe('a panel whose code and looks do not come', () => {
  it('is closed with a sentence, and whole at its next opening', async () => {
    const lost = /\/assets\/LibraryPanel-/;
    await page.route(lost, (route) => route.abort());
    const button = page.locator('[data-rail="library"]');
    await button.click();
    await page.getByText(person.words.shell.dialogMissing).waitFor();
    await canvas.node('idea').waitFor();
    await page.unroute(lost);
    await button.click();
    const panel = page.locator('#library');
    await panel.waitFor();
    // It lies at the right edge, which it does by its style sheet alone.
    const { x, width } = await boxOf(panel);
    expect([x + width, x > WINDOW.width / 2]).toEqual([WINDOW.width, true]);
  });
});
