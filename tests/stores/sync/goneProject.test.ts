import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';
import { retype, typed } from '../support/snapshots';

setUpDesk();

const copies = () => [...desk.projects.stored.values()].map(({ name, snapshot }) => ({ name, snapshot }));
const moved = [{ type: 'moveNode', id: 'art', position: { x: 900, y: 0 } }] as const;
const placesOfAll = (): unknown[] =>
  copies().map(({ snapshot }) => snapshot?.nodes.find(({ id }) => id === 'art')?.position.x);
const countPosts = (): number => desk.projects.calls.filter((call) => call === 'POST').length;
const unsentHere = async (): Promise<string[]> =>
  (await desk.records.keys()).filter((key) => key.startsWith('journal/7/'));
const textsOfAll = (): unknown[] => copies().map(({ snapshot }) => snapshot?.nodes[0]?.data.value);

describe('a project deleted elsewhere while two tabs of this browser have unsent work', () => {
  let other: Desk;
  const comeBack = async (): Promise<void> => {
    desk.network.set(true);
    other.network.set(true);
    await desk.clock.pass(60_000);
  };

  beforeEach(async () => {
    other = new Desk({ beside: desk });
    await desk.edit(7);
    await other.edit(7);
    desk.network.set(false);
    other.network.set(false);
  });

  it('becomes one copy with the work of both, and both lead there [MERGE-8]', async () => {
    desk.stores.session?.open?.editor.apply(typed('from here'));
    other.stores.session?.open?.editor.apply(moved);
    await desk.clock.pass(3000);
    desk.projects.stored.delete(7);
    await comeBack();
    expect(textsOfAll()).toEqual(['from here']);
    expect(placesOfAll()).toEqual([900]);
    expect(copies()[0]?.name).toBe('Rivers (2)');
    expect([desk, other].map(({ stores }) => stores.save.state)).toEqual(['copyKept', 'copyKept']);
    expect(other.stores.save.copyProjectId).toBe(desk.stores.save.copyProjectId);
  });

  it('is one copy also when one of them comes back later, and another device has saved between them [MERGE-8]', async () => {
    desk.stores.session?.open?.editor.apply(moved);
    await desk.clock.pass(3000);
    desk.projects.editElsewhere(7, retype('from the phone'));
    other.stores.session?.open?.editor.addNode('text', null, { x: 300, y: 600 });
    other.network.set(true);
    await desk.clock.pass(60_000);
    expect(other.openedText).toBe('from the phone');
    other.network.set(false);
    other.stores.session?.open?.editor.addNode('text', null, { x: 0, y: 600 });
    await desk.clock.pass(3000);
    desk.projects.stored.delete(7);
    desk.network.set(true);
    await desk.clock.pass(60_000);
    other.network.set(true);
    await desk.clock.pass(60_000);
    expect(textsOfAll()).toEqual(['from the phone']);
    expect(placesOfAll()).toEqual([900]);
    expect(copies()[0]?.snapshot?.nodes).toHaveLength(4);
  });

  it('becomes a copy for each where they have written into the same node [MERGE-8]', async () => {
    desk.stores.session?.open?.editor.apply(typed('from here'));
    other.stores.session?.open?.editor.apply(typed('from there'));
    await desk.clock.pass(3000);
    desk.projects.stored.delete(7);
    await comeBack();
    expect(new Set(textsOfAll())).toEqual(new Set(['from here', 'from there']));
  });

  it('leaves nothing of it on the device [MERGE-8]', async () => {
    desk.stores.session?.open?.editor.apply(typed('from here'));
    other.stores.session?.open?.editor.apply(moved);
    await desk.clock.pass(3000);
    desk.projects.stored.delete(7);
    await comeBack();
    expect((await desk.records.keys()).filter((key) => key.includes('7/jin'))).toEqual([]);
  });
});

describe('words that are written while the copy of a project deleted elsewhere is being made', () => {
  beforeEach(async () => {
    const { editor } = await desk.edit(7);
    desk.projects.stored.delete(7);
    const release = desk.projects.hold('POST');
    editor.apply(typed('first'));
    await desk.clock.passUntil(() => desk.projects.calls.includes('POST'));
    editor.apply(typed('first, and more'));
    await desk.clock.pass(1000);
    release();
    await desk.clock.pass(1000);
  });

  it('are in no copy yet, and the tab says so [LOAD-13]', () => {
    expect([desk.stores.save.state, textsOfAll()]).toEqual(['gone', ['first']]);
  });

  it('become a project when asked [LOAD-13]', async () => {
    const projectId = await desk.stores.session?.open?.keepAsProject();
    expect([desk.stores.save.state, desk.stores.save.copyProjectId]).toEqual(['copyKept', projectId]);
    expect(textsOfAll()).toEqual(['first', 'first, and more']);
  });

  it('become one project when asked twice while this device is slow [LOAD-13]', async () => {
    const { setAll } = desk.records;
    vi.spyOn(desk.records, 'setAll').mockImplementation(async (...entries) => {
      await new Promise<void>((resolve) => void desk.clock.after(3000, resolve));
      return setAll(...entries);
    });
    const { open } = desk.stores.session!;
    const first = open?.keepAsProject();
    await desk.clock.pass(1000);
    expect(desk.stores.save.state).toBe('retrying');
    const second = open?.keepAsProject();
    await desk.clock.pass(30_000);
    expect(await second).toBe(await first);
    expect([desk.stores.save.state, textsOfAll()]).toEqual(['copyKept', ['first', 'first, and more']]);
  });

  it('become a project on leaving [LOAD-13]', async () => {
    await desk.stores.closeProject();
    expect(textsOfAll()).toEqual(['first', 'first, and more']);
  });
});

