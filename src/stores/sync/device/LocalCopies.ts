import type { ProjectSummary } from '../../../api/contract';
import { readSnapshot, type Snapshot } from '../../../engine';
import type { RelatedTabs } from '../merge/mergeValues';
import type { Cancel, Clock, RecordStore, NewId, Tabs } from '../../ports';
import { WaitingCopies, type ConflictState } from './WaitingCopies';
import { DeviceWork } from './DeviceWork';
import { FastCopy } from './FastCopy';
import { copyOfGone, type TabWork } from './copyOfGone';
import { Inherited } from './Inherited';
import { DeviceStore, type DeviceEntry } from './DeviceStore';
import { laterThan, moveHome } from './moveHome';
import { ownSlot, pathOf, type TabSlot } from './TabSlot';
import { ProjectCopy } from './ProjectCopy';
import { SetAside } from './SetAside';
import type { BaseWrite, CopyReader, Recovered, ReadChange } from './records';

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
  readonly copy: Recovered | null;
  /** Removes the copy, whose work is now at `heir` or safe elsewhere. */
  readonly remove: (heir: TabSlot) => Promise<void>;
  /** Leaves the copy for another time. */
  readonly release: Cancel;
}

/** The app's own code could not be loaded, which says nothing about a copy. */
class CodeMissing extends Error {}

const codeMissing = (cause: unknown): never => {
  throw new CodeMissing('the code that reads changes did not come', { cause });
};

/** Applies a patch with code that is not loaded with the first page; also rejects when the result is no snapshot. */
async function patched(snapshot: Snapshot, patch: readonly unknown[]): Promise<Snapshot> {
  if (patch.length === 0) return snapshot;
  const { applyPatch } = await import('../patch/applyPatch').catch(codeMissing);
  const result = readSnapshot(applyPatch(snapshot, patch));
  if (!result) throw new Error('the changes do not give a snapshot');
  return result;
}

/** Another tab's work as last kept; its base is the server's state when that tab last heard of it. */
interface States extends TabWork {
  /** The base with the save that was on its way. */
  readonly sent: Snapshot;
}

const operationsOf = (text: string): unknown[] => JSON.parse(text) as unknown[];

/** The acknowledged state of an entry; rejects when a patch to it is missing. */
async function baseOf({ snapshot, acknowledged }: DeviceEntry): Promise<Snapshot> {
  if (!acknowledged) throw new Error('a patch that was acknowledged is missing');
  return patched(snapshot, acknowledged.flatMap(operationsOf));
}

/** The work of an entry, or of the fast key on top of it if that is later; rejects when a part of it is missing or does not apply. */
async function recover(entry: DeviceEntry, change: ReadChange | null): Promise<Recovered> {
  const { name, timestamp } = entry;
  const later = laterThan(entry.journal, change);
  const base = await patched(await baseOf(entry), later?.acknowledged.flatMap(({ text }) => operationsOf(text)) ?? []);
  const { revision, patches, sending, timestamp: writtenAt } = later?.journal ?? entry.journal;
  const hasUnsent = patches.length > 0;
  return {
    name,
    timestamp: hasUnsent ? writtenAt : timestamp,
    revision,
    base: revision === null ? null : base,
    snapshot: await patched(base, patches),
    operations: patches,
    hasUnsent,
    sending,
    owed: () => ({ whole: null, acknowledged: later?.acknowledged ?? [] }),
    isBare: false,
  };
}

/** Every copy on this device, and how far each can be trusted. */
export class LocalCopies {
  /** Whole states that wait to become projects of their own. */
  readonly waiting: WaitingCopies;
  /** Records that could not be read back. */
  readonly aside: SetAside;
  /** Work that only this device has, and what the device may forget. */
  readonly work: DeviceWork;
  /** Work of other tabs with which tabs have started. */
  readonly inherited: Inherited;
  /** The copies in the large store, by slot. */
  readonly store: DeviceStore;
  readonly #options: LocalCopiesOptions;
  readonly #fast: FastCopy;

