import { describe, expect, it, vi } from 'vitest';
import { httpFailure } from '../../../src/api/ApiFailure';
import { Desk } from '../support/Desk';
import { failure } from '../support/FakeProjects';
import { crashWith, desk, setUpDesk } from '../support/setUpDesk';
import { canvas, prompt, retype, typed } from '../support/snapshots';

setUpDesk();

const copies = (): unknown[] =>
  [...desk.projects.stored.values()]
    .filter(({ name }) => /^Rivers \(\d\)$/.test(name))
    .map(({ snapshot }) => snapshot?.nodes[0]?.data.value);

const UNSENT_KEY = 'journal/7/jin';

const crashWithUnsentWork = async (text: string): Promise<Desk> => {
  await crashWith(text);
  return new Desk({ beside: desk });
};

const editDeleted = async (): Promise<void> => {
  const { editor } = await desk.edit(7);
  desk.projects.stored.delete(7);
  editor.apply(typed('orphan'));
  await desk.clock.pass(3000);
};

describe('a 404 of a proxy', () => {
  it('on a save is waited out, and saving goes on [LOAD-10]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = [{ proxyStatus: 404 }];
    editor.apply(typed('first'));
    await desk.clock.pass(2500);
    expect(desk.stores.save.state).toBe('retrying');

    editor.apply(typed('second'));
    await desk.clock.pass(10_000);
    expect([desk.serverText, desk.stores.save.state]).toEqual(['second', 'saved']);
    expect(copies()).toEqual([]);
  });

  it("on the poll after another tab's save is waited out, too [LOAD-10]", async () => {
    const other = new Desk({ beside: desk });
    const here = await desk.edit(7);
    const there = await other.edit(7);
    here.editor.apply(typed('from here'));
    await desk.clock.passUntil(() => desk.serverText === 'from here');
    desk.projects.troubles = [{ proxyStatus: 404 }];
    await desk.clock.pass(10_000);
    there.editor.apply(typed('and there'));
    await desk.clock.pass(10_000);
    expect([desk.serverText, desk.openedText]).toEqual(['and there', 'and there']);
    expect(copies()).toEqual([]);
  });

  it('on opening opens the copy of this device with its unsent work, which is sent later [LOAD-10]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('on a train'));
    await desk.clock.pass(2000);
    desk.kill();

    desk.projects.outage = { proxyStatus: 404 };
    const again = new Desk({ beside: desk });
    again.stores.expectProject(7);
    await again.edit(7);
    expect(again.openedText).toBe('on a train');
    desk.projects.outage = null;
    await desk.clock.pass(40_000);
    expect([desk.serverText, again.stores.save.state]).toEqual(['on a train', 'saved']);
    expect(copies()).toEqual([]);
  });

  it('on a deletion leaves what this device has of the project', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('dear'));
    await desk.stores.closeProject();
    desk.projects.outage = { proxyStatus: 404 };
    await expect(desk.stores.actions.deleteProject(7)).rejects.toThrow('server error: (404 of a proxy)');
    expect(desk.records.entries.has(UNSENT_KEY)).toBe(true);
  });
});

