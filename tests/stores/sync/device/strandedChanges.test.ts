import { beforeEach, expect, it, vi } from 'vitest';
import { Desk } from '../../support/Desk';
import { crashWith, desk, setUpDesk } from '../../support/setUpDesk';
import { canvas, prompt, retype, typed } from '../../support/snapshots';

setUpDesk();

/** A text that is by itself more than the two keys may hold. */
const LONG = '물'.repeat(2 * 1024 * 1024);

beforeEach(() => {
  desk.projects.put(7, canvas([prompt('idea'), prompt('long', LONG)]));
});

/** The next page opens the project: its text, the save state, and what was set aside. */
async function nextPage() {
  desk.projects.outage = null;
  const again = new Desk({ beside: desk });
  const open = await again.edit(7);
  await desk.clock.pass(5000);
  const aside = JSON.stringify([...(await open.readAside()).values()]);
  return { text: again.openedText, state: again.stores.save.state, aside };
}

it('sets unsent changes aside whose whole copy the browser has cleared, and reports them [LOAD-12]', async () => {
  await crashWith('unsent');
  desk.records.entries.clear();
  const next = await nextPage();
  expect(next).toMatchObject({ text: '', state: 'aside' });
  expect(next.aside).toContain('unsent');
});

it('waits for a large store that cannot be read now [LOAD-12]', async () => {
  await crashWith('unsent');
  desk.projects.outage = 'network';
  const failing = new Desk({ beside: desk });
  vi.spyOn(desk.records, 'getMany').mockRejectedValue(new Error('not now'));
  expect((await failing.open(7)).status).toBe('failed');
  failing.kill();
  vi.restoreAllMocks();
  expect(await nextPage()).toEqual({ text: 'unsent', state: 'saved', aside: '[]' });
});

it('writes nothing over unsent work that cannot be read now, though the server answers [LOAD-12]', async () => {
  await crashWith('unsent');
  desk.projects.outage = null;
  const failing = new Desk({ beside: desk });
  const reading = vi.spyOn(desk.records, 'getMany').mockRejectedValue(new Error('not now'));
  const { editor } = await failing.edit(7);
  expect(failing.openedText).toBe('');
  reading.mockRestore();
  editor.apply([{ type: 'moveNode', id: 'long', position: { x: 900, y: 30 } }]);
  await failing.clock.pass(65_000);
  expect(failing.stores.save.state).toBe('saved');
  failing.kill();
  expect(await nextPage()).toEqual({ text: 'unsent', state: 'saved', aside: '[]' });
});

/** The next page, whose large store alone has the unsent work and does not give it out. */
async function nextPageUnread() {
  desk.projects.put(7, canvas([prompt('idea')]));
  await crashWith('unsent');
  for (const key of ['flow_latest', 'flow_latest_change']) desk.storage.removeItem(key);
  desk.projects.outage = null;
  const getMany = desk.records.getMany.bind(desk.records);
  const reading = vi.spyOn(desk.records, 'getMany');
  reading.mockImplementation((keys) => (keys.length > 1 ? Promise.reject(new Error('not now')) : getMany(keys)));
  const failing = new Desk({ beside: desk });
  const close = (): void => {
    reading.mockRestore();
    failing.kill();
  };
  return { failing, close };
}

it('writes no key over unsent work that cannot be read now [LOAD-12]', async () => {
  const { failing, close } = await nextPageUnread();
  await failing.edit(7);
  await failing.clock.pass(65_000);
  close();
  expect(await nextPage()).toEqual({ text: 'unsent', state: 'saved', aside: '[]' });
});

it('keeps unsent work that cannot be read now when the project is gone, for the next page [LOAD-12]', async () => {
  const { failing, close } = await nextPageUnread();
  desk.projects.stored.delete(7);
  expect((await failing.open(7)).status).toBe('notFound');
  close();
  desk.projects.put(7, canvas([prompt('idea')]));
  expect(await nextPage()).toMatchObject({ text: 'unsent', aside: '[]' });
});

