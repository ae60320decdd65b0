import type { RecordStore } from '../../ports';
import type { FastCopy } from './FastCopy';
import type { DeviceStore } from './DeviceStore';
import { pathOf } from './TabSlot';
import { THUMBNAILS_KEY } from './Thumbnails';

/** Keys of a copy's records, with the path of its slot. */
const COPY_KEY = /^(?:journal|whole|head|inherited)\/(.+)$/s;
const STEP_KEY = /^acknowledged\/(.+)\/\d+$/s;
/** Keys of work beside the copies: waiting conflict copies and names, and records that could not be read back. */
const WORK_KEY = /^(?:kept|name)\/(\d+)\/([^/]*)|^aside\/(\d+)\//;
/** Keys of records a person has as a file, the last member, how runs ended, and the copies made of projects that are gone. */
const FORGOTTEN_KEY = /^(?:taken\/|runs\/|gone\/|lastMember$)/;

interface DeviceWorkOptions {
  readonly storage: Storage;
  readonly records: RecordStore;
  readonly fast: FastCopy;
  readonly store: DeviceStore;
}

/** A person's work that only this device has, and everything else that it may forget. */
export class DeviceWork {
  readonly #options: DeviceWorkOptions;

  constructor(options: DeviceWorkOptions) {
    this.#options = options;
  }

  /** The projects of a member with work that the server has not acknowledged. */
  async projects(memberId: string): Promise<number[]> {
    const { store } = this.#options;
    const pids = new Set<number>();
    for (const slot of await store.slots(memberId)) if (!(await store.isSent(slot))) pids.add(slot.pid);
    for (const key of await this.#keys()) {
      const [, pid, owner, aside] = WORK_KEY.exec(key) ?? [];
      if (pid !== undefined && owner === memberId) pids.add(Number(pid));
      // The owner of such a record is unknown; it counts as the member's.
      if (aside !== undefined) pids.add(Number(aside));
    }
    return [...pids].toSorted((one, other) => one - other);
  }

  /** The member's work with its base, as this device has it. */
  async read(memberId: string): Promise<Readonly<Record<string, unknown>>> {
    const { records } = this.#options;
    const pids = new Set(await this.projects(memberId));
    const found: Record<string, unknown> = {};
    for (const key of await this.#keys()) {
      const [pid] = (COPY_KEY.exec(key) ?? STEP_KEY.exec(key))?.[1]?.split('/') ?? [];
      const isCopy = pid !== undefined && pids.has(Number(pid)) && key.includes(`/${memberId}`);
      if (isCopy || this.#isWorkOf(key, memberId)) found[key] = await records.get(key).catch(() => undefined);
    }
    return found;
  }

  /**
   * Forgets everything that the server has acknowledged, of any member.
   *
   * @param dropped the member whose unacknowledged work is forgotten too.
   */
  async forget(dropped: string | null): Promise<void> {
    const { records, store } = this.#options;
    const keys = await this.#keys();
    const kept = new Set<string>();
    for (const slot of await store.allSlots()) {
      if (slot.memberId !== dropped && !(await store.isSent(slot))) kept.add(pathOf(slot));
    }
    const isForgotten = (key: string): boolean => {
      const path = COPY_KEY.exec(key)?.[1] ?? STEP_KEY.exec(key)?.[1];
      if (path !== undefined) return !kept.has(path);
      return FORGOTTEN_KEY.test(key) || (dropped !== null && this.#isWorkOf(key, dropped));
    };
    const gone = keys.filter(isForgotten).map((key) => [key, undefined]);
    await records.setAll(Object.fromEntries(gone) as Record<string, undefined>).catch(() => undefined);
    await this.#forgetFast(dropped);
  }

  #isWorkOf(key: string, memberId: string): boolean {
    const [, , owner, aside] = WORK_KEY.exec(key) ?? [];
    return owner === memberId || aside !== undefined;
  }

  /** Removes the two keys, unless they are the only copy because the large store could not be written. */
  async #forgetFast(dropped: string | null): Promise<void> {
    const { storage, fast, store } = this.#options;
    const change = fast.readChange();
    const value = change && 'value' in change ? change.value : null;
    const isElsewhere =
      value !== null && (await store.readJournal({ pid: value.pid, memberId: value.memberId, beside: null })) !== null;
    const isWork = change !== null && (value === null || value.patches.length > 0) && !isElsewhere;
    if (!isWork || value?.memberId === dropped) {
      fast.removeWhole();
      fast.removeChange();
    }
    try {
      // Pictures can be made again.
      storage.removeItem(THUMBNAILS_KEY);
    } catch {
      // The store is forbidden, so it is empty.
    }
  }

  async #keys(): Promise<readonly string[]> {
    return this.#options.records.keys().catch(() => []);
  }
}
