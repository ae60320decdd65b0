import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import type { Take } from '../../src/api/contractTakes';
import type { OpenEditor } from '../../src/stores/EditorSession';
import { Desk } from './support/Desk';
import { art, canvas, pipe, prompt } from './support/snapshots';

let desk: Desk;

const open = (): Promise<OpenEditor> => desk.edit(7);
const ids = ({ takes }: OpenEditor, nodeId = 'art'): number[] => takes.of(nodeId).map(({ id }) => id);
const shown = ({ editor }: OpenEditor): unknown => editor.document.node('art')?.data.value;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'a cat asleep'), art('art', '/files/two.png')], [pipe('idea', 'art')]));
  desk.takes.put('art', '/files/one.png', { rating: 2 });
  desk.takes.put('art', '/files/two.png', { rating: 4 });
  desk.takes.put('gone', '/files/old.png');
});

describe('the takes of an open project', () => {
  it('are read by node, the newest first, and the cards show how many there are and the chosen one [STRIP-1]', async () => {
    const opened = await open();
    expect(ids(opened)).toEqual([2, 1]);
    expect(opened.takes.chosen('art')?.id).toBe(2);
    expect(opened.editor.takes.get('art')).toEqual({ count: 2, rating: 4, origin: 'engine' });
    expect(ids(opened, 'gone')).toEqual([3]);
  });

  it('say who made the chosen one: an engine, the preview painter, or unknown [STRIP-7]', async () => {
    desk.takes.put('art', '/files/ours.png', { model: 'offline-preview', costMicros: 0 });
    desk.takes.put('art', '/files/early.png', { model: null, recipe: null });
    const opened = await open();
    const origins = opened.takes.of('art').map((take) => {
      opened.takes.choose(take);
      return opened.editor.takes.get('art')?.origin;
    });
    expect(origins).toEqual([null, 'preview', 'engine', 'engine']);
    // A run puts its picture onto the canvas like this.
    opened.editor.merge([{ type: 'replaceNode', node: art('art', '/files/ours.png') }]);
    expect(opened.editor.takes.get('art')?.origin).toBe('preview');
  });

  it('are faint when they have fewer stars than wanted, as they are chosen and rated [JUDGE-3]', async () => {
    const opened = await open();
    const isFaded = () => opened.editor.takes.get('art')?.isFaded === true;
    opened.takes.lookFor(3);
    expect(isFaded()).toBe(false);
    const [second, first] = opened.takes.of('art');
    if (first) opened.takes.choose(first);
    expect(isFaded()).toBe(true);
    if (first) await opened.takes.rate(first, 5);
    expect(isFaded()).toBe(false);
    if (second) opened.takes.choose(second);
    opened.takes.lookFor(5);
    expect(isFaded()).toBe(true);
    if (second) await opened.takes.rate(second, null);
    opened.takes.lookFor(1);
    expect(isFaded()).toBe(true);
    opened.takes.lookFor(null);
    expect(isFaded()).toBe(false);
  });

  it('one is chosen by an edit that is undone and done again [STRIP-2]', async () => {
    const opened = await open();
    const [, first] = opened.takes.of('art');
    if (first) opened.takes.choose(first);
    expect(shown(opened)).toBe('/files/one.png');
    expect(opened.editor.takes.get('art')?.rating).toBe(2);
    opened.editor.undo();
    expect(shown(opened)).toBe('/files/two.png');
    expect(opened.editor.takes.get('art')?.rating).toBe(4);
    opened.editor.redo();
    expect(shown(opened)).toBe('/files/one.png');
    expect(desk.announced).toContain('takes.saidChosen');
  });

  it('one alone is chosen of those with the same bytes: the one that was picked, else the newest [STRIP-2]', async () => {
    desk.takes.put('art', '/files/two.png', { rating: 1 });
    const opened = await open();
    const [newest, equal] = opened.takes.of('art');
    expect(opened.takes.chosen('art')).toBe(newest);
    expect(opened.editor.takes.get('art')?.rating).toBe(1);
    if (equal) opened.takes.choose(equal);
    expect(opened.takes.chosen('art')).toBe(equal);
    expect(opened.editor.takes.get('art')?.rating).toBe(4);
    expect(opened.editor.canUndo).toBe(false);
  });

  it('a new result is the chosen one, whoever ran the node, and its take follows when it is written [STRIP-3]', async () => {
    const opened = await open();
    opened.editor.merge([{ type: 'setData', id: 'art', data: { value: '/files/three.png' } }]);
    await desk.clock.pass(100);
    expect(opened.takes.chosen('art')).toBeNull();
    desk.takes.put('art', '/files/three.png');
    await desk.clock.pass(2000);
    expect(ids(opened)).toEqual([4, 2, 1]);
    expect(opened.takes.chosen('art')?.id).toBe(4);
    const calls = desk.takes.calls.length;
    await desk.clock.pass(20_000);
    expect(desk.takes.calls).toHaveLength(calls);
  });

  it('a failed attempt displaces none [STRIP-3]', async () => {
    const opened = await open();
    const run = opened.generation.run('art');
    await desk.clock.pass(100);
    desk.streams[0]?.say({ event: 'error', data: { message: 'No.' } }).end();
    await desk.clock.pass(5000);
    await run;
    expect(shown(opened)).toBe('/files/two.png');
    expect(ids(opened)).toEqual([2, 1]);
  });

  it('gives the node the settings that one was made with, and takes them back with an undo [STRIP-4]', async () => {
    desk.takes.put('art', '/files/wide.png', {
      recipe: { model: 'flux', settings: { aspectRatio: '16:9' }, items: [] },
    });
    const opened = await open();
    const [wide] = opened.takes.of('art');
    if (wide) opened.takes.useSettings(wide);
    expect(opened.editor.document.node('art')?.data).toMatchObject({
      model: 'flux',
      settings: { aspectRatio: '16:9' },
    });
    opened.editor.undo();
    expect(opened.editor.document.node('art')?.data).toMatchObject({ model: 'Gemini-2.5-flash' });
    expect(opened.editor.document.node('art')?.data.settings).toBeUndefined();
  });
});

