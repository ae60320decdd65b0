import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../../../src/engine';
import { Desk, MIA } from '../../support/Desk';
import { SmallStorage } from '../../support/fakes';
import { art, canvas, prompt, retype, textOf } from '../../support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
});

/** By itself more than the two keys may hold. */
const LONG = '물'.repeat(2 * 1024 * 1024);

describe('which copy is newer', () => {
  beforeEach(() => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
  });

  it('pushes a newer bare local copy, by its timestamp [LOAD-4]', async () => {
    desk.leaveCopy(canvas([prompt('idea', 'mine')]), '2026-11-21T09:00:05.000Z');
    await desk.open(7);
    expect([desk.openedText, desk.serverText]).toEqual(['mine', 'mine']);
    expect(desk.projects.calls).toContain('POST 7');
  });

  it('corrects a wrong clock by the Date header before it compares [LOAD-4]', async () => {
    // This device is an hour ahead: 9:30 on it was 8:30.
    desk.projects.clockOffsetMs = -3_600_000;
    desk.leaveCopy(canvas([prompt('idea', 'old work')]), '2026-11-21T09:30:00.000Z');
    await desk.open(7);
    expect([desk.openedText, desk.serverText]).toEqual(['server', 'server']);
  });

  it("takes the server's copy when nothing is unsent, whatever the timestamps say [LOAD-3]", async () => {
    desk.leaveCopy(canvas([prompt('idea', 'invalidate')]), '2030-01-01T00:00:00.000Z');
    desk.leaveChange(1, []);
    await desk.open(7);
    expect([desk.openedText, desk.serverText]).toEqual(['server', 'server']);
  });

  it('sends unsent work that is based on the revision of the server [LOAD-3]', async () => {
    desk.leaveCopy(canvas([prompt('idea', 'server')]), '2026-11-21T09:00:00.000Z');
    desk.leaveChange(1, retype('unsent'));
    await desk.open(7);
    expect(desk.openedText).toBe('unsent');
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('unsent');
    expect(desk.projects.patches).toHaveLength(1);
  });

  it('merges unsent work that is based on an older revision [LOAD-3]', async () => {
    desk.leaveCopy(canvas([prompt('idea', 'server')]), '2026-11-21T09:00:00.000Z');
    desk.leaveChange(1, [{ op: 'add', path: '/nodes/1', value: art('mine') }]);
    desk.projects.editElsewhere(7, retype('elsewhere'));
    await desk.open(7);
    await desk.clock.pass(3000);
    expect(desk.projects.snapshotOf(7)?.nodes.map(({ id }) => id)).toEqual(['idea', 'mine']);
    expect(desk.serverText).toBe('elsewhere');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('keeps the lost part of such a merge as a project of its own [MERGE-5]', async () => {
    desk.leaveCopy(canvas([prompt('idea', 'server')]), '2026-11-21T09:00:00.000Z');
    desk.leaveChange(1, retype('mine'));
    desk.projects.editElsewhere(7, retype('elsewhere'));
    await desk.open(7);
    await desk.clock.pass(3000);
    expect(desk.openedText).toBe('elsewhere');
    const copy = desk.projects.stored.get(desk.stores.save.copyProjectId ?? 0);
    expect(textOf(copy?.snapshot)).toBe('mine');
  });

  it.each([
    ['a broken local copy', '{"pid":7,"name":"x","timestamp":"2030-01-01T00:00:00.000Z","snapshot":{"nodes":[{}]}}'],
    ['a local copy that was cut off', '{"pid":7,"na'],
    [
      'a local copy of a newer version',
      JSON.stringify({ pid: 7, name: 'x', timestamp: '2030-01-01T00:00:00.000Z', version: 2, snapshot: canvas([]) }),
    ],
  ])('sets aside %s [LOAD-9]', async (_what, text) => {
    desk.storage.setItem('flow_latest', text);
    await desk.open(7);
    expect([desk.openedText, desk.serverText]).toEqual(['server', 'server']);
    const aside = [...desk.records.entries].find(([key]) => key.startsWith('aside/7/'));
    expect(aside?.[1]).toBe(text);
  });

  it('sets unsent changes aside that do not fit their copy [LOAD-9]', async () => {
    desk.leaveCopy(canvas([]), '2026-11-21T09:00:00.000Z');
    desk.leaveChange(1, retype('nowhere'));
    await desk.open(7);
    expect(desk.openedText).toBe('server');
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);
  });

  it.each([
    ['take its nodes away', [{ op: 'replace', path: '/nodes', value: 7 }]],
    ['leave nothing of it', [{ op: 'replace', path: '', value: null }]],
  ])('sets unsent changes aside that %s [LOAD-9]', async (_how, patches) => {
    desk.leaveCopy(canvas([prompt('idea', 'server')]), '2026-11-21T09:00:00.000Z');
    desk.leaveChange(1, patches);
    await desk.open(7);
    expect([desk.openedText, desk.serverText]).toEqual(['server', 'server']);
    expect([...desk.records.entries.keys()].some((key) => key.startsWith('aside/7/'))).toBe(true);
  });

  it("neither applies nor sends another member's copy, and keeps it for its owner [LOAD-9] [STORE-10]", async () => {
    desk.leaveCopy(canvas([prompt('idea', 'server')]), '2026-11-21T09:00:00.000Z');
    desk.leaveChange(1, retype("Jin's"));
    desk.member = MIA;
    await desk.open(7);
    await desk.clock.pass(3000);
    expect([desk.openedText, desk.serverText]).toEqual(['server', 'server']);
    expect(desk.records.entries.get('journal/7/jin')).toMatchObject({
      patches: JSON.stringify(retype("Jin's")),
    });
  });
});