describe('left-over work', () => {
  it('of the project that opens is its editor’s: it is shown at once, and writing on never conflicts [LOAD-11]', async () => {
    const again = await crashWithUnsentWork('unsent');
    again.stores.expectProject(7);
    again.stores.start();
    await desk.clock.pass(50);
    const { editor } = await again.edit(7, 500);
    expect(again.openedText).toBe('unsent');
    expect(again.stores.save.state).toBe('saving');
    editor.apply(typed('unsent, and more'));
    await desk.clock.pass(10_000);
    expect([desk.serverText, again.stores.save.state]).toEqual(['unsent, and more', 'saved']);
    expect(copies()).toEqual([]);
  });

  it('of a page that is loaded again is there, however long the page before it takes to go [LOAD-11]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('on a slow machine'));
    await desk.clock.pass(2000);

    const again = new Desk({ beside: desk });
    again.tabs.replaces = desk.tabs;
    const session = again.stores.openProject(7);
    await desk.clock.pass(3000);
    expect(session.status).toBe('loading');
    desk.kill();
    await desk.clock.pass(500);
    expect(again.openedText).toBe('on a slow machine');
  });

  it('that another tab is just sending is waited for by the editor that opens [LOAD-11]', async () => {
    const dashboard = await crashWithUnsentWork('unsent');
    const again = new Desk({ beside: desk });
    const release = desk.projects.hold('PATCH 7');
    const before = desk.projects.calls.length;
    dashboard.stores.start();
    await desk.clock.passUntil(() => desk.projects.calls.includes('PATCH 7', before));
    // The project is read before the save arrives.
    again.stores.expectProject(7);
    const session = again.stores.openProject(7);
    await desk.clock.pass(1000);
    expect(session.status).toBe('loading');
    release();
    await desk.clock.pass(1000);
    expect(again.openedText).toBe('unsent');

    session.open?.editor.apply(typed('unsent, and more'));
    await desk.clock.pass(10_000);
    expect([desk.serverText, again.stores.save.state]).toEqual(['unsent, and more', 'saved']);
    expect(copies()).toEqual([]);
  });

  it('is its editor’s also where its project opens while the work of another one is sent [LOAD-11]', async () => {
    desk.projects.put(8, canvas([prompt('idea', 'of the eighth')]));
    for (const pid of [7, 8]) {
      const { editor } = await desk.edit(pid);
      desk.projects.outage = 'network';
      editor.apply(typed('unsent'));
      await desk.clock.pass(2000);
      if (pid === 7) await desk.stores.closeProject();
      desk.projects.outage = null;
    }
    desk.kill();
    const again = new Desk({ beside: desk });
    const release = desk.projects.hold('PATCH 7');
    const before = desk.projects.calls.length;
    again.stores.start();
    await desk.clock.passUntil(() => desk.projects.calls.includes('PATCH 7', before));
    again.stores.expectProject(8);
    release();
    await desk.clock.pass(1000);
    expect(desk.projects.calls.slice(before)).not.toContain('PATCH 8');
  });

  it('is left alone while any tab shows its project [LOAD-11]', async () => {
    const again = await crashWithUnsentWork('unsent');
    desk.projects.outage = 'network';
    await again.edit(7);
    desk.projects.outage = null;
    const calls = desk.projects.calls.length;
    const dashboard = new Desk({ beside: desk });
    dashboard.stores.start();
    await desk.clock.pass(20);
    expect(desk.projects.calls.slice(calls)).toEqual([]);
    await desk.clock.pass(60_000);
    expect(desk.serverText).toBe('unsent');
    expect(copies()).toEqual([]);
  });

  it('that was sent is reported to the other tabs [LOAD-11]', async () => {
    const other = new Desk({ beside: desk });
    const { editor } = await desk.edit(7);
    await other.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('unsent'));
    await desk.clock.pass(1500);
    desk.kill();
    desk.projects.outage = null;
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(3000);
    expect([desk.serverText, other.openedText]).toEqual(['unsent', 'unsent']);
  });
});

describe('the store that a browser has cleared', () => {
  it('is written again with the whole copy, and a crash in a second tab loses nothing [LOAD-12]', async () => {
    const other = new Desk({ beside: desk });
    await desk.edit(7);
    const { editor } = await other.edit(7);
    desk.projects.outage = 'network';
    desk.records.entries.clear();
    desk.storage.clear();
    editor.apply(typed('after the clearing'));
    await desk.clock.pass(1500);
    desk.kill();
    other.kill();

    desk.projects.outage = null;
    const again = new Desk({ beside: desk });
    await again.edit(7, 500);
    expect(again.openedText).toBe('after the clearing');
    expect(again.stores.save.state).toBe('saving');
    await desk.clock.pass(5000);
    expect(desk.serverText).toBe('after the clearing');
    expect(again.stores.save.state).toBe('saved');
  });

  it('has a second tab’s whole work also when that is closed before it has written again [LOAD-12]', async () => {
    const other = new Desk({ beside: desk });
    await desk.edit(7);
    const { editor } = await other.edit(7);
    desk.projects.outage = 'network';
    desk.records.entries.clear();
    desk.storage.clear();
    editor.apply(typed('after the clearing'));
    desk.records.leaving = 'taken';
    other.page.turn('closing');
    await desk.clock.pass(1500);
    desk.records.leaving = null;
    desk.kill();
    other.kill();

    desk.projects.outage = null;
    const again = new Desk({ beside: desk });
    const open = await again.edit(7);
    expect(again.openedText).toBe('after the clearing');
    expect([...(await open.readAside())]).toEqual([]);
    await desk.clock.pass(5000);
    expect(again.stores.save.state).toBe('saved');
  });

  it('costs no conflict copy that was waiting in it to be made [LOAD-12]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(new Error('no line'));
    editor.apply(typed('mine'));
    await desk.clock.pass(6000);
    desk.records.entries.clear();
    desk.storage.clear();
    create.mockRestore();
    await desk.clock.pass(60_000);

    expect(desk.stores.save.state).toBe('copyKept');
    const copy = desk.projects.stored.get(desk.stores.save.copyProjectId ?? 0);
    expect(copy?.snapshot?.nodes[0]?.data.value).toBe('mine');
  });

  it.each([
    ['the server', failure(413, undefined, 'payloadTooLarge')],
    ['a proxy', httpFailure(413, 'Content Too Large', '<html>', {})],
  ])('sets a conflict copy of an earlier page aside that %s never takes [LOAD-12]', async (_what, refusal) => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(new Error('no line'));
    editor.apply(typed('mine'));
    await desk.clock.pass(6000);
    desk.kill();

    create.mockRejectedValue(refusal);
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(1000);
    const asked = create.mock.calls.length;
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(1000);
    expect(create.mock.calls).toHaveLength(asked);
    const keys = [...desk.records.entries.keys()];
    expect([keys.filter((key) => key.startsWith('kept/')), keys.filter((key) => key.startsWith('aside/'))]).toEqual([
      [],
      [expect.stringMatching(/^aside\/7\//)],
    ]);
  });

  it('says so when something cannot be read back, until the person has it as a file [LOAD-12] [SHELL-6]', async () => {
    await desk.edit(7);
    desk.projects.outage = 'network';
    desk.stores.session?.open?.editor.apply(typed('lost?'));
    await desk.clock.pass(1500);
    desk.kill();
    desk.projects.outage = null;
    desk.storage.clear();
    desk.records.entries.delete('whole/7/jin');

    const again = new Desk({ beside: desk });
    const open = await again.edit(7);
    await desk.clock.pass(100);
    expect([again.openedText, again.stores.save.state]).toEqual(['', 'aside']);
    const aside = await open.readAside();
    expect(JSON.stringify([...aside.values()])).toContain('lost?');

    await open.noteAsideTaken(aside);
    expect(again.stores.save.state).toBe('saved');
    await new Desk({ beside: desk }).edit(7);
    expect(again.stores.save.state).toBe('saved');
  });
});

