import { describe, expect, it, vi } from 'vitest';
import type { Member } from '../../src/api/contract';
import { failure } from './support/FakeProjects';
import { Desk, JIN, MIA } from './support/Desk';
import { desk, setUpDesk } from './support/setUpDesk';
import { canvas, prompt, typed } from './support/snapshots';

setUpDesk();

const keysHere = (): string[] => [...desk.records.entries.keys()].toSorted();
const storedHere = (): string[] =>
  Array.from({ length: desk.storage.length }, (_, index) => desk.storage.key(index) ?? '');

const PNG = 'data:image/png;base64,iVBORw0KGgo=';

describe('a sign-out', () => {
  it("leaves none of the server's data on a shared device [FORGET-1]", async () => {
    desk.stores.start();
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => PNG);
    session.open?.editor.apply(typed('saved'));
    await desk.clock.pass(4000);
    expect(keysHere()).toContain('whole/7/jin');

    const done = desk.stores.signOut();
    await desk.clock.pass(100);
    await done;
    expect(desk.serverText).toBe('saved');
    expect(keysHere()).toEqual([]);
    expect(storedHere()).toEqual([]);
  });

  it('is not undone on this device by an answer that says late who was signed in [FORGET-1]', async () => {
    const { member, api } = desk.stores;
    let answer: ((who: Member) => void) | undefined;
    vi.spyOn(api.member, 'read').mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const early = member.answer.fetch();
    await desk.stores.signOut();
    expect(await member.answer.fetch()).toEqual({ member: null, reason: 'visitor' });
    answer?.(JIN);
    await early;
    await desk.clock.pass(100);
    expect(desk.records.entries.get('lastMember')).toBeUndefined();
    expect(member.answer.data).toEqual({ member: null, reason: 'visitor' });
  });

  it('reaches the other tabs, which save first, close their canvas and leave nothing either [FORGET-2]', async () => {
    const other = new Desk({ beside: desk });
    desk.stores.start();
    other.stores.start();
    await desk.edit(7);
    const { editor } = await other.edit(7);
    editor.apply(typed('of the other tab'));
    const unsaved = desk.stores.saveForSignOut(JIN.memberId);
    await desk.clock.pass(3000);
    expect(await unsaved).toEqual([]);
    expect(desk.serverText).toBe('of the other tab');

    const done = desk.stores.signOut();
    other.member = 'visitor';
    await desk.clock.pass(1000);
    await done;
    expect([other.stores.session, other.stores.signOuts]).toEqual([null, 1]);
    expect(keysHere()).toEqual([]);
  });

  it('says first what only this device has, and leaves that here to be sent another day [FORGET-3]', async () => {
    desk.stores.start();
    desk.projects.put(8, canvas([prompt('other')]));
    await desk.edit(8);
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('not saved'));
    const unsaved = desk.stores.saveForSignOut(JIN.memberId);
    await desk.clock.pass(20_000);
    expect(await unsaved).toEqual([{ projectId: 7, name: 'Rivers', isOnPageOnly: false }]);
    expect(await (await desk.stores.unsavedWork(JIN.memberId)).text()).toContain('not saved');

    const done = desk.stores.signOut();
    await desk.clock.pass(20_000);
    await done;
    expect(keysHere().filter((key) => !key.startsWith('acknowledged/'))).toEqual([
      'head/7/jin',
      'journal/7/jin',
      'whole/7/jin',
    ]);
    desk.kill();

    desk.projects.outage = null;
    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(5000);
    expect(desk.serverText).toBe('not saved');
  });

  it('says so of work that this page alone has, and puts it into the file [FORGET-3]', async () => {
    await desk.edit(7);
    const other = new Desk({ beside: desk });
    const { editor } = await other.edit(7);
    desk.records.isFull = true;
    desk.projects.outage = { status: 413, code: 'quota' };
    editor.apply(typed('on this page only'));
    const unsaved = other.stores.saveForSignOut(JIN.memberId);
    await desk.clock.pass(20_000);
    expect(await unsaved).toEqual([{ projectId: 7, name: 'Rivers', isOnPageOnly: true }]);
    expect(await (await other.stores.unsavedWork(JIN.memberId)).text()).toContain('on this page only');
  });

  it('says so of a copy of a deleted project that this page alone has [FORGET-3]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('of a project that is gone'));
    desk.records.isFull = true;
    desk.projects.stored.delete(7);
    vi.spyOn(desk.projects, 'create').mockRejectedValue(failure(507));
    await desk.clock.pass(5000);
    const unsaved = desk.stores.saveForSignOut(JIN.memberId);
    await desk.clock.pass(20_000);
    expect(await unsaved).toEqual([{ projectId: 7, name: 'Rivers', isOnPageOnly: true }]);
    desk.records.isFull = false;
    const later = desk.stores.saveForSignOut(JIN.memberId);
    await desk.clock.pass(20_000);
    expect(await later).toEqual([{ projectId: 7, name: 'Rivers', isOnPageOnly: false }]);
    expect(keysHere().some((key) => key.startsWith('kept/7/jin/'))).toBe(true);
  });

  it('says so of work that is in the two keys alone, and puts it into the file [FORGET-3]', async () => {
    desk.records.isBroken = true;
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('in the keys alone'));
    await desk.stores.closeProject();
    const unsaved = desk.stores.saveForSignOut(JIN.memberId);
    await desk.clock.pass(20_000);
    expect(await unsaved).toEqual([{ projectId: 7, name: 'Rivers', isOnPageOnly: false }]);
    expect(await (await desk.stores.unsavedWork(JIN.memberId)).text()).toContain('in the keys alone');
  });

  it('puts no other project into the file of work that is in the two keys alone [FORGET-3]', async () => {
    desk.records.isBroken = true;
    desk.projects.put(8, canvas([prompt('idea', 'of another project')]));
    await desk.edit(8);
    // The keys hold no whole copy of a canvas of this length.
    desk.projects.put(7, canvas([prompt('idea'), prompt('long', '물'.repeat(2 * 1024 * 1024))]));
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('in the keys alone'));
    await desk.clock.pass(1000);
    await desk.stores.closeProject();
    const file = await (await desk.stores.unsavedWork(JIN.memberId)).text();
    expect(file).toContain('in the keys alone');
    expect(file).not.toContain('of another project');
  });

  it('neither names nor gives away work of another member whose session ended on this page [FORGET-3]', async () => {
    const { editor } = await desk.edit(7);
    desk.member = MIA;
    editor.apply(typed('of Jin'));
    await desk.clock.pass(5000);
    const unsaved = desk.stores.saveForSignOut(MIA.memberId);
    await desk.clock.pass(20_000);
    expect(await unsaved).toEqual([]);
    expect(await (await desk.stores.unsavedWork(MIA.memberId)).text()).toBe('{}');
    const done = desk.stores.signOut();
    await desk.clock.pass(1000);
    await done;
    expect(keysHere()).toContain('journal/7/jin');
  });

  it('removes that from the device when the person says so [FORGET-3]', async () => {
    desk.stores.start();
    const other = new Desk({ beside: desk });
    other.stores.start();
    const { editor } = await desk.edit(7);
    const there = await other.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('not saved'));
    there.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await desk.clock.pass(2000);
    const done = desk.stores.signOut(JIN.memberId);
    await desk.clock.pass(20_000);
    await done;
    expect([keysHere(), storedHere()]).toEqual([[], []]);
  });

  it.each(['first', 'second'])('leaves unsaved work here whose keys could not be listed the %s time', async (which) => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('not saved'));
    await desk.stores.closeProject();
    const { keys } = desk.records;
    let asked = which === 'first' ? 1 : 0;
    const listing = vi.spyOn(desk.records, 'keys').mockImplementation(async () => {
      asked += 1;
      if (asked % 2 === 0) throw new Error('not now');
      return keys();
    });
    const done = desk.stores.signOut();
    await desk.clock.pass(1000);
    await done;
    listing.mockRestore();
    expect(keysHere()).toContain('journal/7/jin');
  });

  it('leaves the unsaved work of others who share the device', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('of Jin'));
    await desk.stores.closeProject();
    desk.kill();
    desk.projects.outage = null;
    const mia = new Desk({ beside: desk });
    mia.member = MIA;
    mia.stores.start();
    await mia.clock.pass(1000);
    await mia.stores.signOut(MIA.memberId);
    expect(keysHere()).toContain('journal/7/jin');
  });
});