describe('judging takes', () => {
  it('shows a rating at once and keeps the one that was given last [STRIP-5]', async () => {
    const opened = await open();
    const [take] = opened.takes.of('art');
    if (!take) throw new Error('no take');
    const sent = [5, 3, 1].map((stars) => opened.takes.rate(take, stars as 1 | 3 | 5));
    expect(opened.takes.of('art')[0]?.rating).toBe(1);
    expect(opened.editor.takes.get('art')?.rating).toBe(1);
    await Promise.all(sent);
    expect(opened.takes.of('art')[0]?.rating).toBe(1);
    expect(desk.takes.stored.find(({ id }) => id === take.id)?.rating).toBe(1);
  });

  it('shows it as it was where the server does not take it, and says so [STRIP-5]', async () => {
    const opened = await open();
    const [take] = opened.takes.of('art');
    desk.takes.isBroken = true;
    if (take) await opened.takes.rate(take, 1);
    expect(opened.takes.of('art')[0]?.rating).toBe(4);
    expect(desk.notices).toMatchObject([{ variant: 'destructive', titleKey: 'takes.notRated' }]);
  });

  it('shows the rating that the server took last where it refuses the next one [STRIP-5]', async () => {
    const opened = await open();
    const [take] = opened.takes.of('art');
    if (!take) throw new Error('no take');
    const first = opened.takes.rate(take, 1);
    const second = opened.takes.rate(take, 2);
    desk.takes.refused.add(2);
    await Promise.allSettled([first, second]);
    expect(opened.takes.of('art')[0]?.rating).toBe(1);
    expect(desk.takes.stored.find(({ id }) => id === take.id)?.rating).toBe(1);
  });

  it('deletes one, and restores the last deleted ones, one after another [STRIP-6]', async () => {
    const opened = await open();
    const [two, one] = opened.takes.of('art');
    if (two) await opened.takes.remove(two);
    if (one) await opened.takes.remove(one);
    expect(ids(opened)).toEqual([]);
    expect(shown(opened)).toBe('/files/two.png');
    expect(opened.editor.takes.get('art')).toBeUndefined();
    await opened.takes.restore();
    expect(ids(opened)).toEqual([1]);
    await opened.takes.restore();
    expect(ids(opened)).toEqual([2, 1]);
    await opened.takes.restore();
    expect(desk.takes.calls.filter((call) => call.startsWith('restore'))).toEqual(['restore 1', 'restore 2']);
  });

  it('keeps a take that the server could not delete, and says so [STRIP-6]', async () => {
    const opened = await open();
    const [two] = opened.takes.of('art');
    desk.takes.isBroken = true;
    if (two) await opened.takes.remove(two);
    expect(ids(opened)).toEqual([2, 1]);
    expect(desk.notices).toMatchObject([{ titleKey: 'takes.notDeleted' }]);
  });
});

