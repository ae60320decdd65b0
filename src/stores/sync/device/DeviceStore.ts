import * as z from 'zod/mini';
import type { Snapshot } from '../../../engine';
import type { RecordStore } from '../../ports';
import { writeRecords, keysOf, readRecord, type RecordKey, warnOfStore } from './keyedRecords';
import { goneKey, inheritedKey, pathOf, type TabSlot } from './TabSlot';
import {
  type BaseWrite,
  type ChangeRecord,
  type CopyHead,
  headShape,
  wholeShape,
  type Work,
  workShape,
} from './records';

const wholeKey = (slot: TabSlot): string => `whole/${pathOf(slot)}`;
const journalKey = (slot: TabSlot): string => `journal/${pathOf(slot)}`;
const headKey = (slot: TabSlot): string => `head/${pathOf(slot)}`;
const acknowledgedKey = (slot: TabSlot, revision: number): string => `acknowledged/${pathOf(slot)}/${revision}`;
const isAcknowledged = (key: string, slot: TabSlot): boolean =>
  key === acknowledgedKey(slot, Number(key.split('/').at(-1)));
const copyKeys = (slot: TabSlot): string[] => [journalKey(slot), wholeKey(slot), headKey(slot), inheritedKey(slot)];

/** The slot of a journal's key. */
export const slotOf = ({ pid, memberId = '', rest }: RecordKey): TabSlot => ({ pid, memberId, tabId: rest[0] ?? null });

export interface DeviceEntry {
  readonly name: string;
  readonly timestamp: string;
  readonly snapshot: Snapshot;
  /** The patches from there to the journal's revision, in order; null when one of them is missing. */
  readonly acknowledged: readonly string[] | null;
  readonly journal: Work;
}

/** Records that exist and cannot be used: cut off, of another kind, or a newer version's. */
export interface BrokenEntry {
  readonly broken: { readonly whole: unknown; readonly journal: unknown };
}

/** The content of one write: all of it is kept, or nothing. */
export interface DeviceWrite extends BaseWrite {
  readonly journal: ChangeRecord;
}

/**
 * Every project's copy and unsent work in the large store, by member and project: a whole copy at some revision, a
 * patch for each revision since, and the journal of unsent changes on top. A save so writes only what it changed,
 * however large the canvas.
 */
export class DeviceStore {
  readonly #records: RecordStore;
  /** Slots that could not be read, or whose records cannot be used: there may be unsent work in them, which nothing is written over. */
  readonly #unread = new Set<string>();

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /**
   * Null when there is no entry or the store cannot be read. All of it is read at one moment, since another tab may
   * write meanwhile.
   */
  async read(slot: TabSlot): Promise<DeviceEntry | BrokenEntry | null> {
    const entry = await this.#readOnce(slot);
    // The patches are read after their whole copy, and a whole copy written in between has removed them.
    const isTorn = entry && 'acknowledged' in entry && entry.acknowledged === null;
    return isTorn ? this.#readOnce(slot) : entry;
  }