describe('a project that was deleted elsewhere', () => {
  it('takes no more work in silence: the tab says so, and makes a project of it when asked [LOAD-13]', async () => {
    await editDeleted();
    expect([desk.stores.save.state, copies()]).toEqual(['copyKept', ['orphan']]);
    const { open } = desk.stores.session ?? {};
    open?.editor.apply(typed('later'));
    await desk.clock.pass(1000);
    expect(desk.stores.save.state).toBe('gone');
    expect(desk.stores.save.isCalm).toBe(false);

    const projectId = await open?.keepAsProject();
    expect(desk.stores.save.state).toBe('copyKept');
    expect(desk.projects.snapshotOf(projectId ?? 0)?.nodes[0]?.data.value).toBe('later');
  });

  it('says so also where nothing was unsent, and keeps nothing needlessly [LOAD-13]', async () => {
    const other = new Desk({ beside: desk });
    await desk.edit(7);
    const there = await other.edit(7);
    there.editor.apply(typed('saved'));
    await desk.clock.passUntil(() => desk.serverText === 'saved');
    desk.projects.stored.delete(7);
    await desk.clock.pass(10_000);
    expect(desk.stores.save.state).toBe('gone');
    await desk.stores.closeProject();
    expect(copies()).toEqual([]);
  });

  it('becomes one project, though the first attempt to make it fails and the tab crashes then [MERGE-6]', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.apply(typed('orphan'));
    await desk.clock.pass(1000);
    desk.projects.stored.delete(7);
    const { create } = desk.projects;
    Object.assign(desk.projects, { create: () => Promise.reject(failure(503)) });
    desk.network.set(true);
    await desk.clock.pass(5000);
    expect([desk.stores.save.state, copies()]).toEqual(['retrying', []]);
    desk.kill();
    Object.assign(desk.projects, { create });
    const again = new Desk({ beside: desk });
    again.stores.start();
    await desk.clock.pass(5000);
    expect(copies()).toEqual(['orphan']);
  });

  it('makes a project of later work on leaving [LOAD-13]', async () => {
    await editDeleted();
    desk.stores.session?.open?.editor.apply(typed('later'));
    await desk.clock.pass(100);
    await desk.stores.closeProject();
    expect(copies()).toEqual(['orphan', 'later']);
  });

  it('makes a project of later work at the next start, should the tab crash [LOAD-13]', async () => {
    await editDeleted();
    desk.stores.session?.open?.editor.apply(typed('later'));
    await desk.clock.pass(1000);
    desk.kill();
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(2000);
    expect(copies()).toEqual(['orphan', 'later']);
  });
});
