import { describe, expect, it } from 'vitest';
import { Desk } from './support/Desk';
import { desk, open, pictureOf, setUpRuns } from './support/setUpRuns';

setUpRuns();

const shows = (value: string, index = 1) => [{ op: 'replace', path: `/nodes/${index}/data/value`, value }];
/** Somebody else saves; the stream reports only that. */
const save = (patch: object[]): void => {
  desk.projects.editElsewhere(7, patch);
  const revision = desk.projects.stored.get(7)?.revision ?? 0;
  desk.events.tell({ event: 'revision', data: { revision } });
};
/** The stream reports these patches, which lead to the last revision. */
const tell = (...told: readonly [revision: number, patch: object[]][]): void => {
  const patches = told.map(([revision, patch]) => ({ revision, patch }));
  desk.events.tell({ event: 'revision', data: { revision: patches.at(-1)?.revision ?? 0, patches } });
};
const choose = (url: string): void => open.takes.choose(desk.takes.put('art', url));
/** The node's picture here and on the server. */
const both = (): unknown[] => [pictureOf(), desk.serverNode('art')?.data.value];
const write = (words: string): void => open.editor.editText({ nodeId: 'idea', name: 'value' }, words);
/** The words of the idea here and on the server. */
const words = (): unknown[] => [open.editor.document.node('idea')?.data.value, desk.serverText];
const projects = (): number => desk.projects.stored.size;

describe('a picture that the server puts on the canvas while a person works', () => {
  it('wins over a take that was chosen meanwhile, as over one in progress, without a copy [MERGE-10]', async () => {
    choose('/files/older.png');
    save(shows('/files/new.png'));
    await desk.clock.pass(6000);
    expect(both()).toEqual(['/files/new.png', '/files/new.png']);
    const letGo = desk.projects.hold('PATCH 7');
    choose('/files/other.png');
    await desk.clock.pass(2500);
    desk.projects.editElsewhere(7, shows('/files/newer.png'));
    letGo();
    await desk.clock.pass(6000);
    expect(both()).toEqual(['/files/newer.png', '/files/newer.png']);
    expect([projects(), desk.stores.save.state]).toEqual([1, 'saved']);
  });

  it('wins when the project opens with a choice that was not sent [MERGE-10]', async () => {
    desk.network.set(false);
    choose('/files/older.png');
    await desk.clock.pass(2000);
    desk.kill();
    desk.projects.editElsewhere(7, shows('/files/new.png'));
    const again = new Desk({ beside: desk });
    const { editor } = await again.edit(7);
    await desk.clock.pass(6000);
    expect(editor.document.node('art')?.data.value).toBe('/files/new.png');
    expect(desk.serverNode('art')?.data.value).toBe('/files/new.png');
    expect([projects(), again.stores.save.state]).toEqual([1, 'saved']);
  });

  it('loses to a deletion, on either side and without a copy; the undo of it brings the node back with it [MERGE-10] [UNDO-1]', async () => {
    open.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 15, y: 15 } }]);
    open.editor.apply([{ type: 'removeNode', id: 'art' }]);
    save(shows('/files/new.png'));
    await desk.clock.pass(6000);
    expect([open.editor.document.node('art'), desk.serverNode('art')]).toEqual([undefined, undefined]);
    open.editor.undo();
    await desk.clock.pass(6000);
    expect(both()).toEqual(['/files/new.png', '/files/new.png']);

    choose('/files/older.png');
    const index = desk.projects.snapshotOf(7)?.nodes.findIndex(({ id }) => id === 'art');
    save([{ op: 'remove', path: `/nodes/${index}` }]);
    await desk.clock.pass(6000);
    expect([open.editor.document.node('art'), desk.serverNode('art')]).toEqual([undefined, undefined]);
    expect([projects(), desk.stores.save.state]).toEqual([1, 'saved']);
  });

  it('that both have deleted comes back with the picture it had [UNDO-1]', async () => {
    choose('/files/older.png');
    await desk.clock.pass(3000);
    open.editor.apply([{ type: 'removeNode', id: 'art' }]);
    save([{ op: 'remove', path: '/nodes/1' }]);
    await desk.clock.pass(6000);
    open.editor.undo();
    await desk.clock.pass(6000);
    expect(both()).toEqual(['/files/older.png', '/files/older.png']);
  });

  it('takes nothing with it: words that both have changed are still kept as a copy [MERGE-10]', async () => {
    choose('/files/older.png');
    open.editor.apply([{ type: 'setData', id: 'art', data: { title: 'mine' } }]);
    save([...shows('/files/new.png'), { op: 'add', path: '/nodes/1/data/title', value: 'theirs' }]);
    await desk.clock.pass(6000);
    expect([projects(), desk.stores.save.state]).toEqual([2, 'copyKept']);
    expect(pictureOf()).toBe('/files/new.png');
  });

  it('is not undone with a choice that came before it, nor done away with by doing that again [UNDO-1]', async () => {
    choose('/files/first.png');
    choose('/files/second.png');
    await desk.clock.pass(3000);
    open.editor.undo();
    expect(pictureOf()).toBe('/files/first.png');
    await desk.clock.pass(3000);
    save(shows('/files/new.png'));
    await desk.clock.pass(3000);
    expect(pictureOf()).toBe('/files/new.png');
    open.editor.redo();
    expect(pictureOf()).toBe('/files/new.png');
    open.editor.undo();
    expect(pictureOf()).toBe('/files/new.png');
    expect([open.editor.canUndo, open.editor.canRedo]).toEqual([false, false]);

    choose('/files/first.png');
    open.editor.undo();
    expect(pictureOf()).toBe('/files/new.png');
    open.editor.redo();
    expect(pictureOf()).toBe('/files/first.png');
  });
});