/** Signs the member out, who removes the work that is here alone: what was named, was in the file, and is left of what was set aside. */
async function signOutOf(page: Desk, { memberId }: Member): Promise<unknown> {
  const unsaved = page.stores.saveForSignOut(memberId);
  await page.clock.pass(20_000);
  const named = (await unsaved).map(({ projectId }) => projectId);
  const file = await (await page.stores.unsavedWork(memberId)).text();
  const done = page.stores.signOut(memberId);
  await page.clock.pass(1000);
  await done;
  return {
    named,
    hasWords: file.includes('words of Jin'),
    left: keysHere().filter((key) => key.startsWith('aside/')).length,
  };
}

const OF_NOBODY = { named: [], hasWords: false, left: 1 };
const OF_HIM = { named: [7], hasWords: true, left: 0 };

async function jinIsBack(): Promise<Desk> {
  const jin = new Desk({ beside: desk });
  await jin.edit(7);
  await jin.clock.pass(1000);
  expect(jin.stores.save.state).toBe('aside');
  return jin;
}

async function miaComes(pid: number): Promise<Desk> {
  const mia = new Desk({ beside: desk });
  mia.member = MIA;
  desk.projects.put(8, canvas([prompt('idea')]));
  const open = await mia.edit(pid);
  await mia.clock.pass(1000);
  expect([mia.stores.save.state, (await open.readAside()).size]).toEqual(['saved', 0]);
  return mia;
}

