import type { ProjectSummary } from '../../../api/contract';
import type { Cancel, Clock, RecordStore, NewId, Tabs } from '../../ports';
import { WaitingCopies } from './WaitingCopies';
import { DeviceWork } from './DeviceWork';
import { FastCopy } from './FastCopy';
import { TabsBeside } from './TabsBeside';
import { CopyRecovery } from './CopyRecovery';
import { DeviceStore } from './DeviceStore';
import { ownSlot, pathOf, type TabSlot } from './TabSlot';
import { ProjectCopy } from './ProjectCopy';
import { SetAside } from './SetAside';
import type { Recovered } from './records';

interface LocalCopiesOptions {
  readonly storage: Storage;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly tabs: Pick<Tabs, 'claim' | 'whenFree' | 'earlierPage'>;
  readonly newId: NewId;
  readonly onFull: () => void;
}

export interface TakenSlot {
  readonly slot: TabSlot;
  readonly leave: Cancel;
}

/** Lock held beside the project's slot by a tab that only sends. */
const sendingName = (slot: TabSlot): string => `sending/${pathOf(slot)}`;

/** The work of a tab that is gone, in a slot beside the project's own. */
export interface LeftCopy {
  readonly slot: TabSlot;
  readonly copy: Recovered;
  /** Removes the copy, whose work is now at `heir` or safe elsewhere. */
  readonly remove: (heir: TabSlot) => Promise<void>;
  /** Lets go of the slot, with or without the copy. */
  readonly release: Cancel;
}

/** Every copy on this device: their slots, and what reads and writes them. */
export class LocalCopies {
  readonly waiting: WaitingCopies;
  readonly aside: SetAside;
  readonly work: DeviceWork;
  readonly beside: TabsBeside;
  readonly store: DeviceStore;
  readonly recovery: CopyRecovery;
  readonly #options: LocalCopiesOptions;
  readonly #fast: FastCopy;

  constructor(options: LocalCopiesOptions) {
    this.#options = options;
    this.#fast = new FastCopy(options.storage);
    this.store = new DeviceStore(options.records);
    this.beside = new TabsBeside({ ...options, store: this.store });
    this.aside = new SetAside(options.records);
    this.waiting = new WaitingCopies(options.records, this.aside);
    this.work = new DeviceWork(options.records, this.#fast, this.store);
    const { clock, newId } = options;
    const take = this.takeForSending.bind(this);
    this.recovery = new CopyRecovery({ fast: this.#fast, store: this.store, aside: this.aside, take, clock, newId });
  }

  /**
   * Claims a slot for this tab among those that show the project, until it leaves. A tab that only sends left-over work
   * holds the project's slot for a moment and is waited for, so that what opens includes what it sent.
   */
  async takeSlot(pid: number, memberId: string): Promise<TakenSlot> {
    const { tabs, newId } = this.#options;
    const own = ownSlot({ pid, memberId });
    await tabs.earlierPage();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await tabs.whenFree(sendingName(own));
      const leave = await tabs.claim(pathOf(own));
      if (leave) return { slot: own, leave };
    }
    const slot = { pid, memberId, tabId: newId() };
    return { slot, leave: (await tabs.claim(pathOf(slot))) ?? (() => undefined) };
  }

  /** Claims the project's own slot to send what lies there; null while a tab shows the project or is sending already. */
  async takeForSending(pid: number, memberId: string): Promise<TakenSlot | null> {
    const { tabs } = this.#options;
    const slot = ownSlot({ pid, memberId });
    const endSending = await tabs.claim(sendingName(slot));
    if (!endSending) return null;
    const leave = await tabs.claim(pathOf(slot));
    if (!leave) {
      endSending();
      return null;
    }
    return {
      slot,
      leave: () => {
        leave();
        endSending();
      },
    };
  }

  /** Resolves when no tab is sending the project's left work. */
  sent(pid: number, memberId: string): Promise<void> {
    return this.#options.tabs.whenFree(sendingName(ownSlot({ pid, memberId })));
  }

  copyOf(slot: TabSlot, onFull = this.#options.onFull): ProjectCopy {
    const { clock } = this.#options;
    return new ProjectCopy({ slot, clock, onFull, fast: this.#fast, store: this.store });
  }

  /**
   * Unsent work at this tab's slot that could not be read as it opened becomes the work of a tab that is gone, once it can. What the
   * keys already had at the opening is part of what this tab shows.
   */
  async partUnread(slot: TabSlot): Promise<void> {
    // Changes in the locked keys may go on from it.
    if (this.#fast.isLocked || !this.store.isUnread(slot)) return;
    const { change } = this.#fast;
    const isOwn = slot.tabId === null && change?.pid === slot.pid && change.memberId === slot.memberId;
    const journal = isOwn ? await this.store.readJournal(slot) : null;
    if (isOwn && journal && journal.timestamp <= (change.blindSince ?? change.timestamp)) this.store.noteShown(slot);
    else await this.store.moveUnread(slot, { ...slot, tabId: this.#options.newId() });
  }

  /** Copies of tabs that are gone; the caller holds each until it is released. */
  async left(pid: number, memberId: string): Promise<LeftCopy[]> {
    const found: LeftCopy[] = [];
    for (const slot of await this.store.slots(memberId, pid)) {
      const release = slot.tabId === null ? null : await this.#options.tabs.claim(pathOf(slot));
      if (!release) continue;
      const copy = await this.recovery.leftAt(slot);
      if (!copy) {
        release();
        continue;
      }
      const remove = async (heir: TabSlot): Promise<void> => {
        await this.beside.passOn(slot, heir);
        await this.store.remove(slot);
      };
      found.push({ slot, copy, remove, release });
    }
    return found;
  }

  /** The member's projects that this device can open by itself, the newest first. No canvas of the large store is read. */
  async known(memberId: string): Promise<ProjectSummary[]> {
    const known = new Map<number, ProjectSummary>();
    const add = (projectId: number, name: string, updatedAt: string): void => {
      known.set(projectId, { projectId, name, updatedAt, thumbnail: null });
    };
    const { change } = this.#fast;
    const whole = change?.memberId === memberId ? this.#fast.whole : null;
    if (whole && whole.pid === change?.pid) add(whole.pid, whole.name, change.timestamp);
    for (const slot of await this.store.slots(memberId)) {
      if (slot.tabId !== null) continue;
      const [head, journal] = await Promise.all([this.store.readHead(slot), this.store.readJournal(slot)]);
      if (!head || !journal) continue;
      add(slot.pid, head.name, journal.patches.length > 0 ? journal.timestamp : head.timestamp);
    }
    return [...known.values()].toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  }

  /** Forgets a project that the member has deleted: its copies, and the name and the runs that wait on this device. */
  async forget(pid: number, memberId: string): Promise<void> {
    await this.copyOf(ownSlot({ pid, memberId })).remove();
    for (const slot of await this.store.slots(memberId, pid)) await this.store.remove(slot);
    await this.work.forgetBeside(pid, memberId);
  }
}
