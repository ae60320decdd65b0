import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/time';
import { Desk } from '../../support/Desk';
import { desk, setUpDesk } from '../../support/setUpDesk';
import { canvas, prompt, typed } from '../../support/snapshots';

setUpDesk();

/** Lists the projects of which this device has a record. */
const kept = (): number[] => {
  const keys = [...desk.records.entries.keys()].filter((key) => /^(whole|journal|head|acknowledged)\//.test(key));
  return [...new Set(keys.map((key) => Number(key.split('/')[1])))].toSorted((one, other) => one - other);
};

/** Closes the page; so many days later the app starts in a new one. */
async function startAfter(days: number, before = desk): Promise<Desk> {
  before.kill();
  desk.clock.turn(days * DAY_MS);
  const later = new Desk({ beside: desk });
  later.stores.start();
  await desk.clock.pass(1000);
  return later;
}

beforeEach(async () => {
  desk.stores.start();
  desk.projects.put(8, canvas([prompt('idea')]));
  const { editor } = await desk.edit(7);
  editor.apply(typed('saved'));
  await desk.clock.pass(4000);
  await desk.edit(8);
  await desk.clock.pass(4000);
});

describe('the copy of a project on this device', () => {
  it('is dropped at a start after 30 days in which nobody opened it here, whether the project exists or not', async () => {
    const first = await startAfter(29);
    expect(kept()).toEqual([7, 8]);
    desk.projects.stored.delete(7);
    await startAfter(2, first);
    expect(kept()).toEqual([8]);
  });

  it('stays for 30 days more with each opening, also of one that changes nothing', async () => {
    const first = await startAfter(20);
    await first.edit(7);
    await first.edit(8);
    await desk.clock.pass(4000);
    await startAfter(20, first);
    expect(kept()).toEqual([7, 8]);
  });

  it('stays while it has work that the server has not acknowledged', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('unsent'));
    await desk.clock.pass(3000);
    await desk.edit(8);
    await desk.clock.pass(3000);
    const later = await startAfter(400);
    expect(kept()).toContain(7);
    desk.projects.outage = null;
    await startAfter(0, later);
    expect(desk.serverText).toBe('unsent');
  });

  it('stays while a tab shows it', async () => {
    const tab = new Desk({ beside: desk });
    await tab.edit(7);
    await desk.clock.pass(4000);
    desk.projects.put(9, canvas([prompt('idea')]));
    await desk.edit(9);
    await desk.clock.pass(4000);
    const later = await startAfter(31);
    expect(kept()).toEqual([7, 9]);
    tab.kill();
    await startAfter(0, later);
    expect(kept()).toEqual([9]);
  });

  it('stays without an answer of the server that says whose it is', async () => {
    desk.kill();
    desk.clock.turn(31 * DAY_MS);
    const later = new Desk({ beside: desk });
    later.member = 'unknown';
    later.stores.start();
    await desk.clock.pass(1000);
    expect(kept()).toEqual([7, 8]);
  });
});
