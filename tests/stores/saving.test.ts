import { beforeEach, describe, expect, it, vi } from 'vitest';
import { backoffMs } from '../../src/stores/autosave/backoff';
import { Desk, JIN, MIA } from './support/Desk';
import { art, canvas, pipe, prompt, typed } from './support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea'), art('art')], [pipe('idea', 'art')]));
});

const patchesSent = (): unknown[] => desk.projects.patches.map(({ text }) => JSON.parse(text) as unknown);

describe('an afternoon of saving', () => {
  it('sends only what changed, once it has been quiet for a second [SAVE-2] [SAVE-7]', async () => {
    const { editor } = await desk.edit(7);
    expect(desk.stores.save.state).toBe('saved');

    for (const word of ['강', '강가', '강가의 ', '강가의 집']) {
      editor.run(typed(word));
      await desk.clock.pass(700);
    }
    expect(desk.projects.patches).toEqual([]);
    expect(desk.stores.save.state).toBe('saving');

    await desk.clock.pass(2000);
    expect(patchesSent()).toEqual([[{ op: 'replace', path: '/nodes/0/data/value', value: '강가의 집' }]]);
    expect(desk.serverText).toBe('강가의 집');
    expect(desk.stores.save.state).toBe('saved');

    await desk.clock.pass(10_000);
    expect(desk.projects.patches).toHaveLength(1);
  });

  it('is looked after once a second, and left alone while the last change is younger than that [SAVE-1]', async () => {
    const begun: number[] = [];
    const { every } = desk.clock;
    vi.spyOn(desk.clock, 'every').mockImplementation((periodMs, run) => {
      if (periodMs === 1000) begun.push(desk.clock.now());
      return every(periodMs, run);
    });
    const { editor } = await desk.edit(7);
    expect(begun).toHaveLength(1);
    const [startedAt = 0] = begun;
    /** Until the nth check, and so many milliseconds more. */
    const passTo = (check: number, more = 0): Promise<void> =>
      desk.clock.pass(startedAt + check * 1000 + more - desk.clock.now());

    await passTo(2, 1);
    editor.run(typed('999 ms before the third'));
    await passTo(3);
    expect(desk.projects.patches).toEqual([]);
    await passTo(3, 999);
    expect(desk.projects.patches).toEqual([]);
    await passTo(4);
    expect(desk.serverText).toBe('999 ms before the third');

    await passTo(6);
    editor.run(typed('1000 ms before the seventh'));
    await passTo(6, 999);
    expect(desk.serverText).toBe('999 ms before the third');
    await passTo(7);
    expect(desk.serverText).toBe('1000 ms before the seventh');
    expect(desk.projects.patches).toHaveLength(2);
  });

  it('sends nothing for what was taken back [SAVE-2]', async () => {
    const { editor } = await desk.edit(7);
    editor.run(typed('a slip'));
    await desk.clock.pass(300);
    editor.undo();
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);
    expect(desk.stores.save.state).toBe('saved');
  });

  it('keeps the view, but never the selection', async () => {
    const { editor } = await desk.edit(7);
    editor.select({ nodes: new Set(['idea']) });
    expect(desk.stores.save.state).toBe('saved');
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);
    editor.viewport.setCamera({ x: 30, y: 0, zoom: 2 });
    await desk.clock.pass(3000);
    expect(desk.projects.snapshotOf(7)?.viewport).toEqual({ x: 30, y: 0, zoom: 2 });
  });

  it('lets later edits join the next save while one is in flight [SAVE-5] [SAVE-7]', async () => {
    const { editor } = await desk.edit(7);
    let answer: () => void = vi.fn();
    const patchCanvas = desk.projects.patchCanvas;
    vi.spyOn(desk.projects, 'patchCanvas').mockImplementationOnce(async (...call) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return patchCanvas(...call);
    });
    editor.run(typed('one'));
    await desk.clock.pass(3000);
    editor.run(typed('two'));
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);

    answer();
    await desk.clock.pass(0);
    expect(desk.serverText).toBe('one');
    expect(desk.stores.save.state).toBe('saving');
    await desk.clock.pass(2000);
    expect(desk.serverText).toBe('two');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('repeats a save whose answer was lost with the same key and body, and the server applies it once [SAVE-4]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = ['timeoutAfterCommit', { status: 502 }];
    editor.run([{ type: 'addNode', node: prompt('more', 'x') }]);
    await desk.clock.pass(2500);
    expect(desk.stores.save.state).toBe('retrying');
    editor.run(typed('typed meanwhile'));

    await desk.clock.pass(10_000);
    const [first, second, third] = desk.projects.patches;
    expect([second, third]).toEqual([first, first]);
    expect(desk.projects.snapshotOf(7)?.nodes.map(({ id }) => id)).toEqual(['idea', 'art', 'more']);
    expect(desk.serverText).toBe('typed meanwhile');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('waits for its own save that is still being applied, without another key', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = ['timeoutAfterCommit', { status: 409, code: 'stillRunning' }];
    editor.run(typed('slow disk'));
    await desk.clock.pass(10_000);
    expect(new Set(desk.projects.patches.map(({ key }) => key)).size).toBe(1);
    expect(desk.projects.patches).toHaveLength(3);
    expect(desk.stores.save.state).toBe('saved');
  });

  it('starts over from the canvas of the server when a patch does not fit it', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = [{ status: 409, code: 'pathMissing' }];
    editor.run(typed('again'));
    await desk.clock.pass(10_000);
    expect(new Set(desk.projects.patches.map(({ key }) => key)).size).toBe(2);
    expect(desk.serverText).toBe('again');
  });

  it('says that the server is full, keeps the work here, and saves it once there is room', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 507, code: 'diskFull' };
    editor.run(typed('kept'));
    await desk.clock.pass(10_000);
    expect(desk.stores.save.state).toBe('serverFull');
    desk.projects.outage = null;
    await desk.clock.pass(60_000);
    expect(desk.serverText).toBe('kept');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('backs off up to half a minute and says what is wrong [SAVE-6]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 503 };
    editor.run(typed('kept'));
    await desk.clock.pass(60_000);
    expect(desk.stores.save.state).toBe('retrying');
    const tried = desk.projects.patches.length;
    expect(tried).toBeLessThan(9);
    await desk.clock.pass(60_000);
    expect(desk.projects.patches.length - tried).toBeLessThanOrEqual(4);

    desk.projects.outage = null;
    await desk.clock.pass(31_000);
    expect(desk.serverText).toBe('kept');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('waits 1 to 30 seconds for the next try, longer each time and not as long as everyone else [SAVE-6]', () => {
    const tries = [1, 2, 3, 4, 5, 6, 20];
    for (const random of [0, 0.3, 1]) {
      const waits = tries.map((failures) => backoffMs(failures, random));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000);
      expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
      expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    }
    expect(backoffMs(20, 1)).toBe(30_000);
    for (const failures of tries) expect(backoffMs(failures, 0.3)).not.toBe(backoffMs(failures, 0.9));
  });

  it('saves at once when the device is online again', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.run(typed('on the train'));
    await desk.clock.pass(20_000);
    expect(desk.stores.save.state).toBe('offline');
    expect(desk.projects.patches).toEqual([]);
    desk.network.set(true);
    await desk.clock.pass(0);
    expect(desk.serverText).toBe('on the train');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('waits when the session ended, and goes on as the same member only [SAVE-8]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 401 };
    desk.member = 'visitor';
    editor.run(typed('mine'));
    await desk.clock.pass(5000);
    expect(desk.stores.save.state).toBe('signIn');
    desk.projects.outage = null;
    await desk.clock.pass(60_000);
    expect(desk.projects.patches).toHaveLength(1);

    desk.member = MIA;
    desk.page.turn('shown');
    await desk.clock.pass(5000);
    expect(desk.stores.save.state).toBe('signIn');
    expect(desk.serverText).toBe('');

    desk.member = JIN;
    desk.page.turn('shown');
    await desk.clock.pass(2000);
    expect(desk.serverText).toBe('mine');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('goes on at once when its member has signed in again while the save was on its way', async () => {
    const { editor } = await desk.edit(7);
    // Sent with the session before, which the sign-in has ended.
    desk.projects.troubles = [{ status: 401 }];
    editor.run(typed('mine'));
    await desk.clock.pass(5000);
    expect(desk.serverText).toBe('mine');
    expect(desk.stores.save.state).toBe('saved');

    // Asked once: a server that keeps refusing its own member is left alone.
    desk.projects.outage = { status: 401 };
    editor.run(typed('more'));
    await desk.clock.pass(60_000);
    expect(desk.stores.save.state).toBe('signIn');
    expect(desk.projects.patches).toHaveLength(4);
  });

  it('goes on when its member has signed in in another tab, seen beside this one', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 401 };
    desk.member = 'visitor';
    editor.run(typed('mine'));
    await desk.clock.pass(5000);
    desk.projects.outage = null;
    for (const member of [MIA, JIN]) {
      expect(desk.stores.save.state).toBe('signIn');
      const tab = new Desk({ beside: desk });
      tab.member = member;
      tab.stores.start();
      await desk.clock.pass(2000);
    }
    expect(desk.serverText).toBe('mine');
    expect(desk.stores.save.state).toBe('saved');
  });
});

