import { expect, it } from 'vitest';
import { Desk } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';
import { typed } from '../support/snapshots';

setUpDesk();

const here = { position: { x: 10, y: 20 }, zoom: 1 };
const there = { position: { x: 400, y: 900 }, zoom: 0.5 };
const savedPlaces = (): unknown => desk.projects.stored.get(7)?.snapshot?.['bookmarks'];

it('saves a place that was kept, while another save is on its way too [MARK-2]', async () => {
  const { editor } = await desk.edit(7);
  editor.bookmarks.set(1, here);
  expect(desk.stores.save.state).toBe('saving');
  await desk.clock.pass(4000);
  expect(savedPlaces()).toEqual({ '1': here });
  expect(desk.stores.save.state).toBe('saved');

  editor.apply(typed('mine'));
  editor.bookmarks.set(2, there);
  await desk.clock.pass(4000);
  expect(savedPlaces()).toEqual({ '1': here, '2': there });
  editor.bookmarks.set(1, null);
  await desk.clock.pass(4000);
  expect(savedPlaces()).toEqual({ '2': there });
});

it('merges by number with those of another device, and shows them [MARK-2]', async () => {
  const { editor } = await desk.edit(7);
  desk.projects.editElsewhere(7, [{ op: 'add', path: '/bookmarks', value: { '2': there } }]);
  editor.bookmarks.set(1, here);
  await desk.clock.pass(6000);
  expect(savedPlaces()).toEqual({ '1': here, '2': there });
  expect([editor.bookmarks.of(1), editor.bookmarks.of(2)]).toEqual([here, there]);
  expect(desk.stores.save.state).toBe('saved');
});

it('keeps on this device what no server has yet [MARK-2]', async () => {
  const { editor } = await desk.edit(7);
  desk.network.set(false);
  editor.bookmarks.set(5, here);
  await desk.clock.pass(3000);
  desk.kill();
  const again = new Desk({ beside: desk });
  const opened = await again.edit(7);
  expect(opened.editor.bookmarks.of(5)).toEqual(here);
});

it('takes over with the unsent work of a tab that is gone what that tab has kept [MARK-2] [LOAD-14]', async () => {
  const { editor } = await desk.edit(7);
  editor.bookmarks.set(1, here);
  await desk.clock.pass(4000);
  const other = new Desk({ beside: desk });
  const beside = await other.edit(7);
  other.network.set(false);
  beside.editor.bookmarks.set(2, there);
  await desk.clock.pass(1500);
  other.kill();
  await desk.clock.pass(45_000);
  expect([editor.bookmarks.of(1), editor.bookmarks.of(2)]).toEqual([here, there]);
  expect(savedPlaces()).toEqual({ '1': here, '2': there });
  expect(desk.stores.save.state).toBe('saved');
});
