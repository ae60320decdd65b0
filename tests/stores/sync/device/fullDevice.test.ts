import { expect, it } from 'vitest';
import { Desk, MIA } from '../../support/Desk';
import { crashWith, desk, setUpDesk } from '../../support/setUpDesk';
import { canvas, prompt, textOf, typed } from '../../support/snapshots';

setUpDesk();

/** Unsent work of a second tab that is gone; the first one stays open. */
async function leaveWorkBeside(): Promise<void> {
  await desk.edit(7);
  const second = new Desk({ beside: desk });
  const { editor } = await second.edit(7);
  second.network.set(false);
  editor.apply(typed('of the second tab'));
  await desk.clock.pass(1500);
  second.kill();
}

/** Unsent work of a crashed tab that only the two browser keys could take. */
async function leaveWorkInKeys(text: string): Promise<void> {
  desk.records.isFull = true;
  await crashWith(text);
}

it('keeps the work of a tab that is gone where the tab that opens cannot store it, and takes it over later', async () => {
  await leaveWorkBeside();
  desk.network.set(false);
  desk.projects.outage = 'network';
  desk.records.isFull = true;
  const third = new Desk({ beside: desk });
  await third.open(7);
  third.kill();
  desk.records.isFull = false;
  desk.projects.outage = null;
  desk.network.set(true);
  await desk.clock.pass(45_000);
  expect([desk.openedText, desk.serverText]).toEqual(['of the second tab', 'of the second tab']);
});

it('keeps the work of a tab that is gone while an open tab has it but cannot store it', async () => {
  // More than the two keys may hold.
  desk.projects.put(7, canvas([prompt('idea'), prompt('long', '물'.repeat(2 * 1024 * 1024))]));
  await leaveWorkBeside();
  desk.records.isFull = true;
  desk.projects.outage = 'network';
  await desk.clock.pass(95_000);
  expect(desk.openedText).toBe('of the second tab');
  expect([...desk.records.entries.keys()].filter((key) => key.startsWith('journal/7/jin/'))).toHaveLength(1);
  desk.records.isFull = false;
  desk.projects.outage = null;
  await desk.clock.pass(120_000);
  expect([desk.openedText, desk.serverText]).toEqual(['of the second tab', 'of the second tab']);
  expect([...desk.records.entries.keys()].filter((key) => key.startsWith('journal/7/jin/'))).toEqual([]);
  expect(desk.projects.stored.size).toBe(1);
});

/** Spoils unsent work in the large store: its changes fit nothing. */
function spoil(isIt: (key: string) => boolean): string {
  const [key = '', journal] = [...desk.records.entries].find(([each]) => isIt(each)) ?? [];
  const { patches } = journal as { patches: string };
  desk.records.entries.set(key, { ...(journal as object), patches: patches.replace('/nodes/0/', '/nodes/99/') });
  return key;
}

const asideHere = (): string => JSON.stringify([...desk.records.entries].filter(([key]) => key.startsWith('aside/7/')));

it('keeps the work of a tab that is gone, which nothing can read, until there is room to set it aside [LOAD-9]', async () => {
  await leaveWorkBeside();
  const key = spoil((each) => each.startsWith('journal/7/jin/'));
  desk.records.isFull = true;
  await desk.clock.pass(70_000);
  expect(desk.records.entries.has(key)).toBe(true);
  desk.records.isFull = false;
  await desk.clock.pass(45_000);
  expect(desk.records.entries.has(key)).toBe(false);
  expect(asideHere()).toContain('of the second tab');
});

it('writes nothing over work that nothing can read until there is room to set it aside [LOAD-9]', async () => {
  await crashWith('unsent words');
  desk.storage.clear();
  spoil((each) => each === 'journal/7/jin');
  desk.records.isFull = true;
  const again = new Desk({ beside: desk });
  const { editor } = await again.edit(7);
  desk.records.isFull = false;
  editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
  await desk.clock.pass(5000);
  expect([desk.serverNode('art')?.position.x, again.stores.save.state]).toEqual([900, 'saved']);
  again.kill();
  const last = new Desk({ beside: desk });
  await last.edit(7);
  expect(last.stores.save.state).toBe('aside');
  expect(asideHere()).toContain('unsent words');
});

