import { reaction } from 'mobx';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wait } from '../../../src/stores/ports';
import { Desk, JIN, MIA } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';
import { aPng } from '../support/files';
import { prompt, retype, typed } from '../support/snapshots';

setUpDesk();

const textsOfAll = (): unknown[] =>
  [...desk.projects.stored.values()].map(({ snapshot }) => snapshot?.nodes[0]?.data.value);

describe('two places at once', () => {
  it.each([
    ['with the patches of the 412', false],
    ['by reading the whole canvas', true],
  ])('rebases onto what another device saved, %s [MERGE-1]', async (_how, hasForgotten) => {
    desk.projects.hasForgotten = hasForgotten;
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, [{ op: 'replace', path: '/nodes/1/position/x', value: 600 }]);
    editor.apply(typed('mine'));
    await desk.clock.pass(6000);

    expect(desk.serverText).toBe('mine');
    expect(desk.serverNode('art')?.position.x).toBe(600);
    expect(editor.document.node('art')?.position.x).toBe(600);
    expect(desk.projects.calls.filter((call) => call === 'GET 7')).toHaveLength(hasForgotten ? 2 : 1);
    expect(desk.stores.save.state).toBe('saved');
  });

  it("keeps the server's words, and mine as a project of its own [MERGE-5]", async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    editor.apply(typed('mine'));
    await desk.clock.pass(6000);

    expect(desk.serverText).toBe('theirs');
    expect(editor.document.node('idea')?.data.value).toBe('theirs');
    expect(desk.stores.save.state).toBe('copyKept');
    const copy = desk.projects.stored.get(desk.stores.save.copyProjectId ?? 0);
    expect(copy?.name).toBe('Rivers (2)');
    expect(copy?.snapshot?.nodes[0]?.data.value).toBe('mine');
  });

  it('never says that a second copy was kept before it is, while the first one still is', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    editor.apply(typed('mine'));
    await desk.clock.pass(6000);
    expect(desk.stores.save.state).toBe('copyKept');
    const states: [string, number][] = [];
    const stop = reaction(
      () => desk.stores.save.state,
      (state) => states.push([state, desk.projects.stored.size]),
    );
    desk.projects.editElsewhere(7, retype('theirs again'));
    editor.apply(typed('mine again'));
    await desk.clock.pass(6000);
    stop();
    expect(desk.projects.stored.size).toBe(3);
    expect(states.filter(([state]) => state === 'copyKept')).toEqual([['copyKept', 3]]);
  });

  it('opens whole after a crash while this device was still storing the copy', async () => {
    const { editor } = await desk.edit(7);
    const setAll = desk.records.setAll;
    let isStoring = false;
    vi.spyOn(desk.records, 'setAll').mockImplementation(async (entries, needed) => {
      if (Object.keys(entries).some((key) => key.startsWith('kept/'))) {
        isStoring = true;
        await wait(desk.clock, 60_000);
      }
      return setAll(entries, needed);
    });
    desk.projects.editElsewhere(7, retype('theirs'));
    editor.apply(typed('mine'));
    await desk.clock.passUntil(() => isStoring);
    editor.apply([{ type: 'moveNode', id: 'art', position: { x: 615, y: 0 } }]);
    await desk.clock.pass(5000);
    desk.kill();

    vi.mocked(desk.records.setAll).mockRestore();
    const again = new Desk({ beside: desk });
    await again.open(7);
    await again.clock.pass(10_000);
    expect([...desk.records.entries.keys()].filter((key) => key.startsWith('aside/'))).toEqual([]);
    expect(textsOfAll()).toEqual(['theirs', 'mine']);
  });

  it.each([
    ['takes over what another device has saved', 1],
    ['does so again and again', Number.POSITIVE_INFINITY],
  ])('reads nothing torn while the tab beside it %s, and takes nothing from it [LOAD-18]', async (_how, times) => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('mine'));
    await desk.clock.pass(500);
    const { entries } = desk.records;
    let left = times;
    desk.records.afterRead = (keys) => {
      if (!keys.includes('whole/7/jin') || left === 0) return;
      left -= 1;
      for (const key of ['whole/7/jin', 'journal/7/jin']) {
        const record = entries.get(key) as { revision: number };
        entries.set(key, { ...record, revision: record.revision + 1 });
      }
    };
    const other = new Desk({ beside: desk });
    await other.open(7);

    expect([...entries.keys()].filter((key) => key.startsWith('aside/'))).toEqual([]);
    expect([...entries.keys()]).toContain('journal/7/jin');
    expect(other.stores.session?.status).toBe('ready');
  });

  it('leaves a copy that it cannot read to the tab whose copy it is [LOAD-18]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('mine'));
    await desk.clock.pass(500);
    desk.records.entries.set('whole/7/jin', 'cut off');
    const other = new Desk({ beside: desk });
    await other.open(7);
    expect([...desk.records.entries.keys()].filter((key) => key.startsWith('aside/'))).toEqual([]);
    expect(desk.records.entries.get('whole/7/jin')).toBe('cut off');
  });

  it('keeps mine under the name of the project also when it is left at that moment [MERGE-5]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    editor.apply(typed('mine'));
    await desk.stores.closeProject();
    const copies = [...desk.projects.stored.values()].filter(({ name }) => name === 'Rivers (2)');
    expect(copies.map(({ snapshot }) => snapshot?.nodes[0]?.data.value)).toEqual(['mine']);
  });

  it('says so until a copy is made, and the next start makes it should the tab go first', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(new Error('no line'));
    editor.apply(typed('mine'));
    await desk.clock.pass(6000);
    expect(editor.document.node('idea')?.data.value).toBe('theirs');
    expect(desk.stores.save.state).toBe('retrying');

    desk.kill();
    create.mockRestore();
    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(2000);
    const made = [...desk.projects.stored.values()].filter(({ name }) => name === 'Rivers (2)');
    expect(made.map(({ snapshot }) => snapshot?.nodes[0]?.data.value)).toEqual(['mine']);

    await nextDay.edit(7);
    await desk.clock.pass(60_000);
    expect(desk.projects.stored.size).toBe(2);
  });

  it('makes one copy, however often the answer to it is lost [MERGE-6]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    editor.apply(typed('mine'));
    desk.projects.lose('POST', 2);
    await desk.clock.pass(60_000);

    const made = [...desk.projects.stored.values()].filter(({ name }) => name === 'Rivers (2)');
    expect(made).toHaveLength(1);
    expect(desk.projects.calls.filter((call) => call === 'POST')).toHaveLength(3);
    expect(desk.stores.save.state).toBe('copyKept');
  });

  it('makes the copy of an earlier page when its project opens again', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(new Error('no line'));
    editor.apply(typed('mine'));
    await desk.clock.pass(6000);
    desk.kill();
    create.mockRestore();

    const again = new Desk({ beside: desk });
    await again.edit(7);
    await desk.clock.pass(3000);
    expect(again.stores.save.state).toBe('copyKept');
    const copy = desk.projects.stored.get(again.stores.save.copyProjectId ?? 0);
    expect(copy?.snapshot?.nodes[0]?.data.value).toBe('mine');
  });

  it.each([
    ['by the steps', false],
    ['by the whole canvas where the log no longer reaches back', true],
  ])('lets two tabs follow each other %s, each with its own view [SAVE-9] [MERGE-4]', async (_how, hasForgotten) => {
    desk.projects.hasForgotten = hasForgotten;
    const other = new Desk({ beside: desk });
    const here = await desk.edit(7);
    const there = await other.edit(7);
    const opened = desk.projects.calls.filter((call) => call === 'GET 7').length;
    here.editor.view.setViewport({ x: 90, y: 0, zoom: 1 });
    here.editor.apply(typed('from here'));
    await desk.clock.pass(4000);
    expect(there.editor.document.node('idea')?.data.value).toBe('from here');
    expect(there.editor.view.viewport.x).toBe(0);

    there.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await desk.clock.pass(4000);
    expect(here.editor.document.node('art')?.position).toEqual({ x: 900, y: 30 });
    const calls = desk.projects.patches.length;
    await desk.clock.pass(30_000);
    expect(desk.projects.patches).toHaveLength(calls);
    expect([desk.stores.save.state, other.stores.save.state]).toEqual(['saved', 'saved']);
    const reads = desk.projects.calls.filter((call) => call === 'GET 7').length - opened;
    expect(reads > 0).toBe(hasForgotten);
  });

  it('follows also what the other tab saves while it is just asking the server [SAVE-9]', async () => {
    const other = new Desk({ beside: desk });
    const here = await desk.edit(7);
    const there = await other.edit(7);
    const { askSince } = desk.projects;
    let arrive: (() => void) | undefined;
    const line = new Promise<void>((resolve) => (arrive = resolve));
    vi.spyOn(desk.projects, 'askSince').mockImplementationOnce((pid, revision) => {
      const answer = askSince(pid, revision);
      answer.catch(() => undefined);
      return line.then(() => answer);
    });
    here.editor.apply(typed('first'));
    await desk.clock.pass(3000);
    here.editor.apply(typed('second'));
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('second');
    expect(there.editor.document.node('idea')?.data.value).not.toBe('first');

    arrive?.();
    await desk.clock.pass(4000);
    expect(there.editor.document.node('idea')?.data.value).toBe('second');
    expect(other.stores.save.state).toBe('saved');
  });

  it('keeps the work as a copy when the project was deleted elsewhere', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.stored.delete(7);
    editor.apply(typed('orphan'));
    await desk.clock.pass(3000);
    expect(desk.stores.save.state).toBe('copyKept');
    expect(desk.projects.stored.get(desk.stores.save.copyProjectId ?? 0)?.snapshot?.nodes[0]?.data.value).toBe(
      'orphan',
    );
    await desk.clock.pass(60_000);
    expect(desk.projects.patches).toHaveLength(1);
  });
});