describe('a take whose deletion is done and not answered', () => {
  let opened: OpenEditor;
  let two: Take;

  beforeEach(async () => {
    opened = await open();
    const [newest] = opened.takes.of('art');
    if (!newest) throw new Error('no take');
    two = newest;
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(1000);
    desk.takes.losesAnswer = true;
  });

  const hearDeletion = async (): Promise<void> => {
    desk.events.tell({ event: 'take', data: { take: two, isDeleted: true } });
    await desk.clock.pass(10);
  };
  const restore = async (): Promise<void> => {
    expect([ids(opened), opened.takes.removed]).toEqual([[1], [two]]);
    await opened.takes.restore();
    expect([ids(opened), opened.takes.removed]).toEqual([[2, 1], []]);
  };

  it('is gone when the person deletes it again, and can be restored [STRIP-6]', async () => {
    await opened.takes.remove(two);
    expect([ids(opened), opened.takes.removed]).toEqual([[2, 1], []]);
    expect(desk.notices).toMatchObject([{ titleKey: 'takes.notDeleted' }]);
    await opened.takes.remove(two);
    expect(desk.notices).toHaveLength(1);
    await restore();
  });

  it('can be restored once the server has told its deletion [STRIP-6]', async () => {
    await opened.takes.remove(two);
    await hearDeletion();
    await hearDeletion();
    expect(desk.notices).toHaveLength(1);
    await restore();
  });

  it('stays away when the server told its deletion before the answer was lost [STRIP-6]', async () => {
    const loseAnswer = desk.takes.delayPages();
    const removing = opened.takes.remove(two);
    await hearDeletion();
    loseAnswer();
    await removing;
    expect(desk.notices).toEqual([]);
    await restore();
  });

  it("is nobody's to restore here when somebody else has deleted it [STRIP-6]", async () => {
    await hearDeletion();
    expect([ids(opened), opened.takes.removed]).toEqual([[1], []]);
  });
});