it('keeps unsent work as another project opens that could not be stored beside it [STORE-8]', async () => {
  desk.projects.put(8, canvas([prompt('idea', 'eight')]));
  await leaveWorkInKeys('unsent');
  const again = new Desk({ beside: desk });
  await again.edit(8, 500);
  again.kill();
  desk.records.isFull = false;
  const last = new Desk({ beside: desk });
  await last.edit(7);
  expect(last.openedText).toBe('unsent');
});

it("keeps another member's unsent work that could not be stored elsewhere, and never shows it [LOAD-9]", async () => {
  await leaveWorkInKeys("Jin's");
  const other = new Desk({ beside: desk });
  other.member = MIA;
  await other.edit(7);
  expect([other.openedText, other.serverText]).toEqual(['', '']);
  other.kill();
  const again = new Desk({ beside: desk });
  await again.edit(7);
  expect(again.openedText).toBe("Jin's");
});

it("keeps another member's unsent work also where that project is not there for the one who opens it [LOAD-9]", async () => {
  await leaveWorkInKeys("Jin's");
  const stored = desk.projects.stored.get(7);
  desk.projects.stored.delete(7);
  const other = new Desk({ beside: desk });
  other.member = MIA;
  expect((await other.open(7)).status).toBe('notFound');
  other.kill();
  if (stored) desk.projects.stored.set(7, stored);
  const again = new Desk({ beside: desk });
  await again.edit(7);
  expect(again.openedText).toBe("Jin's");
});

it('takes the later state of the two keys home, also where the large store has an earlier one [STORE-8]', async () => {
  desk.projects.put(8, canvas([prompt('idea', 'eight')]));
  const { editor } = await desk.edit(7);
  desk.projects.outage = 'network';
  editor.apply(typed('early'));
  await desk.clock.pass(1500);
  desk.records.isFull = true;
  editor.apply(typed('early and late'));
  await desk.clock.pass(1500);
  desk.kill();
  desk.records.isFull = false;
  desk.projects.outage = null;
  const other = new Desk({ beside: desk });
  await other.edit(8);
  other.kill();
  const again = new Desk({ beside: desk });
  await again.edit(7);
  expect(again.openedText).toBe('early and late');
  await desk.clock.pass(3000);
  expect(desk.serverText).toBe('early and late');
});

it('leaves the two keys to the project that is open while the work of another one is sent [STORE-1]', async () => {
  desk.projects.put(8, canvas([prompt('idea', 'eight')]));
  const earlier = new Desk({ beside: desk });
  const { editor: ofEight } = await earlier.edit(8);
  desk.projects.outage = 'network';
  ofEight.apply(typed('eight, unsent'));
  await desk.clock.pass(1500);
  earlier.kill();
  desk.projects.outage = null;
  desk.records.isFull = true;
  const { editor } = await desk.edit(7);
  desk.stores.start();
  await desk.clock.pass(1000);
  expect(textOf(desk.projects.snapshotOf(8))).toBe('eight, unsent');
  expect([desk.read('flow_latest'), desk.read('flow_latest_change')]).toMatchObject([{ pid: 7 }, { pid: 7 }]);
  desk.projects.outage = 'network';
  editor.apply(typed('seven, unsent'));
  await desk.clock.pass(1500);
  desk.kill();
  const again = new Desk({ beside: desk });
  await again.edit(7);
  expect([again.openedText, desk.notices]).toEqual(['seven, unsent', []]);
});

/** Leaves unsent work on project 8, and opens 7 once the device is full. */
async function leaveEightUnsent(): Promise<void> {
  desk.projects.put(8, canvas([prompt('idea', 'eight')]));
  const earlier = new Desk({ beside: desk });
  const { editor: ofEight } = await earlier.edit(8);
  earlier.network.set(false);
  ofEight.apply(typed('eight, unsent'));
  await desk.clock.pass(1500);
  earlier.kill();
  desk.records.isFull = true;
  await desk.edit(7);
}

