import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { boxOf, Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { expectGood } from './support/expectGood';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

const FLOW = {
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '강 위의 달' } },
    { id: 'art', type: 'image', position: { x: 450, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
    { id: 'scene', type: 'frame', position: { x: 0, y: 300 }, data: { title: '장면', width: 360, height: 225 } },
    { id: 'low', type: 'image', position: { x: 450, y: 600 }, data: { model: 'Gemini-2.5-flash' } },
  ],
  edges: [pipe('idea', 'art')],
  viewport: { x: 60, y: 60, zoom: 1 },
};

const toolIn = (bar: Locator) => (name: string) => bar.getByRole('button', { name, exact: true });
const lineOf = (page: Page) => () => page.getByTestId('status-line').textContent();

/** Whether the words in each of these are whole and none reaches into another. */
const readAtAGlance = (tools: Locator): Promise<boolean> =>
  tools.evaluateAll((all) => {
    const boxes = all.map((tool) => {
      const { left, right } = tool.getBoundingClientRect();
      return { left, right, isWhole: tool.scrollWidth <= tool.clientWidth };
    });
    return boxes.every(({ left, isWhole }, index) => isWhole && left >= (boxes[index - 1]?.right ?? 0));
  });

describe.each(languages('ko'))('the bar over the canvas, in %s', (language) => {
  const open = async (options: Parameters<typeof openPage>[1] = {}) => {
    const opened = await openPage(browser, options);
    const person = new Person(opened.page, server.url, language);
    await person.enter(`Bar ${language}`);
    await person.openMade('Tools', FLOW);
    const canvas = new OpenCanvas(opened.page);
    await canvas.node('idea').waitFor();
    const bar = opened.page.getByTestId('toolbar');
    return { ...opened, person, canvas, bar, tool: toolIn(bar), line: lineOf(opened.page), words: person.words };
  };

  it('reads at a glance in light and dark, is dimmed with a reason, and is folded for good [TOOLBAR-1] [TOOL-2]', async () => {
    const { page, context, faults, bar, tool, words, canvas } = await open();
    const captions = await bar
      .locator('[data-caption]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-caption')));
    const { plus, play, undo, redo, copy, paste, duplicate, tidy, search, command, history, help } =
      words.toolbar.caption;
    expect(captions).toEqual([plus, play, undo, redo, copy, paste, duplicate, tidy, search, command, history, help]);
    const dimmed = tool(words.toolbar.undo);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await readAtAGlance(bar.locator('[data-caption]'))).toBe(true);
      expect(Number(await dimmed.evaluate((button) => getComputedStyle(button).opacity))).toBeLessThan(0.6);
      await expectGood(page, `${language} ${colorScheme}`);
    }

    // A button that cannot act says why, on hover and when pressed.
    expect(await dimmed.getAttribute('title')).toBe(words.toolbar.nothingToUndo);
    await dimmed.click({ force: true });
    await page.getByRole('status').filter({ hasText: words.toolbar.nothingToUndo }).waitFor();

    await tool(words.commandBar.addOpen).click();
    await page.getByRole('combobox', { name: words.commandBar.addOpen }).fill(words.node.imageUpload);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-node-id]').count()).toBe(5);
    expect(await dimmed.getAttribute('title')).toContain(words.step.add_one.replace('{{count}}', '1'));
    await dimmed.click();
    await tool(words.history.title).click();
    await page.getByRole('dialog', { name: words.history.title }).waitFor();
    await page.keyboard.press('Escape');

    const wide = await boxOf(bar);
    await tool(words.toolbar.fold).click();
    expect((await boxOf(bar)).width).toBeLessThan(wide.width / 3);
    expect(await tool(words.toolbar.redo).isVisible()).toBe(true);
    await page.reload();
    await canvas.node('idea').waitFor();
    expect(await tool(words.toolbar.unfold).isVisible()).toBe(true);
    expect(await tool(words.clipboard.copy).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is never over the work: a card is dragged and dropped beneath it [TOOLBAR-2]', async () => {
    const { page, context, faults, bar, canvas } = await open();
    const over = await boxOf(bar);
    const grab = await canvas.grabOf('art');
    await page.mouse.move(grab.x, grab.y);
    await page.mouse.down();
    await page.mouse.move(over.x + 200, over.y - 60, { steps: 4 });
    await page.mouse.move(over.x + 200, over.y + 20, { steps: 4 });
    await expect.poll(() => bar.evaluate((each) => Number(getComputedStyle(each).opacity))).toBeLessThan(0.5);
    await page.mouse.up();
    await expect.poll(() => bar.evaluate((each) => getComputedStyle(each).opacity)).toBe('1');
    const { y } = await canvas.grabOf('art');
    expect(Math.abs(y - (over.y + 20))).toBeLessThanOrEqual(15);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is upright on a phone, folded at first, and speaks of fingers there [TOOLBAR-1] [TOOLBAR-3]', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, context, faults, bar, tool, line, words, canvas } = await open(phone);
    expect(await tool(words.clipboard.copy).count()).toBe(0);
    await tool(words.toolbar.unfold).tap();
    await tool(words.clipboard.copy).waitFor();
    const { width, height } = await boxOf(bar);
    expect(height).toBeGreaterThan(3 * width);
    await expect.poll(line).toBe(words.hint.idleTouch);
    const { x, y } = await canvas.grabOf('idea');
    await page.touchscreen.tap(x, y);
    await expect.poll(line).toBe(words.hint.nodeTouch);
    await expectGood(page, `${language} phone`);

    // A phone turned sideways shows all of it below the top bar.
    for (const [width, height] of [
      [844, 390],
      [568, 320],
    ] as const) {
      await page.setViewportSize({ width, height });
      const stage = await boxOf(page.locator('[data-stage-area]'));
      await expect.poll(async () => (await boxOf(bar)).y).toBeGreaterThanOrEqual(stage.y);
      const low = await boxOf(bar);
      const fold = await boxOf(tool(words.toolbar.fold));
      expect(fold.y + fold.height).toBeLessThanOrEqual(low.y + low.height);
      expect(await bar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
      expect((await boxOf(page.getByTestId('status-line'))).x).toBeGreaterThanOrEqual(low.x + low.width);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
