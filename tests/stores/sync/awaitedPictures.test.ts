import { beforeEach, describe, expect, it } from 'vitest';
import type { FlowNode } from '../../../src/engine';
import type { OpenEditor } from '../../../src/stores/EditorSession';
import { Desk } from '../support/Desk';
import { failure } from '../support/FakeProjects';
import { aPng } from '../support/files';
import { desk, setUpDesk } from '../support/setUpDesk';
import { typed } from '../support/snapshots';

setUpDesk();

/** Photos of this many bytes; three of them are too long for the journal itself. */
const photos = (count: number, bytes = 600_000): File[] =>
  Array.from(
    { length: count },
    (_, index) => new File([aPng(), String(index).repeat(bytes)], `${index}.png`, { type: 'image/png' }),
  );

const DROP = { x: 0, y: 900 };

const picturesIn = (nodes: readonly FlowNode[] = []): unknown[] =>
  nodes.flatMap(({ type, data }) => (type === 'imageUpload' ? [data.value] : []));

const shownIn = ({ editor }: OpenEditor): unknown[] => picturesIn(editor.document.allNodes());
const onServer = (): unknown[] => picturesIn(desk.projects.snapshotOf(7)?.nodes);

/** Records beside the journals of project 7, and the length of the longest journal. */
const kept = () => {
  const entries = [...desk.records.entries];
  const journals = entries.filter(([key]) => key.startsWith('journal/'));
  return {
    pictures: entries.filter(([key]) => key.startsWith('picture/')).length,
    journal: Math.max(...journals.map(([, journal]) => JSON.stringify(journal).length)),
  };
};

const A_PHOTO = expect.stringMatching(/^data:image\/png;base64,iVBOR/);
const URLS = ['/files/1.png', '/files/2.png', '/files/3.png'];

/** Each upload of a desk ends when its function is called, with the url of its number. */
function slowUploads(of: Desk): (() => void)[] {
  const ends: (() => void)[] = [];
  of.upload = () => new Promise((resolve) => ends.push(() => resolve(`/files/${ends.length}.png`)));
  return ends;
}

/** Every upload of a desk ends at once. */
function quickUploads(of: Desk): void {
  let count = 0;
  of.upload = async () => `/files/${(count += 1)}.png`;
}

let open: OpenEditor;
let ends: (() => void)[];

/** Drops three photos, which begin to go up. */
async function dropPhotos(at = desk): Promise<void> {
  open = await at.edit(7);
  ends = slowUploads(at);
  void open.uploads.addFiles(photos(3), DROP);
  await at.clock.pass(1000);
}

