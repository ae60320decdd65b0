import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from '../stores/support/Desk';
import { canvas, prompt, retype, textOf, typed } from '../stores/support/snapshots';

let desk: Desk;
let other: Desk;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  desk = new Desk();
  desk.projects.put(7, canvas([prompt('idea', 'server')]));
  await desk.open(7);
  other = new Desk({ beside: desk });
});

const shownIn = ({ stores }: Desk): unknown => textOf(stores.session?.open?.editor.snapshot());
const stored = (): unknown => textOf(desk.projects.snapshotOf(7));

/** All tabs of the browser crash at once; the next one opens without the server. */
async function crashAndOpen(): Promise<Desk> {
  other.kill();
  desk.kill();
  desk.projects.outage = 'network';
  const next = new Desk({ beside: desk });
  await next.open(7);
  return next;
}

describe('a browser that crashed with two tabs on one project, opened again without the server', () => {
  it('shows what was unsent in the second tab, and sends it when the server is back', async () => {
    const { editor } = await other.edit(7);
    desk.projects.outage = 'network';
    editor.apply(typed('of the second tab'));
    await desk.clock.pass(1000);

    const next = await crashAndOpen();
    expect(shownIn(next)).toBe('of the second tab');
    desk.projects.outage = null;
    await next.clock.pass(40_000);
    expect([shownIn(next), stored(), next.stores.save.state]).toEqual([
      'of the second tab',
      'of the second tab',
      'saved',
    ]);
    expect([...desk.projects.stored.keys()]).toEqual([7]);
  });

  it('shows the unsent work in both, and makes a conflict copy where they differed', async () => {
    desk.projects.outage = 'network';
    desk.stores.session?.open?.editor.apply(typed('of the first tab'));
    const { editor } = await other.edit(7);
    editor.apply(typed('of the second tab'));
    await desk.clock.pass(1000);

    const next = await crashAndOpen();
    expect(['of the first tab', 'of the second tab']).toContain(shownIn(next));
    desk.projects.outage = null;
    await next.clock.pass(40_000);
    const kept = [...desk.projects.stored.values()].map(({ snapshot }) => textOf(snapshot));
    expect(kept).toEqual(expect.arrayContaining([shownIn(next)]));
    expect(kept).toContain('of the second tab');
  });

  it('does not do again what the server had taken from the second tab, its answer lost', async () => {
    const { editor } = await other.edit(7);
    desk.projects.troubles = ['timeoutAfterCommit'];
    editor.apply(typed('of the second tab'));
    await desk.clock.pass(2200);
    expect(stored()).toBe('of the second tab');

    const next = await crashAndOpen();
    expect(shownIn(next)).toBe('of the second tab');
    desk.projects.editElsewhere(7, retype('theirs'));
    desk.projects.outage = null;
    await next.clock.pass(40_000);
    expect([shownIn(next), stored(), next.stores.save.state]).toEqual(['theirs', 'theirs', 'saved']);
    expect([...desk.projects.stored.keys()]).toEqual([7]);
  });
});
