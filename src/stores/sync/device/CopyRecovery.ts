import type { Clock, NewId } from '../../ports';
import type { DeviceEntry } from './DeviceStore';
import { type Home, laterThan, moveHome } from './moveHome';
import { CodeMissing, recoverEntry } from './recoverEntry';
import { ownSlot, type TabSlot } from './TabSlot';
import type { SetAside } from './SetAside';
import type { BaseWrite, CopyReader, Recovered, ReadChange } from './records';

interface CopyRecoveryDeps extends Home {
  readonly aside: SetAside;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Recovers this device's copy of a project: of the large store and the two keys the one that can be trusted further. */
export class CopyRecovery {
  readonly #deps: CopyRecoveryDeps;

  constructor(deps: CopyRecoveryDeps) {
    this.#deps = deps;
  }

  /** The copy of a gone tab, whose slot the caller holds; null when there is none, a null `copy` when it is broken. */
  async leftAt(slot: TabSlot): Promise<{ readonly copy: Recovered | null } | null> {
    const entry = await this.#entryAt(slot, 'holder');
    return entry && { copy: await this.#fromStore(slot, entry, null, 'holder') };
  }

  /**
   * Recovers like `recover`, but returns null when the server has everything: the copy, which may be large, is then not
   * read at all.
   */
  async recoverWork(pid: number, memberId: string, reader: CopyReader): Promise<Recovered | null> {
    const slot = ownSlot({ pid, memberId });
    const change = await this.#ownChange(slot, reader);
    const isSent = await this.#deps.store.isSent(slot);
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
    if (change && reader === 'holder' && this.#isWithoutBase(slot, entry, change)) {
      // Its base may be there and cannot be read now: another opening finds both.
      const isAway = entry === null && (await this.#deps.store.mayHave(slot));
      const isKept = !isAway && (await this.#setAside(pid, change, 'nothing on this device is below it'));
      if (isKept) this.#deps.fast.remove('change');
      else this.#deps.fast.lock();
    }
    const fromFast = () => this.#fromFast(slot, change, reader);
    const fromStore = async (onTop: ReadChange | null) => entry && this.#fromStore(slot, entry, onTop, reader);
    // The changes of keys that cannot be used apply to nothing else.
    if (!entry || this.#isFastNewer(slot, entry, change)) return (await fromFast()) ?? fromStore(null);
    return (await fromStore(change)) ?? fromFast();
  }

  async #entryAt(slot: TabSlot, reader: CopyReader): Promise<DeviceEntry | null> {
    const entry = await this.#deps.store.read(slot);
    if (!entry || !('broken' in entry)) return entry;
    if (reader === 'holder') await this.#giveUp(slot, entry.broken);
    return null;
  }

  /** True when the two keys are newer than the large store: the tab was killed before it could write there. */
  #isFastNewer(slot: TabSlot, { timestamp, journal }: DeviceEntry, change: ReadChange | null): boolean {
    const whole = this.#deps.fast.wholeFor(slot);
    if (!whole || whole.timestamp <= timestamp) return false;
    return change ? change.timestamp > journal.timestamp : journal.patches.length === 0;
  }

  /** True for changes in the key that go on from nothing that was read: the browser has cleared or filled its large store, or keeps it from us. */
  #isWithoutBase(slot: TabSlot, entry: DeviceEntry | null, change: ReadChange): boolean {
    if (change.patches.length === 0 || this.#deps.fast.wholeFor(slot) !== null) return false;
    if (entry === null) return true;
    return change.timestamp > entry.journal.timestamp && laterThan(entry.journal, change) === null;
  }

  /** A broken copy counts too, since it has to be set aside. */
  #hasFastWhole(slot: TabSlot): boolean {
    return this.#deps.fast.wholeFor(slot) !== null || this.#deps.fast.broken('whole') !== null;
  }

  async #ownChange(slot: TabSlot, reader: CopyReader): Promise<ReadChange | null> {
    const { change } = this.#deps.fast;
    if (!change) return this.#setBrokenAside('change', slot.pid, reader);
    const isOwn = change.pid === slot.pid && change.memberId === slot.memberId;
    const isHome = isOwn || (await moveHome(this.#deps, change));
    this.#deps.fast.keepFor(isHome ? null : change);
    if (isOwn) return change;
    if (isHome && change.pid === slot.pid) {
      // This copy of the project belongs to another member, so it is not opened.
      this.#deps.fast.remove('whole');
      this.#deps.fast.remove('change');
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
      () => recoverEntry(entry, change),
      reader,
      (error) => this.#giveUp(slot, { ...entry, change }, error),
    );
  }

  async #fromFast(slot: TabSlot, change: ReadChange | null, reader: CopyReader): Promise<Recovered | null> {
    const { pid, memberId } = slot;
    const whole = this.#deps.fast.wholeFor(slot);
    if (!whole) return this.#setBrokenAside('whole', pid, reader);
    const { revision = null, sending = null, timestamp = whole.timestamp, patches = [] } = change ?? {};
    const journal = { pid, memberId, revision, timestamp, patches, sending };
    const owed = (): BaseWrite => {
      const { snapshot, name, timestamp: writtenAt } = whole;
      const record = { pid, name, timestamp: writtenAt, revision, canvas: JSON.stringify(snapshot) };
      return { whole: change && record, acknowledged: [] };
    };
    const read = async (): Promise<Recovered> => ({
      ...(await recoverEntry({ ...whole, acknowledged: [], journal }, null)),
      owed,
      isBare: change === null,
    });
    return this.#unlessBroken(read, reader, async (error) => {
      if (!(await this.#setAside(pid, { whole, change }, error))) return this.#deps.fast.lock();
      this.#deps.fast.remove('whole');
      this.#deps.fast.remove('change');
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
    if (await this.#setAside(slot.pid, copy, reason)) await this.#deps.store.remove(slot);
  }

  /** Only the holder sets text aside that cannot be read. */
  async #setBrokenAside(part: 'whole' | 'change', pid: number, reader: CopyReader): Promise<null> {
    const broken = reader === 'holder' ? this.#deps.fast.broken(part) : null;
    if (broken !== null && (await this.#setAside(pid, broken))) this.#deps.fast.remove(part);
    return null;
  }

  /**
   * Sets a copy that cannot be used aside, whole; the person is told when the project opens. Resolves to false when this
   * device has no room for it: it stays where it is.
   */
  #setAside(pid: number, copy: unknown, reason: unknown = 'it is none of this version'): Promise<boolean> {
    console.warn('the copy of this project on this device is broken and was set aside', reason);
    const { clock, newId } = this.#deps;
    return this.#deps.aside.put(pid, `${clock.now()}-${newId()}`, copy);
  }
}