it.each([
  ['crashes', false, ['journal/7/jin']],
  ['is left', true, []],
])(
  'a project deleted elsewhere while this device is silent becomes one project, also when the page %s [LOAD-14]',
  async (_how, isLeft, stays) => {
    const { editor } = await desk.edit(7);
    const release = desk.projects.hold('PATCH 7');
    editor.apply(typed('words'));
    await desk.clock.passUntil(() => desk.projects.calls.includes('PATCH 7'));
    desk.projects.stored.delete(7);
    desk.records.isBroken = true;
    release();
    await desk.clock.pass(60_000);
    desk.records.isBroken = false;
    if (isLeft) await desk.stores.closeProject();
    const left = await unsentHere();
    desk.kill();
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(4000);
    expect([textsOfAll(), left]).toEqual([['words'], stays]);
  },
);

it('words in a project deleted elsewhere are a project on leaving, though a part of them was sent with a gone tab’s work [LOAD-13]', async () => {
  const other = new Desk({ beside: desk });
  await desk.edit(7);
  const { editor } = await other.edit(7);
  desk.network.set(false);
  desk.stores.session?.open?.editor.apply(moved);
  await desk.clock.pass(1500);
  desk.kill();
  desk.projects.stored.delete(7);
  editor.apply(typed('first'));
  await desk.clock.passUntil(() => other.stores.save.phase === 'gone');
  editor.apply(typed('first, second'));
  await desk.clock.pass(800);
  const before = countPosts();
  const release = desk.projects.hold('POST');
  await desk.clock.passUntil(() => countPosts() > before);
  editor.apply(typed('first, second, third'));
  await desk.clock.pass(1000);
  release();
  await desk.clock.pass(1500);
  expect(other.stores.save.state).toBe('gone');
  await other.stores.closeProject();
  expect(textsOfAll()).toContain('first, second, third');
});

it('later work in a project deleted elsewhere is the server’s as the page is hidden, where this device is full [LOAD-13]', async () => {
  const { editor } = await desk.edit(7);
  desk.projects.stored.delete(7);
  editor.apply(typed('first'));
  await desk.clock.pass(3000);
  desk.records.isFull = true;
  editor.apply(typed('first, and more'));
  await desk.clock.pass(1000);
  expect(textsOfAll()).toEqual(['first']);
  desk.page.turn('hidden');
  await desk.clock.pass(1000);
  expect(textsOfAll()).toEqual(['first', 'first, and more']);
});

describe('a project deleted elsewhere after the browser crashed with unsent work in a further tab', () => {
  let other: Desk;
  /** Returns the next page, once the project is gone. */
  const crash = async (): Promise<Desk> => {
    await desk.clock.pass(3000);
    desk.kill();
    other.kill();
    desk.projects.stored.delete(7);
    return new Desk({ beside: desk });
  };

  beforeEach(async () => {
    other = new Desk({ beside: desk });
    await desk.edit(7);
    await other.edit(7);
    desk.network.set(false);
    other.network.set(false);
    other.stores.session?.open?.editor.apply(typed('from there'));
  });

  it('becomes a project at the next start, and nothing of it waits on this device [LOAD-14]', async () => {
    const nextDay = await crash();
    nextDay.stores.start();
    await desk.clock.pass(2000);
    expect([textsOfAll(), copies()[0]?.name, await unsentHere()]).toEqual([['from there'], 'Rivers (2)', []]);
    const unsaved = nextDay.stores.saveForSignOut('jin');
    await desk.clock.pass(20_000);
    expect(await unsaved).toEqual([]);
  });

  it('becomes a project at the start after an opening that did not find it [LOAD-14]', async () => {
    const nextDay = await crash();
    const journal = (await unsentHere()).at(-1) ?? '';
    const { status } = await nextDay.open(7);
    expect([status, await unsentHere()]).toEqual(['notFound', []]);
    expect(await desk.tabs.claim(journal.slice('journal/'.length))).not.toBeNull();
    nextDay.kill();
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(2000);
    expect(textsOfAll()).toEqual(['from there']);
  });

  it('becomes one project with the work of the first tab [MERGE-8]', async () => {
    desk.stores.session?.open?.editor.apply(moved);
    const nextDay = await crash();
    nextDay.stores.start();
    await desk.clock.pass(2000);
    expect([textsOfAll(), placesOfAll(), await unsentHere()]).toEqual([['from there'], [900], []]);
  });

  it('stays where it is while this device has no room for its copy [LOAD-14]', async () => {
    const nextDay = await crash();
    desk.records.isFull = true;
    nextDay.stores.start();
    await desk.clock.pass(2000);
    desk.records.isFull = false;
    nextDay.kill();
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(2000);
    expect(textsOfAll()).toEqual(['from there']);
  });
});

it('keeps the words that are written in it while the ones before are on their way to a project of their own [LOAD-13]', async () => {
  const other = new Desk({ beside: desk });
  const first = await desk.edit(7);
  const second = await other.edit(7);
  desk.network.set(false);
  first.editor.apply(typed('of the first'));
  await desk.clock.pass(700);
  desk.kill();
  desk.projects.stored.delete(7);
  second.editor.apply(moved);
  await desk.clock.passUntil(() => other.stores.save.phase === 'gone');
  second.editor.apply(typed('later'));
  await desk.clock.pass(1000);
  const release = desk.projects.hold('POST');
  const before = countPosts();
  await desk.clock.passUntil(() => countPosts() > before);
  second.editor.apply(typed('later and last'));
  await desk.clock.pass(1000);
  release();
  await desk.clock.pass(1000);
  other.page.turn('hidden');
  await desk.clock.pass(500);
  other.kill();
  const next = new Desk({ beside: desk });
  next.stores.start();
  await desk.clock.pass(60_000);
  expect(textsOfAll()).toContain('later and last');
});
