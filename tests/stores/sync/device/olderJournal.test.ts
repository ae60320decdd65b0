import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/engine';
import { FakeTabs } from '../../support/fakes';
import { desk, setUpDesk } from '../../support/setUpDesk';
import { canvas, pipe, prompt } from '../../support/snapshots';

setUpDesk();

const base = canvas([prompt('idea'), prompt('other')], [pipe('idea', 'other')]);

/** A journal of an earlier build of the app: unconverted steps, an unsent viewport alone, and an answer that never came. */
function leaveJournal(isSending: boolean, slot = '7/jin'): void {
  const moved = { op: 'replace', path: '/nodes/1/position', value: { x: 15, y: 30 } };
  const typed = { op: 'replace', path: '/nodes/0/data/value', value: 'left behind' };
  const viewed = { op: 'replace', path: '/viewport', value: { x: 90, y: 0, zoom: 2 } };
  const timestamp = desk.clock.iso();
  desk.records.entries.set(`whole/${slot}`, {
    pid: 7,
    name: 'Rivers',
    timestamp,
    revision: 1,
    canvas: JSON.stringify(base),
  });
  desk.records.entries.set(`journal/${slot}`, {
    pid: 7,
    memberId: 'jin',
    revision: 1,
    timestamp,
    patches: [moved, typed, viewed],
    sending: isSending ? { key: 'earlier', text: JSON.stringify([moved]) } : null,
  });
}

describe('the journal of an earlier build', () => {
  it.each([
    ['with nothing on its way', false],
    ['with a save on its way', true],
  ])('is opened and sent whole, %s', async (_what, isSending) => {
    desk.projects.put(7, base);
    leaveJournal(isSending);
    const { editor } = await desk.edit(7);
    expect(editor.document.node('idea')?.data.value).toBe('left behind');
    expect(editor.view.viewport).toEqual({ x: 90, y: 0, zoom: 2 });
    await desk.clock.pass(5000);
    expect(desk.projects.snapshotOf(7)).toEqual(editor.snapshot());
    expect(desk.serverNode('other')?.position).toEqual({ x: 15, y: 30 });
    expect(desk.stores.save.state).toBe('saved');
    expect(desk.read('flow_latest_change')).toMatchObject({ patches: [] });
  });
});

/** A tab that still runs an earlier build of the app. */
async function olderTab(slot: string): Promise<FakeTabs> {
  const tab = new FakeTabs(desk.tabs);
  await tab.claim(slot);
  return tab;
}

const typedHere = (value: string): Change => ({ type: 'setData', id: 'other', data: { value } });

describe('a tab of an earlier build next to one of this build', () => {
  it.each([
    ['the first one', '7/jin'],
    ['the one beside it', '7/jin/older'],
  ])(
    'loses nothing, nor does it lose anything to it: %s is the older, and is gone without having sent',
    async (_which, slot) => {
      desk.projects.put(7, base);
      const older = await olderTab(slot);
      const { editor } = await desk.edit(7);
      editor.apply([typedHere('of this build')]);
      await desk.clock.pass(5000);
      leaveJournal(true, slot);
      editor.apply([{ type: 'moveNode', id: 'idea', position: { x: 60, y: 60 } }]);
      older.kill();
      await desk.clock.pass(90_000);
      expect(desk.stores.save.state).toBe('saved');
      const { nodes, edges } = editor.snapshot();
      expect(desk.projects.snapshotOf(7)).toMatchObject({ nodes, edges });
      expect(desk.serverNode('idea')).toMatchObject({ position: { x: 60, y: 60 }, data: { value: 'left behind' } });
      expect(desk.serverNode('other')).toMatchObject({ position: { x: 15, y: 30 }, data: { value: 'of this build' } });
      expect(desk.projects.stored.size, 'no copy was needed').toBe(1);
    },
  );

  it("takes over the older one's saves in their own form, a whole list at once too", async () => {
    desk.projects.put(7, base);
    const { editor } = await desk.edit(7);
    const older = await olderTab('7/jin/older');
    const channel = older.open(7, () => undefined);
    editor.apply([typedHere('of this build')]);
    const { nodes } = base;
    const words = nodes.map((node) => ({ ...node, data: { ...node.data, name: 'named there' } }));
    const patches: readonly (readonly unknown[])[] = [
      [{ op: 'replace', path: '/nodes', value: words }],
      [
        { op: 'add', path: '/nodes/-', value: prompt('third') },
        { op: 'replace', path: '/viewport', value: { x: 90, y: 0, zoom: 2 } },
      ],
      [{ op: 'remove', path: '/edges/0' }],
    ];
    for (const [turn, patch] of patches.entries()) {
      const condition = { revision: turn + 1, idempotencyKey: `older-${turn}` };
      const { revision } = await desk.projects.patchCanvas(7, JSON.stringify(patch), condition);
      channel.tell(revision);
    }
    await desk.clock.pass(90_000);
    expect(desk.stores.save.state).toBe('saved');
    expect(editor.document.allNodes().map(({ id, data }) => [id, data.name, data.value])).toEqual([
      ['idea', 'named there', ''],
      ['other', 'named there', 'of this build'],
      ['third', undefined, ''],
    ]);
    expect(editor.document.allEdges()).toEqual([]);
    const { nodes: saved, edges } = desk.projects.snapshotOf(7) ?? base;
    expect({ nodes: saved, edges }).toEqual({ nodes: editor.document.allNodes(), edges: editor.document.allEdges() });
    expect(editor.view.viewport, 'tabs do not follow where others look').not.toEqual({ x: 90, y: 0, zoom: 2 });
  });
});