describe('two tabs on one project, offline, and then the browser crashes', () => {
  let other: Desk;
  const crash = async (): Promise<Desk> => {
    desk.kill();
    other.kill();
    desk.projects.outage = null;
    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(3000);
    return nextDay;
  };

  beforeEach(async () => {
    other = new Desk({ beside: desk });
    await desk.open(7);
    await other.open(7);
    desk.projects.outage = 'network';
    desk.stores.session?.open?.editor.apply(typed('from here'));
    await desk.clock.pass(2000);
  });

  it('sends what both had, at the next start [SAVE-9]', async () => {
    other.stores.session?.open?.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await desk.clock.pass(2000);
    await crash();
    expect(desk.serverText).toBe('from here');
    expect(desk.serverNode('art')?.position).toEqual({ x: 900, y: 30 });
    expect([...desk.records.entries.keys()].filter((key) => key.startsWith('journal/'))).toEqual(['journal/7/jin']);
  });

  it('loses nothing to the other tab, which had nothing to say, as that one closes', async () => {
    other.page.turn('hidden');
    other.page.turn('closing');
    await desk.clock.pass(1000);
    await crash();
    expect(desk.serverText).toBe('from here');
  });

  it('keeps both words for the same node', async () => {
    other.stores.session?.open?.editor.apply(typed('from there'));
    await desk.clock.pass(2000);
    await crash();
    expect(textsOfAll()).toEqual(['from here', 'from there']);
  });

  it('leaves the work of a tab that is still open to that tab', async () => {
    other.stores.session?.open?.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await desk.clock.pass(2000);
    desk.network.set(false);
    other.network.set(false);
    desk.projects.outage = null;
    const dashboard = new Desk({ beside: desk });
    dashboard.stores.start();
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('');

    desk.network.set(true);
    other.network.set(true);
    await desk.clock.pass(60_000);
    expect(desk.serverText).toBe('from here');
    expect(desk.serverNode('art')?.position.x).toBe(900);
    expect(desk.projects.stored.size).toBe(1);
  });
});

