import { describe, expect, it, vi } from 'vitest';
import { httpFailure } from '../../../src/api/ApiFailure';
import { PATCH_MAX_BYTES } from '../../../src/api/contract';
import { jitteredBackoffMs } from '../../../src/stores/backoff';
import { Desk, JIN, MIA } from '../support/Desk';
import { failure } from '../support/FakeProjects';
import { desk, setUpDesk } from '../support/setUpDesk';
import { prompt, retype, textOf, typed } from '../support/snapshots';

setUpDesk();

describe('a server in trouble', () => {
  it('repeats a save whose answer was lost with the same key and body, and the server applies it once [SAVE-4]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = ['timeoutAfterCommit', { status: 502 }];
    editor.apply([{ type: 'addNode', node: prompt('more', 'x') }]);
    await desk.clock.pass(2500);
    expect(desk.stores.save.state).toBe('retrying');
    editor.apply(typed('typed meanwhile'));

    await desk.clock.pass(10_000);
    const [first, second, third] = desk.projects.patches;
    expect([second, third]).toEqual([first, first]);
    expect(desk.projects.snapshotOf(7)?.nodes.map(({ id }) => id)).toEqual(['idea', 'art', 'more']);
    expect(desk.serverText).toBe('typed meanwhile');
    expect(desk.stores.save.state).toBe('saved');
  });

  it.each(['on the open page', 'after a crash'])(
    'knows its save by its patch when the server has forgotten the key (%s) [SAVE-4]',
    async (where) => {
      const { editor } = await desk.edit(7);
      desk.projects.lose('PATCH 7', 1);
      editor.apply(typed('a'));
      await desk.clock.passUntil(() => desk.serverText === 'a');
      desk.projects.outage = 'network';
      editor.apply(typed('ab'));
      await desk.clock.pass(10_000);
      desk.projects.stored.get(7)?.answers.clear();
      let page = desk;
      if (where === 'after a crash') {
        desk.kill();
        page = new Desk({ beside: desk });
      }
      desk.projects.outage = null;
      if (page !== desk) await page.edit(7);
      await desk.clock.pass(60_000);
      expect([desk.serverText, page.openedText, page.stores.save.state]).toEqual(['ab', 'ab', 'saved']);
      expect(desk.projects.stored.size).toBe(1);
    },
  );

  it.each([
    ['that was too long for a patch', 'x'.repeat(PATCH_MAX_BYTES), 'POST 7'],
    ['that the log no longer has', 'short', 'PATCH 7'],
  ])(
    'knows a save %s by its canvas, and what was undone meanwhile stays undone [SAVE-4]',
    async (_which, text, call) => {
      const { editor } = await desk.edit(7);
      desk.projects.lose(call, 1);
      desk.projects.hasForgotten = true;
      editor.apply([{ type: 'addNode', node: prompt('added', text) }]);
      await desk.clock.passUntil(() => desk.serverNode('added') !== undefined);
      desk.projects.stored.get(7)?.answers.clear();
      editor.undo();
      await desk.clock.pass(60_000);
      const { state } = desk.stores.save;
      expect([desk.serverNode('added'), editor.document.node('added'), state]).toEqual([undefined, undefined, 'saved']);
      expect(desk.projects.stored.size).toBe(1);
    },
  );

  it('waits for its own save that is still being applied, without another key', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = ['timeoutAfterCommit', { status: 409, code: 'stillRunning' }];
    editor.apply(typed('slow disk'));
    await desk.clock.pass(10_000);
    expect(new Set(desk.projects.patches.map(({ key }) => key)).size).toBe(1);
    expect(desk.projects.patches).toHaveLength(3);
    expect(desk.stores.save.state).toBe('saved');
  });

  it('starts over from the canvas of the server when a patch does not fit it', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = [{ status: 409, code: 'pathMissing' }];
    editor.apply(typed('again'));
    await desk.clock.pass(10_000);
    expect(new Set(desk.projects.patches.map(({ key }) => key)).size).toBe(2);
    expect(desk.serverText).toBe('again');
  });

  it('says that it tries again while the server refuses a patch for good', async () => {
    const { editor } = await desk.edit(7);
    vi.spyOn(desk.projects, 'patchCanvas').mockRejectedValue(failure(422));
    editor.apply(typed('refused'));
    await desk.clock.pass(60_000);
    expect(desk.stores.save.state).toBe('retrying');
  });

  it('says that the server is full, keeps the work here, and saves it once there is room', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 507, code: 'diskFull' };
    editor.apply(typed('kept'));
    await desk.clock.pass(10_000);
    expect(desk.stores.save.state).toBe('serverFull');
    desk.projects.outage = null;
    await desk.clock.pass(60_000);
    expect(desk.serverText).toBe('kept');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('says that the member’s storage is full, keeps the work here, and saves it once there is room [USAGE-5]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 413, code: 'quota' };
    editor.apply(typed('kept'));
    await desk.clock.pass(10_000);
    expect(desk.stores.save.state).toBe('full');
    expect(desk.stores.save.hasAside).toBe(false);
    desk.projects.outage = null;
    await desk.clock.pass(60_000);
    expect(desk.serverText).toBe('kept');
    expect(desk.stores.save.state).toBe('saved');
  });

  it.each([
    ['on the open page', false],
    ['after a reload', true],
  ])(
    'saves what comes after work that a proxy finds too long, once that is taken back (%s)',
    async (_when, isAfterReload) => {
      const { patchCanvas } = desk.projects;
      vi.spyOn(desk.projects, 'patchCanvas').mockImplementation((pid, text, condition) =>
        text.length > 1e6
          ? Promise.reject(httpFailure(413, 'Content Too Large', '<html>', {}))
          : patchCanvas(pid, text, condition),
      );
      let page = desk;
      const { editor } = await desk.edit(7);
      editor.apply([{ type: 'addNode', node: prompt('pasted', 'x'.repeat(1.1e6)) }]);
      await desk.clock.pass(5000);
      expect(desk.stores.save.state).toBe('retrying');
      if (isAfterReload) {
        desk.kill();
        page = new Desk({ beside: desk });
        await page.edit(7);
      }
      const open = page.stores.session?.open;
      open?.editor.apply([{ type: 'removeNode', id: 'pasted' }, ...typed('after it')]);
      await desk.clock.pass(60_000);
      expect([desk.serverText, desk.serverNode('pasted'), page.stores.save.state]).toEqual([
        'after it',
        undefined,
        'saved',
      ]);
    },
  );

  it('backs off up to half a minute and says what is wrong [SAVE-6]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 503 };
    editor.apply(typed('kept'));
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
      const waits = tries.map((failures) => jitteredBackoffMs(failures, random));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000);
      expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
      expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    }
    expect(jitteredBackoffMs(20, 1)).toBe(30_000);
    for (const failures of tries) expect(jitteredBackoffMs(failures, 0.3)).not.toBe(jitteredBackoffMs(failures, 0.9));
  });

  it('saves at once when the device is online again', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.apply(typed('on the train'));
    await desk.clock.pass(20_000);
    expect(desk.stores.save.state).toBe('offline');
    expect(desk.projects.patches).toEqual([]);
    desk.network.set(true);
    await desk.clock.pass(0);
    expect(desk.serverText).toBe('on the train');
    expect(desk.stores.save.state).toBe('saved');
  });

  it.each([
    ['back', -365 * 24 * 60 * 60_000],
    ['on', 365 * 24 * 60 * 60_000],
  ])(
    'saves as soon as ever when somebody turns the clock of the device %s by a year [SAVE-1]',
    async (_where, byMs) => {
      const { editor } = await desk.edit(7);
      desk.projects.outage = { status: 503 };
      editor.apply(typed('in another year'));
      await desk.clock.pass(3000);
      desk.clock.turn(byMs);
      desk.projects.outage = null;
      await desk.clock.pass(10_000);
      expect(desk.serverText).toBe('in another year');
      editor.apply(typed('and on'));
      desk.clock.turn(-byMs);
      await desk.clock.pass(3000);
      expect(desk.serverText).toBe('and on');
    },
  );

  it('waits when the session ended, and goes on as the same member only [SAVE-8]', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 401 };
    desk.member = 'visitor';
    editor.apply(typed('mine'));
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

  it.each([
    ['the project was deleted', () => desk.projects.stored.delete(7)],
    ['others had written over the work', () => desk.projects.editElsewhere(7, retype('theirs'))],
  ])('leads to the copy once its member is back, where the session ended as %s [SAVE-8]', async (_why, happen) => {
    const { editor } = await desk.edit(7);
    const creating = vi.spyOn(desk.projects, 'create').mockRejectedValue(failure(401));
    desk.member = 'visitor';
    editor.apply(typed('mine'));
    happen();
    await desk.clock.pass(10_000);
    expect(desk.stores.save.state).toBe('signIn');

    creating.mockRestore();
    desk.member = JIN;
    desk.page.turn('shown');
    await desk.clock.pass(2000);
    expect(desk.stores.save.state).toBe('copyKept');
    expect(textOf(desk.projects.snapshotOf(desk.stores.save.copyProjectId ?? 0))).toBe('mine');
  });

  it('goes on at once when its member has signed in again while the save was on its way', async () => {
    const { editor } = await desk.edit(7);
    // The request was sent with the previous session, which the sign-in has ended.
    desk.projects.troubles = [{ status: 401 }];
    editor.apply(typed('mine'));
    await desk.clock.pass(5000);
    expect(desk.serverText).toBe('mine');
    expect(desk.stores.save.state).toBe('saved');

    // Only one attempt: a server that keeps refusing its own member is left alone.
    desk.projects.outage = { status: 401 };
    editor.apply(typed('more'));
    await desk.clock.pass(60_000);
    expect(desk.stores.save.state).toBe('signIn');
    expect(desk.projects.patches).toHaveLength(4);
  });

  it('continues when its member has signed in in another tab', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 401 };
    desk.member = 'visitor';
    editor.apply(typed('mine'));
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
