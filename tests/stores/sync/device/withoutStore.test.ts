import { expect, it } from 'vitest';
import { Desk } from '../../support/Desk';
import { desk, setUpDesk } from '../../support/setUpDesk';
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
