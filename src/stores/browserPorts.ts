import { nanoid } from 'nanoid';
import * as z from 'zod/mini';
import { nextTask } from '../api/nextTask';
import { hasItsLocksNow, acquireLock } from './sync/device/pageLocks';
import type { Cancel, Clock, Network, PageLife, SignOutNews, Tabs } from './ports';

/** Time to wait for a name that another tab holds: a page that is being reloaded may hold it for a moment. */
const CLAIM_MS = 300;
/** Time to wait for the page before a reload: a busy machine takes its time to end it. */
const EARLIER_PAGE_MS = 5000;
const PAGE_KEY = 'mulgil-page';
/** A page that is never idle still does its deferred work after this time. */
const IDLE_MAX_MS = 10_000;
/** Delay in a browser that cannot tell when a page is idle. */
const WITHOUT_IDLE_MS = 500;
const TIMEOUT_MAX_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, Math.min(delayMs, TIMEOUT_MAX_MS));
    return () => clearTimeout(timer);
  },
  every: (periodMs, run) => {
    const timer = setInterval(run, periodMs);
    return () => clearInterval(timer);
  },
  nextTask,
  whenIdle: (run) => {
    // WebKit has none; the first frames of a page are drawn by then.
    if (typeof requestIdleCallback === 'undefined') return systemClock.after(WITHOUT_IDLE_MS, run);
    const request = requestIdleCallback(run, { timeout: IDLE_MAX_MS });
    return () => cancelIdleCallback(request);
  },
};

/** Addresses of the machine itself. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u;

export const browserNetwork: Network = {
  // Chromium counts a machine without a network as offline, whose own server answers nevertheless.
  isOnline: () => navigator.onLine || LOOPBACK.test(location.hostname),
  subscribe: (listener) => {
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
};

export const browserPageLife: PageLife = {
  subscribe: (listener) => {
    const onVisibility = (): void => listener(document.visibilityState === 'hidden' ? 'hidden' : 'shown');
    const onFocus = (): void => listener('shown');
    const onHide = (): void => {
      // Without its names the page stays silent: the records on this device are another page's by now.
      if (hasItsLocksNow()) listener('closing');
    };
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('focus', onFocus);
    window.addEventListener('pagehide', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('focus', onFocus);
      window.removeEventListener('pagehide', onHide);
    };
  },
};

/** Replacement in a browser that forbids the store. */
const noStorage: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => {
    throw new DOMException('this browser keeps nothing for this page', 'SecurityError');
  },
};

/** Merely naming the store throws where cookies are blocked. */
export function browserStorage(): Storage {
  try {
    return window.localStorage;
  } catch {
    return noStorage;
  }
}

const signOutNews = z.object({ moment: z.enum(['coming', 'done']), dropped: z.nullable(z.string()) });

/** Opens the channel on which the tabs tell each other about one subject. */
function openChannel(
  subject: string,
  listener: (news: unknown) => void,
): { readonly tell: (news: number | string | SignOutNews) => void; readonly close: Cancel } {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`mulgil/${subject}`);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    tell: (news) => channel.postMessage(news),
    close: () => channel.close(),
  };
}

/**
 * A subject's channel that all of the page share, open while somebody listens: what is said on one channel comes to the other channels of
 * the same page, too, but not back to itself.
 */
function sharedChannel(subject: string): {
  readonly tell: (news: string | SignOutNews) => void;
  readonly listen: (listener: (news: unknown) => void) => Cancel;
} {
  const listeners = new Set<(news: unknown) => void>();
  let channel: ReturnType<typeof openChannel> | null = null;
  const open = () =>
    (channel ??= openChannel(subject, (news) => {
      for (const listener of listeners) listener(news);
    }));
  const closeUnheard = (): void => {
    if (listeners.size > 0) return;
    channel?.close();
    channel = null;
  };
  return {
    tell: (news) => {
      open().tell(news);
      closeUnheard();
    },
    listen: (listener) => {
      listeners.add(listener);
      open();
      return () => {
        listeners.delete(listener);
        closeUnheard();
      };
    },
  };
}

/** Who is signed in, and who has signed out. */
const members = sharedChannel('member');
const signOuts = sharedChannel('signOut');

const hasReturned = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  const { type } = (navigation ?? {}) as { type?: string };
  // A duplicated tab has a copy of the storage too, but was not loaded before.
  return type === 'reload' || type === 'back_forward';
};

/** Notes this page for the one after a reload, and waits for the one before it. */
async function awaitEarlierPage(): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return;
  let earlier: string | null;
  const own = nanoid();
  try {
    earlier = sessionStorage.getItem(PAGE_KEY);
    sessionStorage.setItem(PAGE_KEY, own);
  } catch {
    return;
  }
  void acquireLock(`mulgil/page/${own}`);
  if (earlier === null || !hasReturned()) return;
  const signal = AbortSignal.timeout(EARLIER_PAGE_MS);
  await locks.request(`mulgil/page/${earlier}`, { mode: 'shared', signal }, () => undefined).catch(() => undefined);
}

let earlierPage: Promise<void> | null = null;

/** Tabs of this browser on the same origin; alone where the browser has no BroadcastChannel. */
export const browserTabs: Tabs = {
  open: (pid, listener) =>
    openChannel(`project/${pid}`, (news) => {
      if (typeof news === 'number') listener(news);
    }),
  tellMember: (memberId) => members.tell(memberId),
  onMember: (listener) =>
    members.listen((news) => {
      if (typeof news === 'string') listener(news);
    }),
  tellSignOut: (news) => signOuts.tell(news),
  onSignOut: (listener) =>
    signOuts.listen((news) => {
      const read = signOutNews.safeParse(news);
      if (read.success) listener(read.data);
    }),
  claim: (name) => acquireLock(`mulgil/${name}`, { patienceMs: CLAIM_MS }),
  earlierPage: () => (earlierPage ??= awaitEarlierPage()),
  whenFree: async (name) => {
    const { locks } = navigator as { locks?: LockManager };
    await locks?.request(`mulgil/${name}`, { mode: 'shared' }, () => undefined);
  },
};
