import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../src/api';
import { Desk } from '../stores/support/Desk';
import { canvas, prompt } from '../stores/support/snapshots';

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'server')]));
});

const nodes = (): unknown => desk.projects.snapshotOf(7)?.nodes.map(({ id, data }) => [id, data.value]);

/** Adds a node and edits the other one; the server saves both, and its answer is lost. */
async function saveUnheard(): Promise<void> {
  const { editor } = await desk.edit(7);
  desk.projects.troubles = ['timeoutAfterCommit'];
  editor.apply([
    { type: 'addNode', node: prompt('added') },
    { type: 'setData', id: 'idea', data: { value: 'mine' } },
  ]);
  await desk.clock.pass(2200);
  expect(nodes()).toEqual([
    ['idea', 'mine'],
    ['added', ''],
  ]);
  expect(desk.stores.save.state).toBe('retrying');
}

/** Somebody else removes and rewrites the saved changes, then another tab opens. */
async function openAfterOthers(): Promise<Desk> {
  desk.projects.editElsewhere(7, [
    { op: 'remove', path: '/nodes/1' },
    { op: 'replace', path: '/nodes/0/data/value', value: 'theirs' },
  ]);
  const next = new Desk({ beside: desk });
  await next.open(7);
  await next.clock.pass(5000);
  return next;
}

describe('a save whose answer was lost, and then somebody else removed and rewrote what it did', () => {
  it('is not repeated when another tab reports it first', async () => {
    await saveUnheard();
    desk.network.set(false);
    const other = new Desk({ beside: desk });
    const there = await other.edit(7);
    there.editor.apply([
      { type: 'removeNode', id: 'added' },
      { type: 'setData', id: 'idea', data: { value: 'theirs' } },
    ]);
    await desk.clock.pass(3000);
    desk.network.set(true);
    await desk.clock.pass(5000);
    expect(nodes()).toEqual([['idea', 'theirs']]);
    expect(desk.stores.session?.open?.editor.document.allNodes().map(({ id }) => id)).toEqual(['idea']);
    // None of this tab's work was lost, so there is no conflict copy of it either.
    expect([...desk.projects.stored.keys()]).toEqual([7]);
    expect([desk.stores.save.state, other.stores.save.state]).toEqual(['saved', 'saved']);
  });

  it('is not done again by the next tab after a crash', async () => {
    await saveUnheard();
    desk.kill();
    const next = await openAfterOthers();
    expect(nodes()).toEqual([['idea', 'theirs']]);
    expect([...desk.projects.stored.keys()]).toEqual([7]);
    expect(next.stores.save.state).toBe('saved');
  });

  it.each([
    ['network', null],
    ['http', 503],
  ] as const)('is not done again when the next tab’s question fails too (%s)', async (kind, status) => {
    await saveUnheard();
    desk.kill();
    const nextTab = vi
      .spyOn(desk.projects, 'patchCanvas')
      .mockRejectedValueOnce(new ApiFailure({ kind, status, code: kind, message: 'no answer' }));
    const next = await openAfterOthers();
    expect(nextTab.mock.calls.length).toBeGreaterThan(1);
    expect(nodes()).toEqual([['idea', 'theirs']]);
    expect([...desk.projects.stored.keys()]).toEqual([7]);
    expect(next.stores.save.state).toBe('saved');
  });

  it('is not done again for a second tab that crashed beside the first', async () => {
    const first = new Desk({ beside: desk });
    await first.open(7);
    await saveUnheard();
    desk.kill();
    first.kill();
    await openAfterOthers();
    expect(nodes()).toEqual([['idea', 'theirs']]);
    expect([...desk.projects.stored.keys()]).toEqual([7]);
  });
});
