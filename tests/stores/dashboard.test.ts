import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Thumbnails } from '../../src/stores/sync/device/Thumbnails';
import { Desk, JIN } from './support/Desk';
import { SmallStorage } from './support/fakes';
import { canvas, prompt, typed } from './support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const entry = (projectId: string | number) => ({ projectId, thumbnail: 'data:image/png;base64,AA', timestamp: 1 });

describe('the member', () => {
  it('is held back for 400 ms so that the loading display can be seen [MEMBER-3]', async () => {
    const { member } = desk.stores;
    const stop = member.shown.watch();
    await desk.clock.pass(390);
    expect(member.member).toBeUndefined();
    await desk.clock.pass(20);
    expect(member.member).toEqual(JIN);
    stop();
  });

  it.each([
    ['visitor' as const, 'visitor'],
    ['unknown' as const, 'unknown'],
  ])('is null after any failure, without a retry: %s [MEMBER-2]', async (who, reason) => {
    desk.member = who;
    const answer = desk.stores.member.shown.fetch();
    await desk.clock.pass(400);
    expect(await answer).toEqual({ member: null, reason });
  });
});

describe('the projects', () => {
  it('are empty when the list fails, and the console says why [ROLE-4]', async () => {
    desk.projects.outage = { status: 401 };
    const list = desk.stores.projects.list({ q: '', sort: 'updatedAt' });
    const stop = list.pages.watch();
    await desk.clock.pass(0);
    expect(list.projects).toEqual([]);
    expect(console.warn).toHaveBeenCalledWith('failed to load projects', expect.anything());
    expect(desk.projects.calls).toHaveLength(1);
    stop();
  });

  it('are created with a trimmed name and an empty canvas at zoom 1 [ZOOM-3]', async () => {
    const named = await desk.stores.actions.createProject('  Rivers ');
    const unnamed = await desk.stores.actions.createProject('   ');
    expect([named, unnamed].map((pid) => desk.projects.stored.get(Number(pid))?.name)).toEqual(['Rivers', 'Untitled']);
    expect(desk.projects.snapshotOf(Number(named))).toEqual({
      nodes: [],
      edges: [],
      viewport: { x: 0, y: 0, zoom: 1 },
    });
  });

  it('log a failed creation and show nothing', async () => {
    desk.projects.outage = 'network';
    expect(await desk.stores.actions.createProject('Rivers')).toBeNull();
    expect(console.warn).toHaveBeenCalledWith('Failed to upload snapshot to server', expect.anything());
    expect(desk.notices).toEqual([]);
  });

  it('are created once by a repeat after a lost answer, and anew once the modal was opened again', async () => {
    const { actions } = desk.stores;
    desk.projects.troubles = ['timeoutAfterCommit', 'network', 'timeoutAfterCommit'];
    actions.beginCreating();
    expect(await actions.createProject('Rivers')).toBeNull();
    expect(await actions.createProject('Seas')).toBeNull();
    actions.beginCreating();
    expect(await actions.createProject('Rivers')).toBeNull();
    expect(await actions.createProject('Rivers')).toBe(102);
    expect([...desk.projects.stored.keys()]).toEqual([101, 102]);
  });

  it('are created anew when the answer is lost only after the modal was opened again', async () => {
    const { actions } = desk.stores;
    const release = desk.projects.hold('POST');
    actions.beginCreating();
    const first = actions.createProject('Rivers');
    actions.beginCreating();
    desk.projects.troubles = ['timeoutAfterCommit'];
    release();
    expect(await first).toBeNull();
    expect(await actions.createProject('Rivers')).toBe(102);
  });

  it('are created anew after a deletion, which may be of the one whose answer was lost', async () => {
    const { actions } = desk.stores;
    desk.projects.troubles = ['timeoutAfterCommit'];
    expect(await actions.createProject('Rivers')).toBeNull();
    await actions.deleteProject(101);
    expect(await actions.createProject('Rivers')).toBe(102);
  });

  it('are deleted with their local thumbnail and copies; a failure is logged and rethrown [DELETE-4]', async () => {
    desk.projects.put(7, canvas([prompt('idea')]));
    await desk.open(7);
    await desk.stores.closeProject();
    desk.storage.setItem('flow-thumbnails', JSON.stringify([entry(7), entry('8')]));

    const logged = vi.spyOn(console, 'error').mockReturnValue();
    desk.projects.troubles = ['network'];
    await expect(desk.stores.actions.deleteProject(7)).rejects.toThrow('no line');
    expect(logged).toHaveBeenCalledWith('error while saving project', expect.anything());
    expect(desk.read('flow-thumbnails')).toHaveLength(2);

    await desk.stores.actions.deleteProject(7);
    expect(desk.projects.stored.has(7)).toBe(false);
    expect(desk.read('flow-thumbnails')).toEqual([entry('8')]);
    expect(desk.read('flow_latest')).toBeNull();
    expect([...desk.records.entries.keys()]).toEqual(['lastMember']);
  });

  it('do not come back as new ones when they are deleted while a start sends the work of a crashed tab', async () => {
    desk.projects.put(7, canvas([prompt('idea')]));
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.apply(typed('unsent'));
    await desk.clock.pass(1500);
    desk.kill();
    const create = vi.spyOn(desk.projects, 'create');
    const release = desk.projects.hold('PATCH 7');
    const again = new Desk({ beside: desk });
    again.stores.start();
    await desk.clock.pass(2000);
    expect(desk.projects.calls).toContain('PATCH 7');
    const deleted = again.stores.actions.deleteProject(7);
    await desk.clock.pass(100);
    release();
    await desk.clock.pass(3000);
    await deleted;
    expect(create).not.toHaveBeenCalled();
    expect([...desk.projects.stored.keys()]).toEqual([]);
  });

  it('do not come back as new ones when they are deleted before their last save is answered', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    desk.projects.put(7, canvas([prompt('idea')]));
    const { editor } = await desk.edit(7);
    const create = vi.spyOn(desk.projects, 'create');
    const release = desk.projects.hold('PATCH 7');
    editor.apply(typed('last'));
    const closed = desk.stores.closeProject();
    await desk.clock.pass(100);
    expect(desk.projects.calls).toContain('PATCH 7');
    const deleted = desk.stores.actions.deleteProject(7);
    await desk.clock.pass(100);
    release();
    await desk.clock.pass(3000);
    await Promise.all([closed, deleted]);

    desk.kill();
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(3000);
    expect(create).not.toHaveBeenCalled();
    expect([...desk.projects.stored.keys()]).toEqual([]);
  });

  it.each([
    ['whose answer was lost', () => desk.stores.actions.deleteProject(7)],
    ['that another tab has made', () => desk.projects.remove(7)],
  ])('leave nothing on this device after a deletion %s', async (_case, deleteFirst) => {
    vi.spyOn(console, 'error').mockReturnValue();
    desk.projects.put(7, canvas([prompt('idea')]));
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('unsent'));
    await desk.stores.closeProject();
    desk.projects.outage = null;
    desk.storage.setItem('flow-thumbnails', JSON.stringify([entry(7)]));
    desk.projects.troubles = ['timeoutAfterCommit'];
    await expect(deleteFirst()).rejects.toThrow('no answer');

    await desk.stores.actions.deleteProject(7);
    expect(desk.read('flow-thumbnails')).toBeNull();
    expect([...desk.records.entries.keys()]).toEqual(['lastMember']);

    desk.kill();
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(3000);
    expect([...desk.projects.stored.keys()]).toEqual([]);
  });
});

