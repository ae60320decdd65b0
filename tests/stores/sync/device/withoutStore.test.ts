import { beforeEach, describe, expect, it } from 'vitest';
import { Desk } from '../../support/Desk';
import { crashWith, desk, setUpDesk } from '../../support/setUpDesk';
import { SmallStorage } from '../../support/fakes';
import { canvas, prompt, typed } from '../../support/snapshots';

setUpDesk();

/** Notes the two keys whenever the app has written one of them, once it gives way to other tasks. */
class WatchedStorage extends SmallStorage {
  readonly seen: ReadonlyMap<string, string>[] = [];

  override setItem(key: string, value: string): void {
    super.setItem(key, value);
    queueMicrotask(() => {
      const keys = ['flow_latest', 'flow_latest_change'];
      this.seen.push(new Map(keys.map((each) => [each, this.getItem(each) ?? ''])));
    });
  }
}

/** The texts of the nodes as the next page shows them without the server, after a crash that left the keys like this. */
async function textsAfterCrash(keys: ReadonlyMap<string, string>): Promise<Record<string, unknown>> {
  const storage = new SmallStorage();
  for (const [key, value] of keys) storage.setItem(key, value);
  const next = new Desk({ beside: desk, storage });
  next.records.isBroken = true;
  const { editor } = await next.edit(7, 500);
  const texts = editor.snapshot().nodes.map(({ id, data }) => [id, data.value]);
  next.kill();
  return Object.fromEntries(texts);
}

it('puts unsent changes back on their own node, wherever a crash parts the two keys that a browser without a large store has [STORE-7]', async () => {
  const storage = new WatchedStorage();
  const first = new Desk({ beside: desk, storage });
  first.records.isBroken = true;
  first.projects.put(7, canvas([prompt('old'), prompt('idea')]));
  const { editor } = await first.edit(7);
  editor.apply(typed('opened'));
  await desk.clock.pass(5000);
  const release = desk.projects.hold('PATCH 7');
  editor.apply([{ type: 'removeNode', id: 'old' }]);
  await desk.clock.passUntil(() => desk.projects.calls.filter((call) => call === 'PATCH 7').length > 1);
  editor.apply(typed('unsent'));
  await desk.clock.pass(1000);
  release();
  await desk.clock.pass(200);
  first.kill();
  desk.projects.outage = 'network';
  const after = [];
  for (const keys of storage.seen) after.push(await textsAfterCrash(keys));
  expect(after.filter(({ idea }) => idea === 'unsent').length).toBeGreaterThan(1);
  expect(after.filter(({ old }) => old !== undefined && old !== '')).toEqual([]);
});

/** The large store does not open in this visit. */
async function visitWithoutStore(work: (visitor: Desk) => Promise<void>): Promise<void> {
  desk.records.isBroken = true;
  const visitor = new Desk({ beside: desk });
  await visitor.edit(7);
  await work(visitor);
  visitor.kill();
  desk.projects.outage = null;
  desk.records.isBroken = false;
}

const moveArt = async (visitor: Desk): Promise<void> => {
  desk.projects.outage = 'network';
  visitor.stores.session?.open?.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 0 } }]);
  await desk.clock.pass(1500);
};

/** The next page with the store: its text, the place of the picture on it, and what the bar says. */
async function openAgain(): Promise<unknown> {
  const again = new Desk({ beside: desk });
  const { editor } = await again.edit(7);
  await desk.clock.pass(5000);
  expect(again.openedText).toBe(desk.serverText);
  const place = editor.document.node('art')?.position.x;
  return [again.openedText, place, again.stores.save.state, desk.projects.stored.size];
}

/** Unsent work that the large store alone has: the two keys have another project. */
async function leaveWorkInStore(): Promise<void> {
  desk.projects.put(8, canvas([prompt('idea', 'eight')]));
  const beside = new Desk({ beside: desk });
  const { editor } = await desk.edit(7);
  (await beside.edit(8)).editor.apply(typed('saved'));
  await desk.clock.pass(5000);
  desk.projects.outage = 'network';
  editor.apply(typed('unsent'));
  await desk.clock.pass(1500);
  desk.kill();
  beside.page.turn('closing');
  await desk.clock.pass(100);
  beside.kill();
  desk.projects.outage = null;
  expect(desk.read('flow_latest_change')).toMatchObject({ pid: 8, patches: [] });
}

