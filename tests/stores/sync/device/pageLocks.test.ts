import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserPageLife, browserTabs } from '../../../../src/stores/browserPorts';
import { hasItsLocks, reacquireLocksOnReturn } from '../../../../src/stores/sync/device/pageLocks';
import type { Cancel } from '../../../../src/stores/ports';
import { FakeLocks } from '../../support/FakeLocks';

const locks = new FakeLocks();
const beginAnew = vi.fn<() => void>();
let stop: Cancel;

/** The browser caches the page and shows it again by its back button; `between` is the work of others meanwhile. */
async function leaveAndComeBack(between: () => Promise<unknown> = async () => undefined): Promise<boolean> {
  window.dispatchEvent(new Event('pagehide'));
  locks.takeFromPage();
  await between();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  return hasItsLocks();
}

beforeEach(() => {
  beginAnew.mockClear();
  vi.stubGlobal('navigator', { locks });
  stop = reacquireLocksOnReturn(beginAnew);
});
afterEach(() => {
  stop();
  locks.takeFromPage();
  vi.unstubAllGlobals();
});

describe('a page that the browser kept and shows again', () => {
  it('has its slot again, which no other tab gets [BROWSER-4]', async () => {
    const leave = await browserTabs.claim('7/ada');
    expect(await leaveAndComeBack()).toBe(true);
    expect(await locks.isFree('mulgil/7/ada')).toBe(false);
    expect(beginAnew).not.toHaveBeenCalled();
    leave?.();
    expect(await locks.isFree('mulgil/7/ada')).toBe(true);
  });

  it('does not request the names that it had released [BROWSER-4]', async () => {
    (await browserTabs.claim('7/ada'))?.();
    expect(await leaveAndComeBack()).toBe(true);
    expect(await locks.isFree('mulgil/7/ada')).toBe(true);
  });

  it('reloads, and keeps nothing more, when another tab has its slot by now [BROWSER-4]', async () => {
    const leave = await browserTabs.claim('7/ada');
    const moments: string[] = [];
    const unsubscribe = browserPageLife.subscribe((moment) => moments.push(moment));
    expect(await leaveAndComeBack(() => locks.takeElsewhere('mulgil/7/ada'))).toBe(false);
    expect(beginAnew).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('pagehide'));
    expect(moments, 'only when it was left first').toEqual(['closing']);
    unsubscribe();
    leave?.();
    expect(await leaveAndComeBack(), 'with nothing to hold').toBe(true);
  });

  it('asks for nothing when it is only loaded', async () => {
    const leave = await browserTabs.claim('7/ada');
    const asked = locks.asked.length;
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(await hasItsLocks()).toBe(true);
    expect(locks.asked).toHaveLength(asked);
    leave?.();
  });
});
