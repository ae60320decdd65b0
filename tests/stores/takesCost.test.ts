import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenEditor } from '../../src/stores/EditorSession';
import type { Cancel } from '../../src/stores/ports';
import { Desk } from './support/Desk';
import { art, canvas, prompt } from './support/snapshots';

const NODES = 120;
const nodeAt = (index: number): string => `art${index}`;

let desk: Desk;
let opened: OpenEditor;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  const nodes = Array.from({ length: NODES }, (_, index) => art(nodeAt(index), `/files/${index}.png`));
  desk.projects.put(7, canvas([prompt('idea'), ...nodes], []));
  for (let index = 0; index < NODES; index++) desk.takes.put(nodeAt(index), `/files/${index}.png`, { rating: 2 });
});

/** Ids of the nodes that the work looks at and shows anew, each as often as it does. */
async function visited(work: () => unknown): Promise<string[]> {
  const chosen = vi.spyOn(opened.takes, 'chosen');
  const shown = vi.spyOn(opened.editor, 'setTakes');
  await work();
  const ids = shown.mock.calls.flatMap(([changes]) => [...changes.keys()]);
  expect(ids).toEqual(expect.arrayContaining(chosen.mock.calls.map(([nodeId]) => nodeId)));
  expect(chosen.mock.calls.length).toBeLessThanOrEqual(ids.length);
  chosen.mockRestore();
  shown.mockRestore();
  return ids;
}

/** Number of nodes in the lists of all takes that the work walks. */
async function walked(work: () => unknown): Promise<number> {
  const values = vi.spyOn(Object.getPrototypeOf(opened.takes.byNode) as Map<string, unknown>, 'values');
  await work();
  const walks = values.mock.contexts.filter((map) => map === opened.takes.byNode).length;
  values.mockRestore();
  return walks * NODES;
}

describe('many nodes with takes', () => {
  beforeEach(async () => {
    opened = await desk.edit(7);
  });

  it('are not looked at for news of one take: only its node is', async () => {
    const [take] = opened.takes.of('art5');
    if (!take) throw new Error('the node has no take');
    expect(await visited(() => opened.takes.hear({ ...take, rating: 5 }, false))).toEqual(['art5']);
    expect(opened.editor.takes.get('art5')?.rating).toBe(5);
    expect(await visited(() => opened.takes.hear(take, true))).toEqual(['art5']);
    expect(opened.editor.takes.has('art5')).toBe(false);
  });

  it('are not looked at for an edit: only the nodes whose value it sets are', async () => {
    const set = (id: string, data: Record<string, unknown>) => (): void =>
      opened.editor.apply([{ type: 'setData', id, data }]);
    expect(await visited(set('idea', { value: 'a cat' }))).toEqual([]);
    expect(await visited(set('art5', { model: null }))).toEqual([]);
    expect(await visited(set('art5', { value: '/files/other.png' }))).toEqual(['art5']);
    expect(opened.editor.takes.get('art5')).toEqual({ count: 1, rating: null, origin: null });
    expect(await visited(() => opened.editor.undo())).toEqual(['art5']);
    expect(opened.editor.takes.get('art5')?.rating).toBe(2);
  });

  it('are all looked at for another rating', async () => {
    expect(await visited(() => opened.takes.lookFor(3))).toHaveLength(NODES);
    expect(opened.editor.takes.get('art5')?.isFaded).toBe(true);
  });

  it('show the take of a node that comes after it', async () => {
    const made = desk.takes.put('late', '/files/late.png', { rating: 4 });
    opened.takes.hear(made, false);
    expect(opened.editor.takes.get('late')?.rating).toBeNull();
    opened.editor.merge([{ type: 'addNode', node: art('late', '/files/late.png') }]);
    expect(opened.editor.takes.get('late')?.rating).toBe(4);
  });

  it('are not walked for the takes of one node', async () => {
    const result = (): void => {
      desk.takes.put('art5', '/files/new.png');
      opened.editor.merge([{ type: 'setData', id: 'art5', data: { value: '/files/new.png' } }]);
    };
    const looked = async (): Promise<void> => {
      result();
      await desk.clock.pass(100);
      await opened.takes.loadNode('art5');
    };
    expect(await walked(looked)).toBe(0);
    expect(opened.takes.chosen('art5')?.url).toBe('/files/new.png');
  });
});

/** A run ends while the page is hidden; it reads everything again, and the pictures reach the canvas meanwhile. */
async function miss(areTakesLate: boolean): Promise<void> {
  opened = await desk.edit(7);
  const results = Array.from({ length: NODES }, (_, index) => ({
    id: nodeAt(index),
    value: `/files/new${index}.png`,
  }));
  if (!areTakesLate) for (const { id, value } of results) desk.takes.put(id, value);
  for (let count = 0; count < 450; count++) desk.takes.put('other', `/files/other${count}.png`);
  desk.takes.calls.length = 0;
  const letGo = desk.takes.delayPages();
  desk.events.tell({ event: 'reset', data: { revision: 1 } });
  await desk.clock.pass(10);
  opened.editor.merge(results.map(({ id, value }) => ({ type: 'setData', id, data: { value } })));
  await desk.clock.pass(1000);
  letGo();
}
const looks = (): string[] => desk.takes.calls.filter((call) => call.startsWith('list art'));

describe('many results that a page was not told of', () => {
  it('are looked for in the reading of the project, and none by itself [STRIP-3]', async () => {
    await miss(false);
    await desk.clock.pass(20_000);
    expect(opened.takes.chosen('art5')?.url).toBe('/files/new5.png');
    expect(looks()).toEqual([]);
  });

  it('are looked for a few at a time where their takes come later, until they are known [STRIP-3]', async () => {
    let [now, most] = [0, 0];
    const { list } = desk.takes;
    vi.spyOn(desk.takes, 'list').mockImplementation(async (...asked) => {
      now += 1;
      most = Math.max(most, now);
      const page = await list(...asked);
      await new Promise((resolve) => void desk.clock.after(20, () => resolve(null)));
      now -= 1;
      return page;
    });
    await miss(true);
    for (let index = 0; index < NODES; index++) desk.takes.put(nodeAt(index), `/files/new${index}.png`);
    await desk.clock.pass(20_000);
    expect(opened.takes.chosen('art119')?.url).toBe('/files/new119.png');
    expect(looks()).toHaveLength(NODES);
    expect(most).toBeLessThanOrEqual(3);
  });
});

it('keeps nothing of a new result whose take has been looked for', async () => {
  const ended = new Set<Cancel>();
  let cancelled = 0;
  const { after } = desk.clock;
  vi.spyOn(desk.clock, 'after').mockImplementation((delayMs, run) => {
    if (delayMs > 0) return after(delayMs, run);
    const cancel = after(delayMs, () => {
      ended.add(counted);
      run();
    });
    const counted = (): void => {
      if (ended.has(counted)) cancelled += 1;
      cancel();
    };
    return counted;
  });
  opened = await desk.edit(7);
  for (let index = 0; index < 20; index++) {
    const url = `/files/new${index}.png`;
    desk.takes.put(nodeAt(index), url);
    opened.editor.merge([{ type: 'setData', id: nodeAt(index), data: { value: url } }]);
  }
  await desk.clock.pass(1000);
  expect(ended.size).toBeGreaterThanOrEqual(20);
  await desk.stores.closeProject();
  expect(cancelled).toBe(0);
});
