import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encloses, SNAP_GRID } from '../../src/engine';
import type { Take } from '../../src/api/contractTakes';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { branchOf, putBranch, putTake, putTakeInView } from '../../src/screens/library/putTake';
import { Desk } from './support/Desk';
import { art, canvas, pipe, prompt } from './support/snapshots';

let desk: Desk;
let open: OpenEditor;

const ids = (): number[] => open.library.takes.map(({ id }) => id);

/** The server tells it by the project's stream. */
const hear = async (take: Take, isDeleted = false): Promise<void> => {
  desk.events.tell({ event: 'take', data: { take, isDeleted } });
  await desk.clock.pass(100);
};

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'a cat asleep'), art('art')], [pipe('idea', 'art')]));
  desk.takes.put('art', '/files/one.png', { rating: 2 });
  desk.takes.put('gone', '/files/two.png', { rating: 5, model: 'flux' });
  desk.takes.put('far', '/files/three.png', { projectId: 8 });
  open = await desk.edit(7);
  open.library.toggle();
  await desk.clock.pass(100);
});

describe('the library', () => {
  it('has the pictures of the project, those of deleted nodes too, or all of the member [LIBRARY-1]', async () => {
    expect(ids()).toEqual([2, 1]);
    open.library.choose({ of: 'member' });
    await desk.clock.pass(100);
    expect(ids()).toEqual([3, 2, 1]);
    expect([...open.library.models.keys()].toSorted()).toEqual(['flux', 'gemini-2.5-flash-image']);
  });

  it('is searched by words, a moment after the last letter, by stars and by model [LIBRARY-2]', async () => {
    const before = desk.takes.calls.length;
    for (const q of ['c', 'ca', 'cat']) open.library.choose({ q });
    await desk.clock.pass(500);
    expect(desk.takes.calls.slice(before)).toEqual(['search cat']);
    expect(ids()).toEqual([2, 1]);
    open.library.choose({ ratingMin: 4, q: '' });
    await desk.clock.pass(500);
    expect(ids()).toEqual([2]);
    open.library.choose({ ratingMin: null, model: 'flux' });
    await desk.clock.pass(100);
    expect(ids()).toEqual([2]);
  });

  it('reads one page after the other [LIBRARY-2]', async () => {
    for (let n = 0; n < 150; n += 1) desk.takes.put('art', `/files/many${n}.png`);
    await open.library.again();
    expect(ids()).toHaveLength(120);
    expect(open.library.hasMore).toBe(true);
    await open.library.more();
    expect(ids()).toHaveLength(152);
    expect(open.library.hasMore).toBe(false);
  });

  it('has each picture once and in its place, whatever is heard while very many are read page by page [LIBRARY-6]', async () => {
    desk.takes.stored = Array.from({ length: 6_000 }, (_take, index) => {
      const take = desk.takes.put(`n${index % 50}`, `/files/many-${index}.png`);
      desk.takes.stored.shift();
      return take;
    }).toReversed();
    const { library } = open;
    await library.again();
    const old = desk.takes.stored.at(-1);
    let rounds = 0;
    for (; library.hasMore; rounds += 1) {
      await library.more();
      // An old one is rated by somebody, and a new one is made.
      if (old) library.hear({ ...old, rating: 3 }, false);
      if (rounds === 10) library.hear(desk.takes.put('late', '/files/late.png'), false);
    }
    expect(rounds).toBe(6_000 / 120 - 1);
    expect(ids()).toEqual(desk.takes.stored.map(({ id }) => id));
  });

  it('has each picture once and in its place when one of a page that is not read again is restored [LIBRARY-3]', async () => {
    for (let n = 0; n < 300; n += 1) desk.takes.put('art', `/files/many${n}.png`);
    const { library } = open;
    await library.again();
    await library.more();
    const old = library.takes[200];
    if (!old) throw new Error('no take');
    await library.remove(old);
    await library.again();
    await library.restore();
    expect(ids()).toHaveLength(120);
    const [end] = library.takes.slice(-1);
    if (end) await library.remove(end);
    // The page that follows is read meanwhile, so both have the restored one.
    const letGo = desk.takes.delayPages();
    const reading = library.more();
    await library.restore(end);
    letGo();
    await reading;
    while (library.hasMore) await library.more();
    expect(ids()).toEqual(desk.takes.stored.filter(({ projectId }) => projectId === 7).map(({ id }) => id));
  });

  it('rates, deletes and restores, and the cards and changes from elsewhere follow [LIBRARY-3]', async () => {
    const [, first] = open.library.takes;
    if (!first) throw new Error('no take');
    await open.library.rate(first, 5);
    expect(open.takes.of('art')[0]?.rating).toBe(5);
    await open.library.remove({ ...first, rating: 5 });
    expect(ids()).toEqual([2]);
    expect(open.takes.of('art')).toEqual([]);
    await open.library.restore();
    expect(ids()).toEqual([2, 1]);
    const made = desk.takes.put('art', '/files/new.png');
    desk.events.tell({ event: 'take', data: { take: made } });
    await desk.clock.pass(100);
    expect(ids()[0]).toBe(made.id);
    desk.events.tell({ event: 'take', data: { take: made, isDeleted: true } });
    await desk.clock.pass(100);
    expect(ids()).toEqual([2, 1]);
  });

  it.each([
    ['deletes it again', true, (take: Take) => open.library.remove(take)],
    ['hears it told', true, (take: Take) => hear(take, true)],
    ['hears it told while it is closed', false, (take: Take) => hear(take, true)],
  ])('restores a picture whose deletion was not answered, once it %s [LIBRARY-3]', async (_how, isOpen, learn) => {
    const [two] = open.library.takes;
    if (!two) throw new Error('no take');
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
    desk.takes.losesAnswer = true;
    await open.library.remove(two);
    expect([ids(), open.library.removed]).toEqual([[2, 1], []]);
    if (!isOpen) open.library.toggle();
    await learn(two);
    if (!isOpen) open.library.toggle();
    await desk.clock.pass(100);
    expect([ids(), open.library.removed]).toEqual([[1], [two]]);
    expect(desk.notices).toHaveLength(1);
    await open.library.restore();
    expect([ids(), open.library.removed]).toEqual([[2, 1], []]);
  });

  it('says where it could not be read, and leaves what it has [LIBRARY-1]', async () => {
    const before = ids();
    desk.takes.isBroken = true;
    await open.library.again();
    expect([ids(), open.library.status]).toEqual([before, 'failed']);
    desk.takes.isBroken = false;
    await open.library.again();
    expect([ids(), open.library.status]).toEqual([before, 'ready']);
  });

  it('shows no pictures of the earlier filter where those of the chosen one could not be read [LIBRARY-1]', async () => {
    desk.takes.isBroken = true;
    open.library.choose({ ratingMin: 5 });
    await desk.clock.pass(100);
    expect([ids(), open.library.status]).toEqual([[], 'failed']);
    desk.takes.isBroken = false;
    await open.library.again();
    expect([ids(), open.library.status]).toEqual([[2], 'ready']);
  });

  it('goes on from the page that could not be read [LIBRARY-1]', async () => {
    for (let n = 0; n < 300; n += 1) desk.takes.put('art', `/files/many${n}.png`);
    await open.library.again();
    desk.takes.isBroken = true;
    await open.library.more();
    expect([ids().length, open.library.status]).toEqual([120, 'failed']);
    desk.takes.isBroken = false;
    await open.library.again();
    await open.library.more();
    expect(ids()).toEqual(desk.takes.stored.filter(({ projectId }) => projectId === 7).map(({ id }) => id));
  });
});

