import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Editor } from '../../../src/engine';
import { Desk } from '../support/Desk';
import { failure } from '../support/FakeProjects';
import { desk, setUpDesk, textsOfAll } from '../support/setUpDesk';
import { canvas, prompt, retype, typed } from '../support/snapshots';

setUpDesk();

const keysOf = (kind: string): string[] => [...desk.records.entries.keys()].filter((key) => key.startsWith(`${kind}/`));
const isCopy = (entries: object): boolean => Object.keys(entries).some((key) => key.startsWith('kept/'));
const bookmark = (x: number) => ({ position: { x, y: x }, zoom: 1 });

/** This device is full and the server makes no project, until the returned function is called. */
function nowhereIsRoom(): () => void {
  desk.records.isFull = true;
  const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(failure(507));
  return () => {
    desk.records.isFull = false;
    create.mockRestore();
  };
}

/** The first conflict copy waits to be stored until the returned function is called, if it is. */
function holdFirstCopy() {
  const { setAll } = desk.records;
  const waiting: (() => void)[] = [];
  const records = vi.spyOn(desk.records, 'setAll').mockImplementation(async (entries, needed) => {
    if (isCopy(entries) && waiting.length === 0) await new Promise<void>((resolve) => void waiting.push(resolve));
    return setAll(entries, needed);
  });
  return { waiting, comeBack: () => records.mockRestore() };
}