describe('after a visit in which the large store did not open', () => {
  beforeEach(leaveWorkInStore);

  it('unsent work that it could not read is there still [LOAD-12]', async () => {
    await visitWithoutStore((visitor) => visitor.clock.pass(65_000));
    expect(await openAgain()).toEqual(['unsent', 450, 'saved', 2]);
  });

  it('its own unsent work is there, too [LOAD-12]', async () => {
    await visitWithoutStore(moveArt);
    expect(await openAgain()).toEqual(['unsent', 900, 'saved', 2]);
  });

  it('both are there after two such visits [LOAD-12]', async () => {
    await visitWithoutStore(moveArt);
    await visitWithoutStore((visitor) => visitor.clock.pass(65_000));
    expect(await openAgain()).toEqual(['unsent', 900, 'saved', 2]);
  });

  it('both are there, also when another project opens first [STORE-8]', async () => {
    await visitWithoutStore(moveArt);
    const other = new Desk({ beside: desk });
    await other.edit(8);
    other.kill();
    expect(await openAgain()).toEqual(['unsent', 900, 'saved', 2]);
  });

  it('unsent work that it could not read as it opened comes once the store answers [LOAD-17]', async () => {
    desk.records.isBroken = true;
    const visitor = new Desk({ beside: desk });
    const { editor } = await visitor.edit(7);
    expect(visitor.openedText).toBe('');
    desk.records.isBroken = false;
    editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 0 } }]);
    await desk.clock.pass(40_000);
    expect([visitor.openedText, desk.serverText, visitor.stores.save.state]).toEqual(['unsent', 'unsent', 'saved']);
    visitor.kill();
    expect(await openAgain()).toEqual(['unsent', 900, 'saved', 2]);
  });

  it('both are there when the store came back before it ended [STORE-8]', async () => {
    await visitWithoutStore(async (visitor) => {
      await moveArt(visitor);
      desk.records.isBroken = false;
      visitor.stores.session?.open?.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 930, y: 0 } }]);
      await desk.clock.pass(1500);
      expect(visitor.notices).toEqual([]);
    });
    expect(await openAgain()).toEqual(['unsent', 930, 'saved', 2]);
  });
});

describe('after a visit without the large store on a device whose clock was ahead before', () => {
  beforeEach(async () => {
    desk.projects.put(8, canvas([prompt('idea', 'eight')]));
    for (const [aheadMs, pid] of [
      [3_600_000, 7],
      [-3_600_000, 7],
      [0, 8],
    ] as const) {
      desk.clock.turn(aheadMs);
      const visitor = new Desk({ beside: desk });
      (await visitor.edit(pid)).editor.apply(typed(`saved ${aheadMs}`));
      await desk.clock.pass(5000);
      visitor.kill();
    }
    await visitWithoutStore(moveArt);
  });

  it('its unsent work is there still [LOAD-12]', async () => {
    expect(await openAgain()).toEqual(['saved -3600000', 900, 'saved', 2]);
  });

  it('its unsent work is there when another project opens first [STORE-8]', async () => {
    const other = new Desk({ beside: desk });
    (await other.edit(8)).editor.apply(typed('eight more'));
    await desk.clock.pass(3000);
    other.kill();
    expect(await openAgain()).toEqual(['saved -3600000', 900, 'saved', 2]);
  });

  it('its unsent work is named at a sign-out', async () => {
    const unsaved = new Desk({ beside: desk }).stores.saveForSignOut('jin');
    await desk.clock.pass(20_000);
    expect(await unsaved).toMatchObject([{ projectId: 7 }]);
  });
});

it('does not bring back old work that the two keys had, after a visit in which the large store did not open', async () => {
  await crashWith('unsent');
  await visitWithoutStore(async (visitor) => {
    await desk.clock.pass(5000);
    visitor.stores.session?.open?.editor.apply(typed('and gone on'));
    await desk.clock.pass(5000);
  });
  expect(desk.serverText).toBe('and gone on');
  expect(await openAgain()).toEqual(['and gone on', 450, 'saved', 1]);
});

it('brings nothing back that the person has removed, once a store answers that was slow as the project opened [LOAD-17]', async () => {
  const { editor } = await desk.edit(7);
  desk.network.set(false);
  editor.apply([{ type: 'addNode', node: prompt('new') }]);
  await desk.clock.pass(700);
  desk.kill();
  desk.network.set(true);
  desk.records.isBroken = true;
  const visitor = new Desk({ beside: desk });
  const opened = await visitor.edit(7);
  expect(opened.editor.document.node('new')).toBeDefined();
  await desk.clock.pass(5000);
  opened.editor.apply([{ type: 'removeNode', id: 'new' }]);
  await desk.clock.pass(5000);
  desk.records.isBroken = false;
  await desk.clock.pass(70_000);
  expect(opened.editor.document.node('new')).toBeUndefined();
  expect([visitor.stores.save.state, desk.projects.stored.size]).toEqual(['saved', 1]);
});

it('calls no work set aside that the store has by now, where the keys could not take the rest of it [STORE-8]', async () => {
  desk.records.isBroken = true;
  const { editor } = await desk.edit(7);
  desk.network.set(false);
  editor.apply(typed('first'));
  await desk.clock.pass(1500);
  desk.records.isBroken = false;
  editor.apply([...typed('and more'), { type: 'addNode', node: prompt('long', 'x'.repeat(2_200_000)) }]);
  await desk.clock.pass(3000);
  desk.kill();
  const again = new Desk({ beside: desk });
  await again.edit(7);
  await desk.clock.pass(40_000);
  expect([again.openedText, again.stores.save.state]).toEqual(['and more', 'saved']);
});