describe('a page that was asked for before the news', () => {
  beforeEach(async () => {
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
  });

  it('has the pictures that were told meanwhile as they were told [LIBRARY-3]', async () => {
    const [two, one] = open.library.takes;
    if (!one || !two) throw new Error('no takes');
    const letGo = desk.takes.delayPages();
    void open.library.again();
    await desk.clock.pass(10);
    const made = desk.takes.put('art', '/files/new.png');
    await hear(made);
    await hear(two, true);
    await open.library.rate(one, 5);
    letGo();
    await desk.clock.pass(100);
    expect(open.library.takes.map(({ id, rating }) => [id, rating])).toEqual([
      [made.id, null],
      [1, 5],
    ]);
  });

  it('brings back no picture that was deleted here, and keeps one that was brought back [LIBRARY-3]', async () => {
    const [two, one] = open.library.takes;
    if (!one || !two) throw new Error('no takes');
    await open.library.remove(one);
    const letGo = desk.takes.delayPages();
    void open.library.again();
    await desk.clock.pass(10);
    await open.library.restore();
    await open.library.remove(two);
    letGo();
    await desk.clock.pass(100);
    expect(ids()).toEqual([1]);
  });

  it('has an older picture as it was told while its page is read [LIBRARY-3]', async () => {
    for (let n = 0; n < 150; n += 1) desk.takes.put('art', `/files/many${n}.png`);
    await open.library.again();
    const letGo = desk.takes.delayPages();
    void open.library.more();
    await desk.clock.pass(10);
    await hear(await desk.takes.rate(1, 5));
    letGo();
    await desk.clock.pass(100);
    expect(open.library.takes).toHaveLength(152);
    expect(open.library.takes.at(-1)).toMatchObject({ id: 1, rating: 5 });
  });

  it('has no picture of another choice, though it was told [LIBRARY-2]', async () => {
    const letGo = desk.takes.delayPages();
    open.library.choose({ ratingMin: 4 });
    await desk.clock.pass(10);
    const [, one] = open.library.takes;
    if (one) await hear({ ...one, rating: 3 });
    letGo();
    await desk.clock.pass(100);
    expect(ids()).toEqual([2]);
  });
});

