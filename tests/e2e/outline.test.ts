import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { boxOf, Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

const FLOW: Snapshot = {
  nodes: [
    { id: 'art', type: 'image', position: { x: 450, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '강 위의 달' } },
    { id: 'sea', type: 'textPrompt', position: { x: 0, y: 300 }, data: { value: '조용한 바다' } },
    { id: 'far', type: 'textPrompt', position: { x: 4000, y: 3000 }, data: { value: '먼 산' } },
  ],
  edges: [pipe('idea', 'art'), pipe('sea', 'art')],
  viewport: { x: 100, y: 60, zoom: 1 },
};

describe.each(languages('ko'))('The flow as a list, in %s', (language) => {
  it('is walked, edited, connected and reordered by keys beside the canvas [OUTLINE-4] [OUTLINE-5] [OUTLINE-6] [OUTLINE-7] [OUTLINE-8]', async () => {
    const { page, context, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);
    const canvas = new OpenCanvas(page);
    const tree = page.getByTestId('outline-tree');
    const order = (): Promise<(string | null)[]> =>
      tree.locator('[data-outline]').evaluateAll((all) => all.map((line) => line.getAttribute('data-outline')));
    await person.enter(`Outline ${language}`);
    await person.openMade('List', FLOW);
    await canvas.node('idea').waitFor();

    await page.keyboard.press('Control+Shift+O');
    await expect.poll(order).toEqual(['idea', 'sea', 'art', 'far']);
    await page.keyboard.press('End');
    await expect.poll(() => canvas.selected()).toEqual(['far']);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' 아래');
    await page.keyboard.press('Escape');
    await tree.getByText('먼 산 아래').waitFor();

    await page.keyboard.press('l');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual(['idea', 'sea', 'far', 'art']);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    const parts = (): Promise<(string | null)[]> =>
      tree
        .locator('[data-outline-part]')
        .evaluateAll((all) => all.map((line) => line.getAttribute('data-outline-part')));
    await expect.poll(parts).toEqual(['sea-art', 'idea-art', 'far-art']);
    // A press on the canvas moves the focus to that item in the list.
    await canvas.waitUntilStill();
    const grab = await canvas.grabOf('art');
    await page.mouse.click(grab.x, grab.y);
    await expect.poll(() => tree.locator('[aria-selected="true"]').getAttribute('data-outline')).toBe('art');
    // Text made larger meanwhile makes higher lines, and lines do not overlap.
    await page.evaluate(() => (document.documentElement.style.fontSize = '24px'));
    const boxes = await Promise.all((await tree.getByRole('treeitem').all()).map(boxOf));
    boxes.sort((one, other) => one.y - other.y);
    for (const [index, { y }] of boxes.slice(1).entries()) {
      const above = boxes[index];
      expect(y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    }
    await tree.focus();
    await page.keyboard.press('Control+Shift+O');
    await expect.poll(() => tree.count()).toBe(0);
    // The canvas takes the focus that the list had.
    await expect.poll(() => canvas.stage.evaluate((stage) => stage === document.activeElement)).toBe(true);
    await person.waitUntilSaved();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is shown first on a phone, with one switch to the canvas [OUTLINE-9]', async () => {
    const { page, context, faults } = await openPage(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const person = new Person(page, server.url, language);
    const { words } = person;
    await person.enter(`Pocket ${language}`);
    const pid = await person.openMade('List', FLOW);
    await page.goto(`${server.url}/main/${pid}?lng=${language}`);
    const line = (id: string) => page.locator(`[data-outline="${id}"]`);
    await line('idea').tap();
    expect(await page.getByTestId('stage').isVisible()).toBe(false);
    await page.getByTestId('outline').getByRole('button', { name: words.outline.edit }).tap();
    await page.getByTestId('outline').locator('textarea').fill('강 위의 별');
    await page.getByRole('button', { name: words.shell.done, exact: true }).tap();
    await line('idea').getByText('강 위의 별').waitFor();
    await line('far').tap();
    await page.getByTestId('outline').getByRole('button', { name: words.outline.connect }).tap();
    await line('art').tap();
    await expect
      .poll(() => line('art').getAttribute('aria-label'))
      .toContain(words.outline.more.split('{{count}}')[1] ?? '');

    // A node added from the panel is edited at the foot of the list.
    await page.getByRole('button', { name: words.flows.text.name, exact: true }).tap();
    await page.locator('[data-palette="textPrompt"]').tap();
    await page.getByTestId('outline').locator('textarea').fill('새 글');
    await page.getByRole('button', { name: words.shell.done, exact: true }).tap();
    await page.getByTestId('outline').getByText('새 글').waitFor();

    // The canvas shows the node of the chosen line, however far away it was.
    await line('far').tap();
    await person.showCanvas();
    expect(await page.getByTestId('outline').count()).toBe(0);
    expect((await person.nodeIds()).length).toBeGreaterThan(0);
    const stage = await boxOf(page.getByTestId('stage'));
    const far = await boxOf(person.node('far'));
    expect(far.x).toBeGreaterThanOrEqual(stage.x);
    expect(far.y).toBeGreaterThanOrEqual(stage.y);
    expect(far.x + far.width).toBeLessThanOrEqual(stage.x + stage.width);
    expect(far.y + far.height).toBeLessThanOrEqual(stage.y + stage.height);
    await page.getByTestId('view-switch').getByRole('button', { name: words.outline.list }).tap();
    await line('art').waitFor();

    // A flow without nodes has nothing to list: it begins at its canvas.
    await person.openMade('Empty');
    await page.reload();
    await page.getByTestId('stage').waitFor();
    await person.waitUntilSaved();
    expect(faults).toEqual([]);
    await context.close();
  });
});
