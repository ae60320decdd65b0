import { describe, expect, it, vi } from 'vitest';
import { moveInput } from '../../../../src/engine';
import { Desk } from '../../support/Desk';
import { failure } from '../../support/FakeProjects';
import { crashWith, desk, setUpDesk, textsOfAll } from '../../support/setUpDesk';
import { art, canvas, pipe, prompt, retype, typed } from '../../support/snapshots';

setUpDesk();

const keysOf = (kind: string): string[] => [...desk.records.entries.keys()].filter((key) => key.startsWith(`${kind}/`));

/** This device stores nothing more from its nth write on; the page that writes hears of none. */
function dieAtWrite(nth: number, isStored: boolean) {
  const { setAll } = desk.records;
  let writes = 0;
  let isDead = false;
  const records = vi.spyOn(desk.records, 'setAll').mockImplementation(async (entries, needed) => {
    const isLast = writes === nth;
    writes += 1;
    isDead ||= isLast;
    const stored = !isDead || (isLast && isStored) ? await setAll(entries, needed) : true;
    if (isDead) await new Promise(() => undefined);
    return stored;
  });
  const create = vi.spyOn(desk.projects, 'create');
  const { create: createNow } = desk.projects;
  create.mockImplementation((...project) => (isDead ? new Promise(() => undefined) : createNow(...project)));
  return {
    isDead: () => isDead,
    comeBack: () => {
      records.mockRestore();
      create.mockRestore();
    },
  };
}

describe('a page that dies while unsent work is brought into what somebody else has saved', () => {
  const moments = [0, 1, 2, 3, 4].flatMap((write) => [
    [write, 'before', false] as const,
    [write, 'after', true] as const,
  ]);

  it.each(moments)(
    'at write %i of this device, %s it is stored, leaves one copy of it [MERGE-6]',
    async (nth, _when, isStored) => {
      await crashWith('mine');
      desk.projects.editElsewhere(7, retype('theirs'));
      const again = new Desk({ beside: desk });
      const death = dieAtWrite(nth, isStored);
      again.stores.openProject(7);
      for (let turn = 0; turn < 60 && !death.isDead(); turn += 1) await desk.clock.pass(50);
      again.kill();
      death.comeBack();
      await new Desk({ beside: desk }).edit(7);
      await desk.clock.pass(8000);
      expect([textsOfAll(), keysOf('aside')]).toEqual([['theirs', 'mine'], []]);
    },
  );

  it('keeps it in its journal where neither this device nor the server takes a copy [LOAD-12]', async () => {
    await crashWith('mine');
    desk.projects.editElsewhere(7, retype('theirs'));
    desk.records.isFull = true;
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(failure(507));
    const again = new Desk({ beside: desk });
    await again.edit(7);
    await desk.clock.pass(5000);
    again.kill();
    desk.records.isFull = false;
    create.mockRestore();
    await new Desk({ beside: desk }).edit(7);
    await desk.clock.pass(5000);
    expect(textsOfAll()).toEqual(['theirs', 'mine']);
  });

  it.each([
    ['the member has no room for it', failure(413, undefined, 'quota')],
    ['it is never accepted', failure(422)],
  ])('stays in an open tab, and in its journal, where this device is full and %s [LOAD-12]', async (_why, refusal) => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('mine'));
    await desk.clock.pass(1500);
    desk.projects.editElsewhere(7, retype('theirs'));
    desk.records.isFull = true;
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(refusal);
    desk.projects.outage = null;
    await desk.clock.pass(60_000);
    expect([desk.openedText, desk.serverText, desk.stores.save.isCalm]).toEqual(['mine', 'theirs', false]);
    desk.kill();
    const again = new Desk({ beside: desk });
    await again.edit(7);
    expect(again.openedText).toBe('mine');
    desk.records.isFull = false;
    create.mockRestore();
    await desk.clock.pass(120_000);
    expect([again.openedText, textsOfAll()]).toEqual(['theirs', ['theirs', 'mine']]);
  });

  it('has in the copy what the person writes while it is stored [MERGE-5]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('mine'));
    await desk.clock.pass(1500);
    desk.projects.editElsewhere(7, retype('theirs'));
    const { setAll } = desk.records;
    const waiting: (() => void)[] = [];
    vi.spyOn(desk.records, 'setAll').mockImplementation(async (entries, needed) => {
      const isFirstCopy = Object.keys(entries).some((key) => key.startsWith('kept/')) && waiting.length === 0;
      if (isFirstCopy) await new Promise<void>((resolve) => void waiting.push(resolve));
      return setAll(entries, needed);
    });
    desk.projects.outage = null;
    await desk.clock.passUntil(() => waiting.length > 0);
    editor.apply(typed('mine, and more'));
    waiting[0]?.();
    await desk.clock.pass(5000);
    expect([desk.openedText, textsOfAll()]).toEqual(['theirs', ['theirs', 'mine, and more']]);
  });

  it('names the copy after its own project, whatever the person has opened meanwhile [MERGE-5]', async () => {
    desk.projects.put(8, canvas([prompt('idea', 'eight')]), 'Lakes');
    await crashWith('mine');
    desk.projects.editElsewhere(7, retype('theirs'));
    const again = new Desk({ beside: desk });
    const answer = desk.projects.hold('GET 7');
    again.stores.openProject(7);
    await desk.clock.pass(500);
    again.stores.openProject(8);
    await desk.clock.pass(2000);
    answer();
    await desk.clock.pass(3000);
    again.kill();
    expect(desk.records.entries.get('head/7/jin')).toMatchObject({ name: 'Rivers' });
    expect(keysOf('kept').map((key) => desk.records.entries.get(key))).toMatchObject([{ name: 'Rivers (2)' }]);
  });
});