describe('a take whose restoring is done and not answered', () => {
  it('stays deleted, and can be restored, when news of it is older than its deletion [STRIP-6]', async () => {
    const opened = await open();
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(1000);
    const [two] = opened.takes.of('art');
    if (!two) throw new Error('no take');
    await opened.takes.remove(two);
    desk.events.tell({ event: 'take', data: { take: { ...two, rating: 4 } } });
    await desk.clock.pass(10);
    expect([ids(opened), opened.takes.removed]).toEqual([[1], [two]]);
  });

  it('is there again once the server tells it, on its node and in the library [STRIP-6]', async () => {
    const opened = await open();
    opened.library.toggle();
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    await desk.clock.pass(1000);
    const [two] = opened.takes.of('art');
    if (!two) throw new Error('no take');
    const restore = desk.takes.restore;
    for (const list of [opened.takes, opened.library]) {
      await list.remove(two);
      vi.spyOn(desk.takes, 'restore').mockImplementationOnce(async (id) => {
        await restore(id);
        throw new ApiFailure({ kind: 'timeout', status: null, code: 'timeout', message: 'no answer' });
      });
      await list.restore();
      desk.events.tell({ event: 'take', data: { take: two } });
      await desk.clock.pass(10);
      expect([ids(opened), opened.library.takes.map(({ id }) => id), list.removed]).toEqual([[2, 1], [3, 2, 1], []]);
    }
    expect(desk.notices.map(({ titleKey }) => titleKey)).toEqual(['takes.notRestored', 'takes.notRestored']);
  });
});

describe('where the server cannot be reached', () => {
  it('the takes come when the device is online again [STRIP-1]', async () => {
    desk.takes.isBroken = true;
    const opened = await open();
    expect(ids(opened)).toEqual([]);
    desk.takes.isBroken = false;
    desk.network.set(true);
    await desk.clock.pass(100);
    expect(ids(opened)).toEqual([2, 1]);
  });

  it('the takes come though the first reading failed and the device stays online [STRIP-1]', async () => {
    desk.takes.isBroken = true;
    const opened = await open();
    expect(await opened.takes.loadNode('gone')).toBe(false);
    desk.takes.isBroken = false;
    await desk.clock.pass(10_000);
    expect([ids(opened), ids(opened, 'gone')]).toEqual([[2, 1], [3]]);
    const before = desk.takes.calls.length;
    await desk.clock.pass(120_000);
    expect(desk.takes.calls).toHaveLength(before);
  });

  it('the takes of a selected node come though very many newer ones were read in their place [STRIP-1]', async () => {
    for (let count = 0; count < 5_000; count++) desk.takes.put('many', `/files/${count}.png`);
    const opened = await desk.edit(7, 20_000);
    expect(ids(opened)).toEqual([]);
    opened.editor.select({ nodes: new Set(['idea']) });
    opened.editor.select({ nodes: new Set(['art']) });
    await desk.clock.pass(100);
    expect([ids(opened), opened.editor.takes.get('art')?.count]).toEqual([[2, 1], 2]);
    expect(desk.takes.calls.filter((call) => !call.startsWith('list all'))).toEqual(['list art']);
  });

  it('reads all takes of the node that is looked at, page by page, and once [STRIP-1]', async () => {
    const opened = await open();
    for (let count = 0; count < 450; count++) desk.takes.put('many', `/files/${count}.png`);
    // The strip opens while the selection's own reading is under way.
    await Promise.all([opened.takes.loadNode('many'), opened.takes.loadNode('many')]);
    expect(opened.takes.of('many')).toHaveLength(450);
    expect(desk.takes.calls.filter((call) => call.startsWith('list many'))).toHaveLength(3);
  });
});

const begin = async (): Promise<void> => {
  desk.events.tell({ event: 'revision', data: { revision: 1 } });
  await desk.clock.pass(1000);
};
const listings = (): number => desk.takes.calls.filter((call) => call.startsWith('list')).length;