describe('a killed tab', () => {
  beforeEach(() => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
  });

  it('loses at most its last second, offline as well [STORE-4]', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'written' } }]);
    await desk.clock.pass(450);
    expect(desk.read('flow_latest_change')).toMatchObject({ revision: 1, patches: retype('written') });

    const again = new Desk({ beside: desk });
    desk.projects.outage = 'network';
    const { editor: recovered } = await again.edit(7);
    expect(textOf(recovered.snapshot())).toBe('written');
  });

  it('recovers from the browser keys alone, and from the large store alone [STORE-7] [STORE-8]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'written' } }]);
    await desk.clock.pass(3000);

    const withoutRecords = new Desk({ beside: desk });
    withoutRecords.records.isBroken = true;
    expect(textOf((await withoutRecords.edit(7)).editor.snapshot())).toBe('written');
    desk.records.isBroken = false;
    const withoutKeys = new Desk({ beside: desk, storage: new SmallStorage() });
    expect(textOf((await withoutKeys.edit(7)).editor.snapshot())).toBe('written');
  });

  it('recovers what was acknowledged since the whole copy was written, offline [STORE-2] [STORE-7]', async () => {
    const { editor } = await desk.edit(7);
    for (const value of ['one', 'two']) {
      editor.apply([{ type: 'setData', id: 'idea', data: { value } }]);
      await desk.clock.pass(3000);
    }
    expect(textOf((desk.read('flow_latest') as { snapshot: Snapshot }).snapshot)).toBe('server');
    expect(desk.read('flow_latest_change')).toMatchObject({ revision: 3, patches: [] });

    desk.projects.outage = 'network';
    const again = new Desk({ beside: desk });
    expect(textOf((await again.edit(7)).editor.snapshot())).toBe('two');
  });

  it('keeps acknowledged work under one offline visit after another', async () => {
    const { editor } = await desk.edit(7);
    editor.apply([{ type: 'addNode', node: prompt('more') }]);
    await desk.clock.pass(3000);
    desk.kill();

    desk.projects.outage = 'network';
    for (const [before, value] of [
      ['', 'first ride'],
      ['first ride', 'second ride'],
    ]) {
      const train = new Desk({ beside: desk });
      const visit = await train.edit(7);
      expect(visit.editor.document.node('more')?.data.value).toBe(before);
      visit.editor.apply([{ type: 'setData', id: 'more', data: { value } }]);
      await desk.clock.pass(3000);
      train.kill();
    }

    desk.projects.outage = null;
    const home = new Desk({ beside: desk });
    await home.edit(7);
    await desk.clock.pass(3000);
    expect(desk.projects.snapshotOf(7)?.nodes.map(({ data }) => data.value)).toEqual(['server', 'second ride']);
  });

  it('keeps two tabs on two projects apart [STORE-8]', async () => {
    desk.projects.put(8, canvas([prompt('idea', 'eight')]));
    const other = new Desk({ beside: desk });
    const seven = await desk.edit(7);
    const eight = await other.edit(8);
    desk.projects.outage = 'network';
    seven.editor.apply([{ type: 'setData', id: 'idea', data: { value: 'seven, unsent' } }]);
    eight.editor.apply([{ type: 'setData', id: 'idea', data: { value: 'eight, unsent' } }]);
    await desk.clock.pass(3000);

    desk.kill();
    other.kill();
    desk.projects.outage = null;
    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(2000);
    expect(desk.serverText).toBe('seven, unsent');
    expect(textOf(desk.projects.snapshotOf(8))).toBe('eight, unsent');
  });
});