describe('missed news', () => {
  it('makes an open library read again, and asks nothing for a closed one [LIBRARY-3]', async () => {
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
    await desk.takes.remove(1);
    const made = desk.takes.put('art', '/files/new.png');
    desk.events.tell({ event: 'reset', data: { revision: 1 } });
    await desk.clock.pass(100);
    expect(ids()).toEqual([made.id, 2]);
    open.library.toggle();
    const searches = (): number => desk.takes.calls.filter((call) => call.startsWith('search')).length;
    const before = searches();
    desk.events.tell({ event: 'reset', data: { revision: 1 } });
    await desk.clock.pass(1000);
    expect(searches()).toBe(before);
  });

  it('of the time before the stream began makes an open library read again [LIBRARY-3]', async () => {
    const made = desk.takes.put('art', '/files/new.png');
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(100);
    expect(ids()).toEqual([made.id, 2, 1]);
  });
});

const RECIPE = {
  model: 'Gemini-2.5-flash',
  settings: { aspectRatio: '16:9' },
  items: [
    { type: 'text_prompt' as const, content: 'a cat' },
    { type: 'image_prompt' as const, content: '/files/in.png' },
    {
      type: 'group' as const,
      contents: [{ type: 'category_prompt' as const, key: 'style', value: ['ink', 'oil'] }],
    },
  ],
};

describe('a picture of the library on the canvas [LIBRARY-4]', () => {
  it('is a picture input, in one step that can be undone', () => {
    const [take] = open.library.takes;
    if (take) putTake(open.editor, take, { x: 30, y: 45 });
    expect(open.editor.document.allNodes().at(-1)).toMatchObject({
      type: 'imageUpload',
      position: { x: 30, y: 45 },
      data: { value: '/files/two.png' },
    });
    open.editor.undo();
    expect(open.editor.document.nodeCount).toBe(2);
  });

  it('is a new branch: its inputs, connected to a node with its settings that shows it', () => {
    const [take] = open.library.takes;
    if (!take) throw new Error('no take');
    putBranch(open.editor, { ...take, recipe: RECIPE });
    const added = open.editor.document.allNodes().slice(2);
    expect(added.map(({ type, data }) => [type, data.value])).toEqual([
      ['textPrompt', 'a cat'],
      ['imageUpload', '/files/in.png'],
      ['categoryItem', 'ink, oil'],
      ['image', '/files/two.png'],
    ]);
    const image = added.at(-1);
    expect(image?.data.settings).toEqual({ aspectRatio: '16:9' });
    expect(open.editor.document.edgesInto(image?.id ?? '').map(({ targetHandle }) => targetHandle)).toEqual([
      'text-left',
      'image-left',
      'text-left',
    ]);
    open.editor.undo();
    expect(open.editor.document.nodeCount).toBe(2);
    expect(branchOf({ ...take, recipe: null }, open.editor.document.kinds)).toBeNull();
  });

  it('stands in free room beside the open library, on the grid, and is seen [LIBRARY-8]', () => {
    const { editor } = open;
    const [take] = open.library.takes;
    if (!take) throw new Error('no take');
    // The lowest part of the stage is under the toolbar.
    const free = { x: 0, y: 0, width: 740, height: 600 };
    editor.view.freeBy(() => free);
    editor.view.setSize({ width: 1100, height: 700 });
    editor.view.setViewport({ x: 10, y: 25, zoom: 1 });
    for (let times = 0; times < 6; times += 1) {
      if (times === 3) putBranch(editor, { ...take, recipe: { ...RECIPE, items: RECIPE.items.slice(0, 1) } });
      else putTakeInView(editor, take);
      const box = editor.scene.bounds(editor.selection.nodes);
      if (!box) throw new Error('nothing was put');
      const { x, y } = editor.view.toScreen(box);
      expect([box.x % SNAP_GRID, box.y % SNAP_GRID]).toEqual([0, 0]);
      expect(encloses(free, { ...box, x, y })).toBe(true);
      expect(editor.scene.cardsIn(box)).toHaveLength(editor.selection.nodes.size);
    }
  });
});
