import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { duplicateName } from '../../src/stores/projects/duplicateName';
import { conflictCopyOf } from '../../src/stores/sync/device/WaitingCopies';
import { Desk } from './support/Desk';
import { failure } from './support/FakeProjects';
import { canvas, prompt } from './support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
});
afterEach(() => vi.restoreAllMocks());

const rivers = { projectId: 7, name: 'Rivers', updatedAt: '2026-11-21T09:00:00.000Z', thumbnail: null };

/** Duplicates the project; the server acts and its answer is lost. */
async function duplicateUnheard(): Promise<void> {
  desk.projects.lose('POST', 1);
  await expect(desk.stores.cards.duplicate(rivers)).rejects.toThrow('no answer');
}

const namesMade = (): string[] => [...desk.projects.stored].filter(([pid]) => pid !== 7).map(([, { name }]) => name);

describe('a duplicate', () => {
  it.each([
    ['Rivers', [], 'Rivers (2)'],
    ['Rivers', ['Rivers (2)', 'Rivers (3)'], 'Rivers (4)'],
    ['Rivers (2)', ['Rivers'], 'Rivers (3)'],
    ['', [], 'Untitled (2)'],
    ['1984 (1984)', [], '1984 (1985)'],
    ['🌊'.repeat(200), [], `${'🌊'.repeat(196)} (2)`],
  ])('of %s beside %j is called %s [HOME-6]', (name, names, expected) => {
    expect(duplicateName(name, new Set(names))).toBe(expected);
  });

  it('is cut at whole characters, as that of a conflict copy is', () => {
    const long = '🌊'.repeat(200);
    expect(duplicateName(long, new Set())).toBe(`${'🌊'.repeat(196)} (2)`);
    const slot = { pid: 7, memberId: 'jin', tabId: null };
    const state = { id: 'once', snapshot: canvas([]) };
    expect(conflictCopyOf(slot, long, state).name).toBe(`${'🌊'.repeat(196)} (2)`);
    expect(conflictCopyOf(slot, '', state).name).toBe('Untitled (2)');
  });

  it('holds the work that this device has not sent yet [HOME-6]', async () => {
    desk.projects.put(7, canvas([prompt('idea')]));
    const { editor } = await desk.edit(7);
    desk.network.set(false);
    desk.projects.outage = 'network';
    editor.apply([{ type: 'setData', id: 'idea', data: { value: 'unsent' } }]);
    await desk.clock.pass(3000);
    await desk.stores.closeProject();
    desk.projects.outage = null;

    const project = { projectId: 7, name: 'Rivers', updatedAt: desk.clock.iso(), thumbnail: '/files/a.png' };
    expect(await desk.stores.cards.duplicate(project)).toBe('Rivers (2)');
    const [made] = [...desk.projects.stored.keys()].filter((pid) => pid !== 7);
    expect(desk.projects.snapshotOf(made ?? 0)?.nodes[0]?.data.value).toBe('unsent');
  });

  describe('whose answer was lost', () => {
    it('is the same one when it is asked for again [HOME-6]', async () => {
      desk.projects.put(7, canvas([prompt('idea')]));
      await duplicateUnheard();
      expect(await desk.stores.cards.duplicate(rivers)).toBe('Rivers (2)');
      expect(namesMade()).toEqual(['Rivers (2)']);
      expect(await desk.stores.cards.duplicate(rivers)).toBe('Rivers (3)');
    });

    it('is another one when the project has changed since, or its name', async () => {
      desk.projects.put(7, canvas([prompt('idea')]));
      await duplicateUnheard();
      expect(await desk.stores.cards.duplicate({ ...rivers, name: 'Seas' })).toBe('Seas (2)');
      await duplicateUnheard();
      desk.projects.replaceElsewhere(7, canvas([prompt('other')]));
      await desk.stores.cards.duplicate(rivers);
      expect(namesMade()).toEqual(['Rivers (2)', 'Seas (2)', 'Rivers (3)', 'Rivers (4)']);
    });

    it('is made anew when it was deleted', async () => {
      desk.projects.put(7, canvas([prompt('idea')]));
      await duplicateUnheard();
      await desk.stores.actions.deleteProject(101);
      expect(await desk.stores.cards.duplicate(rivers)).toBe('Rivers (2)');
      expect(namesMade()).toEqual(['Rivers (2)']);
    });

    it('is shown in the list', async () => {
      desk.projects.put(7, canvas([prompt('idea')]));
      const list = desk.stores.projects.list({ q: '', sort: 'updatedAt' });
      const stop = list.pages.watch();
      await desk.clock.pass(0);
      await duplicateUnheard();
      await desk.clock.pass(0);
      expect(list.projects?.map(({ name }) => name)).toEqual(['Rivers', 'Rivers (2)']);
      stop();
    });
  });
});

/** Gives the project two names; the first one's request is slow. */
async function renameTwice(): Promise<void> {
  desk.stores.start();
  desk.projects.put(7, canvas([prompt('idea')]));
  await desk.clock.pass(100);
  const release = desk.projects.hold('PUT name 7');
  const first = desk.stores.cards.rename(7, 'Streams');
  await desk.clock.pass(100);
  const second = desk.stores.cards.rename(7, 'Seas');
  await desk.clock.pass(100);
  release();
  await Promise.all([first, second]);
}

describe('two names in quick succession', () => {
  it('leave the second on the server', async () => {
    await renameTwice();
    expect(desk.projects.stored.get(7)?.name).toBe('Seas');
    expect(desk.records.entries.has('name/7/jin')).toBe(false);
  });

  it('leave the second on this device when it cannot be sent, for the next start [HOME-5]', async () => {
    const { rename } = desk.projects;
    const spy = vi
      .spyOn(desk.projects, 'rename')
      .mockImplementation((pid, name) => (name === 'Seas' ? Promise.reject(failure(503)) : rename(pid, name)));
    await renameTwice();
    expect(desk.records.entries.get('name/7/jin')).toBe('Seas');

    spy.mockRestore();
    desk.kill();
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(1000);
    expect(desk.projects.stored.get(7)?.name).toBe('Seas');
    expect(desk.records.entries.has('name/7/jin')).toBe(false);
  });
});

it('keeps a name that was given while the start sends an earlier one, though it cannot be sent [HOME-5]', async () => {
  desk.projects.put(7, canvas([prompt('idea')]));
  const { rename } = desk.projects;
  vi.spyOn(desk.projects, 'rename').mockImplementation((pid, name) =>
    name === 'Seas' ? Promise.reject(failure(503)) : rename(pid, name),
  );
  desk.stores.start();
  await desk.clock.pass(100);
  desk.records.entries.set('name/7/jin', 'Streams');
  const release = desk.projects.hold('PUT name 7');
  desk.network.set(true);
  await desk.clock.passUntil(() => desk.projects.calls.includes('PUT name 7'));
  const renamed = desk.stores.cards.rename(7, 'Seas');
  await desk.clock.pass(100);
  release();
  await renamed;
  await desk.clock.pass(100);
  expect(desk.projects.stored.get(7)?.name).toBe('Streams');
  expect(desk.records.entries.get('name/7/jin')).toBe('Seas');
});