  async #readOnce(slot: TabSlot): Promise<DeviceEntry | BrokenEntry | null> {
    const read = await this.#records.getMany([wholeKey(slot), journalKey(slot)]).catch(warnOfStore);
    if (read) this.#unread.delete(pathOf(slot));
    else this.#unread.add(pathOf(slot));
    const [whole, journal] = read ?? [];
    if (whole === undefined && journal === undefined) return null;
    const readWhole = wholeShape.safeParse(whole);
    const readJournal = workShape.safeParse(journal);
    if (!readWhole.success || !readJournal.success) return { broken: { whole, journal } };
    const { name, timestamp, revision, canvas: snapshot } = readWhole.data;
    const acknowledged = await this.#acknowledged(slot, revision, readJournal.data.revision);
    return { name, timestamp, snapshot, acknowledged, journal: readJournal.data };
  }

  /** True for a slot that could not be read when it was last tried, or is withheld: it may have unsent work, unless there is no store. */
  isUnread(slot: TabSlot): boolean {
    return this.#unread.has(pathOf(slot));
  }

  /** Keeps a slot with unsent work that cannot be used from being written over, until it is read again. */
  withhold(slot: TabSlot): void {
    this.#unread.add(pathOf(slot));
  }

  /** Name and time of the whole copy, without its canvas; null when none can be read. */
  async readHead(slot: TabSlot): Promise<CopyHead | null> {
    const head = await readRecord(this.#records, headKey(slot), headShape);
    if (head) return head;
    // Earlier versions of this app wrote none.
    const whole = await readRecord(this.#records, wholeKey(slot), headShape);
    if (whole) await writeRecords(this.#records, { [headKey(slot)]: whole });
    return whole;
  }

  readJournal(slot: TabSlot): Promise<Work | null> {
    return readRecord(this.#records, journalKey(slot), workShape);
  }

  /** True when the journal says that the server has everything, or when there is none; false when it cannot be read. */
  async isSent(slot: TabSlot): Promise<boolean> {
    try {
      const journal = await this.#records.get(journalKey(slot));
      if (journal === undefined) return true;
      const read = workShape.safeParse(journal);
      return read.success && read.data.patches.length === 0 && read.data.sending === null;
    } catch (error) {
      warnOfStore(error);
      return false;
    }
  }

  /**
   * Writes in one transaction: a journal never exists without its whole copy.
   *
   * @returns false when that copy is gone, as after a browser has cleared its store: nothing was written then.
   * @throws where a slot that could not be read has unsent work, or still cannot be read.
   */
  async write(slot: TabSlot, { journal, whole, acknowledged }: DeviceWrite): Promise<boolean> {
    if (this.isUnread(slot)) {
      if (!(await this.isSent(slot))) throw new Error('what is kept there was not read, and may not be replaced');
      this.#unread.delete(pathOf(slot));
    }
    const entries: Record<string, unknown> = { [journalKey(slot)]: journal };
    if (whole) {
      for (const key of await this.#acknowledgedKeys(slot)) entries[key] = undefined;
      entries[wholeKey(slot)] = whole;
      entries[headKey(slot)] = { name: whole.name, timestamp: whole.timestamp };
    }
    for (const { revision, text } of acknowledged) entries[acknowledgedKey(slot, revision)] = text;
    return this.#records.setAll(entries, whole ? undefined : wholeKey(slot));
  }

  /** Lets the next write replace what is at a slot that could not be read: its tab shows it all the same. */
  noteShown(slot: TabSlot): void {
    this.#unread.delete(pathOf(slot));
  }

  /** Moves unsent work at a slot that could not be read to another one, if the store answers by now. */
  async moveUnread(from: TabSlot, to: TabSlot): Promise<void> {
    if (!this.isUnread(from) || (await this.isSent(from))) return;
    try {
      const own = copyKeys(from);
      const all = await this.#records.keys();
      const keys = all.filter((key) => own.includes(key) || isAcknowledged(key, from));
      const values = await this.#records.getMany(keys);
      const moves = keys.flatMap((key, index): [string, unknown][] => [
        [key, undefined],
        [key.replace(pathOf(from), pathOf(to)), values[index]],
      ]);
      await this.#records.setAll(Object.fromEntries(moves));
      this.#unread.delete(pathOf(from));
    } catch (error) {
      warnOfStore(error);
    }
  }

  /** Resolves to false when it is still there. */
  async remove(slot: TabSlot): Promise<boolean> {
    const slots = await this.slots(slot.memberId, slot.pid);
    const isLast = slots.every(({ tabId }) => tabId === slot.tabId);
    const keys = [...copyKeys(slot), ...(await this.#acknowledgedKeys(slot)), ...(isLast ? [goneKey(slot)] : [])];
    return writeRecords(this.#records, Object.fromEntries(keys.map((key) => [key, undefined])));
  }

  /** The slots where copies of a member are kept, of one project or of all. */
  async slots(memberId: string, pid?: number): Promise<TabSlot[]> {
    const all = (await keysOf(this.#records, 'journal')).map(slotOf);
    return all.filter((slot) => slot.memberId === memberId && (pid === undefined || slot.pid === pid));
  }

  /** The projects of a member that have unsent work, or `only` that one if it has. */
  async unsent(memberId: string, only?: number): Promise<number[]> {
    const pids = new Set<number>();
    for (const slot of await this.slots(memberId, only)) {
      const journal = await this.readJournal(slot);
      if (journal && (journal.patches.length > 0 || journal.sending)) pids.add(slot.pid);
    }
    return [...pids];
  }

  async #acknowledged(slot: TabSlot, from: number | null, to: number | null): Promise<readonly string[] | null> {
    if (from === to) return [];
    if (from === null || to === null || to < from) return null;
    const revisions = Array.from({ length: to - from }, (_, index) => from + index + 1);
    const texts = await Promise.all(
      revisions.map((revision) => readRecord(this.#records, acknowledgedKey(slot, revision), z.string())),
    );
    return texts.every((text) => text !== null) ? texts : null;
  }

  async #acknowledgedKeys(slot: TabSlot): Promise<string[]> {
    const keys = await keysOf(this.#records, 'acknowledged');
    return keys.flatMap(({ key }) => (isAcknowledged(key, slot) ? key : []));
  }
}
