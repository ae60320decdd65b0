import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fingers } from '../support/Fingers';
import { Pen } from '../support/Pen';
import { boxOf } from '../support/Person';
import { pipe } from '../support/TestEditor';
import { canvas, expectRest, page, person, press, setUpCanvas } from './support/setUpCanvas';

const row = (id: string, name: string, parentId: string) => ({ id, name, value: ['바다'], parentId });

/** The whole flow fits into the window at 100 %. */
const flow = {
  nodes: [
    { id: 'idea', type: 'textPrompt', position: { x: 0, y: 0 }, data: { value: '새벽 강' } },
    { id: 'art', type: 'image', position: { x: 450, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
    { id: 'late', type: 'image', position: { x: 900, y: 0 }, data: { model: 'Gemini-2.5-flash' } },
    {
      id: 'moods',
      type: 'category',
      position: { x: 0, y: 300 },
      data: { categories: [row('calm', '고요', 'moods'), row('glad', '기쁨', 'moods')] },
    },
    {
      id: 'places',
      type: 'category',
      position: { x: 450, y: 300 },
      data: { categories: [row('seoul', '서울', 'places')] },
    },
  ],
  edges: [pipe('idea', 'art')],
  viewport: { x: 100, y: 60, zoom: 1 },
};

setUpCanvas({ flow });
afterEach(expectRest);

async function drag(
  from: { x: number; y: number },
  by: readonly [x: number, y: number],
  button: 'left' | 'middle' = 'left',
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move(from.x + by[0], from.y + by[1], { steps: 6 });
  await page.mouse.up({ button });
}

async function click(nodeId: string): Promise<void> {
  const { x, y } = await canvas.grabOf(nodeId);
  await page.mouse.click(x, y);
}

async function centreOf(nodeId: string, part: string): Promise<{ x: number; y: number }> {
  const box = await boxOf(canvas.node(nodeId).locator(part));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const handle = (nodeId: string, handleId: string) => centreOf(nodeId, `[data-handle="${handleId}"]`);
const grip = (nodeId: string, rowId: string) => centreOf(nodeId, `[data-item-id="${rowId}"]`);

/** The rows of a category, from the top. */
const rowsOf = (nodeId: string): Promise<string[]> =>
  canvas
    .node(nodeId)
    .locator('[data-item-id]')
    .evaluateAll((grips) => grips.map((each) => each.getAttribute('data-item-id') ?? ''));

/** The pipes of a node; the accessible layer has them while the node has the focus. */
async function pipesOf(nodeId: string): Promise<string[]> {
  await canvas.node(nodeId).focus();
  return page
    .locator('[data-edge-id]')
    .evaluateAll((pipes) => pipes.map((each) => each.getAttribute('data-edge-id') ?? '').toSorted());
}

const focusedHandle = () => page.evaluate(() => document.activeElement?.getAttribute('data-handle') ?? null);

/** Goes from the node to its handle by Tab alone. */
const beginAt = async (nodeId: string, handleId: string): Promise<void> => {
  await canvas.node(nodeId).focus();
  for (let tabs = 0; tabs < 9 && (await focusedHandle()) !== handleId; tabs++) await press('Tab');
  expect(await focusedHandle()).toBe(handleId);
  await press('Enter');
};

describe('by mouse', () => {
  it('pans by the pane, by the middle button and with space over a card, and zooms', async () => {
    await drag(await canvas.onScreen(850, 450), [-40, 20]);
    await expect.poll(() => canvas.viewport()).toEqual({ x: 60, y: 80, zoom: 1 });
    await drag(await canvas.grabOf('art'), [30, 10], 'middle');
    await expect.poll(() => canvas.viewport()).toEqual({ x: 90, y: 90, zoom: 1 });
    await page.keyboard.down(' ');
    await drag(await canvas.grabOf('art'), [10, 10]);
    await page.keyboard.up(' ');
    await expect.poll(() => canvas.viewport()).toEqual({ x: 100, y: 100, zoom: 1 });
    expect(await canvas.at('art')).toEqual([450, 0]);

    const at = await canvas.grabOf('art');
    await page.mouse.move(at.x, at.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeGreaterThan(1.2);
    const after = await canvas.grabOf('art');
    expect(Math.hypot(after.x - at.x, after.y - at.y)).toBeLessThan(0.01);

    const { words } = person;
    await page.getByTestId('zoom-percent').click();
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBe(1);
    await page.getByRole('button', { name: words.canvas.zoomOut }).click();
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeCloseTo(1 / 1.2, 3);
    await page.getByRole('button', { name: words.canvas.zoomIn }).click();
    await expect.poll(() => canvas.viewport().then(({ zoom }) => zoom)).toBeCloseTo(1, 3);
  });

  it('pans over buttons, grips and fields too, which keep their content, and types a space', async () => {
    const { convert, delete: remove } = person.words.node;
    await click('idea');
    await page.keyboard.down(' ');
    await drag(await grip('moods', 'calm'), [10, 0]);
    await drag(await centreOf('idea', `[aria-label="${convert}"]`), [20, 0]);
    const red = await centreOf('idea', `[aria-label="${remove}"]`);
    await page.mouse.click(red.x, red.y);
    await page.keyboard.up(' ');
    await drag(await grip('moods', 'glad'), [0, -40], 'middle');
    await expect.poll(() => canvas.viewport()).toEqual({ x: 130, y: 20, zoom: 1 });
    expect(await rowsOf('moods')).toEqual(['calm', 'glad']);
    expect(await canvas.selected()).toEqual(['idea']);
    await canvas.node('idea').locator(`[aria-label="${convert}"]`).waitFor();

    await press('Enter');
    await page.locator('textarea').waitFor();
    await page.keyboard.type(' 위');
    await drag(await boxOf(page.locator('textarea')).then(({ x, y }) => ({ x: x + 80, y: y + 30 })), [0, 10], 'middle');
    await page.keyboard.type('의 달');
    expect(await page.locator('textarea').inputValue()).toBe('새벽 강 위의 달');
    expect(await canvas.viewport()).toEqual({ x: 130, y: 30, zoom: 1 });
  });

  it('selects, more and more, and deletes by the round red button', async () => {
    await click('art');
    expect(await canvas.selected()).toEqual(['art']);
    await page.keyboard.down('Shift');
    await click('idea');
    await page.keyboard.up('Shift');
    await expect.poll(() => canvas.selected()).toEqual(['art', 'idea']);
    const pane = await canvas.onScreen(850, 260);
    await page.mouse.click(pane.x, pane.y);
    await expect.poll(() => canvas.selected()).toEqual([]);
    await page.keyboard.down('Shift');
    await drag(pane, [-500, -200]);
    await page.keyboard.up('Shift');
    await expect.poll(() => canvas.selected()).toEqual(['art']);

    const red = await centreOf('art', `[aria-label="${person.words.node.delete}"]`);
    await page.mouse.click(red.x, red.y);
    await canvas.node('art').waitFor({ state: 'detached' });
    await press('Control+z');
    await canvas.node('art').waitFor();
  });
});

describe('by fingers', () => {
  let fingers: Fingers;
  beforeEach(async () => {
    fingers = await Fingers.of(page);
  });
  const pull = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
    await fingers.down(0, from);
    await fingers.move({ 0: to });
    await fingers.up(0);
  };

  it('moves the view by two, connects, and connects elsewhere', async () => {
    const pane = await canvas.onScreen(850, 400);
    await fingers.down(0, pane);
    await fingers.down(1, { x: pane.x + 100, y: pane.y });
    await fingers.move({ 0: { x: pane.x - 20, y: pane.y + 15 }, 1: { x: pane.x + 80, y: pane.y + 15 } });
    await fingers.up(0);
    await fingers.up(1);
    await expect.poll(() => canvas.viewport().then(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([80, 75]);

    await pull(await handle('moods', 'text-right'), await handle('late', 'text-left'));
    expect(await pipesOf('late')).toEqual(['moods-late']);

    await fingers.tap(await canvas.onScreen(335, 80));
    await expect.poll(() => canvas.selected()).toEqual(['idea-art']);
    const end = await handle('art', 'text-left');
    await pull({ x: end.x - 15, y: end.y }, await handle('late', 'text-left'));
    await expect.poll(() => pipesOf('late')).toEqual(['idea-late', 'moods-late']);
  });

  it('moves a row into another category by its grip, and out onto the pane [CAT-9]', async () => {
    await pull(await grip('moods', 'calm'), await canvas.onScreen(560, 380));
    await expect.poll(() => rowsOf('places')).toEqual(['seoul', 'calm']);
    await pull(await grip('places', 'calm'), await canvas.onScreen(900, 420));
    await canvas.node('calm').waitFor();
    expect(await rowsOf('places')).toEqual(['seoul']);
  });

  it('presses no button that comes up under the finger', async () => {
    await fingers.tap(await canvas.onScreen(335, 78.75));
    await expect.poll(() => canvas.selected()).toEqual(['idea-art']);
    await fingers.tap(await canvas.onScreen(692, 3));
    await expect.poll(() => canvas.selected()).toEqual(['art']);
    expect(await pipesOf('art')).toEqual(['idea-art']);
    expect(await canvas.focused()).toBe('art');
  });

  it('deletes by the round red button', async () => {
    await fingers.tap(await canvas.grabOf('art'));
    await expect.poll(() => canvas.selected()).toEqual(['art']);
    await fingers.tap(await centreOf('art', `[aria-label="${person.words.node.delete}"]`));
    await canvas.node('art').waitFor({ state: 'detached' });
  });
});

describe('by keys', () => {
  it('connects, with the pipe painted on its way, and gives it up by Escape', async () => {
    await beginAt('moods', 'text-right');
    expect(await canvas.paintsUntilRest()).toBeGreaterThan(0);
    const hanging = await canvas.stage.screenshot();
    await press('Tab');
    await canvas.paintsUntilRest();
    expect((await canvas.stage.screenshot()).equals(hanging)).toBe(false);
    await press('Escape');
    expect(await pipesOf('moods')).toEqual([]);

    await beginAt('moods', 'text-right');
    await press('Tab');
    await press('Tab');
    await press('Enter');
    expect(await pipesOf('moods')).toEqual(['moods-late']);
  });

  it('puts a row into the next category that way, takes it out, and puts it back [CAT-9]', async () => {
    await canvas.node('moods').locator('[data-item-id="calm"]').focus();
    await press('Control+Shift+ArrowRight');
    await expect.poll(() => rowsOf('places')).toEqual(['seoul', 'calm']);
    await press('Enter');
    await canvas.node('calm').waitFor();
    await expect.poll(() => canvas.focused()).toBe('calm');
    await press('Control+Shift+ArrowLeft');
    await canvas.node('calm').waitFor({ state: 'detached' });
    expect((await rowsOf('places')).concat(await rowsOf('moods')).toSorted()).toEqual(['calm', 'glad', 'seoul']);
  });
});

it('draws with a pen, a pipe too, while the hand rests on the glass, and cancels what the browser takes back', async () => {
  const fingers = await Fingers.of(page);
  const card = await canvas.grabOf('late');
  await fingers.down(1, card);
  await fingers.move({ 1: { x: card.x - 90, y: card.y + 90 } });
  await fingers.cancel();
  await canvas.paintsUntilRest();
  expect(await canvas.at('late')).toEqual([900, 0]);

  const pen = await Pen.of(page);
  const grab = await canvas.grabOf('art');
  const there = { x: grab.x + 60, y: grab.y + 45 };
  const palm = await canvas.onScreen(850, 400);
  await pen.down(grab);
  await pen.move({ x: grab.x + 30, y: grab.y + 30 });
  await fingers.down(1, palm);
  await fingers.down(2, { x: palm.x + 60, y: palm.y });
  await fingers.move({ 2: { x: palm.x + 160, y: palm.y } });
  await fingers.cancel();
  await pen.move(there);
  await pen.up(there);
  await expect.poll(() => canvas.at('art')).toEqual([510, 45]);
  expect(await canvas.viewport()).toEqual({ x: 100, y: 60, zoom: 1 });

  const from = await grip('moods', 'calm');
  const to = await canvas.onScreen(560, 380);
  await pen.down(from);
  await pen.move({ x: from.x + 30, y: from.y });
  await pen.move(to);
  await pen.up(to);
  await expect.poll(() => rowsOf('places')).toEqual(['seoul', 'calm']);

  const end = await handle('late', 'text-left');
  await pen.down(await handle('moods', 'text-right'));
  await pen.move({ x: end.x - 60, y: end.y + 30 });
  await pen.move(end);
  await pen.up(end);
  expect(await pipesOf('late')).toEqual(['moods-late']);
});
