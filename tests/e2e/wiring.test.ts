import { expect, it } from 'vitest';
import type { Snapshot } from '../../src/engine';
import { openPage } from '../support/browser';
import { OpenCanvas } from '../support/OpenCanvas';
import { boxOf, Person } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { languages } from './support/languages';
import { setUpApp, browser, server } from './support/setUpApp';

setUpApp();

const nodes = [
  { id: 'idea', type: 'textPrompt', position: { x: 30, y: 30 }, data: { value: '강 위의 달' } },
  { id: 'photo', type: 'imageUpload', position: { x: 30, y: 270 }, data: {} },
  { id: 'art', type: 'image', position: { x: 390, y: 30 }, data: { model: 'Gemini-2.5-flash' } },
  { id: 'loose', type: 'image', position: { x: 390, y: 360 }, data: { model: 'Gemini-2.5-flash' } },
  { id: 'last', type: 'image', position: { x: 900, y: 30 }, data: { model: 'Gemini-2.5-flash' } },
];
const snapshot = {
  nodes,
  edges: [pipe('idea', 'art'), pipe('art', 'last', 'image')],
  viewport: { x: 40, y: 40, zoom: 1 },
};

it.each(languages('ko'))('wires with fast hands, in %s [MODE-7] [WIRE-1] [WIRE-2] [WIRE-3]', async (language) => {
  const { page, context, faults } = await openPage(browser);
  const person = new Person(page, server.url, language);
  const canvas = new OpenCanvas(page);
  const { words } = person;
  await person.enter(`Wiring ${language}`);
  await person.openMade('Wires', snapshot);
  const nameOf = (id: string) => canvas.node(id).getAttribute('aria-label');

  // A key mutes; the menu shows it and unmutes.
  const art = await canvas.grabOf('art');
  await page.mouse.click(art.x, art.y);
  await page.keyboard.press('m');
  await expect.poll(() => nameOf('art')).toContain(words.mode.muted);
  await page.mouse.click(art.x, art.y, { button: 'right' });
  const mute = page.getByRole('menuitemcheckbox', { name: words.mode.mute, exact: true });
  expect(await mute.getAttribute('aria-checked')).toBe('true');
  await mute.click();
  await expect.poll(() => nameOf('art')).not.toContain(words.mode.muted);

  // On a text card the letter is typed; with Alt it mutes.
  const idea = await canvas.grabOf('idea');
  await page.mouse.click(idea.x, idea.y);
  await page.keyboard.press('Alt+m');
  await expect.poll(() => nameOf('idea')).toContain(words.mode.muted);
  await page.keyboard.press('m');
  await page.locator('textarea').waitFor();
  await page.keyboard.press('Escape');

  await page.mouse.click((await canvas.onScreen(560, 560)).x, (await canvas.onScreen(560, 560)).y);

  // C joins two cards, X cuts the pipes that its stroke crosses, and a card dropped on a pipe is inserted into it.
  const drag = async (from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
    const [start, end] = [await canvas.onScreen(...from), await canvas.onScreen(...to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 8 });
    await page.mouse.up();
  };
  const said = page.getByTestId('announcements');
  await page.keyboard.down('c');
  await drag([90, 290], [450, 50]);
  await page.keyboard.up('c');
  await expect.poll(() => said.textContent()).toContain(words.node.image);
  await page.keyboard.down('x');
  await drag([310, -20], [310, 480]);
  await page.keyboard.up('x');
  await expect.poll(() => said.textContent()).toContain(words.wired.cut_other.replace('{{count}}', '2'));
  await page.keyboard.press('Control+z');
  await drag([450, 380], [650, 50]);
  await expect.poll(() => said.textContent()).toContain(words.wired.inserted.replace('{{name}}', words.node.image));

  await person.waitUntilSaved();
  expect(faults).toEqual([]);
  await context.close();
});

it.each(languages('en'))('leads a pipe over a dot, also from its middle, in %s [WIRE-6]', async (language) => {
  const { page, context, faults } = await openPage(browser);
  const person = new Person(page, server.url, language);
  const canvas = new OpenCanvas(page);
  await person.enter(`Dots ${language}`);
  const pid = await person.openMade('Dots', snapshot);
  await canvas.node('idea').waitFor();
  const pipes = async (): Promise<string[]> => {
    const { canvas: saved } = await (await page.request.get(`${server.url}/projects/${pid}`)).json();
    return (JSON.parse(saved) as Snapshot).edges.map(({ id }) => id).toSorted();
  };
  const dots = async (): Promise<string[]> =>
    (await person.nodeIds()).filter((id) => !nodes.some((node) => node.id === id));

  // Between two handles of equal height: the pipe's own red button appears under the first press.
  const [source, target] = await Promise.all([
    boxOf(page.locator('[data-node-id="idea"] [data-handle="text-right"]')),
    boxOf(page.locator('[data-node-id="art"] [data-handle="text-left"]')),
  ]);
  await page.mouse.dblclick(
    (source.x + source.width / 2 + target.x + target.width / 2) / 2,
    (source.y + source.height / 2 + target.y + target.height / 2) / 2,
  );
  await expect.poll(dots).toHaveLength(1);
  const [dot = ''] = await dots();
  await expect.poll(pipes).toEqual(['art-last', `${dot}-art`, `idea-${dot}`].toSorted());
  await expect.poll(() => canvas.selected()).toEqual([dot]);

  // The dot is dragged as a card is; one undo removes it.
  const [x, y] = await canvas.at(dot);
  const from = await boxOf(canvas.node(dot));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 90, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await canvas.at(dot))[1]).toBeGreaterThan(y + 60);
  expect((await canvas.at(dot))[0]).toBe(x);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(pipes).toEqual(['art-last', 'idea-art']);
  await person.waitUntilSaved();
  expect(faults).toEqual([]);
  await context.close();
});
