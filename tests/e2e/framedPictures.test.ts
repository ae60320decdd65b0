import assert from 'node:assert/strict';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { openPage, type OpenedPage } from '../support/browser';
import { Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { expectGood } from './support/expectGood';
import { languages } from './support/languages';
import { browser, server, setUpApp } from './support/setUpApp';

let opened: OpenedPage;

setUpApp();
afterEach(async () => {
  assert.deepEqual(opened.faults, []);
  await opened.context.close();
});

const photo = async (id: string, x: number, y: number, background: string) => {
  const bytes = await sharp({ create: { width: 96, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const value = `data:image/png;base64,${bytes.toString('base64')}`;
  return { id, type: 'imageUpload', position: { x, y }, data: { value } };
};

it.each(languages('ko'))(
  'the pictures of a frame go with a run as one, in the order in which one sees them, in %s [REFER-5] [REFER-8]',
  async (language) => {
    opened = await openPage(browser);
    const { page } = opened;
    const person = new Person(page, server.url, language);
    const { words } = person;
    await person.enter('가온');
    const pid = await person.openMade('Framed', {
      nodes: [
        { id: 'sky', type: 'frame', position: { x: 0, y: 0 }, data: { title: 'Sky', width: 570, height: 270 } },
        await photo('two', 300, 60, '#2f6bff'),
        await photo('one', 15, 60, '#0a8f5b'),
        await photo('alone', 0, 300, '#f5b301'),
        { id: 'idea', type: 'textPrompt', position: { x: 300, y: 300 }, data: { value: 'like @{sky}' } },
        { id: 'art', type: 'image', position: { x: 690, y: 45 }, data: {} },
      ],
      edges: [pipe('idea', 'art'), pipe('alone', 'art', 'image')],
      viewport: { x: 90, y: 60, zoom: 1 },
    });
    await person.pipe('sky', 'image-right', 'art', 'image-left');
    const art = person.node('art');
    await art.focus();
    await art.getByRole('button', { name: words.node.settings, exact: true }).press('Enter');
    const shown = page.getByRole('region', { name: words.nodeSettings.references }).getByRole('button');
    await expect.poll(() => shown.count()).toBe(2);
    const numberAt = (): Promise<string[]> =>
      page
        .getByTestId('reference-numbers')
        .locator('span')
        .evaluateAll((signs) => signs.map((sign) => `${sign.dataset['of']} ${sign.textContent}`).toSorted());
    await expect.poll(numberAt).toEqual(['alone 1', 'one 2', 'sky 2–3', 'two 3']);
    await shown.last().focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(numberAt).toEqual(['alone 3', 'one 1', 'sky 1–2', 'two 2']);
    await expectGood(page, 'the pictures of a frame as one');

    await person.run('art');
    await art.getByRole('button', { name: words.takes.show }).waitFor({ state: 'attached' });
    await person.waitUntilSaved();
    const sent = await page.evaluate(async (id) => {
      const answer = await fetch(`/projects/${id}/takes`);
      const { takes } = (await answer.json()) as { takes: { recipe: { items: { content: string }[] } }[] };
      return takes[0]?.recipe.items.map(({ content }) => content);
    }, pid);
    const { nodes } = await page.evaluate(
      async (id) =>
        JSON.parse(((await (await fetch(`/projects/${id}`)).json()) as { canvas: string }).canvas) as {
          nodes: { id: string; data: { value?: string } }[];
        },
      pid,
    );
    const url = (id: string) => nodes.find((node) => node.id === id)?.data.value;
    expect(sent).toEqual(['like images 1 to 2', url('one'), url('two'), url('alone')]);
  },
);