describe('leaving', () => {
  it('sends the final diff, the thumbnail and the name on a route change [TITLE-7] [LEAVE-1] [LEAVE-2]', async () => {
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => 'data:image/png;base64,iVBORw0KGgo=');
    desk.projects.troubles = ['network'];
    void desk.stores.project.rename('Streams');
    await desk.clock.pass(0);
    session.open?.editor.run(typed('last word'));

    await desk.stores.closeProject();
    expect(desk.serverText).toBe('last word');
    expect(desk.projects.stored.get(7)?.name).toBe('Streams');
    expect(desk.projects.thumbnails.get(7)?.type).toBe('image/png');
    expect(desk.read('flow-thumbnails')).toBeNull();
    expect(desk.stores.project.pid).toBeNull();
  });

  it('sends the last word when the page is hidden, and goes on afterwards [LEAVE-2]', async () => {
    const { editor } = await desk.edit(7);
    editor.run(typed('seen from another tab'));
    desk.page.turn('hidden');
    await desk.clock.pass(0);
    expect(desk.serverText).toBe('seen from another tab');
    editor.run(typed('and on'));
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('and on');
  });

  it('writes the whole copy, with the last word in it [STORE-1] [STORE-5]', async () => {
    const { editor } = await desk.edit(7);
    editor.run(typed('last word'));
    await desk.stores.closeProject();
    expect(desk.read('flow_latest')).toEqual({
      pid: 7,
      name: 'Rivers',
      timestamp: desk.projects.stored.get(7)?.updatedAt,
      snapshot: desk.projects.snapshotOf(7),
    });
    expect(desk.read('flow_latest_change')).toMatchObject({ pid: 7, revision: 2, patches: [] });
  });

  it('leaves the keys to the project that was opened next', async () => {
    desk.projects.put(8, canvas([prompt('idea', 'eight')]));
    const { editor } = await desk.edit(7);
    editor.run(typed('last word'));
    await desk.open(8);
    expect(desk.serverText).toBe('last word');
    expect(desk.read('flow_latest')).toMatchObject({ pid: 8 });
    expect(desk.read('flow_latest_change')).toMatchObject({ pid: 8 });
  });

  it('sends the thumbnail of a visit without an edit too: the last one may not have carried its own', async () => {
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => 'data:image/png;base64,iVBORw0KGgo=');
    await desk.stores.closeProject();
    expect(desk.projects.thumbnails.get(7)?.type).toBe('image/png');
  });

  it('tells the other tab of the final diff before it goes', async () => {
    const other = new Desk({ beside: desk });
    const here = await desk.edit(7);
    const there = await other.edit(7);
    here.editor.run(typed('last word'));
    await desk.stores.closeProject();
    await desk.clock.pass(4000);
    expect(there.editor.document.node('idea')?.data.value).toBe('last word');
  });

  it('sends the last word on top of what another tab has just saved', async () => {
    const other = new Desk({ beside: desk });
    const there = await other.edit(7);
    const { editor } = await desk.edit(7);
    editor.run(typed('last word'));
    there.editor.run([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await other.stores.closeProject();
    await desk.stores.closeProject();
    expect(desk.serverText).toBe('last word');
    expect(desk.serverNode('art')?.position.x).toBe(900);
  });

  it('hands the last second to the browser when the tab closes [LEAVE-2]', async () => {
    const { editor } = await desk.edit(7);
    editor.run(typed('last word'));
    desk.page.turn('closing');
    expect(desk.projects.patches).toMatchObject([{ isLeaving: true }]);
    expect(desk.read('flow_latest_change')).toMatchObject({ pid: 7, memberId: 'jin', revision: 1 });
  });

  it('repeats a save in flight under the same key when the tab closes', async () => {
    const { editor } = await desk.edit(7);
    vi.spyOn(desk.projects, 'patchCanvas').mockReturnValueOnce(new Promise(() => undefined));
    editor.run(typed('in flight'));
    await desk.clock.pass(3000);
    const sending = desk.depot.entries.get('journal/7/jin') as { sending: { key: string } };
    desk.page.turn('closing');
    expect(desk.projects.patches).toMatchObject([{ isLeaving: true, key: sending.sending.key }]);
  });

  it('leaves what the browser cannot carry to the next start, on any page [LEAVE-3]', async () => {
    const { editor } = await desk.edit(7);
    editor.run(typed('길'.repeat(70_000)));
    desk.page.turn('closing');
    await desk.clock.pass(0);
    expect(desk.serverText).toBe('');

    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(1000);
    expect(desk.serverText).toBe('길'.repeat(70_000));
  });

  it('sends leftover names and thumbnails at the next start [THUMB-8] [LEAVE-3]', async () => {
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => new Blob([new Uint8Array([1])], { type: 'image/png' }));
    session.open?.editor.run(typed('seen'));
    await desk.clock.pass(60_000);
    expect(desk.read('flow-thumbnails')).toMatchObject([{ projectId: '7', thumbnail: 'data:image/png;base64,AQ==' }]);
    desk.projects.troubles = ['network'];
    await desk.stores.project.rename('Streams');

    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(1000);
    expect(desk.projects.stored.get(7)?.name).toBe('Streams');
    expect(desk.projects.thumbnails.get(7)?.size).toBe(1);
    expect(desk.read('flow-thumbnails')).toBeNull();
  });

  it('never sends the work of one member as another [STORE-10]', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.run(typed('private'));
    await desk.clock.pass(2000);

    const library = new Desk({ beside: desk });
    library.member = MIA;
    library.stores.start();
    await library.open(7);
    await desk.clock.pass(5000);
    expect(desk.serverText).toBe('');
    expect(library.stores.session?.open?.editor.document.node('idea')?.data.value).toBe('');
    await library.stores.closeProject();
    desk.kill();

    const home = new Desk({ beside: desk });
    const { editor: again } = await home.edit(7);
    expect(again.document.node('idea')?.data.value).toBe('private');
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('private');
  });
});