describe('a large drop of photos', () => {
  beforeEach(async () => {
    await dropPhotos();
  });

  it('is kept beside the journal, which stays short and goes on with the other work [PIC-2] [SAVE-16]', async () => {
    open.editor.apply(typed('written meanwhile'));
    await desk.clock.pass(2500);
    expect(kept().pictures).toBeGreaterThan(1);
    expect(kept().journal).toBeLessThan(1_200_000);
    expect([desk.serverText, onServer()]).toEqual(['written meanwhile', [undefined, undefined, undefined]]);
    for (let turn = 0; turn < 3; turn += 1) {
      ends[turn]?.();
      await desk.clock.pass(1000);
    }
    await desk.clock.pass(3000);
    expect([onServer(), desk.stores.save.state]).toEqual([URLS, 'saved']);
    expect(kept()).toMatchObject({ pictures: 0 });
    expect(desk.projects.patches.map(({ text }) => text).join()).not.toContain('data:');
  });

  it.each([
    ['before anything was saved', 0],
    ['after the other work was saved', 5000],
  ])('comes back and goes up after a crash, %s [PIC-3]', async (_when, ms) => {
    await desk.clock.pass(ms);
    open.editor.apply(typed('last words'));
    await desk.clock.pass(500);
    desk.kill();
    const again = new Desk({ beside: desk });
    slowUploads(again);
    const reopened = await again.edit(7);
    expect([again.openedText, shownIn(reopened)]).toEqual(['last words', [A_PHOTO, A_PHOTO, A_PHOTO]]);
    again.kill();
    const third = new Desk({ beside: desk });
    quickUploads(third);
    expect(shownIn(await third.edit(7))).toEqual(URLS);
    await third.clock.pass(3000);
    expect([onServer(), desk.serverText, kept().pictures]).toEqual([URLS, 'last words', 0]);
    expect(desk.projects.stored.size, 'no copy was needed').toBe(1);
  });

  it('comes back on top of what others have saved meanwhile', async () => {
    await desk.clock.pass(3000);
    desk.kill();
    await desk.saveElsewhere([
      { op: 'remove', path: '/nodes/1' },
      { op: 'replace', path: '/nodes/1/position', value: { x: 30, y: 30 } },
    ]);
    const again = new Desk({ beside: desk });
    quickUploads(again);
    const reopened = await again.edit(7);
    expect(shownIn(reopened)).toEqual(URLS);
    await again.clock.pass(3000);
    expect([onServer(), desk.projects.stored.size]).toEqual([URLS, 1]);
    expect(desk.projects.snapshotOf(7)?.nodes[1]?.position).toEqual({ x: 30, y: 30 });
  });

  it('stays undone after a crash, and leaves nothing on the device', async () => {
    await desk.clock.pass(3000);
    open.editor.undo();
    await desk.clock.pass(3000);
    expect([onServer(), kept().pictures]).toEqual([[], 0]);
    open.editor.redo();
    await desk.clock.pass(3000);
    expect([onServer(), kept().pictures]).toEqual([[undefined, undefined, undefined], expect.any(Number)]);
    open.editor.undo();
    await desk.clock.pass(500);
    desk.kill();
    expect(shownIn(await new Desk({ beside: desk }).edit(7))).toEqual([]);
  });

  it('waits for a url also while the file store is out of order, and says so [PIC-3]', async () => {
    desk.upload = async () => Promise.reject(failure(503));
    ends[0]?.();
    await desk.clock.pass(5000);
    expect([onServer(), desk.stores.save.state]).toEqual([['/files/1.png', undefined, undefined], 'retrying']);
    quickUploads(desk);
    await desk.clock.pass(60_000);
    expect([onServer(), desk.stores.save.state]).toEqual([['/files/1.png', '/files/1.png', '/files/2.png'], 'saved']);
  });

  it('travels as it is where the server refuses it', async () => {
    await desk.clock.pass(3000);
    open.editor.undo();
    desk.upload = async () => Promise.reject(failure(415));
    await open.uploads.addFiles(photos(1), DROP);
    await desk.clock.pass(4000);
    expect([onServer(), desk.stores.save.state]).toEqual([[A_PHOTO], 'saved']);
  });

  it('is seen by another tab without its pictures, then with them; neither tab makes a copy', async () => {
    const beside = new Desk({ beside: desk });
    const there = await beside.edit(7);
    expect(shownIn(there)).toEqual([undefined, undefined, undefined]);
    there.editor.apply(typed('of the other tab'));
    await desk.clock.pass(5000);
    for (let turn = 0; turn < 3; turn += 1) {
      ends[turn]?.();
      await desk.clock.pass(1000);
    }
    await desk.clock.pass(5000);
    expect([shownIn(there), onServer()]).toEqual([URLS, URLS]);
    expect([desk.serverText, desk.openedText, desk.projects.stored.size]).toEqual([
      'of the other tab',
      'of the other tab',
      1,
    ]);
  });

  it('goes up at the next visit when the project is left; what fits a save travels at once', async () => {
    open.editor.apply(typed('last words'));
    await desk.stores.closeProject();
    expect([desk.serverText, onServer()]).toEqual(['last words', [A_PHOTO, A_PHOTO, A_PHOTO]]);
    quickUploads(desk);
    expect(shownIn(await desk.edit(7))).toEqual(URLS);
  });

  it('is said to be on this page only where the device has no room for it [STORE-9]', async () => {
    desk.records.isFull = true;
    void open.uploads.addFiles(photos(3), DROP);
    await desk.clock.pass(2000);
    expect(desk.notices.map(({ titleKey }) => titleKey)).toEqual(['toast.storageFullTitle']);
    expect(await open.keepOnDevice()).toBe(false);
    desk.records.isFull = false;
    expect(await open.keepOnDevice()).toBe(true);
    desk.kill();
    expect(shownIn(await new Desk({ beside: desk }).edit(7))).toHaveLength(6);
  });
});

