import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../../../src/engine';
import { Desk } from '../../support/Desk';
import { art, canvas, pipe, prompt, retype } from '../../support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
});

describe('loading a project', () => {
  it("opens the server's copy and stores it on this device [LOAD-2] [LOAD-8] [STORE-1] [STORE-2] [STORE-5]", async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    await desk.open(7);

    expect(desk.openedText).toBe('server');
    expect(desk.stores.project).toMatchObject({ pid: 7, projectName: 'Rivers' });
    expect(desk.read('flow_latest')).toEqual({
      pid: 7,
      name: 'Rivers',
      timestamp: '2026-11-21T09:00:00.000Z',
      snapshot: canvas([prompt('idea', 'server')]),
    });
    expect(desk.read('flow_latest_change')).toEqual({
      pid: 7,
      memberId: 'jin',
      revision: 1,
      timestamp: expect.any(String),
      patches: [],
    });
  });

  it('asks the server once for a project that was expected, before anything else is there', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    desk.stores.expectProject(7);
    desk.stores.expectProject(7);
    expect(desk.projects.calls).toEqual(['GET 7']);
    await desk.open(7);
    expect(desk.openedText).toBe('server');
    expect(desk.projects.calls).toEqual(['GET 7']);
  });

  it('parses the canvas it opens once', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    const parse = vi.spyOn(JSON, 'parse');
    desk.stores.expectProject(7);
    await desk.open(7);
    expect(desk.openedText).toBe('server');
    expect(parse.mock.calls.filter(([text]) => text.includes('"idea"'))).toHaveLength(1);
  });

  it('parses an expected one as soon as it is there, before the member is known', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    const parse = vi.spyOn(JSON, 'parse');
    const parsed = () => parse.mock.calls.filter(([text]) => text.includes('"idea"'));
    desk.stores.expectProject(7);
    await vi.waitFor(() => expect(parsed()).toHaveLength(1));
    await desk.open(7);
    expect(desk.openedText).toBe('server');
    expect(parsed()).toHaveLength(1);
  });

  it('parses its own copy once too, when the server does not answer', async () => {
    const large = '물길'.repeat(1_500_000);
    desk.projects.put(7, canvas([prompt('idea', large)]));
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply([{ type: 'moveNode', id: 'idea', position: { x: 15, y: 15 } }]);
    await desk.clock.pass(2000);
    desk.kill();
    const parse = vi.spyOn(JSON, 'parse');
    await new Desk({ beside: desk }).edit(7);
    expect(parse.mock.calls.filter(([text]) => text.includes(large))).toHaveLength(1);
  });

  it('requests again when it was expected as somebody else, or too long ago', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    desk.projects.memberId = 'mia';
    desk.stores.expectProject(7);
    desk.projects.memberId = 'jin';
    desk.projects.editElsewhere(7, retype('mine'));
    await desk.open(7);
    expect(desk.openedText).toBe('mine');
    await desk.stores.closeProject();

    desk.stores.expectProject(7);
    await desk.clock.pass(11_000);
    desk.projects.editElsewhere(7, retype('later'));
    await desk.open(7);
    expect(desk.openedText).toBe('later');
  });

  it('does not ask while its last save is on its way: the answer would be from before', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    const { editor } = await desk.edit(7);
    editor.editText({ nodeId: 'idea', name: 'value' }, 'mine');
    const left = desk.stores.closeProject();
    desk.stores.expectProject(7);
    await left;
    await desk.open(7);
    expect(desk.openedText).toBe('mine');
    expect(desk.projects.calls.filter((call) => call !== 'PUT thumbnail 7')).toEqual(['GET 7', 'PATCH 7', 'GET 7']);
  });

  it('does not wait a second time for a server that did not answer', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    await desk.open(7);
    await desk.stores.closeProject();
    desk.projects.calls.length = 0;
    desk.projects.outage = 'network';
    desk.stores.expectProject(7);
    await desk.open(7, 500);
    expect(desk.openedText).toBe('server');
    expect(desk.projects.calls).toEqual(['GET 7']);
  });

  it('takes a refusal as an answer to the first caller, not to the member who opens', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    desk.projects.troubles = [{ status: 404 }];
    desk.stores.expectProject(7);
    await desk.open(7);
    expect(desk.openedText).toBe('server');
    expect(desk.projects.calls).toEqual(['GET 7', 'GET 7']);
  });

  it('discards a local copy of another project [LOAD-1]', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server')]));
    desk.leaveCopy(canvas([prompt('idea', 'of another')]), '2030-01-01T00:00:00.000Z', 8);
    await desk.open(7);
    expect(desk.openedText).toBe('server');
  });

  it('stores the default project and sends it when there is neither copy [LOAD-5] [LOAD-7]', async () => {
    desk.projects.put(7, null, 'Rivers');
    const session = await desk.open(7);
    expect(session.status).toBe('ready');
    expect(desk.projects.calls).toEqual(['GET 7', 'POST 7']);
    expect(desk.projects.snapshotOf(7)).toEqual({ nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 0.75 } });
    expect(desk.read('flow_latest')).toMatchObject({ pid: 7, snapshot: { nodes: [], edges: [] } });
  });

  it('says that a project is not there, and leaves nothing of the default behind [LOAD-6]', async () => {
    const session = await desk.open(7);
    expect(session.status).toBe('notFound');
    expect(desk.projects.calls).toEqual(['GET 7', 'POST 7']);
    expect([desk.read('flow_latest'), desk.read('flow_latest_change')]).toEqual([null, null]);
    expect([...desk.records.entries.keys()].filter((key) => /^(whole|journal)/.test(key))).toEqual([]);
  });

  it("calls it 'tester', under the route's pid, while the server has no name for it [DATA-6] [LOAD-5]", async () => {
    const stored = vi.spyOn(desk.storage, 'setItem');
    const push = vi.spyOn(desk.projects, 'push');
    await desk.open(7);
    const empty = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 0.75 } };
    const timestamp = '2026-11-21T09:00:00.000Z';
    const wholes = stored.mock.calls.filter(([key]) => key === 'flow_latest').map(([, text]) => JSON.parse(text));
    expect(wholes).toEqual([{ pid: 7, name: 'tester', timestamp, snapshot: empty }]);
    expect(push.mock.calls).toEqual([[{ pid: 7, name: 'tester', timestamp, snapshot: empty }, 'onlyIfEmpty']]);
  });

  it('drops edges with a node id for an id and edges of missing nodes, without saving that by itself [EDGE-3]', async () => {
    const edges = [pipe('idea', 'art'), { ...pipe('idea', 'art'), id: 'art' }, pipe('idea', 'gone')];
    desk.projects.put(7, canvas([prompt('idea'), art('art')], edges));
    await desk.open(7);
    expect(desk.stores.session?.open?.editor.document.allEdges().map(({ id }) => id)).toEqual(['idea-art']);
    await desk.clock.pass(5000);
    expect(desk.projects.patches).toEqual([]);
  });

  it('drops a category without items, without saving that by itself [CAT-3]', async () => {
    const empty = { id: 'moods', type: 'category', position: { x: 0, y: 0 }, data: { categories: [] } };
    desk.projects.put(7, canvas([prompt('idea'), empty]));
    await desk.open(7);
    expect(desk.stores.session?.open?.editor.document.allNodes().map(({ id }) => id)).toEqual(['idea']);
    await desk.clock.pass(5000);
    expect(desk.projects.patches).toEqual([]);
  });

  it.each([
    ['has no view', undefined],
    ['has a view beyond all measure', { x: 1e300, y: 0, zoom: 1 }],
  ])('opens at zoom 0.75 when the canvas %s [ZOOM-2]', async (_what, viewport) => {
    desk.projects.put(7, { nodes: [], edges: [], viewport } as unknown as Snapshot);
    await desk.open(7);
    expect(desk.stores.session?.open?.editor.view.viewport).toEqual({ x: 0, y: 0, zoom: 0.75 });
  });
});