  constructor(options: LocalCopiesOptions) {
    this.#options = options;
    this.#fast = new FastCopy(options.storage);
    this.store = new DeviceStore(options.records);
    this.inherited = new Inherited(options.records);
    this.aside = new SetAside(options.records);
    this.waiting = new WaitingCopies(options.records, this.aside);
    this.work = new DeviceWork(options.records, this.#fast, this.store);
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

  copyOf(slot: TabSlot): ProjectCopy {
    const { clock, onFull } = this.#options;
    return new ProjectCopy({ slot, clock, onFull, fast: this.#fast, store: this.store });
  }

  /** Copies of tabs that are gone; the caller holds each until it is removed or released. */
  async left(pid: number, memberId: string): Promise<LeftCopy[]> {
    const found: LeftCopy[] = [];
    for (const slot of await this.store.slots(memberId, pid)) {
      const release = slot.tabId === null ? null : await this.#options.tabs.claim(pathOf(slot));
      if (!release) continue;
      const entry = await this.#entryAt(slot, 'holder');
      if (!entry) {
        release();
        continue;
      }
      const remove = async (heir: TabSlot): Promise<void> => {
        await this.inherited.passOn(slot, heir);
        await this.store.remove(slot);
        release();
      };
      found.push({ slot, copy: await this.#fromStore(slot, entry, null, 'holder'), remove, release });
    }
    return found;
  }

  /** The tabs that share unsent work with the one at this slot; see Inherited.relatives. */
  async relatives(slot: TabSlot, settledAt: number | null): Promise<RelatedTabs> {
    const others = (await this.store.slots(slot.memberId, slot.pid)).filter(({ tabId }) => tabId !== slot.tabId);
    return this.inherited.relatives(slot, others, settledAt, async (other) => {
      const states = await this.#statesAt(other);
      return states ? [states.base, states.sent, states.now] : [];
    });
  }

  /** The conflict copy for this tab's work on a project that is gone. */
  copyOfGone(slot: TabSlot, mine: TabWork): Promise<ConflictState> {
    return copyOfGone(this.#options, slot, mine, () => this.#workBeside(slot));
  }

  async #workBeside(slot: TabSlot): Promise<TabWork[]> {
    const found: TabWork[] = [];
    for (const other of await this.store.slots(slot.memberId, slot.pid)) {
      if (other.tabId === slot.tabId || (await this.store.isSent(other))) continue;
      const states = await this.#statesAt(other);
      if (states) found.push(states);
    }
    return found;
  }

  /** Null when there is nothing at this slot, or a part of it is missing. */
  async #statesAt(slot: TabSlot): Promise<States | null> {
    const entry = await this.store.read(slot);
    if (!entry || 'broken' in entry) return null;
    const { sending, patches, revision } = entry.journal;
    try {
      const base = await baseOf(entry);
      const sent = sending ? await patched(base, operationsOf(sending.text)) : base;
      return { base, sent, now: await patched(base, patches), revision };
    } catch {
      return null;
    }
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

  /**
   * Recovers like `recover`, but returns null when the server has everything: the copy, which may be large, is then not
   * read at all.
   */
  async recoverWork(pid: number, memberId: string, reader: CopyReader): Promise<Recovered | null> {
    const slot = ownSlot({ pid, memberId });
    const change = await this.#ownChange(slot, reader);
    const isSent = await this.store.isSent(slot);
    const isFastSent = change ? change.patches.length === 0 : !this.#hasFastWhole(slot);
    return isSent && isFastSent ? null : this.recover(pid, memberId, reader);
  }

  /**
   * This device's copy of a project. Work of another project or member in the two keys is first moved to its own slot,
   * and a broken copy is set aside by its holder; neither is ever returned.
   */
  async recover(pid: number, memberId: string, reader: CopyReader): Promise<Recovered | null> {
    const slot = ownSlot({ pid, memberId });
    const change = await this.#ownChange(slot, reader);
    const entry = await this.#entryAt(slot, reader);
    const isStored = entry && !this.#isFastNewer(slot, entry, change);
    const fromStore = isStored ? await this.#fromStore(slot, entry, change, reader) : null;
    return fromStore ?? this.#fromFast(slot, change, reader);
  }

  async #entryAt(slot: TabSlot, reader: CopyReader): Promise<DeviceEntry | null> {
    const entry = await this.store.read(slot);
    if (!entry || !('broken' in entry)) return entry;
    if (reader === 'holder') await this.#giveUp(slot, entry.broken);
    return null;
  }

  /** True when the two keys are newer than the large store: the tab was killed before it could write there. */
  #isFastNewer(slot: TabSlot, { timestamp, journal }: DeviceEntry, change: ReadChange | null): boolean {
    const whole = this.#fast.wholeFor(slot);
    if (!whole || whole.timestamp <= timestamp) return false;
    return change ? change.timestamp > journal.timestamp : journal.patches.length === 0;
  }

  /** A broken copy counts too, since it has to be set aside. */
  #hasFastWhole(slot: TabSlot): boolean {
    return this.#fast.wholeFor(slot) !== null || this.#fast.broken('whole') !== null;
  }

  async #ownChange(slot: TabSlot, reader: CopyReader): Promise<ReadChange | null> {
    const { change } = this.#fast;
    if (!change) return this.#setBrokenAside('change', slot.pid, reader);
    const isOwn = change.pid === slot.pid && change.memberId === slot.memberId;
    const home = { fast: this.#fast, store: this.store, take: this.takeForSending.bind(this) };
    const isHome = isOwn || (await moveHome(home, change));
    this.#fast.keepFor(isHome ? null : change);
    if (isOwn) return change;
    if (isHome && change.pid === slot.pid) {
      // This copy of the project belongs to another member, so it is not opened.
      this.#fast.remove('whole');
      this.#fast.remove('change');
    }
    return null;
  }

  #fromStore(
    slot: TabSlot,
    entry: DeviceEntry,
    change: ReadChange | null,
    reader: CopyReader,
  ): Promise<Recovered | null> {
    return this.#unlessBroken(
      () => recover(entry, change),
      reader,
      (error) => this.#giveUp(slot, { ...entry, change }, error),
    );
  }

  async #fromFast(slot: TabSlot, change: ReadChange | null, reader: CopyReader): Promise<Recovered | null> {
    const { pid, memberId } = slot;
    const whole = this.#fast.wholeFor(slot);
    if (!whole) return this.#setBrokenAside('whole', pid, reader);
    const { revision = null, sending = null, timestamp = whole.timestamp, patches = [] } = change ?? {};
    const journal = { pid, memberId, revision, timestamp, patches, sending };
    const owed = (): BaseWrite => {
      const { snapshot, name, timestamp: writtenAt } = whole;
      const record = { pid, name, timestamp: writtenAt, revision, canvas: JSON.stringify(snapshot) };
      return { whole: change && record, acknowledged: [] };
    };
    const read = async (): Promise<Recovered> => ({
      ...(await recover({ ...whole, acknowledged: [], journal }, null)),
      owed,
      isBare: change === null,
    });
    return this.#unlessBroken(read, reader, async (error) => {
      if (!(await this.#setAside(pid, { whole, change }, error))) return;
      this.#fast.remove('whole');
      this.#fast.remove('change');
    });
  }

