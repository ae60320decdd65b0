import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FlowNode } from '../../src/engine';
import { Desk, JIN, MIA } from './support/Desk';
import { art, canvas, pipe, prompt } from './support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea'), art('art')], [pipe('idea', 'art')]));
});

afterEach(() => {
  vi.restoreAllMocks();
});

const type = (value: string) => [{ type: 'setData', id: 'idea', data: { value } }] as const;
const serverNode = (id: string): FlowNode | undefined =>
  desk.projects.snapshotOf(7)?.nodes.find((node) => node.id === id);
const serverText = (): unknown => serverNode('idea')?.data.value;
const textsOfAll = (): unknown[] =>
  [...desk.projects.stored.values()].map(({ snapshot }) => snapshot?.nodes[0]?.data.value);
const patchesSent = (): unknown[] => desk.projects.patches.map(({ text }) => JSON.parse(text) as unknown);

describe('an afternoon of saving', () => {
  it('sends only what changed, once it has been quiet for a second', async () => {
    const { editor } = await desk.edit(7);
    expect(desk.stores.save.state).toBe('saved');

    for (const word of ['강', '강가', '강가의 ', '강가의 집']) {
      editor.run(type(word));
      await desk.clock.pass(700);
    }
    expect(desk.projects.patches).toEqual([]);
    expect(desk.stores.save.state).toBe('saving');

    await desk.clock.pass(2000);
    expect(patchesSent()).toEqual([[{ op: 'replace', path: '/nodes/0/data/value', value: '강가의 집' }]]);
    expect(serverText()).toBe('강가의 집');
    expect(desk.stores.save.state).toBe('saved');

    await desk.clock.pass(10_000);
    expect(desk.projects.patches).toHaveLength(1);
  });

  it('sends nothing for what was taken back', async () => {
    const { editor } = await desk.edit(7);
    editor.run(type('a slip'));
    await desk.clock.pass(300);
    editor.undo();
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);
    expect(desk.stores.save.state).toBe('saved');
  });

  it('keeps the view, but never the selection', async () => {
    const { editor } = await desk.edit(7);
    editor.select({ nodes: new Set(['idea']) });
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);
    editor.setCamera({ x: 30, y: 0, zoom: 2 });
    await desk.clock.pass(3000);
    expect(desk.projects.snapshotOf(7)?.viewport).toEqual({ x: 30, y: 0, zoom: 2 });
  });

  it('lets later edits join the next save while one is in flight', async () => {
    const { editor } = await desk.edit(7);
    let answer: () => void = vi.fn();
    const patchCanvas = desk.projects.patchCanvas;
    vi.spyOn(desk.projects, 'patchCanvas').mockImplementationOnce(async (...call) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return patchCanvas(...call);
    });
    editor.run(type('one'));
    await desk.clock.pass(3000);
    editor.run(type('two'));
    await desk.clock.pass(3000);
    expect(desk.projects.patches).toEqual([]);

    answer();
    await desk.clock.pass(0);
    expect(serverText()).toBe('one');
    expect(desk.stores.save.state).toBe('saving');
    await desk.clock.pass(2000);
    expect(serverText()).toBe('two');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('repeats a save whose answer was lost with the same key and body, and the server applies it once', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = ['timeoutAfterCommit', { status: 502 }];
    editor.run([{ type: 'addNode', node: prompt('more', 'x') }]);
    await desk.clock.pass(2500);
    expect(desk.stores.save.state).toBe('retrying');
    editor.run(type('typed meanwhile'));

    await desk.clock.pass(10_000);
    const [first, second, third] = desk.projects.patches;
    expect([second, third]).toEqual([first, first]);
    expect(desk.projects.snapshotOf(7)?.nodes.map(({ id }) => id)).toEqual(['idea', 'art', 'more']);
    expect(serverText()).toBe('typed meanwhile');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('waits for its own save that is still being applied, without another key', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = ['timeoutAfterCommit', { status: 409, code: 'stillRunning' }];
    editor.run(type('slow disk'));
    await desk.clock.pass(10_000);
    expect(new Set(desk.projects.patches.map(({ key }) => key)).size).toBe(1);
    expect(desk.projects.patches).toHaveLength(3);
    expect(desk.stores.save.state).toBe('saved');
  });

  it('starts over from the canvas of the server when a patch does not fit it', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = [{ status: 409, code: 'pathMissing' }];
    editor.run(type('again'));
    await desk.clock.pass(10_000);
    expect(new Set(desk.projects.patches.map(({ key }) => key)).size).toBe(2);
    expect(serverText()).toBe('again');
  });

  it('backs off up to half a minute and says what is wrong', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 503 };
    editor.run(type('kept'));
    await desk.clock.pass(60_000);
    expect(desk.stores.save.state).toBe('retrying');
    const tried = desk.projects.patches.length;
    expect(tried).toBeLessThan(9);
    await desk.clock.pass(60_000);
    expect(desk.projects.patches.length - tried).toBeLessThanOrEqual(4);

    desk.projects.outage = null;
    await desk.clock.pass(31_000);
    expect(serverText()).toBe('kept');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('saves at once when the device is online again', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.run(type('on the train'));
    await desk.clock.pass(20_000);
    expect(desk.stores.save.state).toBe('offline');
    expect(desk.projects.patches).toEqual([]);
    desk.network.set(true);
    await desk.clock.pass(0);
    expect(serverText()).toBe('on the train');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('waits when the session ended, and goes on as the same member only', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = { status: 401 };
    editor.run(type('mine'));
    await desk.clock.pass(5000);
    expect(desk.stores.save.state).toBe('signIn');
    desk.projects.outage = null;
    await desk.clock.pass(60_000);
    expect(desk.projects.patches).toHaveLength(1);

    desk.member = MIA;
    desk.page.turn('shown');
    await desk.clock.pass(5000);
    expect(desk.stores.save.state).toBe('signIn');
    expect(serverText()).toBe('');

    desk.member = JIN;
    desk.page.turn('shown');
    await desk.clock.pass(2000);
    expect(serverText()).toBe('mine');
    expect(desk.stores.save.state).toBe('saved');
  });
});