describe('room on the device', () => {
  it('has three keys in the small store [STORE-3]', async () => {
    desk.projects.put(7, canvas([prompt('idea')]));
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => 'data:image/png;base64,AA');
    session.open?.editor.apply([{ type: 'setData', id: 'idea', data: { value: 'written' } }]);
    await desk.clock.pass(70_000);
    const keys = Array.from({ length: desk.storage.length }, (_, index) => desk.storage.key(index));
    expect(new Set(keys)).toEqual(new Set(['flow_latest', 'flow_latest_change', 'flow-thumbnails']));
  });

  it('moves home with its save on its way, as another project takes the two keys', async () => {
    desk.projects.put(8, canvas([prompt('idea')]));
    const sending = { key: 'once', text: JSON.stringify(retype('sent')) };
    desk.leaveCopy(canvas([prompt('idea', 'server')]), desk.clock.iso());
    const change = {
      pid: 7,
      memberId: 'jin',
      revision: 1,
      timestamp: desk.clock.iso(),
      patches: retype('sent'),
      sending,
    };
    desk.storage.setItem('flow_latest_change', JSON.stringify(change));
    await desk.open(8);
    expect(desk.records.entries.get('journal/7/jin')).toMatchObject({ sending });
  });

  it('keeps a canvas above 2 MB in the large store only [STORE-6]', async () => {
    desk.projects.put(7, canvas([prompt('idea', LONG)]));
    await desk.open(7);
    expect(desk.storage.getItem('flow_latest')).toBeNull();
    desk.projects.outage = 'network';
    const again = new Desk({ beside: desk });
    expect(textOf((await again.edit(7)).editor.snapshot())).toBe(LONG);
  });

  it('takes a copy into the large store once the page has drawn, or with the first change', async () => {
    const whole = 'whole/7/jin';
    desk.projects.put(7, canvas([prompt('idea', LONG)]));
    desk.clock.busyMs = 60_000;
    const { editor } = await desk.edit(7, 500);
    expect(desk.records.entries.has(whole)).toBe(false);
    expect(desk.read('flow_latest_change')).toMatchObject({ revision: 1, patches: [] });
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'early' } }]);
    await desk.clock.pass(400);
    expect(desk.records.entries.has(whole)).toBe(true);
    desk.kill();
    desk.projects.outage = 'network';
    expect(textOf((await new Desk({ beside: desk }).edit(7)).editor.snapshot())).toBe('early');

    const calm = new Desk();
    calm.projects.put(7, canvas([prompt('idea', LONG)]));
    calm.clock.busyMs = 60_000;
    await calm.edit(7, 500);
    await calm.clock.pass(59_000);
    expect(calm.records.entries.has(whole)).toBe(false);
    await calm.clock.pass(1000);
    expect(calm.records.entries.has(whole)).toBe(true);
  });

  it('has the steps since a copy that the large store took late', async () => {
    desk.projects.put(7, canvas([prompt('idea', LONG), prompt('other')]));
    desk.records.isBroken = true;
    const { editor } = await desk.edit(7);
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'sent' } }]);
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('sent');
    desk.records.isBroken = false;
    desk.network.set(false);
    editor.apply([{ type: 'setData', id: 'other', data: { value: 'unsent' } }]);
    await desk.clock.pass(1000);
    desk.kill();
    desk.projects.outage = 'network';
    const { nodes } = (await new Desk({ beside: desk }).edit(7)).editor.snapshot();
    expect(nodes.map(({ data }) => data.value)).toEqual(['sent', 'unsent']);
  });

  it('drops thumbnails first when the store is full, and keeps the previous good copy [STORE-9]', async () => {
    const storage = new SmallStorage(900);
    desk = new Desk({ storage });
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    const thumbnail = { projectId: '9', thumbnail: `data:image/png;base64,${'A'.repeat(600)}`, timestamp: 1 };
    storage.setItem('flow-thumbnails', JSON.stringify([thumbnail]));
    const { editor } = await desk.edit(7);
    expect(storage.getItem('flow-thumbnails')).toBeNull();
    const good = storage.getItem('flow_latest');

    desk.projects.outage = 'network';
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'x'.repeat(2000) } }]);
    await desk.clock.pass(3000);
    expect(storage.getItem('flow_latest')).toBe(good);
    expect(desk.notices).toEqual([]);
    const again = new Desk({ beside: desk });
    expect(textOf((await again.edit(7)).editor.snapshot())).toBe('x'.repeat(2000));
  });

  it('says so once when nothing on the device could take the work [STORE-9]', async () => {
    const storage = new SmallStorage(900);
    desk = new Desk({ storage });
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    const { editor } = await desk.edit(7);
    desk.records.isBroken = true;
    for (const length of [2000, 3000]) {
      editor.apply([{ type: 'setData', id: 'idea', data: { value: 'x'.repeat(length) } }]);
      await desk.clock.pass(3000);
    }
    expect(desk.notices.map(({ titleKey }) => titleKey)).toEqual(['toast.storageFullTitle']);
    expect(desk.serverText).toBe('x'.repeat(3000));
  });

  it('works without any store in the browser', async () => {
    const storage = new SmallStorage();
    for (const verb of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(storage, verb).mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError');
      });
    }
    desk = new Desk({ storage });
    desk.records.isBroken = true;
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    const { editor } = await desk.edit(7);
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'written' } }]);
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('written');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('writes the whole copy at most once a minute, when idle [STORE-5]', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    const { editor } = await desk.edit(7);
    const writes = vi.spyOn(desk.storage, 'setItem');
    for (let round = 0; round < 30; round += 1) {
      editor.apply([{ type: 'setData', id: 'idea', data: { value: String(round) } }]);
      await desk.clock.pass(4000);
    }
    const wholes = (): number => writes.mock.calls.filter(([key]) => key === 'flow_latest').length;
    expect(wholes()).toBeLessThanOrEqual(2);
    await desk.clock.pass(70_000);
    expect(textOf((desk.read('flow_latest') as { snapshot: Snapshot }).snapshot)).toBe('29');
    const settled = wholes();
    await desk.clock.pass(300_000);
    expect(wholes()).toBe(settled);
  });
});
