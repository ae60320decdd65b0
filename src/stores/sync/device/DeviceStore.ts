import type { Snapshot } from '../../../engine';
import { parseSnapshot } from '../opening/readSnapshot';
import type { RecordStore } from '../../ports';
import { goneKey, inheritedKey, pathOf, type TabSlot } from './TabSlot';
import {
  type AcknowledgedStep,
  type CopyHead,
  headShape,
  type JournalRecord,
  journalShape,
  type ReadJournal,
  type WholeRecord,
  wholeShape,
} from './records';

const wholeKey = (slot: TabSlot): string => `whole/${pathOf(slot)}`;
const journalKey = (slot: TabSlot): string => `journal/${pathOf(slot)}`;
const headKey = (slot: TabSlot): string => `head/${pathOf(slot)}`;
const stepPrefix = (slot: TabSlot): string => `acknowledged/${pathOf(slot)}/`;
const JOURNAL_KEY = /^journal\/(\d+)\/([^/]*)(?:\/([^/]+))?$/;

const headOf = ({ name, timestamp }: CopyHead): CopyHead => ({ name, timestamp });

/** Warns, and gives an empty list in place of the answer. */
function warnOfStore(error: unknown): readonly unknown[] {
  console.warn('the large store of this browser could not be read', error);
  return [];
}

export interface DeviceEntry {
  readonly name: string;
  readonly timestamp: string;
  /** The whole copy as it was written. */
  readonly snapshot: Snapshot;
  /** The patches from there to the journal's revision, in order; null when one of them is missing. */
  readonly acknowledged: readonly string[] | null;
  readonly journal: ReadJournal;
}

/** Records that exist and cannot be used: cut off, of another kind, or a newer version's. */
export interface BrokenEntry {
  readonly broken: { readonly whole: unknown; readonly journal: unknown };
}

/** The content of one write: all of it is kept, or nothing. */
export interface DeviceWrite {
  readonly journal: JournalRecord;
  /** A new whole copy, in place of the earlier one and its steps. */
  readonly whole: WholeRecord | null;
  readonly steps: readonly AcknowledgedStep[];
}

/**
 * Every project's copy and unsent work in the large store, by member and project: a whole copy at some revision, a
 * patch for each revision since, and the journal of unsent changes on top. A save so writes only what it changed,
 * however large the canvas.
 */