it('keeps left work on a full device when the network goes before it is sent [STORE-9]', async () => {
  await leaveEightUnsent();
  const release = desk.projects.hold('GET 8');
  desk.stores.start();
  await desk.clock.passUntil(() => desk.projects.calls.includes('GET 8'));
  desk.network.set(false);
  release();
  await desk.clock.pass(1000);
  expect(textOf(desk.projects.snapshotOf(8))).toBe('eight');
  desk.records.isFull = false;
  desk.kill();
  const again = new Desk({ beside: desk });
  await again.edit(8);
  expect(again.openedText).toBe('eight, unsent');
});

it('sends left work on a full device once, and takes it for unsent no more [STORE-9]', async () => {
  await leaveEightUnsent();
  desk.stores.start();
  await desk.clock.pass(1000);
  expect(textOf(desk.projects.snapshotOf(8))).toBe('eight, unsent');
  desk.records.isFull = false;
  desk.projects.editElsewhere(8, [{ op: 'replace', path: '/nodes/0/data/value', value: 'of another device' }]);
  const again = new Desk({ beside: desk });
  await again.edit(8);
  await desk.clock.pass(5000);
  expect([again.openedText, again.stores.save.state]).toEqual(['of another device', 'saved']);
  expect(desk.projects.stored.size).toBe(2);
});

it('says in a tab beside one that took the keys that nothing here takes its work [STORE-9]', async () => {
  desk.projects.put(8, canvas([prompt('idea', 'eight')]));
  desk.records.isFull = true;
  await desk.edit(7);
  const other = new Desk({ beside: desk });
  await other.edit(8);
  expect([desk.read('flow_latest'), desk.read('flow_latest_change')]).toMatchObject([{ pid: 8 }, { pid: 8 }]);
  desk.projects.outage = 'network';
  desk.stores.session?.open?.editor.apply(typed('seven, unsent'));
  await desk.clock.pass(1500);
  expect(desk.notices.map(({ titleKey }) => titleKey)).toEqual(['toast.storageFullTitle']);
});

it('takes work for unsent whose journal could not be read', async () => {
  const { editor } = await desk.edit(7);
  desk.network.set(false);
  editor.apply(typed('unsent'));
  await desk.clock.pass(1500);
  desk.kill();
  desk.storage.clear();
  const again = new Desk({ beside: desk });
  let isRead = 0;
  const { get } = desk.records;
  Object.assign(desk.records, {
    get: (key: string) => {
      if (!key.startsWith('journal/')) return get(key);
      isRead += 1;
      return Promise.reject(new Error('the store is gone'));
    },
  });
  await again.edit(7, 500);
  expect(isRead).toBeGreaterThan(0);
  Object.assign(desk.records, { get });
  again.kill();
  const last = new Desk({ beside: desk });
  await last.edit(7);
  expect(textOf(last.stores.session?.open?.editor.snapshot())).toBe('unsent');
});

it('keeps what is written on a canvas that the project was given while the default was on its way [LOAD-5]', async () => {
  desk.projects.put(9, null);
  const { push } = desk.projects;
  Object.assign(desk.projects, {
    push: (...asked: Parameters<typeof push>) => {
      desk.projects.put(9, canvas([prompt('idea', 'given')]));
      return push.apply(desk.projects, asked);
    },
  });
  const { editor } = await desk.edit(9);
  expect(desk.openedText).toBe('given');
  desk.projects.outage = 'network';
  editor.apply(typed('unsent'));
  await desk.clock.pass(1500);
  desk.kill();
  const again = new Desk({ beside: desk });
  await again.edit(9);
  expect(again.openedText).toBe('unsent');
});

