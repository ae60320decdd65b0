import { beforeEach, describe, expect, it } from 'vitest';
import { ProjectNames } from '../../../src/stores/sync/ProjectNames';
import { Desk, JIN } from '../support/Desk';
import { desk, setUpDesk } from '../support/setUpDesk';

setUpDesk();

const nameOnServer = (): string | undefined => desk.projects.stored.get(7)?.name;
const nameHere = (): unknown => desk.records.entries.get('name/7/jin');

describe('a name whose request takes its time', () => {
  let release: () => void;

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
});

/** Jin opens the project on this page, and leaves it: the name that is shown, and the one that the server has after it. */
async function visit(): Promise<unknown[]> {
  await desk.open(7);
  const shown = desk.stores.project.projectName;
  await desk.stores.closeProject();
  await desk.clock.pass(1000);
  return [shown, nameOnServer()];
}

describe('a name that could not be sent from the card', () => {
  beforeEach(async () => {
    desk.stores.start();
    await desk.clock.pass(1000);
    desk.projects.outage = 'network';
    await desk.stores.cards.rename(7, 'Old');
    desk.projects.outage = null;
  });

  it('is sent when the project is opened', async () => {
    expect(await visit()).toEqual(['Old', 'Old']);
  });

  it('is sent no more once another tab has given another one [HOME-5]', async () => {
    const other = new Desk({ beside: desk });
    await other.stores.cards.rename(7, 'New');
    expect(await visit()).toEqual(['New', 'New']);
  });

  it('is sent no more once another tab has sent it, whatever came after', async () => {
    new Desk({ beside: desk }).stores.start();
    await desk.clock.pass(1000);
    expect([nameOnServer(), nameHere()]).toEqual(['Old', undefined]);
    await desk.projects.rename(7, 'Elsewhere');
    expect(await visit()).toEqual(['Elsewhere', 'Elsewhere']);
  });

  it('is sent no more once the person has dropped it at the sign-out', async () => {
    await desk.stores.signOut('jin');
    await desk.clock.pass(1000);
    expect(nameHere()).toBeUndefined();
    desk.member = JIN;
    expect(await visit()).toEqual(['Rivers', 'Rivers']);
  });
});

it('a name that could not be sent gives way to one that another tab gives, once the page is hidden', async () => {
  await desk.open(7);
  desk.projects.troubles = ['network'];
  await desk.stores.project.rename('Old');
  const other = new Desk({ beside: desk });
  await other.open(7);
  await other.stores.project.rename('New');
  await desk.clock.pass(1000);
  desk.page.turn('hidden');
  await desk.clock.pass(1000);
  expect([nameOnServer(), nameHere()]).toEqual(['New', undefined]);
});

it('a name that an earlier page kept gives way to one that is given while it is read', async () => {
  desk.records.entries.set('name/7/jin', 'Kept');
  const names = new ProjectNames(desk.stores.api, desk.records);
  void names.sendKept(7, 'jin');
  void names.give({ pid: 7, memberId: 'jin' }, 'Given');
  await desk.clock.pass(3000);
  expect([nameOnServer(), nameHere()]).toEqual(['Given', undefined]);
});

it('a name that the page sends as it is hidden lands before the one that is given when it is shown again [LEAVE-2]', async () => {
  await desk.open(7);
  desk.projects.outage = 'network';
  await desk.stores.project.rename('Streams');
  desk.projects.outage = null;
  const release = desk.projects.hold('PUT name 7');
  desk.page.turn('hidden');
  await desk.clock.pass(100);
  desk.page.turn('shown');
  void desk.stores.project.rename('Lakes');
  await desk.clock.pass(100);
  expect(nameOnServer()).toBe('Rivers');
  release();
  await desk.clock.pass(1000);
  expect([nameOnServer(), nameHere()]).toEqual(['Lakes', undefined]);
});