  /** A copy whose changes do not apply is given up by its holder. */
  async #unlessBroken(
    read: () => Promise<Recovered>,
    reader: CopyReader,
    giveUp: (error: unknown) => Promise<void>,
  ): Promise<Recovered | null> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof CodeMissing) throw error;
      if (reader === 'holder') await giveUp(error);
      return null;
    }
  }

  async #giveUp(slot: TabSlot, copy: unknown, reason?: unknown): Promise<void> {
    if (await this.#setAside(slot.pid, copy, reason)) await this.store.remove(slot);
  }

  /** Only the holder sets text aside that cannot be read. */
  async #setBrokenAside(part: 'whole' | 'change', pid: number, reader: CopyReader): Promise<null> {
    const broken = reader === 'holder' ? this.#fast.broken(part) : null;
    if (broken !== null && (await this.#setAside(pid, broken))) this.#fast.remove(part);
    return null;
  }

  /**
   * Sets a copy that cannot be used aside, whole; the person is told when the project opens. Resolves to false when this
   * device has no room for it: it stays where it is.
   */
  #setAside(pid: number, copy: unknown, reason: unknown = 'it is none of this version'): Promise<boolean> {
    console.warn('the copy of this project on this device is broken and was set aside', reason);
    const { clock, newId } = this.#options;
    return this.aside.put(pid, `${clock.now()}-${newId()}`, copy);
  }
}
