import { reaction } from 'mobx';
import { describe, expect, it, vi } from 'vitest';
import { Desk } from '../support/Desk';
import { aPng } from '../support/files';
import { desk, setUpDesk } from '../support/setUpDesk';
import { typed } from '../support/snapshots';

setUpDesk();

const patchesSent = (): unknown[] => desk.projects.patches.map(({ text }) => JSON.parse(text) as unknown);

describe('an afternoon of saving', () => {
  it('sends only what changed, once it has been quiet for a second [SAVE-2] [SAVE-7]', async () => {
    const { editor } = await desk.edit(7);
    expect(desk.stores.save.state).toBe('saved');

    for (const word of ['강', '강가', '강가의 ', '강가의 집']) {
      editor.apply(typed(word));
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
    /** Advances to the nth check, and this many milliseconds more. */
    const passTo = (check: number, more = 0): Promise<void> =>
      desk.clock.pass(startedAt + check * 1000 + more - desk.clock.now());

    await passTo(2, 1);
    editor.apply(typed('999 ms before the third'));
    await passTo(3);
    expect(desk.projects.patches).toEqual([]);
    await passTo(3, 999);
    expect(desk.projects.patches).toEqual([]);
    await passTo(4);
    expect(desk.serverText).toBe('999 ms before the third');

    await passTo(6);
    editor.apply(typed('1000 ms before the seventh'));
    await passTo(6, 999);
    expect(desk.serverText).toBe('999 ms before the third');
    await passTo(7);
    expect(desk.serverText).toBe('1000 ms before the seventh');
    expect(desk.projects.patches).toHaveLength(2);
  });

  it.each([700, 1000])('sends an edit while somebody else saves every %i ms', async (everyMs) => {
    const { editor } = await desk.edit(7);
    desk.clock.every(everyMs, () => {
      desk.projects.editElsewhere(7, [
        { op: 'replace', path: '/nodes/1/position/x', value: desk.clock.now() % 90_000 },
      ]);
      const revision = desk.projects.stored.get(7)?.revision ?? 0;
      desk.events.tell({ event: 'revision', data: { revision } });
    });
    await desk.clock.pass(5000);
    editor.apply(typed('meanwhile'));
    await desk.clock.pass(10_000);
    expect(desk.serverText).toBe('meanwhile');
  });

  it('waits twenty seconds for a picture that goes up, and no longer [SAVE-16]', async () => {
    const { editor, uploads } = await desk.edit(7);
    const ends: ((url: string) => void)[] = [];
    desk.upload = () => new Promise((resolve) => void ends.push(resolve));
    void uploads.addFiles([aPng()], { x: 0, y: 900 });
    await desk.clock.pass(1000);
    editor.apply(typed('written meanwhile'));
    await desk.clock.pass(10_000);
    expect(desk.projects.patches).toEqual([]);
    await desk.clock.pass(15_000);
    expect([desk.serverText, desk.stores.save.state]).toEqual(['written meanwhile', 'saved']);
    ends[0]?.('/files/river.png');
    await desk.clock.pass(3000);
    expect(desk.projects.snapshotOf(7)?.nodes.at(-1)?.data.value).toBe('/files/river.png');
  });

  it('sends nothing for undone work [SAVE-2]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('a slip'));
    await desk.clock.pass(300);
    editor.undo();
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);
    expect(desk.stores.save.state).toBe('saved');
  });

  it('takes neither the selection nor the view for work; the view rides with the next edit [SAVE-15]', async () => {
    const { editor } = await desk.edit(7);
    editor.select({ nodes: new Set(['idea']) });
    editor.view.setViewport({ x: 30, y: 0, zoom: 2 });
    expect(desk.stores.save.state).toBe('saved');
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);
    expect(desk.read('flow_latest_change')).toMatchObject({ patches: [] });
    editor.apply(typed('seen from here'));
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toHaveLength(1);
    expect(desk.projects.snapshotOf(7)?.viewport).toEqual({ x: 30, y: 0, zoom: 2 });
  });

  it('sends the view alone once, on leaving, and never says that it saves [SAVE-15]', async () => {
    const { editor } = await desk.edit(7);
    const states: string[] = [];
    const stop = reaction(
      () => desk.stores.save.state,
      (state) => states.push(state),
    );
    editor.view.setViewport({ x: 30, y: 0, zoom: 2 });
    await desk.clock.pass(3000);
    desk.page.turn('hidden');
    await desk.clock.pass(100);
    desk.page.turn('shown');
    desk.page.turn('hidden');
    await desk.clock.pass(3000);
    stop();
    expect(desk.projects.patches).toHaveLength(1);
    expect(desk.projects.snapshotOf(7)?.viewport).toEqual({ x: 30, y: 0, zoom: 2 });
    expect(states).toEqual([]);
  });

  it('opens where one looked last, though the device was offline on leaving [SAVE-15]', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.view.setViewport({ x: 30, y: 0, zoom: 2 });
    desk.page.turn('closing');
    await desk.clock.pass(100);
    desk.kill();
    const next = new Desk({ beside: desk });
    expect((await next.edit(7)).editor.view.viewport).toEqual({ x: 30, y: 0, zoom: 2 });
    await next.clock.pass(3000);
    expect(next.stores.save.state).toBe('saved');
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
    editor.apply(typed('one'));
    await desk.clock.pass(3000);
    editor.apply(typed('two'));
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
});
