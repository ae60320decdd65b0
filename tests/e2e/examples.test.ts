import { expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage } from '../support/browser';
import { boxOf, Person } from '../support/Person';
import { browser, server, setUpApp } from './support/setUpApp';

setUpApp();

it.each([
  ['ko', 'steps', 3],
  ['en', 'variations', 3],
] as const)(
  'In %s the example %s opens by one press, and runs offline to its last picture [EXAMPLE-1] [EXAMPLE-3]',
  async (language, example, pictures) => {
    const { page, context, faults } = await openPage(browser);
    const person = new Person(page, server.url, language);
    const { runs } = person.words;
    await person.enter('Bada');
    const projectId = await person.openMade('Example');
    await page.locator('[data-rail="text"]').click();
    await page.locator('[data-rail="library"]').click();
    const [panel, library] = await Promise.all([
      boxOf(page.locator('[data-panel]')),
      boxOf(page.getByTestId('library')),
    ]);
    for (const card of await page.locator('[data-example]').all()) {
      const { x, width } = await boxOf(card);
      expect([x > panel.x + panel.width, x + width < library.x]).toEqual([true, true]);
    }
    await page.locator('[data-rail="library"]').click();
    await page.locator(`[data-example="${example}"]`).click();
    await expect.poll(async () => (await person.nodeIds()).length).toBeGreaterThan(pictures);
    expect(await page.locator('[data-example]').count()).toBe(0);

    await page.getByRole('banner').getByRole('button', { name: runs.all }).click();
    await page.getByTestId('run-plan').locator('[data-first]').click();
    const painted = async (): Promise<number> => {
      const answer = await page.request.get(`${server.url}/projects/${projectId}`);
      const { canvas } = (await answer.json()) as { canvas: string };
      const { nodes } = JSON.parse(canvas) as Snapshot;
      return nodes.filter(({ type, data }) => type === 'image' && typeof data.value === 'string').length;
    };
    await expect.poll(painted, { timeout: 60_000 }).toBe(pictures);
    expect(faults).toEqual([]);
    await context.close();
  },
);
