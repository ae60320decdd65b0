import type { Cancel, Clock, NewId } from '../../ports';
import type { DeviceEntry, DeviceStore } from './DeviceStore';
import type { FastCopy, FastWhole } from './FastCopy';
import { CodeMissing, isOutdated, isUnseen, type Later, laterThan, owedBy, recoverEntry } from './recoverEntry';
import { ownSlot, type TabSlot } from './TabSlot';
import type { AsideOwner, SetAside } from './SetAside';
import type { CopyReader, Recovered, Work } from './records';

interface CopyRecoveryDeps {
  readonly fast: FastCopy;
  readonly store: DeviceStore;
  readonly aside: SetAside;
  /** Takes a project's own slot that no tab has; tabs that open the project wait until it is left. */
  readonly take: (pid: number, memberId: string) => Promise<{ readonly leave: Cancel } | null>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Recovers this device's copy of a project: of the large store and the two keys the one that can be trusted further. */
export class CopyRecovery {
  readonly #deps: CopyRecoveryDeps;

  constructor(deps: CopyRecoveryDeps) {
    this.#deps = deps;
  }

  /** The copy of a gone tab, whose slot the caller holds; null when there is none that can be used. */
  async leftAt(slot: TabSlot): Promise<Recovered | null> {
    const entry = await this.#entryAt(slot, 'holder');
    return entry && this.#read(slot, entry, null, 'holder');
  }

  /**
   * This device's copy of a project. Work of another project or member in the two keys is first moved to its own slot,
   * and a broken copy is set aside by its holder; neither is ever returned.
   *
   * @param isWorkOnly null also when the server has everything: the copy, which may be large, is then not read at all.
   */
  async recover(pid: number, memberId: string, reader: CopyReader, isWorkOnly = false): Promise<Recovered | null> {
    const { store, fast } = this.#deps;
    const slot = ownSlot({ pid, memberId });
    const keys = { change: await this.#ownChange(slot, reader), whole: fast.wholeFor(slot) };
    if (isWorkOnly && (await store.isSent(slot))) {
      // A broken copy counts too, since it has to be set aside.
      const hasWhole = keys.whole !== null || fast.broken('whole') !== null;
      if (keys.change ? keys.change.patches.length === 0 : !hasWhole) return null;
    }
    const entry = await this.#entryAt(slot, reader);
    const blind = entry && keys.change && isUnseen(entry.journal, keys.change) ? keys.change : null;
    if (blind && reader === 'holder' && !(await this.#moveBeside(blind, keys.whole))) {
      await this.#giveUpKeys(slot, keys, 'it has no place beside the work that it knows nothing of');
    }
    const { change, whole } = blind ? { change: null, whole: null } : keys;
    const later = laterThan(entry, whole, change);
    const isLater = change !== null && (!entry || change.timestamp > entry.journal.timestamp);
    if (isLater && reader === 'holder' && change.patches.length > 0 && !later) {
      // Its base may be there and cannot be read now: another opening finds both.
      if (entry === null && store.isUnread(slot)) fast.lock();
      else await this.#giveUpKeys(slot, { whole, change }, 'nothing on this device is below it');
    }
    let found: Recovered | null;
    if (!entry || later?.whole) {
      found = await this.#read(slot, null, later, reader);
      // The changes of keys that cannot be used apply to nothing else.
      if (entry) found ??= await this.#read(slot, entry, null, reader);
    } else {
      found = await this.#read(slot, entry, later, reader);
      found ??= await this.#read(slot, null, laterThan(null, whole, change), reader);
    }
    // Neither usable nor set aside: it must not be written over.
    if (!found && reader === 'holder' && !(await store.isSent(slot))) store.withhold(slot);
    return found;
  }

  async #entryAt(slot: TabSlot, reader: CopyReader): Promise<DeviceEntry | null> {
    const entry = await this.#deps.store.read(slot);
    if (!entry || !('broken' in entry)) return entry;
    if (reader === 'holder') await this.#giveUp(slot, entry.broken);
    return null;
  }

  /** The change in the key, if it is this slot's. Another one goes to its own slot, before the keys are written for this project. */
  async #ownChange(slot: TabSlot, reader: CopyReader): Promise<Work | null> {
    const { fast } = this.#deps;
    const { change } = fast;
    if (!change) return this.#setBrokenAside('change', slot.pid, reader);
    const isOwn = change.pid === slot.pid && change.memberId === slot.memberId;
    const isHome = isOwn || (await this.#moveHome(change));
    fast.keepFor(isHome ? null : change);
    if (isOwn) return change;
    // This copy of the project belongs to another member, so it is not opened.
    if (isHome && change.pid === slot.pid) fast.remove('whole', 'change');
    return null;
  }

  /** Resolves to false when no other store took it. */
  async #moveHome(change: Work): Promise<boolean> {
    const { store, fast, take } = this.#deps;
    const { pid, memberId, patches } = change;
    if (patches.length === 0) return true;
    const slot = ownSlot(change);
    const journal = await store.readJournal(slot);
    if (isOutdated(change, journal)) return true;
    // A tab that shows the project writes its work itself.
    const taken = await take(pid, memberId);
    if (!taken) return false;
    try {
      const head = await store.readHead(slot);
      const stored = head && (await store.readJournal(slot));
      const whole = fast.whole?.pid === pid ? fast.whole : null;
      if (stored && isUnseen(stored, change)) return await this.#moveBeside(change, whole);
      const later = laterThan(stored && { ...head, journal: stored }, whole, change);
      // A change that does not go on from what is stored applies to nothing; without a journal, that may be unreadable now.
      if (!later?.change) {
        if (journal === null || !(await this.#setAside(change, change, 'it goes on from nothing here'))) return false;
        // Each further opening would set it aside once more; another tab may have written its own meanwhile.
        if (fast.change?.pid === pid && fast.change.memberId === memberId) fast.remove('change');
        return true;
      }
      const record = { ...later.change, patches: JSON.stringify(patches) };
      return await store.write(slot, { ...owedBy(later), journal: record });
    } catch {
      return false;
    } finally {
      taken.leave();
    }
  }

  /**
   * Moves unsent work of the keys to a slot of its own, from which it is merged like that of a tab that is gone. Resolves to
   * false when the large store has not taken it.
   */
  async #moveBeside(change: Work, whole: FastWhole | null): Promise<boolean> {
    const { store, fast, newId } = this.#deps;
    if (change.patches.length === 0) return true;
    if (!whole) return false;
    const journal = { ...change, patches: JSON.stringify(change.patches) };
    const work = { ...owedBy({ whole, acknowledged: [], change }), journal };
    const isMoved = await store.write({ ...ownSlot(change), tabId: newId() }, work).catch(() => false);
    // Each further opening would move it once more; another tab may have written its own meanwhile.
    if (isMoved && fast.change?.timestamp === change.timestamp) fast.remove('whole', 'change');
    return isMoved;
  }

  /** A copy whose changes do not apply is given up by its holder. */
  async #read(
    slot: TabSlot,
    entry: DeviceEntry | null,
    later: Later | null,
    reader: CopyReader,
  ): Promise<Recovered | null> {
    if (!entry && !later) return this.#setBrokenAside('whole', slot.pid, reader);
    try {
      return await recoverEntry(entry, later);
    } catch (error) {
      if (error instanceof CodeMissing) throw error;
      if (reader === 'onlooker') return null;
      if (entry) await this.#giveUp(slot, { ...entry, change: later?.change ?? null }, error);
      else if (later) await this.#giveUpKeys(slot, later, error);
      return null;
    }
  }