describe('on a device that two share, work that was set aside', () => {
  it.each([
    ['from the large store', 'journal/7/jin'],
    ['from the two keys', null],
  ])('%s is named to, given to and removed by its own member alone [FORGET-3]', async (_where, key) => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('words of Jin'));
    await desk.stores.closeProject();
    await desk.clock.pass(1000);
    desk.projects.outage = null;
    if (key === null) {
      desk.records.entries.clear();
      const change = desk.storage.getItem('flow_latest_change');
      desk.storage.setItem('flow_latest_change', change?.slice(0, -1) ?? '');
    } else {
      desk.storage.clear();
      const journal = desk.records.entries.get(key) as { patches: string };
      desk.records.entries.set(key, { ...journal, patches: journal.patches.replace('/nodes/0/', '/nodes/99/') });
      await jinIsBack().then((jin) => jin.stores.closeProject());
    }
    const mia = await miaComes(8);
    expect(await signOutOf(mia, MIA)).toEqual(OF_NOBODY);
    expect(await signOutOf(await jinIsBack(), JIN)).toEqual(OF_HIM);
  });

  it('by an earlier version, which did not say whose it is, counts as work of those who have its project [FORGET-3]', async () => {
    desk.records.entries.set('aside/7/1795251735500-a1', 'words of Jin');
    const mia = await miaComes(8);
    expect(await signOutOf(mia, MIA)).toEqual(OF_NOBODY);
    expect(await signOutOf(await jinIsBack(), JIN)).toEqual(OF_HIM);
  });
});

/** Opens another page of the same browser, to which the server says that nobody is signed in, or nothing at all. */
async function visit(member: Desk['member']): Promise<string> {
  const next = new Desk({ beside: desk });
  next.member = member;
  const { status } = await next.open(7);
  await next.stores.closeProject();
  return status;
}

describe('signed out elsewhere', () => {
  it('no copy opens any more once this device knows, with or without the server [FORGET-4]', async () => {
    await desk.edit(7);
    await desk.stores.closeProject();
    desk.projects.outage = 'network';
    expect(await visit('unknown')).toBe('ready');
    expect(await visit('visitor')).toBe('visitor');
    expect(await visit('unknown')).toBe('failed');
  });

  it('no copy opens after thirty days without the server [FORGET-4]', async () => {
    await desk.edit(7);
    await desk.stores.closeProject();
    desk.projects.outage = 'network';
    await desk.clock.pass(29 * 24 * 3_600_000);
    expect(await visit('unknown')).toBe('ready');
    await desk.clock.pass(2 * 24 * 3_600_000);
    expect(await visit('unknown')).toBe('offlineTooLong');
  });
});

it('a thumbnail on its way is sent by its own member only [FORGET-5]', async () => {
  const session = await desk.open(7);
  session.setThumbnailCapture(async () => PNG);
  desk.projects.outage = 'network';
  await desk.clock.pass(61_000);
  desk.kill();
  desk.projects.outage = null;

  const mia = new Desk({ beside: desk });
  mia.member = MIA;
  mia.stores.start();
  await mia.clock.pass(1000);
  const calls = desk.projects.calls.length;
  expect(desk.projects.calls.some((call) => call.includes('thumbnail'))).toBe(false);
  const jin = new Desk({ beside: desk });
  jin.stores.start();
  await jin.clock.pass(1000);
  expect(desk.projects.calls.slice(calls).filter((call) => call.includes('thumbnail'))).toHaveLength(1);
});
