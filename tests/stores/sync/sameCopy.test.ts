import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';
import { retype, typed } from '../support/snapshots';

setUpDesk();

/** The page writes nothing more once a copy waits to be sent: it is about to be closed. */
function goOnceACopyWaits(): () => void {
  const { setAll } = desk.records;
  let isGoing = false;
  const records = vi.spyOn(desk.records, 'setAll').mockImplementation(async (entries, needed) => {
    if (isGoing) await new Promise(() => undefined);
    isGoing = Object.keys(entries).some((key) => key.startsWith('kept/'));
    return setAll(entries, needed);
  });
  const storage = vi.spyOn(desk.storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  return () => {
    records.mockRestore();
    storage.mockRestore();
  };
}

const copies = (): unknown[] =>
  [...desk.projects.stored].filter(([pid]) => pid !== 7).map(([, { snapshot }]) => snapshot?.nodes[0]?.data.value);

const names = (): string[] => [...desk.projects.stored.values()].map(({ name }) => name);

describe('work that disputes what somebody else did', () => {
  beforeEach(async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.apply(typed('mine'));
    await desk.clock.pass(1500);
    desk.projects.editElsewhere(7, retype('theirs'));
  });

  it('becomes one copy, also when the page that sends it goes before it has taken that down [MERGE-6]', async () => {
    desk.kill();
    const comeBack = goOnceACopyWaits();
    const first = new Desk({ beside: desk });
    first.stores.start();
    await desk.clock.pass(3000);
    first.kill();
    comeBack();
    const second = new Desk({ beside: desk });
    await second.edit(7);
    await desk.clock.pass(5000);
    expect([second.openedText, copies()]).toEqual(['theirs', ['mine']]);
  });

  it('becomes one copy, also when the tab that merged it goes before it has taken that down [MERGE-6]', async () => {
    const comeBack = goOnceACopyWaits();
    desk.network.set(true);
    await desk.clock.pass(5000);
    desk.kill();
    comeBack();
    const second = new Desk({ beside: desk });
    await second.edit(7);
    await desk.clock.pass(5000);
    expect([second.openedText, copies()]).toEqual(['theirs', ['mine']]);
  });

  it('becomes one copy, also when the tab that took it over goes before it has taken that down [MERGE-6]', async () => {
    desk.projects.editElsewhere(7, retype(''));
    const beside = new Desk({ beside: desk });
    const { editor } = await beside.edit(7);
    beside.network.set(false);
    editor.apply(typed('beside'));
    await desk.clock.pass(1500);
    desk.projects.editElsewhere(7, retype('theirs'));
    beside.kill();
    const comeBack = goOnceACopyWaits();
    desk.network.set(true);
    await desk.clock.pass(60_000);
    desk.kill();
    comeBack();
    const second = new Desk({ beside: desk });
    await second.edit(7);
    await desk.clock.pass(5000);
    expect(new Set(copies())).toEqual(new Set(['beside', 'mine']));
    expect(copies()).toHaveLength(2);
  });
});

describe('the copy of a dispute', () => {
  it('numbers the copies of one project on, and asks again for the same copy under the same name [MERGE-11]', async () => {
    const create = vi.spyOn(desk.projects, 'create');
    const { editor } = await desk.edit(7);
    for (const mine of ['mine', 'mine again']) {
      desk.projects.editElsewhere(7, retype(`not ${mine}`));
      editor.apply(typed(mine));
      await desk.clock.pass(6000);
    }
    expect(names()).toEqual(['Rivers', 'Rivers (2)', 'Rivers (3)']);
    expect(create.mock.calls.map(([name]) => name)).toEqual(['Rivers (2)', 'Rivers (2)']);
    // The answer to the second one was lost, say: another page sends it again.
    for (const [name, canvas, key] of create.mock.calls.slice())
      await desk.stores.api.projects.create(name, canvas, key);
    expect(names()).toEqual(['Rivers', 'Rivers (2)', 'Rivers (3)']);
    expect(copies()).toEqual(['mine', 'mine again']);
  });

  it('says no more of a copy that was opened when the person comes back from it [SHELL-6]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, retype('theirs'));
    editor.apply(typed('mine'));
    await desk.clock.pass(6000);
    await desk.open(desk.stores.save.copyProjectId ?? 0);
    expect(desk.stores.save.state).toBe('saved');
    await desk.open(7);
    expect(desk.stores.save.state).toBe('saved');
  });
});