/** Unsent work on top of what another device has saved; the large store is full since before that. */
async function leaveWorkOnNews(tellNews: () => void): Promise<void> {
  const { editor } = await desk.edit(7);
  await desk.clock.pass(5000);
  desk.records.isFull = true;
  desk.projects.editElsewhere(7, [{ op: 'replace', path: '/nodes/1/position/x', value: 900 }]);
  tellNews();
  await desk.clock.pass(5000);
  expect(editor.document.node('art')?.position.x).toBe(900);
  desk.projects.outage = 'network';
  editor.apply(typed('unsent'));
  await desk.clock.pass(1500);
  desk.kill();
  desk.projects.outage = null;
  desk.records.isFull = false;
}

/** The next page: its text, the save state, and whether anything was set aside. */
async function openAgain(): Promise<unknown> {
  const again = new Desk({ beside: desk });
  await again.edit(7);
  await desk.clock.pass(5000);
  return [again.openedText, again.stores.save.state, asideHere()];
}

it.each([
  [
    'which the stream has told with its patch',
    () => {
      const patches = desk.projects.stored
        .get(7)
        ?.log.map(({ revision, patch }) => ({ revision, patch: patch as object[] }));
      desk.events.tell({ event: 'revision', data: { revision: 2, patches } });
    },
  ],
  ['which the server has told without the time', () => desk.events.tell({ event: 'revision', data: { revision: 2 } })],
])('keeps unsent work on a save of another device %s [STORE-9]', async (_how, tellNews) => {
  await leaveWorkOnNews(tellNews);
  expect(await openAgain()).toEqual(['unsent', 'saved', '[]']);
});

it('keeps unsent work of a visit to which the clock of the device was set back [STORE-9]', async () => {
  const { editor } = await desk.edit(7);
  editor.apply(typed('saved'));
  await desk.clock.pass(5000);
  desk.kill();
  desk.clock.turn(-3_600_000);
  desk.records.isFull = true;
  const second = new Desk({ beside: desk });
  const opened = await second.edit(7);
  desk.projects.outage = 'network';
  opened.editor.apply(typed('unsent'));
  await desk.clock.pass(1500);
  second.kill();
  desk.projects.outage = null;
  desk.records.isFull = false;
  expect(await openAgain()).toEqual(['unsent', 'saved', '[]']);
});

it('keeps unsent work after a visit that began without the server, while the clock of the device was ahead [STORE-9]', async () => {
  desk.clock.turn(3_600_000);
  await crashWith('early');
  desk.projects.outage = 'network';
  const ahead = new Desk({ beside: desk });
  const visit = await ahead.edit(7);
  visit.editor.apply(typed('early and more'));
  await desk.clock.pass(1500);
  // The clock of the server is right.
  desk.clock.turn(-3_600_000);
  desk.projects.outage = null;
  await desk.clock.pass(120_000);
  expect([ahead.stores.save.state, desk.serverText]).toEqual(['saved', 'early and more']);
  ahead.kill();
  desk.records.isFull = true;
  const last = new Desk({ beside: desk });
  const { editor } = await last.edit(7);
  editor.apply(typed('saved'));
  await desk.clock.pass(5000);
  desk.projects.outage = 'network';
  editor.apply(typed('unsent'));
  await desk.clock.pass(1500);
  last.kill();
  desk.projects.outage = null;
  desk.records.isFull = false;
  expect(await openAgain()).toEqual(['unsent', 'saved', '[]']);
});

it('says that the device does not keep work that becomes no text, and keeps it again once it does [STORE-9]', async () => {
  const { editor } = await desk.edit(7);
  desk.projects.outage = 'network';
  // A BigInt is refused like a text that is longer than a browser makes one.
  editor.apply([{ type: 'setData', id: 'idea', data: { value: 2n ** 29n } }]);
  await desk.clock.pass(2000);
  expect(desk.notices.map(({ titleKey }) => titleKey)).toEqual(['toast.storageFullTitle']);
  desk.page.turn('hidden');
  await desk.clock.pass(1000);
  editor.apply(typed('short words'));
  await desk.clock.pass(1000);
  desk.kill();
  const again = new Desk({ beside: desk });
  await again.edit(7);
  expect([again.openedText, desk.notices.length]).toEqual(['short words', 1]);
});