describe('a project deleted elsewhere', () => {
  it('is made a copy of as soon as the server takes it', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.stored.delete(7);
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(new Error('no line'));
    editor.apply(typed('orphan'));
    await desk.clock.pass(6000);
    expect(desk.stores.save.state).toBe('retrying');
    create.mockRestore();
    await desk.clock.pass(31_000);
    expect(desk.stores.save.state).toBe('copyKept');
    expect(textsOfAll()).toEqual(['orphan']);
    await desk.clock.pass(60_000);
    expect(textsOfAll()).toEqual(['orphan']);
  });

  it('leaves the work of a closed tab as a copy', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.apply(typed('on the train'));
    await desk.clock.pass(2000);
    desk.kill();
    desk.projects.stored.delete(7);

    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(2000);
    expect(textsOfAll()).toEqual(['on the train']);
    const later = new Desk({ beside: desk });
    later.stores.start();
    await desk.clock.pass(2000);
    expect(textsOfAll()).toEqual(['on the train']);
  });
});

describe('a tab is gone before its work was sent, and the other one had none', () => {
  it('opens with that work', async () => {
    const other = new Desk({ beside: desk });
    await desk.open(7);
    const { editor } = await other.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('from there'));
    await desk.clock.pass(2000);
    desk.kill();
    other.kill();
    desk.projects.outage = null;
    const nextDay = new Desk({ beside: desk });
    await nextDay.open(7);
    expect(nextDay.openedText).toBe('from there');
  });
});

describe('another member signs in in another tab', () => {
  beforeEach(async () => {
    await desk.open(7);
    desk.member = MIA;
  });

  it('sends nothing of mine as theirs, and goes on when I am back [SAVE-8]', async () => {
    desk.stores.session?.open?.editor.apply(typed('private'));
    void desk.stores.project.rename('Private');
    await desk.clock.pass(5000);
    expect(desk.stores.save.state).toBe('signIn');
    expect(desk.projects.calls).toEqual(['GET 7']);
    expect([...desk.projects.stored.keys()]).toEqual([7]);

    desk.member = JIN;
    desk.page.turn('shown');
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('private');
  });

  it('keeps a picture here until I am back', async () => {
    const { editor, uploads } = desk.stores.session?.open ?? {};
    editor?.apply([{ type: 'addNode', node: { ...prompt('shot'), type: 'imageUpload' } }]);
    await uploads?.chooseFiles('shot', [aPng('shot.png')]);
    expect(desk.uploads).toEqual([]);
    await desk.clock.pass(5000);
    expect(editor?.document.node('shot')?.data.value).toMatch(/^data:image/);

    desk.member = JIN;
    desk.page.turn('shown');
    await desk.clock.pass(3000);
    expect(desk.serverNode('shot')?.data.value).toBe('/files/uploaded.png');
  });
});