describe('what a merge would lose is kept before the merge', () => {
  let editor: Editor;

  beforeEach(async () => {
    ({ editor } = await desk.edit(7));
    desk.projects.outage = 'network';
    editor.apply(typed('mine'));
    await desk.clock.pass(1500);
    desk.projects.editElsewhere(7, retype('theirs'));
  });

  it('by the server alone where this device is full, also as a project opens [MERGE-5]', async () => {
    desk.kill();
    desk.projects.outage = null;
    desk.records.isFull = true;
    const again = new Desk({ beside: desk });
    await again.edit(7);
    await desk.clock.pass(30_000);
    expect([again.openedText, textsOfAll(), again.stores.save.state]).toEqual([
      'theirs',
      ['theirs', 'mine'],
      'copyKept',
    ]);
  });

  it.each(Array.from({ length: 10 }, (_, ticks) => ticks))(
    'and nothing that comes %i turns after that is lost [MERGE-5]',
    async (ticks) => {
      const { setAll } = desk.records;
      let isFirst = true;
      vi.spyOn(desk.records, 'setAll').mockImplementation(async (entries, needed) => {
        const stored = await setAll(entries, needed);
        if (!isFirst || !isCopy(entries)) return stored;
        isFirst = false;
        void (async () => {
          for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
          editor.apply(typed('late'));
        })();
        return stored;
      });
      desk.projects.outage = null;
      await desk.clock.pass(10_000);
      expect(textsOfAll()).toContain('late');
    },
  );

  it('with a bookmark that is set meanwhile', async () => {
    editor.bookmarks.set(1, bookmark(1));
    await desk.clock.pass(1500);
    desk.projects.editElsewhere(7, [{ op: 'add', path: '/bookmarks', value: { '1': bookmark(2) } }]);
    const { waiting } = holdFirstCopy();
    desk.projects.outage = null;
    await desk.clock.passUntil(() => waiting.length > 0);
    editor.bookmarks.set(1, bookmark(3));
    waiting[0]?.();
    await desk.clock.pass(5000);
    const bookmarks = [...desk.projects.stored.values()].map(({ snapshot }) => snapshot?.bookmarks);
    expect(bookmarks).toEqual([{ '1': bookmark(2) }, { '1': bookmark(3) }]);
  });

  it('with a second conflict that comes while there is no room for the first [MERGE-5]', async () => {
    editor.apply([{ type: 'addNode', node: prompt('b', '', 500) }]);
    const giveRoom = nowhereIsRoom();
    desk.projects.outage = null;
    await desk.clock.pass(10_000);
    editor.apply([{ type: 'setData', id: 'b', data: { value: 'my b' } }]);
    await desk.clock.pass(30_000);
    giveRoom();
    await desk.clock.pass(120_000);
    expect([textsOfAll(), desk.stores.save.state]).toEqual([['theirs', 'mine'], 'copyKept']);
    const all = [...desk.projects.stored.values()].map(({ snapshot }) => snapshot?.nodes.find(({ id }) => id === 'b'));
    expect(all.map((node) => node?.data.value)).toEqual(['my b', 'my b']);
  });

  it('and no copy is made when the conflict is over before there is room', async () => {
    const giveRoom = nowhereIsRoom();
    desk.projects.outage = null;
    await desk.clock.pass(5000);
    editor.apply(typed('theirs'));
    await desk.clock.pass(60_000);
    expect(desk.stores.save.state).toBe('saved');
    giveRoom();
    await desk.clock.pass(120_000);
    expect(textsOfAll()).toEqual(['theirs']);
  });

  it('and one copy is made when the project is deleted before there is room [MERGE-6]', async () => {
    const giveRoom = nowhereIsRoom();
    desk.projects.outage = null;
    await desk.clock.pass(5000);
    desk.projects.stored.delete(7);
    await desk.clock.pass(30_000);
    giveRoom();
    await desk.clock.pass(120_000);
    expect(textsOfAll()).toEqual(['mine']);
  });

  it('and one copy is made when the page dies as soon as there is room [MERGE-6]', async () => {
    const giveRoom = nowhereIsRoom();
    desk.projects.outage = null;
    await desk.clock.pass(10_000);
    desk.records.isFull = false;
    const { setAll } = desk.records;
    let isGoing = false;
    const records = vi.spyOn(desk.records, 'setAll').mockImplementation(async (entries, needed) => {
      if (isGoing) await new Promise(() => undefined);
      isGoing = isCopy(entries);
      const stored = await setAll(entries, needed);
      if (isGoing) await new Promise(() => undefined);
      return stored;
    });
    await desk.clock.pass(120_000);
    expect(isGoing).toBe(true);
    desk.kill();
    records.mockRestore();
    giveRoom();
    const again = new Desk({ beside: desk });
    await again.edit(7);
    await desk.clock.pass(60_000);
    expect([again.openedText, textsOfAll()]).toEqual(['theirs', ['theirs', 'mine']]);
  });

  it('and a copy that the server never takes keeps no other one back', async () => {
    desk.kill();
    desk.records.entries.set('kept/7/jin/old', { name: 'Old', snapshot: canvas([prompt('idea', 'old')]) });
    const { create } = desk.projects;
    vi.spyOn(desk.projects, 'create').mockImplementation(async (...project) => {
      if (project[2] === 'old') throw failure(422);
      return create(...project);
    });
    desk.records.isFull = true;
    desk.projects.outage = null;
    const again = new Desk({ beside: desk });
    await again.edit(7);
    await desk.clock.pass(120_000);
    expect([again.openedText, textsOfAll()]).toEqual(['theirs', ['theirs', 'mine']]);
    expect(keysOf('kept')).toEqual(['kept/7/jin/old']);
  });
});

it('a copy without a revision stays whole on this device while its conflict copy is stored [LOAD-12]', async () => {
  desk.projects.put(7, canvas([prompt('idea', 'theirs')]));
  desk.leaveCopy(canvas([prompt('idea', 'mine'), prompt('b', 'bb', 500)]), desk.clock.iso());
  desk.projects.outage = 'network';
  const { editor } = await desk.edit(7);
  const { waiting, comeBack } = holdFirstCopy();
  desk.projects.outage = null;
  await desk.clock.passUntil(() => waiting.length > 0);
  editor.apply(typed('mine 2'));
  await desk.clock.pass(1000);
  desk.kill();
  comeBack();
  const again = new Desk({ beside: desk });
  await again.edit(7);
  await desk.clock.pass(60_000);
  expect([again.openedText, textsOfAll(), keysOf('aside')]).toEqual(['theirs', ['theirs', 'mine 2'], []]);
});
