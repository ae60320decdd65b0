import type { Snapshot } from '../../engine';
import { readSnapshot } from '../diff/readSnapshot';
import type { Depot } from '../ports';
import { type JournalRecord, journalShape, type ReadJournal, type WholeRecord, wholeShape } from './records';

const wholeKey = (pid: number, memberId: string): string => `whole/${pid}/${memberId}`;
const journalKey = (pid: number, memberId: string): string => `journal/${pid}/${memberId}`;
const JOURNAL_KEY = /^journal\/(\d+)\/(.*)$/s;

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
  async read(pid: number, memberId: string): Promise<OutboxEntry | null> {
    const [whole, journal] = await Promise.all([
      this.#get(wholeKey(pid, memberId)),
      this.#get(journalKey(pid, memberId)),
    ]);
    const readWhole = wholeShape.safeParse(whole);
    const readJournal = journalShape.safeParse(journal);
    const snapshot: Snapshot | null = readWhole.success ? readSnapshot(readWhole.data.snapshot) : null;
    if (!readWhole.success || !readJournal.success || !snapshot) return null;
    const { name, timestamp } = readWhole.data;
    return { whole: { pid, name, timestamp, snapshot }, journal: readJournal.data };
  }

  /** One transaction: a journal never stands beside the wrong whole copy. */
  async write(journal: JournalRecord, whole?: WholeRecord): Promise<void> {
    const { pid, memberId } = journal;
    await this.#depot.setAll({
      [journalKey(pid, memberId)]: journal,
      ...(whole && { [wholeKey(pid, memberId)]: whole }),
    });
  }

  async remove(pid: number, memberId: string): Promise<void> {
    await this.#depot.setAll({ [journalKey(pid, memberId)]: undefined, [wholeKey(pid, memberId)]: undefined });
  }

  /** The projects of a member that have unsent work. */
  async unsent(memberId: string): Promise<number[]> {
    const pids: number[] = [];
    for (const key of await this.#depot.keys().catch(() => [])) {
      const [, pid, owner] = JOURNAL_KEY.exec(key) ?? [];
      if (pid === undefined || owner !== memberId) continue;
      const journal = journalShape.safeParse(await this.#get(key));
      if (journal.success && journal.data.patches.length > 0) pids.push(Number(pid));
    }
    return pids;
  }

  /** Keeps what cannot be used for a person to look at; never read back by the app. */
  async setAside(name: string, value: unknown): Promise<void> {
    await this.#depot.setAll({ [`aside/${name}`]: value }).catch(() => undefined);
  }

  async #get(key: string): Promise<unknown> {
    return this.#depot.get(key).catch(() => undefined);
  }
}