it('of a project that was deleted elsewhere stays where this device is full, and becomes a project later [LOAD-12]', async () => {
  await crashWith('mine');
  desk.projects.stored.delete(7);
  desk.records.isFull = true;
  const again = new Desk({ beside: desk });
  expect((await again.open(7)).status).toBe('notFound');
  again.kill();
  desk.records.isFull = false;
  new Desk({ beside: desk }).stores.start();
  await desk.clock.pass(5000);
  expect(textsOfAll()).toEqual(['mine']);
});

describe('a save whose answer never came', () => {
  const cases = (['network', 'timeoutAfterCommit'] as const).flatMap((trouble) =>
    [false, true].flatMap((hasMore) =>
      [false, true].flatMap((isMoved) =>
        [false, true].map((isOffline) => [trouble, hasMore, isMoved, isOffline] as const),
      ),
    ),
  );

  it.each(cases)(
    'counts once (%s; more work %j, server moved on %j, opened offline %j) [MERGE-6]',
    async (trouble, hasMore, isMoved, isOffline) => {
      const { editor } = await desk.edit(7);
      desk.projects.outage = trouble;
      editor.apply(typed('one'));
      await desk.clock.passUntil(() => desk.projects.patches.length > 0);
      desk.projects.outage = 'network';
      if (hasMore) editor.apply(typed('two'));
      await desk.clock.pass(hasMore ? 600 : 10);
      desk.kill();
      const [save] = desk.projects.patches;
      const before = desk.projects.patches.length;
      desk.projects.outage = null;
      if (isMoved) desk.projects.editElsewhere(7, [{ op: 'replace', path: '/nodes/1/position/x', value: 700 }]);
      if (isOffline) desk.projects.outage = 'network';

      const last = hasMore ? 'two' : 'one';
      const again = new Desk({ beside: desk });
      again.stores.openProject(7);
      for (let turn = 0; turn < 60; turn += 1) {
        await desk.clock.pass(50);
        const isTold = again.stores.session?.status === 'ready' && again.stores.save.state === 'saved';
        expect(isTold && desk.serverText !== last).toBe(false);
      }
      expect(again.openedText).toBe(last);
      desk.projects.outage = null;
      await desk.clock.pass(40_000);
      expect([textsOfAll(), again.openedText, again.stores.save.state]).toEqual([[last], last, 'saved']);
      expect(desk.serverNode('art')?.position.x).toBe(isMoved ? 700 : 450);
      const isRepeated = !isMoved && trouble === 'network';
      expect(desk.projects.patches[isRepeated ? before : 0]).toMatchObject({ key: save?.key, text: save?.text });
      expect(keysOf('aside')).toEqual([]);
    },
  );

  it('does not keep a project from opening where its record cannot be read', async () => {
    await crashWith('mine');
    const journal = desk.records.entries.get('journal/7/jin') as object;
    desk.records.entries.set('journal/7/jin', { ...journal, sending: { key: 'x', text: '[' } });
    desk.storage.removeItem('flow_latest_change');
    const again = new Desk({ beside: desk });
    await again.edit(7);
    expect(again.openedText).toBe('mine');
    await desk.clock.pass(5000);
    expect([desk.serverText, again.stores.save.state]).toEqual(['mine', 'saved']);
  });

  it('and that only the fast key knows to be taken is stored with the next write [LOAD-12]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply([{ type: 'addNode', node: prompt('more') }]);
    const { setAll } = desk.records;
    let isHung = false;
    const records = vi.spyOn(desk.records, 'setAll').mockImplementation(async (entries, needed) => {
      isHung ||= Object.keys(entries).some((key) => key.startsWith('acknowledged/'));
      if (isHung) await new Promise(() => undefined);
      return setAll(entries, needed);
    });
    await desk.clock.passUntil(() => isHung);
    editor.apply([{ type: 'setData', id: 'more', data: { value: 'after' } }]);
    desk.projects.outage = 'network';
    await desk.clock.pass(1200);
    desk.kill();
    records.mockRestore();
    expect(desk.read('flow_latest_change')).toMatchObject({ revision: 2 });
    expect(desk.records.entries.get('journal/7/jin')).toMatchObject({ revision: 1 });

    const onTheTrain = new Desk({ beside: desk });
    const open = await onTheTrain.edit(7);
    expect(open.editor.document.node('more')?.data.value).toBe('after');
    await desk.clock.pass(3000);
    onTheTrain.kill();
    desk.projects.outage = null;
    await new Desk({ beside: desk }).edit(7);
    await desk.clock.pass(3000);
    expect(keysOf('aside')).toEqual([]);
    expect(desk.projects.snapshotOf(7)?.nodes.map(({ data }) => data.value)).toEqual(['', null, 'after']);
  });
});

