import { describe, expect, it, vi } from 'vitest';
import { Desk, MIA } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';
import { canvas, prompt, retype, typed } from '../support/snapshots';

setUpDesk();

describe('leaving', () => {
  it('sends the final diff, the thumbnail and the name on a route change [TITLE-7] [LEAVE-1] [LEAVE-2]', async () => {
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => 'data:image/png;base64,iVBORw0KGgo=');
    desk.projects.troubles = ['network'];
    void desk.stores.project.rename('Streams');
    await desk.clock.pass(0);
    session.open?.editor.apply(typed('last word'));

    await desk.stores.closeProject();
    expect(desk.serverText).toBe('last word');
    expect(desk.projects.stored.get(7)?.name).toBe('Streams');
    expect(desk.projects.thumbnails.get(7)?.type).toBe('image/png');
    expect(desk.read('flow-thumbnails')).toBeNull();
    expect(desk.stores.project.pid).toBeNull();
  });

  it('sends the last word when the page is hidden, and goes on afterwards [LEAVE-2]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('seen from another tab'));
    desk.page.turn('hidden');
    await desk.clock.pass(0);
    expect(desk.serverText).toBe('seen from another tab');
    editor.apply(typed('and on'));
    await desk.clock.pass(3000);
    expect(desk.serverText).toBe('and on');
  });

  it('sends it once, though the page is hidden twice and left at once [LEAVE-2]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('seen from another tab'));
    desk.page.turn('hidden');
    desk.page.turn('hidden');
    await desk.stores.closeProject();
    expect(desk.serverText).toBe('seen from another tab');
    expect(desk.projects.patches).toHaveLength(1);
  });

  it('writes the whole copy, with the last word in it [STORE-1] [STORE-5]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('last word'));
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
    editor.apply(typed('last word'));
    await desk.open(8);
    expect(desk.serverText).toBe('last word');
    expect(desk.read('flow_latest')).toMatchObject({ pid: 8 });
    expect(desk.read('flow_latest_change')).toMatchObject({ pid: 8 });
  });

  it('tells nothing of its last save as the state of the project that was opened next', async () => {
    desk.projects.put(8, canvas([prompt('idea', 'eight')]));
    const { editor } = await desk.edit(7);
    editor.apply(typed('last word'));
    const answer = desk.projects.hold('PATCH 7');
    await desk.clock.pass(100);
    const next = await desk.edit(8);
    next.editor.apply(typed('too much'));
    desk.projects.troubles = [{ status: 413, code: 'quota' }];
    await desk.clock.pass(2500);
    expect(desk.stores.save.state).toBe('full');
    answer();
    await desk.clock.pass(100);
    expect([desk.serverText, desk.stores.save.state]).toEqual(['last word', 'full']);
  });

  it('sends what it could not send then once there is a line, though its page was expected as it was open', async () => {
    const { editor } = await desk.edit(7);
    desk.stores.expectProject(7);
    editor.apply(typed('last word'));
    desk.projects.outage = 'network';
    await desk.clock.pass(100);
    await desk.stores.closeProject();
    desk.projects.outage = null;
    const stop = desk.stores.start();
    desk.network.set(false);
    desk.network.set(true);
    await desk.clock.pass(1000);
    stop();
    expect(desk.serverText).toBe('last word');
  });

  it('sends the thumbnail of a visit without an edit too: the last one may not have carried its own', async () => {
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => 'data:image/png;base64,iVBORw0KGgo=');
    await desk.stores.closeProject();
    expect(desk.projects.thumbnails.get(7)?.type).toBe('image/png');
  });

  it('sends the other tab the final diff before it goes', async () => {
    const other = new Desk({ beside: desk });
    const here = await desk.edit(7);
    const there = await other.edit(7);
    here.editor.apply(typed('last word'));
    await desk.stores.closeProject();
    await desk.clock.pass(4000);
    expect(there.editor.document.node('idea')?.data.value).toBe('last word');
  });

  it("sends the last change on top of another tab's new save", async () => {
    const other = new Desk({ beside: desk });
    const there = await other.edit(7);
    const { editor } = await desk.edit(7);
    editor.apply(typed('last word'));
    there.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await other.stores.closeProject();
    await desk.stores.closeProject();
    expect(desk.serverText).toBe('last word');
    expect(desk.serverNode('art')?.position.x).toBe(900);
  });

  it('hands the last second to the browser when the tab closes [LEAVE-2]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('last word'));
    desk.page.turn('closing');
    expect(desk.projects.patches).toMatchObject([{ isLeaving: true }]);
    expect(desk.read('flow_latest_change')).toMatchObject({ pid: 7, memberId: 'jin', revision: 1 });
  });

  it('repeats a save in flight under the same key when the tab closes', async () => {
    const { editor } = await desk.edit(7);
    vi.spyOn(desk.projects, 'patchCanvas').mockReturnValueOnce(new Promise(() => undefined));
    editor.apply(typed('in flight'));
    await desk.clock.pass(3000);
    const sending = desk.records.entries.get('journal/7/jin') as { sending: { key: string } };
    desk.page.turn('closing');
    expect(desk.projects.patches).toMatchObject([{ isLeaving: true, key: sending.sending.key }]);
  });

  it.each(['taken', 'gone'] as const)(
    'recognises what the browser carried for a closed tab, and undoes nothing that others did then (store %s) [LEAVE-5]',
    async (leaving) => {
      const { editor } = await desk.edit(7);
      editor.apply([...typed('last word'), { type: 'addNode', node: prompt('new', 'added last') }]);
      desk.records.leaving = leaving;
      desk.projects.lose('PATCH 7', 1);
      desk.page.turn('closing');
      desk.kill();
      await desk.clock.pass(1000);
      expect([desk.serverText, desk.serverNode('new')?.data.value]).toEqual(['last word', 'added last']);
      desk.records.leaving = null;
      desk.projects.editElsewhere(7, [...retype('a later word'), { op: 'remove', path: '/nodes/2' }]);

      const nextDay = new Desk({ beside: desk });
      await nextDay.edit(7);
      await desk.clock.pass(5000);
      expect([nextDay.openedText, nextDay.stores.save.state]).toEqual(['a later word', 'saved']);
      expect([desk.serverText, desk.serverNode('new'), desk.projects.stored.size]).toEqual([
        'a later word',
        undefined,
        1,
      ]);
    },
  );

  it('leaves what the browser cannot carry to the next start, on any page [LEAVE-3]', async () => {
    const { editor } = await desk.edit(7);
    editor.apply(typed('길'.repeat(70_000)));
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
    session.open?.editor.apply(typed('seen'));
    await desk.clock.pass(60_000);
    expect(desk.read('flow-thumbnails')).toMatchObject([{ projectId: '7', thumbnail: 'data:image/png;base64,AQ==' }]);
    desk.projects.troubles = ['network'];
    await desk.stores.project.rename('Streams');

    desk.kill();
    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(1000);
    expect(desk.projects.stored.get(7)?.name).toBe('Streams');
    expect(desk.projects.thumbnails.get(7)?.size).toBe(1);
    expect(desk.read('flow-thumbnails')).toBeNull();
  });

  it('sends each name to its own project, though the first is on its way as the next one opens [TITLE-7]', async () => {
    desk.projects.put(8, canvas([prompt('idea')], []));
    const release = desk.projects.hold('PUT name 7');
    await desk.open(7);
    void desk.stores.project.rename('Streams');
    await desk.open(8);
    void desk.stores.project.rename('Lakes');
    await desk.clock.pass(100);
    release();
    await desk.clock.pass(1000);
    expect([7, 8].map((pid) => desk.projects.stored.get(pid)?.name)).toEqual(['Streams', 'Lakes']);
    expect([...desk.records.entries.keys()].filter((key) => key.startsWith('name/'))).toEqual([]);
  });

  it('sends a name that no request could bring when its project is opened again [TITLE-7]', async () => {
    desk.projects.put(8, canvas([prompt('idea')], []));
    await desk.open(7);
    desk.projects.outage = 'network';
    await desk.stores.project.rename('Streams');
    await desk.open(8);
    desk.projects.outage = null;
    await desk.open(7);
    await desk.clock.pass(1000);
    expect(desk.stores.project.projectName).toBe('Streams');
    expect(desk.projects.stored.get(7)?.name).toBe('Streams');
  });

  it('keeps the place of a project on this device until its opening has ended [LEAVE-1]', async () => {
    const release = desk.projects.hold('GET 7');
    const given = desk.stores.openProject(7);
    await desk.clock.pass(100);
    void given.dispose();
    const next = new Desk({ beside: desk });
    const { editor } = await next.edit(7);
    next.network.set(false);
    editor.apply(typed('mine'));
    await desk.clock.pass(3000);
    release();
    await desk.clock.pass(3000);
    next.kill();

    const nextDay = new Desk({ beside: desk });
    await nextDay.open(7);
    expect(nextDay.openedText).toBe('mine');
  });

  it('never sends the work of one member as another [STORE-10]', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.apply(typed('private'));
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
