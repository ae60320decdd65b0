import type { Snapshot } from '../../engine';
import { readSnapshot } from '../diff/readSnapshot';
import type { Depot } from '../ports';
import { type Place, pathOf } from './Place';
import { type JournalRecord, journalShape, type ReadJournal, type WholeRecord, wholeShape } from './records';

const wholeKey = (place: Place): string => `whole/${pathOf(place)}`;
const journalKey = (place: Place): string => `journal/${pathOf(place)}`;
const JOURNAL_KEY = /^journal\/(\d+)\/([^/]*)(?:\/([^/]+))?$/;

export interface OutboxEntry {
  readonly whole: WholeRecord;
  readonly journal: ReadJournal;
}

/** Every project's copy and unsent work in the large store, by member and project. */
export class Outbox {
  readonly #depot: Depot;

  constructor(depot: Depot) {
    this.#depot = depot;
  }

  /** Null when there is none or the store cannot be read. */
  async read(place: Place): Promise<OutboxEntry | null> {
    const [whole, journal] = await Promise.all([this.#get(wholeKey(place)), this.#get(journalKey(place))]);
    const readWhole = wholeShape.safeParse(whole);
    const readJournal = journalShape.safeParse(journal);
    const snapshot: Snapshot | null = readWhole.success ? readSnapshot(readWhole.data.snapshot) : null;
    if (!readWhole.success || !readJournal.success || !snapshot) return null;
    const { name, timestamp } = readWhole.data;
    return { whole: { pid: place.pid, name, timestamp, snapshot }, journal: readJournal.data };
  }

  /** One transaction: a journal never stands beside the wrong whole copy. */
  async write(place: Place, journal: JournalRecord, whole?: WholeRecord): Promise<void> {
    await this.#depot.setAll({ [journalKey(place)]: journal, ...(whole && { [wholeKey(place)]: whole }) });
  }

  async remove(place: Place): Promise<void> {
    await this.#depot.setAll({ [journalKey(place)]: undefined, [wholeKey(place)]: undefined });
  }

  /** Where copies of a member are kept, of one project or of all. */
  async places(memberId: string, pid?: number): Promise<Place[]> {
    const found: Place[] = [];
    for (const key of await this.#depot.keys().catch(() => [])) {
      const [, of, owner, beside = null] = JOURNAL_KEY.exec(key) ?? [];
      if (of === undefined || owner !== memberId || (pid !== undefined && Number(of) !== pid)) continue;
      found.push({ pid: Number(of), memberId, beside });
    }
    return found;
  }

  /** The projects of a member that have unsent work. */
  async unsent(memberId: string): Promise<number[]> {
    const pids = new Set<number>();
    for (const place of await this.places(memberId)) {
      const journal = journalShape.safeParse(await this.#get(journalKey(place)));
      if (journal.success && journal.data.patches.length > 0) pids.add(place.pid);
    }
    return [...pids];
  }

  /** Keeps what cannot be used for a person to look at; never read back by the app. */
  async setAside(name: string, value: unknown): Promise<void> {
    await this.#depot.setAll({ [`aside/${name}`]: value }).catch(() => undefined);
  }

  async #get(key: string): Promise<unknown> {
    return this.#depot.get(key).catch(() => undefined);
  }
}