describe('the order that a person gave the inputs of a node', () => {
  const names = ['a', 'b', 'c', 'd'];

  it.each(names.flatMap((name, from) => names.flatMap((_, to) => (from === to ? [] : [[name, to] as const]))))(
    'with %s at place %i is there when the project opens after somebody else’s save [MERGE-1]',
    async (name, to) => {
      const nodes = [prompt('idea'), ...names.map((id) => prompt(id)), art('art')];
      desk.projects.put(
        7,
        canvas(
          nodes,
          names.map((id) => pipe(id, 'art')),
        ),
      );
      const { editor } = await desk.edit(7);
      desk.projects.outage = 'network';
      editor.apply(moveInput(editor.document, `${name}-art`, to));
      const mine = editor.document.edgesInto('art').map(({ id }) => id);
      await desk.clock.pass(1500);
      desk.kill();
      desk.projects.outage = null;
      desk.projects.editElsewhere(7, retype('theirs'));
      const again = await new Desk({ beside: desk }).edit(7);
      await desk.clock.pass(3000);
      expect(again.editor.document.edgesInto('art').map(({ id }) => id)).toEqual(mine);
      expect(desk.projects.snapshotOf(7)?.edges.map(({ id }) => id)).toEqual(mine);
    },
  );
});

describe('a row that a person dragged out of its category', () => {
  it.each([
    ['once the page hears of them', async () => undefined],
    [
      'once the next page opens',
      async () => {
        desk.kill();
        await new Desk({ beside: desk }).edit(7);
      },
    ],
  ])('has the words that somebody else wrote in it, %s [MERGE-1]', async (_when, comeBack) => {
    const rows = ['place', 'mood'].map((id) => ({ id, name: id, value: 'river', parentId: 'c' }));
    desk.projects.put(7, canvas([{ id: 'c', type: 'category', position: { x: 0, y: 0 }, data: { categories: rows } }]));
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.detachRow('c', 'place', { x: 300, y: 0 });
    await desk.clock.pass(1500);
    desk.projects.outage = null;
    desk.projects.editElsewhere(7, [{ op: 'replace', path: '/nodes/0/data/categories/0/value', value: 'lake' }]);
    await comeBack();
    await desk.clock.pass(40_000);
    expect(desk.serverNode('c')?.data.categories).toEqual(rows.slice(1));
    expect(desk.serverNode('place')?.data).toEqual({ name: 'place', value: 'lake' });
    expect(desk.projects.stored.size).toBe(1);
  });
});
