import { beforeEach, describe, expect, it, vi } from 'vitest';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import type { Snapshot } from '../../src/engine';
import { Desk } from '../stores/support/Desk';
import { SmallStorage } from '../stores/support/fakes';
import { art, canvas, prompt } from '../stores/support/snapshots';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

let desk: Desk;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'server'), art('art')]));
});

const words = (snapshot: Snapshot | null | undefined): unknown => snapshot?.nodes[0]?.data.value;
const stored = (): unknown => words(desk.projects.snapshotOf(7));
const type = (value: string) => [{ type: 'setData', id: 'idea', data: { value } }] as const;
const asides = (): unknown[] =>
  [...desk.records.entries].filter(([key]) => key.startsWith('aside/')).map(([, value]) => value);

/** The tab is killed, and the next one opens with or without the server. */
async function nextTab({ isServerThere }: { isServerThere: boolean }): Promise<Desk> {
  desk.kill();
  desk.projects.outage = isServerThere ? null : 'network';
  const next = new Desk({ beside: desk });
  await next.open(7);
  return next;
}

const shown = (next: Desk): unknown => words(next.stores.session?.open?.editor.snapshot());

describe('a store that takes the first key and throws on the second', () => {
  let isThrowing = false;

  beforeEach(() => {
    const storage = new SmallStorage();
    const write = storage.setItem.bind(storage);
    vi.spyOn(storage, 'setItem').mockImplementation((key, text) => {
      if (isThrowing && key === 'flow_latest_change') throw new DOMException('full', 'QuotaExceededError');
      write(key, text);
    });
    isThrowing = false;
    desk = new Desk({ storage });
    desk.projects.put(7, canvas([prompt('idea', 'server'), art('art')]));
  });

  it('loses nothing: the large store has the work [STORE-9]', async () => {
    const { editor } = await desk.edit(7);
    isThrowing = true;
    desk.projects.outage = 'network';
    editor.apply(type('unsent'));
    await desk.clock.pass(1000);
    expect(shown(await nextTab({ isServerThere: false }))).toBe('unsent');
    expect(desk.notices).toEqual([]);
  });

  it('never brings an old change back over newer work, when there is no large store either', async () => {
    desk.records.isBroken = true;
    const { editor } = await desk.edit(7);
    editor.apply(type('old'));
    await desk.clock.pass(500);
    isThrowing = true;
    await desk.clock.pass(3000);
    editor.apply(type('new'));
    await desk.clock.pass(3000);
    expect(stored()).toBe('new');
    isThrowing = false;

    const next = await nextTab({ isServerThere: true });
    await next.clock.pass(5000);
    expect([shown(next), stored()]).toEqual(['new', 'new']);
    expect(desk.notices.map(({ titleKey }) => titleKey)).toEqual(['toast.storageFullTitle']);
    expect([ko.toast.storageFullTitle, en.toast.storageFullTitle]).toEqual([
      '이 기기의 저장 공간이 부족해요',
      'This device is out of storage',
    ]);
  });
});

describe('a copy in the large store that cannot be read', () => {
  it.each([
    ['its canvas is cut off', 'whole/7/jin', (value: object) => ({ ...value, canvas: '{"nodes":[{"id":"id' })],
    ['its canvas is another thing', 'whole/7/jin', () => 'no copy'],
    ['its changes are cut off', 'journal/7/jin', (value: object) => ({ ...value, patches: '[{"op":"rep' })],
  ])('is set aside with the work on it: %s [LOAD-9]', async (_what, key, spoil) => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(type('unsent'));
    await desk.clock.pass(1000);
    desk.storage.clear();
    desk.records.entries.set(key, spoil(desk.records.entries.get(key) as object));
    // The first tab has tried to send it.
    const tried = desk.projects.patches.length;

    const next = await nextTab({ isServerThere: true });
    await next.clock.pass(5000);
    expect([shown(next), stored()]).toEqual(['server', 'server']);
    expect(JSON.stringify(asides())).toContain(key.startsWith('whole') ? 'unsent' : 'op');
    expect(desk.projects.patches).toHaveLength(tried);
  });
});

/** The second tab's entry in the store. */
const refuse = (key: string): void => {
  if (/^(?:journal|whole)\/7\/jin\/./.test(key)) throw new Error('the store is gone');
};

describe('a large store that fails for a moment', () => {
  it('costs the work of a crashed second tab nothing: it goes up another time', async () => {
    const other = new Desk({ beside: desk });
    await desk.open(7);
    const { editor } = await other.edit(7);
    desk.projects.outage = 'network';
    editor.apply(type('of the second tab'));
    await desk.clock.pass(1000);
    other.kill();
    const { get, getMany } = desk.records;
    const failing = vi.spyOn(desk.records, 'get').mockImplementation(async (key) => {
      refuse(key);
      return get(key);
    });
    const failingMany = vi.spyOn(desk.records, 'getMany').mockImplementation(async (keys) => {
      keys.forEach(refuse);
      return getMany(keys);
    });
    const next = await nextTab({ isServerThere: true });
    await next.clock.pass(5000);
    expect(stored()).toBe('server');
    next.kill();

    failing.mockRestore();
    failingMany.mockRestore();
    const later = await nextTab({ isServerThere: true });
    await later.clock.pass(5000);
    expect(stored()).toBe('of the second tab');
  });
});

describe('a clock that is a year off', () => {
  it.each([
    ['set back a year', -YEAR_MS],
    ['set forward a year', YEAR_MS],
  ])('%s between two visits takes no work away', async (_what, offsetMs) => {
    const { editor } = await desk.edit(7);
    desk.projects.outage = 'network';
    editor.apply(type('first visit'));
    await desk.clock.pass(1000);
    desk.kill();

    const now = desk.clock.now;
    vi.spyOn(desk.clock, 'now').mockImplementation(() => now() + offsetMs);
    const second = new Desk({ beside: desk });
    const opened = await second.edit(7);
    expect(words(opened.editor.snapshot())).toBe('first visit');
    opened.editor.apply([{ type: 'moveNode', id: 'art', position: { x: 900, y: 0 } }]);
    await second.clock.pass(1000);
    second.kill();

    desk.projects.outage = null;
    const third = new Desk({ beside: desk });
    await third.open(7);
    await third.clock.pass(5000);
    expect(stored()).toBe('first visit');
    expect(desk.projects.snapshotOf(7)?.nodes[1]?.position.x).toBe(900);
    expect(third.stores.save.state).toBe('saved');
  });
});

describe('a project that is deleted while a save is on its way', () => {
  it.each([
    ['before it arrives', 'network' as const],
    ['after it was applied, its answer lost', 'timeoutAfterCommit' as const],
  ])('%s: the work becomes a project of its own, once, and the bar says so', async (_when, trouble) => {
    const { editor } = await desk.edit(7);
    desk.projects.troubles = [trouble];
    editor.apply(type('on its way'));
    await desk.clock.pass(2200);
    expect(desk.projects.patches).toHaveLength(1);
    desk.projects.stored.delete(7);
    editor.apply(type('and on'));
    await desk.clock.pass(40_000);
    expect([...desk.projects.stored.values()].map(({ snapshot }) => words(snapshot))).toEqual(['and on']);
    expect(desk.stores.save.state).toBe('copyKept');
    expect([ko.save.copyKept, en.save.copyKept]).toEqual(['내 사본을 보관해 두었어요', 'Your copy was kept']);
  });
});
