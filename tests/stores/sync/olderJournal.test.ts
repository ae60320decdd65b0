import { describe, expect, it } from 'vitest';
import { desk, setUpDesk } from '../support/setUpDesk';
import { canvas, pipe, prompt } from '../support/snapshots';

setUpDesk();

/** As an earlier build of the app left it: steps as they are, the view alone counted as unsent, and an answer that never came. */
function leaveJournal(isSending: boolean): void {
  const base = canvas([prompt('idea'), prompt('other')], [pipe('idea', 'other')]);
  desk.projects.put(7, base);
  const moved = { op: 'replace', path: '/nodes/1/position', value: { x: 15, y: 30 } };
  const typed = { op: 'replace', path: '/nodes/0/data/value', value: 'left behind' };
  const viewed = { op: 'replace', path: '/viewport', value: { x: 90, y: 0, zoom: 2 } };
  const timestamp = desk.clock.iso();
  desk.depot.entries.set('whole/7/jin', {
    pid: 7,
    name: 'Rivers',
    timestamp,
    revision: 1,
    canvas: JSON.stringify(base),
  });
  desk.depot.entries.set('journal/7/jin', {
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
    leaveJournal(isSending);
    const { editor } = await desk.edit(7);
    expect(editor.document.node('idea')?.data.value).toBe('left behind');
    expect(editor.viewport.camera).toEqual({ x: 90, y: 0, zoom: 2 });
    await desk.clock.pass(5000);
    expect(desk.projects.snapshotOf(7)).toEqual(editor.snapshot());
    expect(desk.serverNode('other')?.position).toEqual({ x: 15, y: 30 });
    expect(desk.stores.save.state).toBe('saved');
    expect(desk.read('flow_latest_change')).toMatchObject({ patches: [] });
  });
});