  async #giveUp(slot: TabSlot, copy: unknown, reason?: unknown): Promise<void> {
    if (await this.#setAside(slot, copy, reason)) await this.#deps.store.remove(slot);
  }

  async #giveUpKeys(
    owner: AsideOwner,
    { whole, change }: Pick<Later, 'whole' | 'change'>,
    reason: unknown,
  ): Promise<void> {
    const { fast } = this.#deps;
    if (!(await this.#setAside(owner, { whole, change }, reason))) fast.lock();
    // The other key may have another project's.
    else if (whole) fast.remove('whole', 'change');
    else fast.remove('change');
  }

  /** Only the holder sets text aside that cannot be read. */
  async #setBrokenAside(part: 'whole' | 'change', pid: number, reader: CopyReader): Promise<null> {
    const { fast } = this.#deps;
    const broken = reader === 'holder' ? fast.broken(part) : null;
    const owner = fast.ownerOf(part) ?? { pid, memberId: undefined };
    if (broken !== null && (await this.#setAside(owner, broken))) fast.remove(part);
    return null;
  }

  /**
   * Sets a copy that cannot be used aside, whole; the person is told when the project opens. Resolves to false when this
   * device has no room for it: it stays where it is.
   */
  #setAside(owner: AsideOwner, copy: unknown, reason: unknown = 'it is none of this version'): Promise<boolean> {
    console.warn('the copy of this project on this device is broken and was set aside', reason);
    const { clock, newId } = this.#deps;
    return this.#deps.aside.put(owner, `${clock.now()}-${newId()}`, copy);
  }
}