it('goes on in the tab beside when the one with the photos is closed', async () => {
  const first = await desk.edit(7);
  quickUploads(desk);
  const second = new Desk({ beside: desk });
  await dropPhotos(second);
  await desk.clock.pass(3000);
  second.kill();
  await desk.clock.pass(90_000);
  expect([shownIn(first), onServer()]).toEqual([URLS, URLS]);
  expect([kept().pictures, desk.projects.stored.size, desk.stores.save.state]).toEqual([0, 1, 'saved']);
});

it('keeps no other work waiting at the next start, though it is more than a save may hold', async () => {
  open = await desk.edit(7);
  slowUploads(desk);
  await desk.clock.pass(0);
  void open.uploads.addFiles(photos(2, 6_500_000), DROP);
  await desk.clock.pass(1000);
  desk.network.set(false);
  open.editor.apply(typed('last words'));
  await desk.clock.pass(1000);
  desk.kill();
  const nextDay = new Desk({ beside: desk });
  const stop = nextDay.stores.start();
  await desk.clock.pass(3000);
  stop();
  expect([desk.serverText, onServer(), kept().pictures]).toEqual(['last words', [undefined, undefined], 2]);
  quickUploads(nextDay);
  expect(shownIn(await nextDay.edit(7))).toEqual(URLS.slice(0, 2));
  await desk.clock.pass(3000);
  expect([onServer(), kept().pictures, nextDay.stores.save.state]).toEqual([URLS.slice(0, 2), 0, 'saved']);
});

/** That build knows neither of the records nor of the operations that name them. */
const forgetJournal = (slot: string): void => {
  for (const key of desk.records.entries.keys()) {
    if (!key.startsWith('picture/') && key.includes(slot)) desk.records.entries.delete(key);
  }
};

describe('photos beside a journal that a tab of an earlier build has taken over', () => {
  it('come back at the next visit of this build, from the same slot', async () => {
    await dropPhotos();
    await desk.clock.pass(3000);
    desk.kill();
    desk.storage.clear();
    const journal = desk.records.entries.get('journal/7/jin') as object;
    desk.records.entries.set('journal/7/jin', { ...journal, patches: '[]' });
    const again = new Desk({ beside: desk });
    quickUploads(again);
    expect(shownIn(await again.edit(7))).toEqual([undefined, ...URLS.slice(0, 2)]);
    await again.clock.pass(3000);
    expect([onServer(), kept().pictures]).toEqual([[undefined, ...URLS.slice(0, 2)], 0]);
  });

  it('come back from the slot of a closed tab, and are set aside where their node has another picture', async () => {
    await desk.edit(7);
    const second = new Desk({ beside: desk });
    await dropPhotos(second);
    await desk.clock.pass(3000);
    second.kill();
    forgetJournal('/7/jin/');
    desk.kill();
    const at = desk.projects.snapshotOf(7)?.nodes.length ?? 0;
    await desk.saveElsewhere([{ op: 'add', path: `/nodes/${at - 1}/data/value`, value: '/files/theirs.png' }]);
    const third = new Desk({ beside: desk });
    quickUploads(third);
    expect(shownIn(await third.edit(7))).toEqual([undefined, '/files/1.png', '/files/theirs.png']);
    await third.clock.pass(3000);
    expect([onServer(), kept().pictures, third.stores.save.state]).toEqual([
      [undefined, '/files/1.png', '/files/theirs.png'],
      0,
      'aside',
    ]);
  });
});