describe('thumbnails', () => {
  const updatedAt = '2026-11-21T09:00:00.000Z';
  const at = Date.parse(updatedAt);

  it.each([
    ['none on the server', null, at - 60_000, 'local'],
    ['newer than the record', '/files/t.png', at + 1, 'local'],
    ['just within ten seconds', '/files/t.png', at - 9_999, 'local'],
    ['ten seconds older', '/files/t.png', at - 10_000, '/files/t.png'],
  ])('choose the right picture: %s [PROJ-8]', (_case, server, timestamp, chosen) => {
    const storage = new SmallStorage();
    storage.setItem('flow-thumbnails', JSON.stringify([{ projectId: 7, thumbnail: 'local', timestamp }]));
    const project = { projectId: 7, name: 'Rivers', updatedAt, thumbnail: server };
    const other = { ...project, projectId: 70, thumbnail: '/files/other.png' };
    const projects = new Thumbnails(storage, async () => null).choose([project, other]);
    expect(projects).toEqual([{ ...project, thumbnail: chosen }, other]);
  });

  it('are read once for however many projects', () => {
    const storage = new SmallStorage();
    const read = vi.spyOn(storage, 'getItem');
    const projects = Array.from({ length: 500 }, (_, projectId) => ({
      projectId,
      name: 'Rivers',
      updatedAt,
      thumbnail: null,
    }));
    expect(new Thumbnails(storage, async () => null).choose(projects)).toEqual(projects);
    expect(read).toHaveBeenCalledOnce();
  });

  it('survive a store with something else in it, and shrink when it is full [THUMB-6]', async () => {
    const storage = new SmallStorage(200);
    storage.setItem('flow-thumbnails', 'not a list');
    const thumbnails = new Thumbnails(storage, async () => 'small');
    expect(thumbnails.list()).toEqual([]);
    await thumbnails.keep({ projectId: '7', thumbnail: 'x'.repeat(500), timestamp: 5 });
    expect(thumbnails.list()).toEqual([{ projectId: '7', thumbnail: 'small', timestamp: 5 }]);
  });
});

describe('the side panel', () => {
  it('opens for one type, closes for the open one, and filters by any case', () => {
    const { panel } = desk.stores;
    panel.toggle('text');
    panel.setSearch('gPt');
    expect([panel.openType, panel.matches('GPT-5'), panel.matches('Llama 3 100B')]).toEqual(['text', true, false]);
    panel.toggle('image');
    expect([panel.openType, panel.search]).toEqual(['image', '']);
    panel.toggle('image');
    expect(panel.openType).toBeNull();
  });
});

describe('signing out', () => {
  it('saves first and forgets who was here [LEAVE-2]', async () => {
    desk.projects.put(7, canvas([prompt('idea')]));
    const { editor } = await desk.edit(7);
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'last' } }]);
    await desk.stores.signOut();
    expect(desk.projects.snapshotOf(7)?.nodes[0]?.data.value).toBe('last');
    expect(desk.records.entries.has('lastMember')).toBe(false);
    expect(desk.stores.session).toBeNull();
  });
});