describe('words that another device saves while a person works', () => {
  it('stay when the own words before them are undone; those after them are undone to them [UNDO-4]', async () => {
    write('mine');
    await desk.clock.pass(3000);
    save(shows('theirs', 0));
    await desk.clock.pass(3000);
    expect(words()).toEqual(['theirs', 'theirs']);
    write('mine again');
    open.editor.undo();
    open.editor.undo();
    await desk.clock.pass(3000);
    expect(words()).toEqual(['theirs', 'theirs']);
    open.editor.redo();
    await desk.clock.pass(3000);
    expect(words()).toEqual(['mine again', 'mine again']);
    expect([projects(), desk.stores.save.state]).toEqual([1, 'saved']);
  });

  it('come back with a text that was deleted offline before they came, when that is undone [UNDO-4]', async () => {
    write('mine');
    await desk.clock.pass(3000);
    desk.network.set(false);
    open.editor.apply([{ type: 'removeNode', id: 'idea' }]);
    save(shows('theirs', 0));
    await desk.clock.pass(3000);
    desk.network.set(true);
    await desk.clock.pass(6000);
    expect([open.editor.document.node('idea'), desk.serverNode('idea')]).toEqual([undefined, undefined]);
    open.editor.undo();
    await desk.clock.pass(6000);
    expect(words()).toEqual(['theirs', 'theirs']);
    open.editor.undo();
    await desk.clock.pass(6000);
    expect(words()).toEqual(['theirs', 'theirs']);
    expect([projects(), desk.stores.save.state]).toEqual([1, 'saved']);
  });
});

describe('what others have saved', () => {
  it('comes by the stream, and is requested only when that does not continue from here [EVENT-10]', async () => {
    const before = desk.projects.calls.length;
    const asked = (): string[] => desk.projects.calls.slice(before);
    const told = ['/files/1.png', '/files/2.png', '/files/3.png', '/files/4.png'];
    for (const url of told) desk.projects.editElsewhere(7, shows(url));
    write('a sea');
    tell([2, shows('/files/1.png')], [3, shows('/files/2.png')]);
    tell([4, shows('/files/3.png')]);
    tell([5, shows('/files/4.png')]);
    await desk.clock.pass(3000);
    expect(both()).toEqual(['/files/4.png', '/files/4.png']);
    expect([asked(), desk.serverText]).toEqual([['PATCH 7'], 'a sea']);

    tell([6, shows('a sea', 0)]);
    await desk.clock.pass(3000);
    for (const url of ['/files/5.png', '/files/6.png']) desk.projects.editElsewhere(7, shows(url));
    tell([8, shows('/files/6.png')]);
    await desk.clock.pass(3000);
    expect(pictureOf()).toBe('/files/6.png');
    expect(asked()).toEqual(['PATCH 7', 'PATCH [] 7']);
  });
});
