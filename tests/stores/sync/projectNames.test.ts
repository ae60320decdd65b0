import { beforeEach, expect, it } from 'vitest';
import { Desk } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';

setUpDesk();

let release: () => void;

const nameOnServer = (): string | undefined => desk.projects.stored.get(7)?.name;
const nameHere = (): unknown => desk.records.entries.get('name/7/jin');

/** Jin has the project open, and renames it; the answer of the server takes its time. */
beforeEach(async () => {
  await desk.open(7);
  release = desk.projects.hold('PUT name 7');
  void desk.stores.project.rename('Streams');
  await desk.clock.pass(100);
});

it('a name given at the card lands after the one that the editor is still sending [HOME-5] [TITLE-7]', async () => {
  void desk.stores.closeProject();
  void desk.stores.cards.rename(7, 'Seas');
  await desk.clock.pass(100);
  expect(nameOnServer()).not.toBe('Seas');
  release();
  await desk.clock.pass(1000);
  expect([nameOnServer(), nameHere()]).toEqual(['Seas', undefined]);
});

it('a name that is given in the editor while the card sends another lands last, too [TITLE-7]', async () => {
  release();
  await desk.stores.closeProject();
  release = desk.projects.hold('PUT name 7');
  void desk.stores.cards.rename(7, 'Seas');
  await desk.open(7);
  void desk.stores.project.rename('Lakes');
  await desk.clock.pass(100);
  release();
  await desk.clock.pass(1000);
  expect([nameOnServer(), nameHere()]).toEqual(['Lakes', undefined]);
});

it('a later name goes with the page that is closed while an earlier one is on its way [LEAVE-2]', async () => {
  void desk.stores.project.rename('Lakes');
  desk.page.turn('closing');
  desk.kill();
  await desk.clock.pass(100);
  expect(nameOnServer()).toBe('Lakes');
});

it('a later name is sent by the next start when the earlier one lands after it [HOME-5]', async () => {
  void desk.stores.project.rename('Lakes');
  desk.page.turn('hidden');
  await desk.clock.pass(100);
  // The tab dies here; what it had sent goes on.
  const nextDay = new Desk({ beside: desk });
  desk.kill();
  await desk.projects.rename(7, 'Streams');
  expect(nameHere()).toBe('Lakes');
  nextDay.stores.start();
  await desk.clock.pass(1000);
  expect([nameOnServer(), nameHere()]).toEqual(['Lakes', undefined]);
});
