import type { RecordStore } from '../../ports';
import type { FastCopy } from './FastCopy';
import { type DeviceStore, slotOf } from './DeviceStore';
import { writeRecords, keysOf, type RecordKey, warnOfStore } from './keyedRecords';
import type { Work } from './records';
import { isOutdated } from './recoverEntry';
import { ownSlot, pathOf } from './TabSlot';

const COPY: readonly string[] = ['journal', 'whole', 'head', 'inherited', 'acknowledged'];
/** Work beside the copies: waiting conflict copies and names, and records that could not be read back. */
const WORK: readonly string[] = ['kept', 'name', 'aside'];
/** Records a person has as a file, the last member, how runs ended, and the copies made of projects that are gone. */
const FORGOTTEN: readonly string[] = ['taken', 'runs', 'gone', 'lastMember'];

/** Records beside the copies that mean nothing without their project. */
const WITH_PROJECT: readonly string[] = ['name', 'runs'];

const slotPathOf = ({ kind, pid, memberId, rest }: RecordKey): string =>
  [pid, memberId, ...(kind === 'acknowledged' ? rest.slice(0, -1) : rest)].join('/');

/** A member's work beside the copies. What does not say whose it is counts as the work of those who have a copy of its project. */
function workOf(keys: readonly RecordKey[], owner: string): RecordKey[] {
  const own = keys.filter(({ memberId }) => memberId === owner);
  const pids = new Set(own.filter(({ kind }) => kind === 'journal').map(({ pid }) => pid));
  const ofNobody = keys.filter(({ pid, memberId }) => memberId === undefined && pids.has(pid));
  return [...own, ...ofNobody].filter(({ kind }) => WORK.includes(kind));
}

/** A person's work that only this device has, and everything else that it may forget. */
export class DeviceWork {
  readonly #records: RecordStore;
  readonly #fast: FastCopy;
  readonly #store: DeviceStore;

  constructor(records: RecordStore, fast: FastCopy, store: DeviceStore) {
    this.#records = records;
    this.#fast = fast;
    this.#store = store;
  }

  /** The projects of a member with work that the server has not acknowledged. */
  async projects(memberId: string): Promise<number[]> {
    return this.#projects(memberId, await this.#onlyInKeys());
  }

  async #projects(memberId: string, inKeys: Work | null): Promise<number[]> {
    const pids = new Set<number>();
    for (const slot of await this.#store.slots(memberId)) if (!(await this.#store.isSent(slot))) pids.add(slot.pid);
    for (const { pid } of workOf(await keysOf(this.#records, 'journal', ...WORK), memberId)) pids.add(pid);
    if (inKeys?.memberId === memberId) pids.add(inKeys.pid);
    return [...pids].toSorted((one, other) => one - other);
  }

  /**
   * Whether this device has nothing of a project but one copy that the server has had since before this time. False where
   * that is not certain: for records that cannot be read, copies of several tabs, and a project in the two keys.
   */
  async isUnused(pid: number, memberId: string, since: number): Promise<boolean> {
    const [slot, another] = await this.#store.slots(memberId, pid);
    if (!slot || slot.tabId !== null || another || !(await this.#store.isSent(slot))) return false;
    const isInKeys = [this.#fast.change?.pid, this.#fast.whole?.pid].includes(pid);
    if (isInKeys || this.#fast.broken('change') !== null) return false;
    // Each opening and each save write the journal; one without a revision was never on the server.
    const journal = await this.#store.readJournal(slot);
    return journal !== null && journal.revision !== null && Date.parse(journal.timestamp) < since;
  }

  async read(memberId: string): Promise<Readonly<Record<string, unknown>>> {
    const inKeys = await this.#onlyInKeys();
    const pids = new Set(await this.#projects(memberId, inKeys));
    const found: Record<string, unknown> = {};
    if (inKeys?.memberId === memberId) {
      found['flow_latest_change'] = inKeys;
      // A whole copy that was too large for its key has left another project's there.
      if (this.#fast.hasWholeOf(inKeys.pid)) found['flow_latest'] = this.#fast.whole;
    }
    const keys = await keysOf(this.#records, ...COPY, ...WORK);
    const copies = keys.filter((key) => COPY.includes(key.kind) && key.memberId === memberId && pids.has(key.pid));
    for (const { key } of [...copies, ...workOf(keys, memberId)]) {
      found[key] = await this.#records.get(key).catch(warnOfStore);
    }
    return found;
  }

  /**
   * Forgets everything that the server has acknowledged, of any member.
   *
   * @param dropped the member whose unacknowledged work is forgotten too.
   */
  async forget(dropped: string | null): Promise<void> {
    const keys = await keysOf(this.#records, ...COPY, ...WORK, ...FORGOTTEN);
    const kept = new Set<string>();
    for (const slot of keys.filter(({ kind }) => kind === 'journal').map(slotOf)) {
      if (slot.memberId !== dropped && !(await this.#store.isSent(slot))) kept.add(pathOf(slot));
    }
    const work = dropped === null ? [] : workOf(keys, dropped);
    const rest = keys.filter((key) =>
      COPY.includes(key.kind) ? !kept.has(slotPathOf(key)) : FORGOTTEN.includes(key.kind),
    );
    const gone = [...work, ...rest];
    await writeRecords(this.#records, Object.fromEntries(gone.map(({ key }) => [key, undefined])));
    await this.#forgetFast(dropped);
  }

  /** Forgets what waits beside the copies of a project that the member has deleted. */
  async forgetBeside(pid: number, memberId: string): Promise<void> {
    const keys = await keysOf(this.#records, ...WITH_PROJECT);
    const own = keys.filter((key) => key.pid === pid && key.memberId === memberId);
    await writeRecords(this.#records, Object.fromEntries(own.map(({ key }) => [key, undefined])));
  }

  /** The unsent work in the two keys, if they are its only copy because the large store could not be written. */
  async #onlyInKeys(): Promise<Work | null> {
    const { change } = this.#fast;
    if (!change || change.patches.length === 0) return null;
    const journal = await this.#store.readJournal(ownSlot(change));
    return isOutdated(change, journal) ? null : change;
  }

  /** Removes the two keys, unless they are the only copy. */
  async #forgetFast(dropped: string | null): Promise<void> {
    const work = await this.#onlyInKeys();
    const isBroken = this.#fast.broken('change') !== null;
    if (work ? work.memberId === dropped : !isBroken) this.#fast.remove('whole', 'change');
    // Pictures can be made again.
    this.#fast.remove('thumbnails');
  }
}