export class DeviceStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /**
   * Null when there is no entry or the store cannot be read. All of it is read at one moment, since another tab may
   * write meanwhile.
   */
  async read(slot: TabSlot): Promise<DeviceEntry | BrokenEntry | null> {
    const entry = await this.#readOnce(slot);
    // The steps are read after their whole copy, and a whole copy written in between has removed them.
    const isTorn = entry && 'acknowledged' in entry && entry.acknowledged === null;
    return isTorn ? this.#readOnce(slot) : entry;
  }

  async #readOnce(slot: TabSlot): Promise<DeviceEntry | BrokenEntry | null> {
    const [whole, journal] = await this.#records.getMany([wholeKey(slot), journalKey(slot)]).catch(warnOfStore);
    if (whole === undefined && journal === undefined) return null;
    const readWhole = wholeShape.safeParse(whole);
    const readJournal = journalShape.safeParse(journal);
    const snapshot = readWhole.success ? parseSnapshot(readWhole.data.canvas) : null;
    if (!readWhole.success || !readJournal.success || !snapshot) return { broken: { whole, journal } };
    const { name, timestamp, revision } = readWhole.data;
    const acknowledged = await this.#steps(slot, revision, readJournal.data.revision);
    return { name, timestamp, snapshot, acknowledged, journal: readJournal.data };
  }

  /** Name and time of the whole copy, without its canvas; null when none can be read. */
  async readHead(slot: TabSlot): Promise<CopyHead | null> {
    const head = headShape.safeParse(await this.#get(headKey(slot)));
    if (head.success) return head.data;
    // Earlier versions of this app wrote none.
    const whole = wholeShape.safeParse(await this.#get(wholeKey(slot)));
    if (!whole.success) return null;
    await this.#records.setAll({ [headKey(slot)]: headOf(whole.data) }).catch(() => undefined);
    return headOf(whole.data);
  }

  /** Unsent changes, without the base they apply to. */
  async readJournal(slot: TabSlot): Promise<ReadJournal | null> {
    const journal = journalShape.safeParse(await this.#get(journalKey(slot)));
    return journal.success ? journal.data : null;
  }

  /** True when the journal says that the server has everything, or when there is none; false when it cannot be read. */
  async isSent(slot: TabSlot): Promise<boolean> {
    const journal = await this.#get(journalKey(slot));
    if (journal === undefined) return true;
    const read = journalShape.safeParse(journal);
    return read.success && read.data.patches.length === 0 && read.data.sending === null;
  }

  /**
   * Writes in one transaction: a journal never exists without its whole copy.
   *
   * @returns false when that copy is gone, as after a browser has cleared its store: nothing was written then.
   */
  async write(slot: TabSlot, { journal, whole, steps }: DeviceWrite): Promise<boolean> {
    const entries: Record<string, unknown> = { [journalKey(slot)]: journal };
    if (whole) {
      for (const key of await this.#stepKeys(slot)) entries[key] = undefined;
      entries[wholeKey(slot)] = whole;
      entries[headKey(slot)] = headOf(whole);
    }
    for (const { revision, text } of steps) entries[stepPrefix(slot) + revision] = text;
    return this.#records.setAll(entries, whole ? undefined : wholeKey(slot));
  }

  async remove(slot: TabSlot): Promise<void> {
    const own = [journalKey(slot), wholeKey(slot), headKey(slot), inheritedKey(slot)];
    const slots = await this.slots(slot.memberId, slot.pid);
    const isLast = slots.every(({ beside }) => beside === slot.beside);
    const keys = [...own, ...(await this.#stepKeys(slot)), ...(isLast ? [goneKey(slot)] : [])];
    await this.#records.setAll(Object.fromEntries(keys.map((key) => [key, undefined])));
  }

  /** The slots where copies of a member are kept, of one project or of all. */
  async slots(memberId: string, pid?: number): Promise<TabSlot[]> {
    const all = await this.allSlots();
    return all.filter((slot) => slot.memberId === memberId && (pid === undefined || slot.pid === pid));
  }

  /** The slots where copies are kept, of any member. */
  async allSlots(): Promise<TabSlot[]> {
    const found: TabSlot[] = [];
    for (const key of await this.#records.keys().catch(() => [])) {
      const [, pid, memberId, beside = null] = JOURNAL_KEY.exec(key) ?? [];
      if (pid !== undefined && memberId !== undefined) found.push({ pid: Number(pid), memberId, beside });
    }
    return found;
  }

  /** The projects of a member that have unsent work, or `only` that one if it has. */
  async unsent(memberId: string, only?: number): Promise<number[]> {
    const pids = new Set<number>();
    for (const slot of await this.slots(memberId, only)) {
      const journal = await this.readJournal(slot);
      if (journal && journal.patches.length > 0) pids.add(slot.pid);
    }
    return [...pids];
  }

  async #steps(slot: TabSlot, from: number | null, to: number | null): Promise<readonly string[] | null> {
    if (from === to) return [];
    if (from === null || to === null || to < from) return null;
    const revisions = Array.from({ length: to - from }, (_, index) => from + index + 1);
    const steps = await Promise.all(revisions.map((revision) => this.#get(stepPrefix(slot) + revision)));
    return steps.every((step) => typeof step === 'string') ? steps : null;
  }

  async #stepKeys(slot: TabSlot): Promise<string[]> {
    const prefix = stepPrefix(slot);
    const keys = await this.#records.keys().catch(() => []);
    // A slot beside the project's own has a path that begins with it.
    return keys.filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'));
  }

  async #get(key: string): Promise<unknown> {
    const [value] = await this.#records.get(key).then((found) => [found], warnOfStore);
    return value;
  }
}