describe('when the server does not answer', () => {
  it.each([['network' as const], ['timeoutAfterCommit' as const], [{ status: 500 }], [{ status: 401 }]])(
    'opens the local copy on %j, and neither writes nor sends [LOAD-7]',
    async (outage) => {
      desk.projects.put(7, canvas([prompt('idea', 'server')]));
      desk.leaveCopy(canvas([prompt('idea', 'local')]), '2026-11-21T08:00:00.000Z');
      desk.leaveChange(1, []);
      const before = desk.read('flow_latest');
      desk.projects.outage = outage;
      const session = await desk.open(7);
      expect(session.status).toBe('ready');
      expect(desk.openedText).toBe('local');
      expect(desk.read('flow_latest')).toEqual(before);
      expect(desk.projects.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
    },
  );

  it('opens offline as the member who was here last, and catches up when the line is back [ROUTE-8]', async () => {
    desk.projects.put(7, canvas([prompt('idea', 'server'), art('art')]));
    await desk.open(7);
    await desk.stores.closeProject();

    const train = new Desk({ beside: desk });
    train.member = 'unknown';
    desk.projects.outage = 'network';
    const { editor } = await train.edit(7);
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'on the train' } }]);
    await desk.clock.pass(5000);
    expect(train.stores.save.state).toBe('offline');

    desk.projects.outage = null;
    desk.projects.editElsewhere(7, [{ op: 'remove', path: '/nodes/1' }]);
    await desk.clock.pass(40_000);
    expect(desk.serverText).toBe('on the train');
    expect(editor.document.node('art')).toBeUndefined();
    expect(train.stores.save.state).toBe('saved');
  });

  it('fails clearly without any copy, and writes no default [LOAD-7]', async () => {
    desk.projects.outage = 'network';
    const session = await desk.open(7);
    expect(session.status).toBe('failed');
    expect(desk.read('flow_latest')).toBeNull();
  });

  it('sends a visitor away, but only on a 401', async () => {
    desk.member = 'visitor';
    expect((await desk.open(7)).status).toBe('visitor');
    const stranger = new Desk();
    stranger.member = 'unknown';
    expect((await stranger.open(7)).status).toBe('failed');
  });
});
