import { expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it('An example opens by one press, and runs offline to its last picture [EXAMPLE-1] [EXAMPLE-3]', async () => {
  const pictures = 3;
  const { page, context, faults } = await openPage(browser);
  const person = new Person(page, server.url, 'ko');
  const { runs } = person.words;
  await person.enter('Bada');
  const projectId = await person.openMade('Example');
  await page.locator('[data-rail="text"]').click();
  await page.locator('[data-rail="library"]').click();
  const [panel, library] = await Promise.all([boxOf(page.locator('[data-panel]')), boxOf(page.getByTestId('library'))]);
  for (const card of await page.locator('[data-example]').all()) {
    const { x, width } = await boxOf(card);
    expect([x > panel.x + panel.width, x + width < library.x]).toEqual([true, true]);
  }
  await page.locator('[data-rail="library"]').click();
  await page.locator('[data-example="steps"]').click();
  await expect.poll(async () => (await person.nodeIds()).length).toBeGreaterThan(pictures);
  expect(await page.locator('[data-example]').count()).toBe(0);
  const ends = async (): Promise<number[]> => {
    const boxes = await Promise.all((await person.nodeIds()).map((id) => boxOf(person.node(id))));
    return boxes.map(({ y, height }) => y + height);
  };
  const line = await boxOf(page.getByTestId('status-line'));
  await expect.poll(async () => Math.max(...(await ends()))).toBeLessThanOrEqual(line.y);

  await page.getByRole('banner').getByRole('button', { name: runs.all }).click();
  await page.getByTestId('run-plan').locator('[data-first]').click();
  const painted = async (): Promise<number> => {
    const answer = await page.request.get(`${server.url}/projects/${projectId}`);
    const { canvas } = (await answer.json()) as { canvas: string };
    const { nodes } = JSON.parse(canvas) as Snapshot;
    return nodes.filter(({ type, data }) => type === 'image' && typeof data.value === 'string').length;
  };
  await expect.poll(painted).toBe(pictures);
  expect(faults).toEqual([]);
  await context.close();
});

it('The examples on an empty canvas lie apart from its tools and its minimap, however small the window [EXAMPLE-4]', async () => {
  const { page, context } = await openPage(browser);
  const person = new Person(page, server.url, 'ko');
  await person.enter('Narrow');
  await person.openMade('Empty');
  await page.locator('[data-example]').last().waitFor();
  const help = [page.getByText(person.words.canvas.empty), ...(await page.locator('[data-example]').all())];
  const tools = [page.getByTestId('toolbar'), page.getByTestId('view-corner')];
  const covered = async (): Promise<number> => {
    const boxes = await Promise.all(tools.map(boxOf));
    const top = (await boxOf(page.getByTestId('stage'))).y;
    const parts = await Promise.all(help.map(boxOf));
    return parts.filter(
      ({ x, y, width, height }) =>
        y < top ||
        boxes.some((box) => x < box.x + box.width && box.x < x + width && y < box.y + box.height && box.y < y + height),
    ).length;
  };
  const sizes = [
    [1024, 768],
    [1024, 600],
    [768, 1024],
    [1100, 500],
  ] as const;
  for (const [isPanelOpen, further] of [
    [false, [844, 390]],
    [true, [1100, 700]],
  ] as const) {
    if (isPanelOpen) await page.locator('[data-rail="image"]').click();
    for (const [width, height] of [...sizes, further]) {
      await page.setViewportSize({ width, height });
      await expect.poll(covered, { message: `${width} x ${height}` }).toBe(0);
    }
  }
  await context.close();
});
