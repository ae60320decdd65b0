import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorSession } from '../../src/stores/EditorSession';
import { Thumbnails } from '../../src/stores/sync/device/Thumbnails';
import { Desk } from './support/Desk';
import { SmallStorage } from './support/fakes';
import { art, canvas, prompt } from './support/snapshots';

const KEY = 'flow-thumbnails';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const LATER = 'data:image/png;base64,iVBORw0KGgoA';

let desk: Desk;
let session: EditorSession;
const capture = vi.fn<() => Promise<Blob | string>>();

/** One minute less a millisecond passes after the last change to the project, then the rest of it. */
const NEARLY_A_MINUTE_MS = 59_999;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  capture.mockReset().mockResolvedValue(PNG);
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea'), art('art', '/files/a.png')]));
  session = desk.stores.openProject(7);
  await desk.clock.pass(0);
  if (session.status !== 'ready') throw new Error(`the project is ${session.status}`);
  session.setThumbnailCapture(capture);
});

describe('the thumbnail of an open project', () => {
  it('is taken every 60 s and kept for its project [THUMB-1] [THUMB-3]', async () => {
    const other = { projectId: 8, thumbnail: PNG, timestamp: 1 };
    desk.storage.setItem(KEY, JSON.stringify([other]));
    await desk.clock.pass(NEARLY_A_MINUTE_MS);
    expect(capture).not.toHaveBeenCalled();
    await desk.clock.pass(1);
    const entry = { projectId: '7', memberId: 'jin', thumbnail: PNG, timestamp: desk.clock.now() };
    expect(desk.read(KEY)).toEqual([{ ...other, projectId: '8' }, entry]);

    capture.mockResolvedValue(LATER);
    session.open?.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 0, y: 300 } }]);
    await desk.clock.pass(60_000);
    expect(desk.read(KEY)).toEqual([
      { ...other, projectId: '8' },
      { projectId: '7', memberId: 'jin', thumbnail: LATER, timestamp: entry.timestamp + 60_000 },
    ]);
    expect(capture).toHaveBeenCalledTimes(2);
  });

  it('is taken again when a picture came that was missing, and not while nothing looks different [THUMB-1]', async () => {
    await desk.clock.pass(180_000);
    expect(capture).toHaveBeenCalledOnce();
    const saves = desk.projects.patches.length;
    session.open?.editor.repaint('pictures', new Set(['art']));
    await desk.clock.pass(60_000);
    expect(capture).toHaveBeenCalledTimes(2);
    expect(desk.projects.patches).toHaveLength(saves);
  });

  it('is forgotten here once the server has it [THUMB-5]', async () => {
    await desk.clock.pass(60_000);
    desk.projects.troubles = [{ status: 503 }];
    await desk.stores.closeProject();
    expect(desk.read(KEY)).toMatchObject([{ projectId: '7' }]);

    await desk.open(7);
    await desk.stores.closeProject();
    expect(desk.projects.thumbnails.get(7)?.type).toBe('image/png');
    expect(desk.read(KEY)).toBeNull();
  });

  it('is not taken by a closing tab; a stored one is sent at the next start [THUMB-8]', async () => {
    await desk.clock.pass(60_000);
    session.open?.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 0, y: 300 } }]);
    desk.page.turn('closing');
    await desk.clock.pass(0);
    expect(capture).toHaveBeenCalledOnce();
    expect(desk.projects.thumbnails.size).toBe(0);

    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(1000);
    expect(desk.projects.thumbnails.get(7)?.type).toBe('image/png');
    expect(desk.read(KEY)).toBeNull();
  });

  it('is sent as it was captured, and not read back from its text, which takes long of a large one [THUMB-12]', async () => {
    const picture = new Blob(['painted'], { type: 'image/png' });
    capture.mockResolvedValue(picture);
    const atob = vi.spyOn(globalThis, 'atob');
    await desk.stores.closeProject();
    expect(desk.projects.thumbnails.get(7)).toBe(picture);
    expect(atob).not.toHaveBeenCalled();
  });

  it('is sent when the page is hidden', async () => {
    desk.page.turn('hidden');
    await desk.clock.pass(0);
    expect(desk.projects.thumbnails.get(7)?.type).toBe('image/png');
  });
});

describe('the kept thumbnails', () => {
  it.each([['7'], [7]])('are of project 7 whether its id is kept as %j [THUMB-4]', (projectId) => {
    const storage = new SmallStorage();
    storage.setItem(KEY, JSON.stringify([{ projectId, thumbnail: 'local', timestamp: 0 }]));
    const thumbnails = new Thumbnails(storage, async () => null);
    const listed = [7, 70].map((id) => ({ projectId: id, name: '', updatedAt: '2026-11-21T09:00Z', thumbnail: null }));
    expect(thumbnails.choose(listed).map(({ thumbnail }) => thumbnail)).toEqual(['local', null]);
    thumbnails.remove(7);
    expect(storage.getItem(KEY)).toBeNull();
  });

  it('are the readable ones of a list', () => {
    const storage = new SmallStorage();
    const entry = { projectId: '7', thumbnail: PNG, timestamp: 5 };
    storage.setItem(KEY, JSON.stringify([null, { projectId: 8 }, entry, 'x']));
    expect(new Thumbnails(storage, async () => null).list()).toEqual([entry]);
  });

  it('drop the picture that fits in no size, and keep the others [THUMB-6]', async () => {
    const storage = new SmallStorage(200);
    const small = { projectId: '8', thumbnail: PNG, timestamp: 1 };
    storage.setItem(KEY, JSON.stringify([small]));
    const thumbnails = new Thumbnails(storage, async () => 'x'.repeat(400));
    await thumbnails.keep({ projectId: '7', thumbnail: 'x'.repeat(500), timestamp: 5 });
    expect(thumbnails.list()).toEqual([small]);
    expect(console.warn).toHaveBeenCalledWith('the thumbnail could not be kept on this device');
  });
});
