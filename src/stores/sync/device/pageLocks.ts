import type { Cancel } from '../../ports';

interface LockWish {
  /** A shared lock keeps only those pages waiting that want it for themselves. */
  readonly mode?: LockMode;
  /** Time to wait while another page holds it; as long as it takes by default. */
  readonly patienceMs?: number;
}

interface Held {
  readonly ask: () => Promise<Cancel | null>;
  release: Cancel;
}

const held = new Set<Held>();

function request(
  locks: LockManager,
  name: string,
  { mode = 'exclusive', patienceMs }: LockWish,
): Promise<Cancel | null> {
  const signal = patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs);
  return new Promise((resolve) => {
    locks
      .request(name, { mode, ...(signal && { signal }) }, () => new Promise<void>((release) => resolve(release)))
      .catch(() => resolve(signal?.aborted ? null : () => undefined));
  });
}

/**
 * Holds a name among the tabs of this browser until cancelled, or until the page is gone, however it goes.
 *
 * @returns how to let go of it, null while another page has it.
 */
export async function acquireLock(name: string, wish: LockWish = {}): Promise<Cancel | null> {
  // Only secure pages have locks; without them every tab takes itself to be alone.
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return () => undefined;
  const ask = () => request(locks, name, wish);
  const release = await ask();
  if (!release) return null;
  const entry: Held = { ask, release };
  held.add(entry);
  return () => {
    held.delete(entry);
    entry.release();
  };
}

/** @returns false when another page holds one of them now. */
async function holdAllAgain(): Promise<boolean> {
  const all = await Promise.all(
    [...held].map(async (entry) => {
      // The lock is released first: in a browser that left it with the page, the page would wait for itself.
      entry.release();
      const release = await entry.ask();
      if (!release) return false;
      if (held.has(entry)) entry.release = release;
      else release();
      return true;
    }),
  );
  return all.every(Boolean);
}

let returning: Promise<boolean> = Promise.resolve(true);
let isWhole = true;

/** Resolves with false in a page that came back and found one of its names taken: it may write nothing more. */
export const hasItsLocks = (): Promise<boolean> => returning;

/** The answer of `hasItsLocks` so far: false also while a page that came back still asks. */
export const hasItsLocksNow = (): boolean => isWhole;

/**
 * WebKit takes the names of a page that it keeps for its back button. A page that comes back claims them again before
 * it writes anything; when another page holds one by then, `giveWay` is called, which has to start over.
 *
 * @returns how to stop.
 */
export function reacquireLocksOnReturn(giveWay: () => void): Cancel {
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    isWhole = false;
    const asked = holdAllAgain();
    returning = asked;
    void asked.then((hasAll) => {
      if (returning !== asked) return;
      isWhole = hasAll;
      if (!hasAll) giveWay();
    });
  };
  // This listener comes before those that go on writing in the same event.
  window.addEventListener('pageshow', onShow, { capture: true });
  return () => window.removeEventListener('pageshow', onShow, { capture: true });
}
