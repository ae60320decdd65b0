import type { Snapshot } from '../../engine';
import { patchText } from '../diff/patchText';
import { parseSnapshot } from '../diff/readSnapshot';
import type { Depot } from '../ports';
import { goneKey, inheritedKey, pathOf, type Place } from './Place';
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

const wholeKey = (place: Place): string => `whole/${pathOf(place)}`;
const journalKey = (place: Place): string => `journal/${pathOf(place)}`;
const headKey = (place: Place): string => `head/${pathOf(place)}`;
const stepPrefix = (place: Place): string => `acknowledged/${pathOf(place)}/`;
const JOURNAL_KEY = /^journal\/(\d+)\/([^/]*)(?:\/([^/]+))?$/;

const headOf = ({ name, timestamp }: CopyHead): CopyHead => ({ name, timestamp });

/** In place of what was asked for. */
function warnOfStore(error: unknown): readonly unknown[] {
  console.warn('the large store of this browser could not be read', error);
  return [];
}

export interface OutboxEntry {
  readonly name: string;
  readonly timestamp: string;
  /** The whole copy as it was written. */
  readonly snapshot: Snapshot;
  /** The patches that lead from there to the journal's revision, in their order; null when one of them is missing. */
  readonly acknowledged: readonly string[] | null;
  readonly journal: ReadJournal;
}

/** What is there and cannot be used: cut off, another thing, or a newer version's. */
export interface BrokenEntry {
  readonly broken: { readonly whole: unknown; readonly journal: unknown };
}

/** What one write adds: everything of it is kept or nothing. */
export interface OutboxWrite {
  readonly journal: JournalRecord;
  /** In place of the whole copy and the steps before. */
  readonly whole: WholeRecord | null;
  readonly steps: readonly AcknowledgedStep[];
}

/**
 * Every project's copy and unsent work in the large store, by member and project: a whole copy at some revision, a patch for
 * each revision since, and the journal of what is unsent on top. So a save writes what it changed, however large the canvas.
 */
export class Outbox {
  readonly #depot: Depot;

  constructor(depot: Depot) {
    this.#depot = depot;
  }

  /** Null when there is none or the store cannot be read. */
  async read(place: Place): Promise<OutboxEntry | BrokenEntry | null> {
    const keys = [wholeKey(place), journalKey(place)];
    const [whole, journal] = await Promise.all(keys.map((key) => this.#depot.get(key))).catch(warnOfStore);
    if (whole === undefined && journal === undefined) return null;
    const readWhole = wholeShape.safeParse(whole);
    const readJournal = journalShape.safeParse(journal);
    const snapshot = readWhole.success ? parseSnapshot(readWhole.data.canvas) : null;
    if (!readWhole.success || !readJournal.success || !snapshot) return { broken: { whole, journal } };
    const { name, timestamp, revision } = readWhole.data;
    const acknowledged = await this.#steps(place, revision, readJournal.data.revision);
    return { name, timestamp, snapshot, acknowledged, journal: readJournal.data };
  }

  /** What the whole copy is called and when it was written, without its canvas; null when there is none to be read. */
  async readHead(place: Place): Promise<CopyHead | null> {
    const head = headShape.safeParse(await this.#get(headKey(place)));
    if (head.success) return head.data;
    // Earlier versions of this app wrote none.
    const whole = wholeShape.safeParse(await this.#get(wholeKey(place)));
    if (!whole.success) return null;
    await this.#depot.setAll({ [headKey(place)]: headOf(whole.data) }).catch(() => undefined);
    return headOf(whole.data);
  }

  /** What is unsent, without the copy it stands on. */
  async readJournal(place: Place): Promise<ReadJournal | null> {
    const journal = journalShape.safeParse(await this.#get(journalKey(place)));
    return journal.success ? journal.data : null;
  }

  /** Whether the journal says that the server has everything; none says so too, one that cannot be read does not. */
  async isSent(place: Place): Promise<boolean> {
    const journal = await this.#get(journalKey(place));
    if (journal === undefined) return true;
    const read = journalShape.safeParse(journal);
    return read.success && read.data.patches.length === 0 && read.data.sending === null;
  }

  /**
   * One transaction: a journal never stands without the whole copy it is based on.
   *
   * @returns false when that copy is gone, as after a browser has cleared its store: nothing was written then.
   */
  async write(place: Place, { journal, whole, steps }: OutboxWrite): Promise<boolean> {
    // As text, which the store takes at the speed of a copy, however many steps it holds.
    const record = { ...journal, patches: patchText(journal.patches) };
    const entries: Record<string, unknown> = { [journalKey(place)]: record };
    if (whole) {
      for (const key of await this.#stepKeys(place)) entries[key] = undefined;
      entries[wholeKey(place)] = whole;
      entries[headKey(place)] = headOf(whole);
    }
    for (const { revision, text } of steps) entries[stepPrefix(place) + revision] = text;
    return this.#depot.setAll(entries, whole ? undefined : wholeKey(place));
  }

  async remove(place: Place): Promise<void> {
    const own = [journalKey(place), wholeKey(place), headKey(place), inheritedKey(place)];
    const places = await this.places(place.memberId, place.pid);
    const isLast = places.every(({ beside }) => beside === place.beside);
    const keys = [...own, ...(await this.#stepKeys(place)), ...(isLast ? [goneKey(place)] : [])];
    await this.#depot.setAll(Object.fromEntries(keys.map((key) => [key, undefined])));
  }

  /** Where copies of a member are kept, of one project or of all. */
  async places(memberId: string, pid?: number): Promise<Place[]> {
    const all = await this.allPlaces();
    return all.filter((place) => place.memberId === memberId && (pid === undefined || place.pid === pid));
  }

  /** Where copies are kept, of whichever member. */
  async allPlaces(): Promise<Place[]> {
    const found: Place[] = [];
    for (const key of await this.#depot.keys().catch(() => [])) {
      const [, pid, memberId, beside = null] = JOURNAL_KEY.exec(key) ?? [];
      if (pid !== undefined && memberId !== undefined) found.push({ pid: Number(pid), memberId, beside });
    }
    return found;
  }

  /** The projects of a member that have unsent work, or `only` that one if it has. */
  async unsent(memberId: string, only?: number): Promise<number[]> {
    const pids = new Set<number>();
    for (const place of await this.places(memberId, only)) {
      const journal = await this.readJournal(place);
      if (journal && journal.patches.length > 0) pids.add(place.pid);
    }
    return [...pids];
  }

  async #steps(place: Place, from: number | null, to: number | null): Promise<readonly string[] | null> {
    if (from === to) return [];
    if (from === null || to === null || to < from) return null;
    const revisions = Array.from({ length: to - from }, (_, index) => from + index + 1);
    const steps = await Promise.all(revisions.map((revision) => this.#get(stepPrefix(place) + revision)));
    return steps.every((step) => typeof step === 'string') ? steps : null;
  }

  async #stepKeys(place: Place): Promise<string[]> {
    const prefix = stepPrefix(place);
    const keys = await this.#depot.keys().catch(() => []);
    // A place beside the project's own has a path that begins with it.
    return keys.filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'));
  }

  async #get(key: string): Promise<unknown> {
    const [value] = await this.#depot.get(key).then((found) => [found], warnOfStore);
    return value;
  }
}
