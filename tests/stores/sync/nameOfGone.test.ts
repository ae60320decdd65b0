import { describe, expect, it } from 'vitest';
import { Desk } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';

setUpDesk();

const keys = (): string[] => [...desk.records.entries.keys()];
const names = (): string[] => keys().filter((key) => key.startsWith('name/'));
const renames = (): number => desk.projects.calls.filter((call) => call === 'PUT name 7').length;

/** Gives the project a name that does not reach the server. */
async function renameWithoutLine(): Promise<void> {
  await desk.open(7);
  desk.projects.outage = 'network';
  await desk.stores.project.rename('Streams');
  expect(names()).toEqual(['name/7/jin']);
}

async function startNextDay(): Promise<Desk> {
  desk.kill();
  const nextDay = new Desk({ beside: desk });
  nextDay.stores.start();
  await desk.clock.pass(1000);
  return nextDay;
}

describe('a name that could not be sent to a project that is gone now', () => {
  it('is sent once more, at the next start, and is no unsent work after it', async () => {
    await renameWithoutLine();
    desk.projects.outage = null;
    desk.projects.stored.delete(7);
    const before = renames();
    const nextDay = await startNextDay();
    expect([renames() - before, names()]).toEqual([1, []]);
    const unsaved = nextDay.stores.saveForSignOut('jin');
    await desk.clock.pass(20_000);
    expect(await unsaved).toEqual([]);
  });

  it('waits for the start after an answer that does not say so', async () => {
    await renameWithoutLine();
    desk.projects.outage = null;
    desk.projects.troubles = [{ proxyStatus: 404 }];
    const nextDay = await startNextDay();
    expect(names()).toEqual(['name/7/jin']);
    nextDay.kill();
    await startNextDay();
    expect([names(), desk.projects.stored.get(7)?.name]).toEqual([[], 'Streams']);
  });

  it('is not kept when that turns out while the project is open', async () => {
    await desk.open(7);
    desk.projects.stored.delete(7);
    await desk.stores.project.rename('Streams');
    await desk.clock.pass(100);
    expect(names()).toEqual([]);
    const before = renames();
    await desk.stores.project.leave(false);
    expect(renames()).toBe(before);
  });

  it('is forgotten with a project that is deleted here, as are its runs in every tab, and no other project’s', async () => {
    desk.stores.start();
    await desk.clock.pass(100);
    const own = ['name/7/jin', 'runs/7/jin', 'runs/7/jin/beside'];
    const others = ['name/8/jin', 'name/7/mia', 'runs/8/jin', 'runs/7/mia'];
    for (const key of [...own, ...others]) desk.records.entries.set(key, 'left');
    await desk.stores.actions.deleteProject(7);
    expect(keys().filter((key) => /^(name|runs)\//.test(key))).toEqual(others);
  });
});