describe('takes that neither the first reading nor the stream tells', () => {
  it('come when the stream begins after its first tries have failed [STRIP-3]', async () => {
    desk.events.isDown = true;
    const opened = await open();
    desk.takes.put('art', '/files/three.png');
    await desk.takes.remove(1);
    desk.events.isDown = false;
    await desk.clock.pass(40_000);
    await begin();
    expect(ids(opened)).toEqual([4, 2]);
  });

  it('come when the page is shown again that was hidden before the stream began [STRIP-3]', async () => {
    const opened = await open();
    desk.page.turn('hidden');
    desk.takes.put('art', '/files/three.png');
    await desk.clock.pass(60_000);
    desk.page.turn('shown');
    await desk.clock.pass(1000);
    await begin();
    expect(ids(opened)).toEqual([4, 2, 1]);
  });

  it('come though an answer was on its way when the stream began [STRIP-3]', async () => {
    const letGo = desk.takes.delayPages();
    const opened = await open();
    desk.takes.put('art', '/files/three.png');
    desk.events.tell({ event: 'revision', data: { revision: 1 } });
    letGo();
    await desk.clock.pass(1000);
    expect(ids(opened)).toEqual([4, 2, 1]);
  });

  it('are no reason to ask twice at an opening whose stream begins soon [STRIP-3]', async () => {
    const session = desk.stores.openProject(7);
    await desk.clock.pass(1000);
    expect([session.status, listings()]).toEqual(['ready', 0]);
    await begin();
    await desk.clock.pass(60_000);
    expect(session.open && ids(session.open)).toEqual([2, 1]);
    expect(listings()).toBe(1);
  });

  it('are known after missed events, however many there are, and deleted ones are gone [STRIP-3]', async () => {
    for (let count = 0; count < 450; count++) desk.takes.put('many', `/files/${count}.png`);
    const opened = await open();
    await opened.takes.loadNode('many');
    await begin();
    const [newest, oldest] = [opened.takes.of('many')[0]?.id, opened.takes.of('many').at(-1)?.id];
    await desk.takes.remove(newest ?? 0);
    await desk.takes.remove(oldest ?? 0);
    await desk.takes.remove(3);
    const made = desk.takes.put('art', '/files/three.png');
    desk.events.tell({ event: 'reset', data: { revision: 1 } });
    await desk.clock.pass(1000);
    expect(ids(opened)).toEqual([made.id, 2, 1]);
    expect(ids(opened, 'gone')).toEqual([]);
    expect(opened.editor.takes.has('gone')).toBe(false);
    expect(opened.takes.of('many')).toHaveLength(448);
    const before = listings();
    await opened.takes.loadNode('many');
    expect(listings()).toBeGreaterThan(before);
  });
});

describe('an answer that was asked for before', () => {
  it('replaces no newer rating, and brings back no take that was deleted in the library [STRIP-5] [STRIP-6]', async () => {
    const opened = await open();
    const [two, one] = opened.takes.of('art');
    if (!one || !two) throw new Error('no takes');
    const letGo = desk.takes.delayPages();
    void opened.takes.loadNode('art');
    await desk.clock.pass(10);
    await opened.takes.rate(one, 5);
    await opened.library.remove(two);
    letGo();
    await desk.clock.pass(1000);
    expect(opened.takes.of('art').map(({ id, rating }) => [id, rating])).toEqual([[1, 5]]);
  });

  it('takes away no take that was told meanwhile, or that a later answer has [STRIP-3]', async () => {
    const opened = await open();
    await begin();
    const letGo = desk.takes.delayPages();
    void opened.takes.load();
    await desk.clock.pass(10);
    desk.events.tell({ event: 'take', data: { take: desk.takes.put('art', '/files/three.png') } });
    await desk.clock.pass(10);
    const letGoLater = desk.takes.delayPages();
    desk.takes.put('art', '/files/four.png');
    void opened.takes.load();
    letGoLater();
    await desk.clock.pass(10);
    expect(ids(opened)).toEqual([5, 4, 2, 1]);
    letGo();
    await desk.clock.pass(1000);
    expect(ids(opened)).toEqual([5, 4, 2, 1]);
  });

  it('brings back no take whose deletion is on its way [STRIP-6]', async () => {
    const opened = await open();
    const [two] = opened.takes.of('art');
    const remove = desk.takes.remove;
    vi.spyOn(desk.takes, 'remove').mockImplementationOnce(async (id) => {
      await opened.takes.loadNode('art');
      await remove(id);
    });
    if (two) await opened.takes.remove(two);
    expect(ids(opened)).toEqual([1]);
  });
});
