import { describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../../src/engine';
import { SavedCanvas } from '../support/SavedCanvas';

/** In the first row of a canvas of any of these sizes, so that its move has the same text. */
const MOVED = 4;
const SMALL = 100;
/** More than 2 MB as text. */
const LARGE = 10_000;

/** The same content under other references, as if every save parsed its base again. */
const parsedAnew = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot)) as Snapshot;

async function costOfOneMove(nodes: number, baseOf?: (snapshot: Snapshot) => Snapshot) {
  const canvas = await SavedCanvas.open({ nodes, isWatched: true, ...(baseOf && { baseOf }) });
  canvas.move(MOVED);
  canvas.forgetCosts();
  await canvas.pass(5000);
  expect(canvas.isSaved).toBe(true);
  const { looks, sentBytes, keptBytes } = canvas;
  return { looks, sentBytes, keptBytes };
}

async function keptBytesAfterAMove(nodes: number): Promise<number> {
  const canvas = await SavedCanvas.open({ nodes });
  canvas.move(MOVED);
  await canvas.pass(5000);
  canvas.forgetCosts();
  await canvas.pass(120_000);
  return canvas.keptBytes;
}

describe('saving one moved node', () => {
  it('reads, sends and stores as much on ten thousand nodes as on a hundred', async () => {
    const small = await costOfOneMove(SMALL);
    expect(small.looks).toBeGreaterThan(0);
    expect(small.sentBytes).toBeGreaterThan(0);
    expect(small.keptBytes).toBeGreaterThan(small.sentBytes);
    expect(await costOfOneMove(LARGE)).toEqual(small);
  });

  it('is measured by a count that would show it: without shared references every node is read', async () => {
    const small = await costOfOneMove(SMALL, parsedAnew);
    const large = await costOfOneMove(LARGE, parsedAnew);
    expect(small.looks).toBeGreaterThan(SMALL);
    expect(large.looks).toBeGreaterThan(LARGE);
  });

  it('never writes a large canvas whole again, a small one within a minute or two', async () => {
    expect(await keptBytesAfterAMove(SMALL)).toBeGreaterThan(10_000);
    expect(await keptBytesAfterAMove(LARGE)).toBe(0);
  });
});

/** The cost of merging another person's move of a node, while one of this page's moves is unsent. */
async function costOfTheirMove(nodes: number) {
  const canvas = await SavedCanvas.open({ nodes, isWatched: true });
  canvas.move(MOVED);
  canvas.forgetCosts();
  canvas.otherSaves([{ op: 'replace', path: '/nodes/6/position', value: { x: -15, y: -30 } }]);
  await canvas.pass(1000);
  expect(canvas.editor.document.nodeAt(6)?.position).toEqual({ x: -15, y: -30 });
  const { looks } = canvas;
  await canvas.pass(5000);
  expect(canvas.isSaved).toBe(true);
  return looks;
}

describe("taking over somebody else's save of one node", () => {
  it('looks at as much on ten thousand nodes as on a hundred [MERGE-9]', async () => {
    const small = await costOfTheirMove(SMALL);
    expect(small).toBeGreaterThan(0);
    expect(small).toBeLessThan(SMALL);
    expect(await costOfTheirMove(LARGE)).toBe(small);
  });
});

/** The cost of opening a canvas with an unsent move of one node and an unsent text of another. */
async function costOfOpening(nodes: number) {
  const unsent = [
    { op: 'replace', path: '/nodes/6/position', value: { x: -15, y: -30 } },
    { op: 'replace', path: '/nodes/4/data/value', value: 'dawn' },
  ];
  const canvas = await SavedCanvas.open({ nodes, isWatched: true, unsent });
  expect(canvas.isSaved).toBe(false);
  expect(canvas.editor.document.nodeAt(6)?.position).toEqual({ x: -15, y: -30 });
  const { looks } = canvas;
  await canvas.pass(5000);
  expect(canvas.isSaved).toBe(true);
  expect(canvas.sentBytes).toBeGreaterThan(0);
  return looks;
}

describe('opening a canvas with unsent work', () => {
  it('looks at as much on ten thousand nodes as on a hundred [MERGE-9]', async () => {
    const small = await costOfOpening(SMALL);
    expect(small).toBeGreaterThan(0);
    expect(small).toBeLessThan(SMALL);
    expect(await costOfOpening(LARGE)).toBe(small);
  });
});

/** A thousand nodes are read in one go, each some ten times. */
const ONE_GO = 12_000;

async function openMoved(): Promise<SavedCanvas> {
  const canvas = await SavedCanvas.open({ nodes: LARGE, isWatched: true });
  canvas.moveAll();
  canvas.forgetCosts();
  return canvas;
}

describe('saving ten thousand moved nodes', () => {
  it('never looks into more than a thousand of them in one task of the page', async () => {
    const canvas = await openMoved();
    await canvas.pass(5000);
    expect(canvas.isSaved).toBe(true);
    expect(canvas.looks).toBeGreaterThan(LARGE);
    expect(canvas.mostLooksATask).toBeLessThan(ONE_GO);
  });

  it('looks into all of them at once where the page may be gone the next moment', async () => {
    const canvas = await openMoved();
    canvas.hide();
    expect(canvas.looks).toBeGreaterThan(ONE_GO);
    expect(canvas.keptBytes).toBeGreaterThan(LARGE * 40);
    await canvas.pass(5000);
    expect(canvas.isSaved).toBe(true);
  });

  it('words the steps once, for the journal and for the server', async () => {
    const canvas = await SavedCanvas.open({ nodes: LARGE });
    canvas.moveAll();
    canvas.forgetCosts();
    const wordings = vi.spyOn(JSON, 'stringify');
    await canvas.pass(5000);
    const worded = wordings.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
    wordings.mockRestore();
    expect(canvas.isSaved).toBe(true);
    // A step for each node.
    expect(canvas.sentBytes).toBeGreaterThan(LARGE * 40);
    expect(canvas.keptBytes).toBeGreaterThan(canvas.sentBytes);
    expect(worded).toBeLessThan(canvas.sentBytes * 1.1);
  });
});

describe('saving ten thousand nodes that were moved as one', () => {
  it.each([
    ['at once', (canvas: SavedCanvas) => canvas.moveAsOne()],
    [
      'while the server acknowledges what was done before',
      (canvas: SavedCanvas) => {
        canvas.move(MOVED);
        canvas.onArrival = () => canvas.moveAsOne();
      },
    ],
  ])('never brings more than a thousand of them to their places in one task of the page: moved %s', async (_, act) => {
    const canvas = await SavedCanvas.open({ nodes: LARGE, isWatched: true });
    act(canvas);
    canvas.forgetCosts();
    await canvas.pass(8000);
    expect(canvas.isSaved).toBe(true);
    expect(canvas.sentBytes).toBeGreaterThan(LARGE * 40);
    expect(canvas.looks).toBeGreaterThan(LARGE);
    // The last to be placed and the first to be compared come in one.
    expect(canvas.mostLooksATask).toBeLessThan(2 * ONE_GO);
  });
});
