import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operateBackup } from '../../scripts/backup/operateBackup';
import type { FlowNode } from '../../src/engine';
// Loaded here, so that no tab waits for its code.
import '../../src/stores/sync/patch/applyPatch';
import '../../src/stores/SavedEditor';
import '../../src/stores/sync/sendUnsent';
import { collectClosed } from '../server/support/collectClosed';
import { openApp, type OpenApp } from '../server/support/openApp';
import { signIn, type Person } from '../server/support/Person';
import { FakeClock } from '../stores/support/FakeClock';
import { canvas, prompt } from '../stores/support/snapshots';
import { Post } from './support/Post';
import { Browser, Tab } from './support/Tab';

let folder: string;
let server: OpenApp;
let member: Person;
let post: Post;
let clock: FakeClock;
let tabs: Tab[];

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  folder = await mkdtemp(join(tmpdir(), 'mulgil-restored-'));
  tabs = [];
  post = new Post();
  clock = new FakeClock(async () => {
    await setImmediate();
    await post.idle();
  });
  await begin(await openApp());
});
afterEach(async () => {
  for (const tab of tabs) tab.crash();
  await post.idle();
  await rm(folder, { recursive: true });
});

async function begin(opened: OpenApp): Promise<void> {
  server = opened;
  member = await signIn(server.app);
  post.server = server.app;
  post.cookie = member.cookie;
}

async function pass(ms: number): Promise<void> {
  server.clock.pass(ms);
  await clock.pass(ms);
}

/** A tab on a device of its own, unless that is given. */
async function openOn(name: string, pid: number, browser = new Browser(0)): Promise<Tab> {
  const tab = new Tab({ name, browser, clock, post });
  tabs.push(tab);
  tab.open(pid);
  await pass(1000);
  return tab;
}

async function backUp(name: string): Promise<void> {
  expect(await operateBackup('backup', ['--to', join(folder, name)], server.env)).toMatchObject({ code: 0 });
}

/** The server ends, the backup takes the place of its data, and the server is there again. */
async function restore(name: string): Promise<void> {
  post.server = null;
  await post.idle();
  await server.close();
  await collectClosed();
  expect(await operateBackup('restore', ['--from', join(folder, name)], server.env)).toMatchObject({ code: 0 });
  server.clock.pass(60_000);
  await begin(await server.reopen());
}

const write = (tab: Tab, id: string, value: string): void => {
  tab.editor?.apply([{ type: 'setData', id, data: { value } }]);
};

const wordsOf = (nodes: readonly FlowNode[]) => Object.fromEntries(nodes.map(({ id, data }) => [id, data.value]));

const wordsAt = async (pid: number): Promise<unknown> =>
  wordsOf((await member.canvas(pid)).nodes as unknown as FlowNode[]);

const allWords = async (): Promise<string> => {
  const projects = (await member.get('/projects')).json<{ projectId: number }[]>();
  return JSON.stringify(await Promise.all(projects.map(({ projectId }) => wordsAt(projectId))));
};

describe('work that a tablet could not send before a backup was restored', () => {
  it.each([
    ['open meanwhile', 'once'],
    ['open meanwhile', 'twice'],
    ['closed meanwhile', 'once'],
  ])('meets the nodes that it is about, with a tablet that is %s, restored %s [OPER-10]', async (tabletIs, times) => {
    const pid = await member.create('Flow', canvas(['one', 'two', 'three'].map((id) => prompt(id))));
    await backUp('monday');
    if (times === 'twice') await restore('monday');

    // On Tuesday the first node goes, and then the tablet loses its network.
    const desktop = await openOn('desktop', pid);
    desktop.editor?.apply([{ type: 'removeNode', id: 'one' }]);
    await pass(3000);
    const device = new Browser(0);
    let tablet = await openOn('tablet', pid, device);
    tablet.isOnline = false;
    write(tablet, 'three', 'from the tablet');
    await pass(3000);
    desktop.close();
    if (tabletIs === 'closed meanwhile') tablet.close();

    // On Wednesday the server is as it was on Monday, and somebody saves as often as it was saved since then.
    await restore('monday');
    const again = await openOn('again', pid);
    write(again, 'two', 'from the desktop');
    await pass(3000);
    expect(again.isSaved).toBe(true);

    if (tabletIs === 'closed meanwhile') tablet = await openOn('next-tablet', pid, device);
    tablet.isOnline = true;
    tablet.show();
    await pass(20_000);
    expect(tablet.isSaved).toBe(true);
    expect(await wordsAt(pid)).toEqual({ one: '', two: 'from the desktop', three: 'from the tablet' });
    expect(wordsOf(tablet.editor?.document.allNodes() ?? [])).toEqual(await wordsAt(pid));
  });

  it('becomes a project of its own where its project is lost, and never goes into a later one [OPER-10]', async () => {
    await backUp('monday');
    const lost = await member.create('Lost', canvas([prompt('one')]));
    const tablet = await openOn('tablet', lost);
    tablet.isOnline = false;
    write(tablet, 'one', 'from the tablet');
    await pass(3000);

    await restore('monday');
    const later = await member.create('Later', canvas([prompt('one')]));
    tablet.isOnline = true;
    tablet.show();
    await pass(20_000);
    expect(await wordsAt(later)).toEqual({ one: '' });
    expect(await allWords()).toContain('from the tablet');
  });

  it('never takes the first canvas of a project for the one it knows [OPER-10]', async () => {
    const pid = await member.create('Flow', '');
    await backUp('monday');
    const tablet = await openOn('tablet', pid);
    tablet.editor?.apply([{ type: 'addNode', node: prompt('one') }]);
    await pass(3000);
    tablet.isOnline = false;
    write(tablet, 'one', 'from the tablet');
    await pass(3000);

    await restore('monday');
    const again = await openOn('again', pid);
    again.editor?.apply([{ type: 'addNode', node: prompt('two', 'from the desktop') }]);
    await pass(3000);
    tablet.isOnline = true;
    tablet.show();
    await pass(20_000);
    expect(await wordsAt(pid)).toMatchObject({ two: 'from the desktop' });
    expect(await allWords()).toContain('from the tablet');
  });
});
