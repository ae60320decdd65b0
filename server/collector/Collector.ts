import type { Clock } from '../ports';
import { DAY_MS } from '../time';
import type { DueMember } from './dueMember';
import type { OwnedFile } from './ownedFiles';
import { readNames } from './readNames';
import type { Ask, Names } from './readNames';

/** Days that nothing must have named a file before it is collected. */
const UNNAMED_DAYS = 30;
/** Days between two readings of everything a member has. */
const SWEEP_DAYS = 7;

interface Count {
  files: number;
  bytes: number;
}

/** The findings of one sweep over a member's files. */
export interface Swept {
  memberId: string;
  /** Files that nothing names, including those that are not collected yet. */
  unnamed: Count;
  /** Files that nothing has named for 30 days. */
  ripe: Count;
  collected: number;
}

interface SweepOptions {
  /** Checks every member and changes nothing. */
  isDry: boolean;
}

/**
 * Collects the files of members that no canvas, patch, version, deleted project, thumbnail or row of NAMING_COLUMNS has named for 30 days.
 * It reads all of these once a week and notes since when each file has been unnamed; uploading it again, or naming it before the next
 * check, clears that. Several collectors may run at once.
 */
export class Collector {
  readonly #ask: Ask;
  readonly #clock: Clock;

  /** `ask` does one step, wherever it likes, and rests. */
  constructor({ ask, clock }: { ask: Ask; clock: Clock }) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** Checks the due members one after the other. */
  async *sweep({ isDry }: SweepOptions): AsyncGenerator<Swept, void, undefined> {
    const until = this.#before(isDry ? 0 : SWEEP_DAYS);
    for (let last: DueMember | null = null; ;) {
      const due: DueMember | null = await this.#ask('dueMember', { until, after: last });
      if (due === null) return;
      yield await this.#sweepMember(due.memberId, isDry);
      last = due;
    }
  }

  async #sweepMember(memberId: string, isDry: boolean): Promise<Swept> {
    const swept: Swept = { memberId, unnamed: { files: 0, bytes: 0 }, ripe: { files: 0, bytes: 0 }, collected: 0 };
    const [some] = await this.#ask('ownedFiles', { memberId, after: '' });
    const names = some && (await readNames(this.#ask, memberId));
    // A member whose projects keep changing is due again an hour later.
    if (names === null) return swept;
    if (names !== undefined) await this.#goThrough(swept, names, isDry);
    const isDone = swept.collected === swept.ripe.files;
    if (!isDry && isDone) await this.#ask('noteSwept', { memberId, now: this.#before(0) });
    return swept;
  }

  async #goThrough(swept: Swept, { named, state }: Names, isDry: boolean): Promise<void> {
    const { memberId } = swept;
    const until = this.#before(UNNAMED_DAYS);
    for (let after = ''; ;) {
      const page = await this.#ask('ownedFiles', { memberId, after });
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.sha256;
      const unnamed = page.filter(({ sha256 }) => !named.has(sha256));
      const ripe = unnamed.filter(({ unnamedSince }) => unnamedSince !== null && unnamedSince <= until);
      add(swept.unnamed, unnamed);
      add(swept.ripe, ripe);
      const changes = {
        named: namesOf(page.filter(({ sha256, unnamedSince }) => unnamedSince !== null && named.has(sha256))),
        unnamed: namesOf(unnamed.filter(({ unnamedSince }) => unnamedSince === null)),
        collected: namesOf(ripe),
      };
      if (isDry || Object.values(changes).every((files) => files.length === 0)) continue;
      swept.collected += await this.#ask('changeFiles', { memberId, ...changes, state, now: this.#before(0), until });
    }
  }

  #before(days: number): string {
    return new Date(this.#clock.now().getTime() - days * DAY_MS).toISOString();
  }
}

function add(count: Count, files: readonly OwnedFile[]): void {
  count.files += files.length;
  count.bytes += files.reduce((sum, { bytes }) => sum + bytes, 0);
}

const namesOf = (files: readonly OwnedFile[]): string[] => files.map(({ sha256 }) => sha256);