describe('two places at once', () => {
  it.each([
    ['with the patches of the 412', false],
    ['by reading the whole canvas', true],
  ])('rebases onto what another device saved, %s', async (_how, hasForgotten) => {
    desk.projects.hasForgotten = hasForgotten;
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, [{ op: 'replace', path: '/nodes/1/position/x', value: 600 }]);
    editor.run(type('mine'));
    await desk.clock.pass(6000);

    expect(serverText()).toBe('mine');
    expect(serverNode('art')?.position.x).toBe(600);
    expect(editor.document.node('art')?.position.x).toBe(600);
    expect(desk.projects.calls.filter((call) => call === 'GET 7')).toHaveLength(hasForgotten ? 2 : 1);
    expect(desk.stores.save.state).toBe('saved');
  });

  it("keeps the server's words, and mine as a project of its own", async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, [{ op: 'replace', path: '/nodes/0/data/value', value: 'theirs' }]);
    editor.run(type('mine'));
    await desk.clock.pass(6000);

    expect(serverText()).toBe('theirs');
    expect(editor.document.node('idea')?.data.value).toBe('theirs');
    expect(desk.stores.save.state).toBe('copyKept');
    const copy = desk.projects.stored.get(desk.stores.save.copyProjectId ?? 0);
    expect(copy?.name).toBe('Rivers (2)');
    expect(copy?.snapshot?.nodes[0]?.data.value).toBe('mine');
  });

  it('says so until a copy is made, and the next start makes it should the tab go first', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, [{ op: 'replace', path: '/nodes/0/data/value', value: 'theirs' }]);
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(new Error('no line'));
    editor.run(type('mine'));
    await desk.clock.pass(6000);
    expect(editor.document.node('idea')?.data.value).toBe('theirs');
    expect(desk.stores.save.state).toBe('retrying');

    desk.network.set(false);
    create.mockRestore();
    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(2000);
    const made = [...desk.projects.stored.values()].filter(({ name }) => name === 'Rivers (2)');
    expect(made.map(({ snapshot }) => snapshot?.nodes[0]?.data.value)).toEqual(['mine']);

    await nextDay.edit(7);
    await desk.clock.pass(60_000);
    expect(desk.projects.stored.size).toBe(2);
  });

  it('makes the copy of an earlier page when its project opens again', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.editElsewhere(7, [{ op: 'replace', path: '/nodes/0/data/value', value: 'theirs' }]);
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(new Error('no line'));
    editor.run(type('mine'));
    await desk.clock.pass(6000);
    desk.network.set(false);
    create.mockRestore();

    const again = new Desk({ beside: desk });
    await again.edit(7);
    await desk.clock.pass(3000);
    expect(again.stores.save.state).toBe('copyKept');
    const copy = desk.projects.stored.get(again.stores.save.copyProjectId ?? 0);
    expect(copy?.snapshot?.nodes[0]?.data.value).toBe('mine');
  });

  it('lets two tabs follow each other, each with its own view', async () => {
    const other = new Desk({ beside: desk });
    const here = await desk.edit(7);
    const there = await other.edit(7);
    here.editor.setCamera({ x: 90, y: 0, zoom: 1 });
    here.editor.run(type('from here'));
    await desk.clock.pass(4000);
    expect(there.editor.document.node('idea')?.data.value).toBe('from here');
    expect(there.editor.camera.x).toBe(0);

    there.editor.run([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await desk.clock.pass(4000);
    expect(here.editor.document.node('art')?.position).toEqual({ x: 900, y: 30 });
    const calls = desk.projects.patches.length;
    await desk.clock.pass(30_000);
    expect(desk.projects.patches).toHaveLength(calls);
    expect([desk.stores.save.state, other.stores.save.state]).toEqual(['saved', 'saved']);
  });

  it('keeps the work as a copy when the project was deleted elsewhere', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.stored.delete(7);
    editor.run(type('orphan'));
    await desk.clock.pass(3000);
    expect(desk.stores.save.state).toBe('copyKept');
    expect(desk.projects.stored.get(desk.stores.save.copyProjectId ?? 0)?.snapshot?.nodes[0]?.data.value).toBe(
      'orphan',
    );
    await desk.clock.pass(60_000);
    expect(desk.projects.patches).toHaveLength(1);
  });
});