/** Unsent work, in the key alone, on revisions that the full large store does not have. */
async function outgrowStore(): Promise<void> {
  const { editor } = await desk.edit(7);
  await desk.clock.pass(5000);
  desk.records.isFull = true;
  for (const text of ['one', 'two']) {
    editor.apply(typed(text));
    await desk.clock.pass(5000);
  }
  desk.projects.outage = 'network';
  editor.apply(typed('unsent'));
  await desk.clock.pass(1500);
  desk.kill();
}

it('sets unsent changes aside that go on from a later revision than the large store has [LOAD-12]', async () => {
  await outgrowStore();
  desk.records.isFull = false;
  const next = await nextPage();
  expect(next).toMatchObject({ text: 'two', state: 'aside' });
  expect(next.aside).toContain('unsent');
});

it.each([
  ['when another project opens first', false],
  ['later, when another project opens first on a device that is too full for it', true],
])('sets them aside %s [LOAD-12]', async (_when, isFull) => {
  desk.projects.put(8, canvas([prompt('idea', 'eight')]));
  await outgrowStore();
  desk.projects.outage = null;
  desk.records.isFull = isFull;
  const between = new Desk({ beside: desk });
  await between.edit(8);
  between.kill();
  desk.records.isFull = false;
  const next = await nextPage();
  expect(next).toMatchObject({ text: 'two', state: 'aside' });
  expect(next.aside).toContain('unsent');
});

it('sets them aside once, however often other projects are duplicated [LOAD-12]', async () => {
  desk.projects.put(8, canvas([prompt('idea', 'eight')]));
  await outgrowStore();
  desk.projects.outage = null;
  desk.records.isFull = false;
  const between = new Desk({ beside: desk });
  await between.stores.member.answer.fetch();
  for (const name of ['once', 'twice']) {
    const duplicate = between.stores.cards.duplicate({
      projectId: 8,
      name,
      updatedAt: desk.clock.iso(),
      thumbnail: null,
    });
    await desk.clock.pass(1000);
    await duplicate;
  }
  expect([...desk.records.entries.keys()].filter((key) => key.startsWith('aside/7/'))).toHaveLength(1);
  between.kill();
  const next = await nextPage();
  expect(next).toMatchObject({ text: 'two', state: 'aside' });
  expect(next.aside).toContain('unsent');
});

it('leaves them in the key where the device is too full to set them aside [LOAD-12]', async () => {
  await outgrowStore();
  const key = desk.read('flow_latest_change');
  const next = await nextPage();
  expect(next.text).toBe('two');
  expect(desk.read('flow_latest_change')).toEqual(key);
});

it('opens what the large store has when newer keys cannot be used, and sets those aside [LOAD-9]', async () => {
  desk.projects.put(7, canvas([prompt('idea')]));
  await crashWith('stored');
  await desk.clock.pass(1000);
  desk.leaveCopy(canvas([]), '2099-01-01T00:00:00.000Z');
  desk.leaveChange(9, retype('on a node that the keys do not have'));
  const next = await nextPage();
  expect(next).toMatchObject({ text: 'stored', state: 'aside' });
  expect(next.aside).toContain('on a node that the keys do not have');
});

it('leaves such keys as they are where the device is too full to set them aside, and writes no later work over them [LOAD-9]', async () => {
  desk.projects.put(7, canvas([prompt('idea'), prompt('other')]));
  await crashWith('stored');
  await desk.clock.pass(1000);
  desk.leaveCopy(canvas([prompt('other'), prompt('idea', 'of the keys')]), '2099-01-01T00:00:00.000Z');
  desk.leaveChange(9, [{ op: 'replace', path: '/nodes/5/data/value', value: 'on a node that the keys do not have' }]);
  const key = desk.read('flow_latest_change');
  desk.records.isFull = true;
  desk.projects.outage = 'network';
  const next = new Desk({ beside: desk });
  const { editor } = await next.edit(7);
  expect(next.openedText).toBe('stored');
  editor.apply(typed('later work'));
  await desk.clock.pass(3000);
  expect(desk.read('flow_latest_change')).toEqual(key);
  expect(next.notices).toMatchObject([{ titleKey: 'toast.storageFullTitle' }]);
});
