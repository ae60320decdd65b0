import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from './support/Desk';
import { art, canvas, pipe, prompt } from './support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'the beginning'), art('art')], [pipe('idea', 'art')]));
});

const type = (value: string) => [{ type: 'setData', id: 'idea', data: { value } }] as const;
const textOf = (pid: number): unknown => desk.projects.snapshotOf(pid)?.nodes[0]?.data.value;
const names = (versions: readonly { readonly kind: string }[]): string[] => versions.map(({ kind }) => kind);

describe('the past of an open project', () => {
  it('is read when it is shown, and read again after each act', async () => {
    const { versions } = await desk.edit(7);
    desk.versions.put(7, 'session');
    expect(versions.versions).toEqual([]);
    const close = versions.open();
    expect(versions.status).toBe('loading');
    await desk.clock.pass(0);
    expect([versions.status, names(versions.versions)]).toEqual(['ready', ['session']]);

    expect(await versions.keep('For the client')).toBe('done');
    expect(versions.versions[0]).toMatchObject({ kind: 'kept', name: 'For the client' });
    expect(await versions.rename(1, 'Monday')).toBe('done');
    expect(versions.versions[1]).toMatchObject({ id: 1, name: 'Monday' });
    expect(await versions.remove(2)).toBe('done');
    expect(versions.versions.map(({ name }) => name)).toEqual(['Monday']);
    close();
  });

  it('keeps the latest words: they are saved first', async () => {
    const { editor, versions } = await desk.edit(7);
    editor.apply(type('typed a moment ago'));
    await versions.keep('now');
    expect(desk.versions.stored[0]?.snapshot.nodes[0]?.data.value).toBe('typed a moment ago');
    expect(desk.stores.save.state).toBe('saved');
  });

  it('is restored as a new revision, with unsaved work in the version before', async () => {
    const { editor, versions } = await desk.edit(7);
    const first = desk.versions.put(7, 'session');
    editor.apply([...type('unsaved'), { type: 'addNode', node: prompt('more', 'also unsaved') }]);
    expect(await versions.restore(first.id)).toBe('done');

    expect(editor.document.node('idea')?.data.value).toBe('the beginning');
    expect(editor.document.node('more')).toBeUndefined();
    expect(textOf(7)).toBe('the beginning');
    const [before] = versions.versions;
    expect(before?.kind).toBe('restore');
    expect((await versions.snapshot(before?.id ?? 0)).nodes.map(({ id }) => id)).toEqual(['idea', 'art', 'more']);

    await desk.clock.pass(5000);
    expect([desk.stores.save.state, desk.projects.stored.size]).toEqual(['saved', 1]);
    expect(textOf(7)).toBe('the beginning');

    await versions.restore(before?.id ?? 0);
    expect(editor.document.node('idea')?.data.value).toBe('unsaved');
    expect(editor.document.node('more')?.data.value).toBe('also unsaved');
  });

  it('leaves where the person looks as it is', async () => {
    const { editor, versions } = await desk.edit(7);
    const first = desk.versions.put(7, 'session');
    editor.apply(type('later'));
    editor.view.setViewport({ x: 300, y: 20, zoom: 2 });
    await versions.restore(first.id);
    expect(editor.view.viewport).toEqual({ x: 300, y: 20, zoom: 2 });
  });

  it('comes to the other tab too, whose own new work stays', async () => {
    const here = await desk.edit(7);
    const other = new Desk({ beside: desk });
    const there = await other.edit(7);
    const first = desk.versions.put(7, 'session');
    here.editor.apply(type('to be taken back'));
    await desk.clock.pass(3000);
    expect(there.editor.document.node('idea')?.data.value).toBe('to be taken back');

    there.editor.apply([{ type: 'addNode', node: prompt('theirs', 'from the other tab') }]);
    await here.versions.restore(first.id);
    await desk.clock.pass(8000);
    for (const { editor } of [here, there]) {
      expect(editor.document.node('idea')?.data.value).toBe('the beginning');
      expect(editor.document.node('theirs')?.data.value).toBe('from the other tab');
    }
    expect(other.stores.save.state).toBe('saved');
  });

  it('keeps words typed during the restore as a copy when they do not fit', async () => {
    const { editor, versions } = await desk.edit(7);
    const first = desk.versions.put(7, 'session');
    editor.apply(type('second'));
    await desk.clock.pass(3000);
    const restore = desk.versions.restore;
    vi.spyOn(desk.versions, 'restore').mockImplementationOnce((...call) => {
      editor.apply(type('typed meanwhile'));
      return restore(...call);
    });
    await versions.restore(first.id);
    await desk.clock.pass(5000);
    expect(textOf(7)).toBe('the beginning');
    expect(desk.stores.save.state).toBe('copyKept');
    expect(textOf(desk.stores.save.copyProjectId ?? 0)).toBe('typed meanwhile');
  });

  it('shows what the server has when only the answer was lost', async () => {
    const { editor, versions } = await desk.edit(7);
    const first = desk.versions.put(7, 'session');
    editor.apply(type('second'));
    await desk.clock.pass(3000);
    desk.projects.troubles = ['timeoutAfterCommit'];
    expect(await versions.restore(first.id)).toBe('unanswered');
    expect(editor.document.node('idea')?.data.value).toBe('the beginning');
    expect(names(versions.versions)).toEqual(['restore', 'session']);

    desk.projects.troubles = ['network'];
    expect(await versions.restore(versions.versions[0]?.id ?? 0)).toBe('unanswered');
    expect(editor.document.node('idea')?.data.value).toBe('the beginning');
    await desk.clock.pass(5000);
    expect([textOf(7), desk.stores.save.state]).toEqual(['the beginning', 'saved']);
  });

  it('is left alone while what is on the canvas cannot be saved', async () => {
    const { editor, versions } = await desk.edit(7);
    const first = desk.versions.put(7, 'session');
    desk.projects.outage = { status: 503 };
    editor.apply(type('not on the server'));
    expect(await versions.restore(first.id)).toBe('unsaved');
    expect(await versions.keep('')).toBe('unsaved');
    expect(editor.document.node('idea')?.data.value).toBe('not on the server');
    expect(desk.projects.calls.filter((call) => call.includes('restore') || call.startsWith('POST v'))).toEqual([]);
    expect(versions.isBusy).toBe(false);
  });

  it('says that it is out of reach without a network, and comes back with it', async () => {
    const { versions } = await desk.edit(7);
    desk.versions.put(7, 'session');
    desk.network.set(false);
    const close = versions.open();
    expect(versions.status).toBe('offline');
    desk.network.set(true);
    await desk.clock.pass(0);
    expect([versions.status, versions.versions.length]).toEqual(['ready', 1]);

    desk.projects.outage = 'network';
    await versions.load();
    expect(versions.status).toBe('offline');
    desk.projects.outage = { status: 500 };
    await versions.load();
    expect(versions.status).toBe('failed');
    close();
    desk.projects.outage = null;
    desk.network.set(true);
    await desk.clock.pass(0);
    expect(versions.status).toBe('failed');
  });

  it('shows the newest answer, whichever comes last, and none after it was closed', async () => {
    const { versions } = await desk.edit(7);
    desk.versions.put(7, 'session');
    const { list } = desk.versions;
    const arrive: (() => void)[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    vi.spyOn(desk.versions, 'list').mockImplementation(async (pid, signal) => {
      signals.push(signal);
      const answer = await list(pid);
      await new Promise<void>((resolve) => arrive.push(resolve));
      return answer;
    });
    const close = versions.open();
    await desk.clock.pass(0);
    const renamed = versions.rename(1, 'Monday');
    await desk.clock.pass(0);
    arrive[1]?.();
    expect(await renamed).toBe('done');
    arrive[0]?.();
    await desk.clock.pass(0);
    expect(versions.versions.map(({ name }) => name)).toEqual(['Monday']);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);

    desk.versions.put(7, 'interval');
    void versions.load();
    await desk.clock.pass(0);
    close();
    arrive[2]?.();
    await desk.clock.pass(0);
    expect([signals[2]?.aborted, versions.versions.length]).toEqual([true, 1]);
  });

  it('reports a server that keeps no more, and any other failure', async () => {
    const { versions } = await desk.edit(7);
    desk.projects.troubles = [{ status: 409, code: 'tooManyVersions' }];
    expect(await versions.keep('one more')).toBe('tooMany');
    expect(await versions.remove(99)).toBe('failed');
    desk.projects.troubles = [{ status: 413, code: 'tooLarge' }];
    expect(await versions.keep('one more')).toBe('failed');
  });

  it('reports that the member or the server has no room, which another try does not change', async () => {
    const { versions } = await desk.edit(7);
    const first = desk.versions.put(7, 'session');
    for (const act of [() => versions.keep('one more'), () => versions.restore(first.id)]) {
      desk.projects.troubles = [{ status: 413, code: 'quota' }];
      expect(await act()).toBe('full');
      desk.projects.troubles = [{ status: 507, code: 'diskFull' }];
      expect(await act()).toBe('serverFull');
    }
  });

  it('reads a canvas once, and again after it could not be had', async () => {
    const { versions } = await desk.edit(7);
    const first = desk.versions.put(7, 'session');
    desk.projects.troubles = ['network'];
    await expect(versions.snapshot(first.id)).rejects.toThrow('no line');
    const [one, two] = await Promise.all([versions.snapshot(first.id), versions.snapshot(first.id)]);
    expect(one).toBe(two);
    expect(desk.projects.calls.filter((call) => call === `GET version ${first.id}`)).toHaveLength(2);
  });

  it('keeps only small canvases in memory, and the last one however large it is', async () => {
    const { versions } = await desk.edit(7);
    const reads = vi.spyOn(desk.versions, 'read').mockImplementation(async (_pid, id) => {
      const nodes = Array.from({ length: id === 3 ? 30_000 : 8_000 }, (_, node) => prompt(`node ${node}`));
      return canvas(nodes);
    });
    for (const id of [1, 2, 1, 2]) await versions.snapshot(id);
    expect(reads).toHaveBeenCalledTimes(2);
    for (const id of [3, 3]) await versions.snapshot(id);
    expect(reads).toHaveBeenCalledTimes(3);
    await versions.snapshot(1);
    expect(reads).toHaveBeenCalledTimes(4);
  });

  it('reads canvases for pictures one at a time, and none that left the view', async () => {
    const { versions } = await desk.edit(7);
    for (let each = 0; each < 4; each += 1) desk.versions.put(7, 'interval');
    const arrived: (() => void)[] = [];
    const asked: { id: number; signal: AbortSignal | undefined }[] = [];
    vi.spyOn(desk.versions, 'read').mockImplementation(async (_pid, id, signal) => {
      asked.push({ id, signal });
      await new Promise<void>((resolve) => arrived.push(resolve));
      signal?.throwIfAborted();
      return canvas([prompt(`of ${id}`)]);
    });
    const leaving = [1, 2, 3, 4].map(() => new AbortController());
    const shown: (number | 'gone')[] = [];
    for (const [index, { signal }] of leaving.entries()) {
      void versions.picture(index + 1, signal).then(
        () => shown.push(index + 1),
        () => shown.push('gone'),
      );
    }
    await desk.clock.pass(0);
    expect(asked.map(({ id }) => id)).toEqual([1]);
    leaving[1]?.abort();
    arrived[0]?.();
    await desk.clock.pass(0);
    // The second has left the view before its turn.
    expect(asked.map(({ id }) => id)).toEqual([1, 3]);

    for (const each of leaving) each.abort();
    expect(asked[1]?.signal?.aborted).toBe(true);
    arrived[1]?.();
    await desk.clock.pass(0);
    expect(asked).toHaveLength(2);
    expect(shown).toEqual([1, 'gone', 'gone', 'gone']);
    // A version is read once, and its snapshot does not wait for pictures.
    await versions.snapshot(1);
    void versions.snapshot(4);
    expect(asked.map(({ id }) => id)).toEqual([1, 3, 4]);
  });

  it('refuses a version that is no snapshot', async () => {
    const { versions } = await desk.edit(7);
    vi.spyOn(desk.versions, 'read').mockResolvedValue({ nodes: 'none' });
    await expect(versions.snapshot(1)).rejects.toThrow('no snapshot');
  });
});