describe('two tabs on one project, offline, and then the browser crashes', () => {
  let other: Desk;
  const crash = async (): Promise<Desk> => {
    desk.kill();
    other.kill();
    desk.projects.outage = null;
    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(3000);
    return nextDay;
  };

  beforeEach(async () => {
    other = new Desk({ beside: desk });
    await desk.open(7);
    await other.open(7);
    desk.projects.outage = 'network';
    desk.stores.session?.open?.editor.run(type('from here'));
    await desk.clock.pass(2000);
  });

  it('sends what both had, at the next start', async () => {
    other.stores.session?.open?.editor.run([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await desk.clock.pass(2000);
    await crash();
    expect(serverText()).toBe('from here');
    expect(serverNode('art')?.position).toEqual({ x: 900, y: 30 });
    expect([...desk.depot.entries.keys()].filter((key) => key.startsWith('journal/'))).toEqual(['journal/7/jin']);
  });

  it('loses nothing to the other tab, which had nothing to say, as that one closes', async () => {
    other.page.turn('hidden');
    other.page.turn('closing');
    await desk.clock.pass(1000);
    await crash();
    expect(serverText()).toBe('from here');
  });

  it('keeps both words for the same node', async () => {
    other.stores.session?.open?.editor.run(type('from there'));
    await desk.clock.pass(2000);
    await crash();
    expect(textsOfAll()).toEqual(['from here', 'from there']);
  });

  it('leaves the work of a tab that is still open to that tab', async () => {
    other.stores.session?.open?.editor.run([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await desk.clock.pass(2000);
    desk.network.set(false);
    other.network.set(false);
    desk.projects.outage = null;
    const dashboard = new Desk({ beside: desk });
    dashboard.stores.start();
    await desk.clock.pass(3000);
    expect(serverText()).toBe('');

    desk.network.set(true);
    other.network.set(true);
    await desk.clock.pass(60_000);
    expect(serverText()).toBe('from here');
    expect(serverNode('art')?.position.x).toBe(900);
    expect(desk.projects.stored.size).toBe(1);
  });
});

describe('a project deleted elsewhere', () => {
  it('is made a copy of as soon as the server takes it', async () => {
    const { editor } = await desk.edit(7);
    desk.projects.stored.delete(7);
    const create = vi.spyOn(desk.projects, 'create').mockRejectedValue(new Error('no line'));
    editor.run(type('orphan'));
    await desk.clock.pass(6000);
    expect(desk.stores.save.state).toBe('retrying');
    create.mockRestore();
    await desk.clock.pass(31_000);
    expect(desk.stores.save.state).toBe('copyKept');
    expect(textsOfAll()).toEqual(['orphan']);
    await desk.clock.pass(60_000);
    expect(textsOfAll()).toEqual(['orphan']);
  });

  it('leaves the work of a closed tab as a copy', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.run(type('on the train'));
    await desk.clock.pass(2000);
    desk.kill();
    desk.projects.stored.delete(7);

    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(2000);
    expect(textsOfAll()).toEqual(['on the train']);
    const later = new Desk({ beside: desk });
    later.stores.start();
    await desk.clock.pass(2000);
    expect(textsOfAll()).toEqual(['on the train']);
  });
});

describe('another member signs in in another tab', () => {
  beforeEach(async () => {
    await desk.open(7);
    desk.member = MIA;
  });

  it('sends nothing of mine as theirs, and goes on when I am back', async () => {
    desk.stores.session?.open?.editor.run(type('private'));
    void desk.stores.project.rename('Private');
    await desk.clock.pass(5000);
    expect(desk.stores.save.state).toBe('signIn');
    expect(desk.projects.calls).toEqual(['GET 7']);
    expect([...desk.projects.stored.keys()]).toEqual([7]);

    desk.member = JIN;
    desk.page.turn('shown');
    await desk.clock.pass(3000);
    expect(serverText()).toBe('private');
  });

  it('keeps a picture here until I am back', async () => {
    const { editor, uploads } = desk.stores.session?.open ?? {};
    editor?.run([{ type: 'addNode', node: { ...prompt('shot'), type: 'imageUpload' } }]);
    await uploads?.chooseFile('shot', new File(['x'], 'shot.png', { type: 'image/png' }));
    expect(desk.uploads).toEqual([]);
    await desk.clock.pass(5000);
    expect(editor?.document.node('shot')?.data.value).toMatch(/^data:image/);

    desk.member = JIN;
    desk.page.turn('shown');
    await desk.clock.pass(3000);
    expect(serverNode('shot')?.data.value).toBe('/files/uploaded.png');
  });
});

describe('leaving', () => {
  it('sends the final diff, the thumbnail and the name on a route change', async () => {
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => 'data:image/png;base64,iVBORw0KGgo=');
    desk.projects.troubles = ['network'];
    void desk.stores.project.rename('Streams');
    await desk.clock.pass(0);
    session.open?.editor.run(type('last word'));

    await desk.stores.closeProject();
    expect(serverText()).toBe('last word');
    expect(desk.projects.stored.get(7)?.name).toBe('Streams');
    expect(desk.projects.thumbnails.get(7)?.type).toBe('image/png');
    expect(desk.read('flow-thumbnails')).toBeNull();
    expect(desk.stores.project.pid).toBeNull();
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
    here.editor.run(type('last word'));
    await desk.stores.closeProject();
    await desk.clock.pass(4000);
    expect(there.editor.document.node('idea')?.data.value).toBe('last word');
  });

  it('sends the last word on top of what another tab has just saved', async () => {
    const other = new Desk({ beside: desk });
    const there = await other.edit(7);
    const { editor } = await desk.edit(7);
    editor.run(type('last word'));
    there.editor.run([{ type: 'moveNode', id: 'art', position: { x: 900, y: 30 } }]);
    await other.stores.closeProject();
    await desk.stores.closeProject();
    expect(serverText()).toBe('last word');
    expect(serverNode('art')?.position.x).toBe(900);
  });

  it('hands the last second to the browser when the tab closes', async () => {
    const { editor } = await desk.edit(7);
    editor.run(type('last word'));
    desk.page.turn('closing');
    expect(desk.projects.patches).toMatchObject([{ isLeaving: true }]);
    expect(desk.read('flow_latest_change')).toMatchObject({ pid: 7, memberId: 'jin', revision: 1 });
  });

  it('repeats a save in flight under the same key when the tab closes', async () => {
    const { editor } = await desk.edit(7);
    vi.spyOn(desk.projects, 'patchCanvas').mockReturnValueOnce(new Promise(() => undefined));
    editor.run(type('in flight'));
    await desk.clock.pass(3000);
    const sending = desk.depot.entries.get('journal/7/jin') as { sending: { key: string } };
    desk.page.turn('closing');
    expect(desk.projects.patches).toMatchObject([{ isLeaving: true, key: sending.sending.key }]);
  });

  it('leaves what the browser cannot carry to the next start, on any page', async () => {
    const { editor } = await desk.edit(7);
    editor.run(type('길'.repeat(70_000)));
    desk.page.turn('closing');
    await desk.clock.pass(0);
    expect(serverText()).toBe('');

    const nextDay = new Desk({ beside: desk });
    nextDay.stores.start();
    await desk.clock.pass(1000);
    expect(serverText()).toBe('길'.repeat(70_000));
  });

  it('sends leftover names and thumbnails at the next start', async () => {
    const session = await desk.open(7);
    session.setThumbnailCapture(async () => new Blob([new Uint8Array([1])], { type: 'image/png' }));
    session.open?.editor.run(type('seen'));
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

  it('never sends the work of one member as another', async () => {
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    editor.run(type('private'));
    await desk.clock.pass(2000);

    const library = new Desk({ beside: desk });
    library.member = MIA;
    library.stores.start();
    await library.open(7);
    await desk.clock.pass(5000);
    expect(serverText()).toBe('');
    expect(library.stores.session?.open?.editor.document.node('idea')?.data.value).toBe('');
    await library.stores.closeProject();
    desk.kill();

    const home = new Desk({ beside: desk });
    const { editor: again } = await home.edit(7);
    expect(again.document.node('idea')?.data.value).toBe('private');
    await desk.clock.pass(3000);
    expect(serverText()).toBe('private');
  });
});
