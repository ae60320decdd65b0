import { describe, expect, it } from 'vitest';
import { Desk } from '../../support/Desk';
import { desk, setUpDesk } from '../../support/setUpDesk';
import { retype, typed } from '../../support/snapshots';

setUpDesk();

/** Both tabs of the browser crash at once and are opened again, with the server still away. */
async function crashAndOpen(first: Desk, second: Desk): Promise<readonly [Desk, Desk]> {
  second.kill();
  first.kill();
  const left = new Desk({ beside: desk });
  await left.open(7);
  const right = new Desk({ beside: desk });
  await right.open(7);
  return [left, right];
}

const write = async (tab: Desk, words: string): Promise<void> => {
  tab.stores.session?.open?.editor.apply(typed(words));
  await tab.clock.pass(2000);
};

/** Puts one person's text on the screens of both tabs before both crash. */
async function inBothTabs(): Promise<readonly [Desk, Desk]> {
  const other = new Desk({ beside: desk });
  await desk.edit(7);
  await other.edit(7);
  desk.projects.outage = 'network';
  await write(desk, 'first words');
  const once = await crashAndOpen(desk, other);
  await write(once[0], 'words of the left');
  const twice = await crashAndOpen(...once);
  expect(twice.map(({ openedText }) => openedText)).toEqual(['words of the left', 'words of the left']);
  return twice;
}

const copies = (): unknown[] =>
  [...desk.projects.stored].filter(([pid]) => pid !== 7).map(([, { snapshot }]) => snapshot?.nodes[0]?.data.value);

/** The common state once the server is back: one text, and 'saved'; the conflict copies beside it. */
async function rest(...tabs: readonly Desk[]): Promise<unknown> {
  desk.projects.outage = null;
  await desk.clock.pass(90_000);
  const texts = new Set([desk.serverText, ...tabs.map(({ openedText }) => openedText)]);
  return { texts: [...texts], states: [...new Set(tabs.map(({ stores }) => stores.save.state))], copies: copies() };
}

const AGREED = { texts: ['and gone on'], states: ['saved'], copies: [] };

describe('two tabs of a browser that crashes twice while the server is away', () => {
  it.each([
    ['first', 0],
    ['second', 1],
  ] as const)('may work on in the %s one over the common work [MERGE-7]', async (_which, one) => {
    const tabs = await inBothTabs();
    await write(tabs[one], 'and gone on');
    expect(await rest(...tabs)).toEqual(AGREED);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ] as const)(
    'may work on in the %s one, and the other one hears of the server earlier [MERGE-7]',
    async (_which, one) => {
      const tabs = await inBothTabs();
      await write(tabs[one], 'and gone on');
      tabs[one].network.set(false);
      desk.projects.outage = null;
      await desk.clock.pass(40_000);
      expect(desk.serverText).toBe('words of the left');
      tabs[one].network.set(true);
      expect(await rest(...tabs)).toEqual(AGREED);
    },
  );

  it.each([
    ['first', 0],
    ['second', 1],
  ] as const)('may work on in the %s one and crash once more [MERGE-7]', async (_which, one) => {
    const tabs = await inBothTabs();
    await write(tabs[one], 'and gone on');
    tabs[1].kill();
    tabs[0].kill();
    const last = new Desk({ beside: desk });
    await last.edit(7);
    expect(last.openedText).toBe('and gone on');
    expect(await rest(last)).toEqual(AGREED);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ] as const)('may work on in the %s one, crash, and open when the server is back [MERGE-7]', async (_which, one) => {
    const tabs = await inBothTabs();
    await write(tabs[one], 'and gone on');
    tabs[1].kill();
    tabs[0].kill();
    desk.projects.outage = null;
    const last = new Desk({ beside: desk });
    await last.edit(7);
    expect(await rest(last)).toEqual(AGREED);
  });

  it('make one copy of work that somebody else has overwritten [MERGE-7]', async () => {
    const tabs = await inBothTabs();
    desk.projects.editElsewhere(7, retype('of another device'));
    desk.projects.outage = null;
    await desk.clock.pass(90_000);
    expect(copies()).toEqual(['words of the left']);
    expect(tabs.map(({ openedText }) => openedText)).toEqual(['of another device', 'of another device']);
  });

  it('make a copy of work that both have continued', async () => {
    const tabs = await inBothTabs();
    await write(tabs[0], 'gone on at the left');
    await write(tabs[1], 'gone on at the right');
    desk.projects.outage = null;
    await desk.clock.pass(90_000);
    expect(new Set([desk.serverText, ...copies()])).toEqual(new Set(['gone on at the left', 'gone on at the right']));
  });
});

/** The second tab saves over that work, and crashes with more; the first one has not heard of it yet. */
async function crashOverShared(): Promise<void> {
  // None of it is being sent: the server cannot be asked later about its fate.
  desk.network.set(false);
  await write(desk, 'of the first tab');
  desk.projects.outage = 'network';
  const second = new Desk({ beside: desk });
  await second.edit(7);
  expect(second.openedText).toBe('of the first tab');
  await write(second, 'of the second tab');
  desk.projects.outage = null;
  await desk.clock.pass(40_000);
  expect(desk.serverText).toBe('of the second tab');
  desk.projects.outage = 'network';
  await write(second, 'and gone on');
  second.kill();
  desk.projects.outage = null;
  expect(desk.openedText).toBe('of the first tab');
}

describe('a second tab that opened without the server, with the first one’s unsent work', () => {
  it('may crash and be opened again before the first one hears of it [MERGE-7]', async () => {
    await desk.edit(7);
    await crashOverShared();
    const third = new Desk({ beside: desk });
    await third.edit(7);
    desk.network.set(true);
    expect(await rest(desk, third)).toEqual(AGREED);
  });

  it('may be taken over by another open one, before the first one hears of it [MERGE-7]', async () => {
    const third = new Desk({ beside: desk });
    await desk.edit(7);
    await third.edit(7);
    await crashOverShared();
    await third.clock.pass(40_000);
    desk.network.set(true);
    expect(await rest(desk, third)).toEqual(AGREED);
  });
});
