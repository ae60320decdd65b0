import type { Clock } from '../ports';
import { isAway } from '../retry';
import { DAY_MS } from '../time';
import type { DueMember } from './dueMember';
import type { OwnedFile } from './ownedFiles';
import { readReferences } from './readReferences';
import type { StepRunner, MemberReferences } from './readReferences';

/** Days without any reference after which a file is collected. */
const UNREFERENCED_DAYS = 30;
/** Days between two readings of everything a member has. */
const SWEEP_DAYS = 7;

interface Count {
  files: number;
  bytes: number;
}

/** The findings of one sweep over a member's files. */
export interface SweepResult {
  memberId: string;
  /** Files without a reference, including those that are not collected yet. */
  unreferenced: Count;
  /** Files without a reference for 30 days. */
  collectable: Count;
  collected: number;
  /** Why the member's files could not be checked; nothing of them is collected then. */
  failure?: unknown;
}

interface SweepOptions {
  /** Checks every member and changes nothing. */
  isDry: boolean;
}

/**
 * Collects the files of members to which no canvas, patch, version, deleted project, thumbnail or row of REFERENCE_COLUMNS has referred for
 * 30 days. It reads all of these once a week and notes since when each file has had no reference; uploading it again, or a reference
 * before the next check, clears that. Several collectors may run at once.
 */
export class Collector {
  readonly #ask: StepRunner;
  readonly #clock: Clock;

  /** `ask` does one step, wherever it likes, and rests. */
  constructor({ ask, clock }: { ask: StepRunner; clock: Clock }) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** Checks the due members one after the other. Throws where that would fail for all of them. */
  async *sweep({ isDry }: SweepOptions): AsyncGenerator<SweepResult, void, undefined> {
    const until = this.#before(isDry ? 0 : SWEEP_DAYS);
    for (let last: DueMember | null = null; ;) {
      const due: DueMember | null = await this.#ask('dueMember', { until, after: last });
      if (due === null) return;
      yield await this.#sweepMember(due.memberId, isDry).catch((error: unknown) =>
        this.#passOver(due.memberId, error, isDry),
      );
      last = due;
    }
  }

  /** Damaged rows are as damaged an hour later: they are read again with everybody's. */
  async #passOver(memberId: string, failure: unknown, isDry: boolean): Promise<SweepResult> {
    if (isAway(failure)) throw failure;
    if (!isDry) await this.#noteSwept(memberId);
    return { ...nothingOf(memberId), failure };
  }

  async #sweepMember(memberId: string, isDry: boolean): Promise<SweepResult> {
    const swept = nothingOf(memberId);
    const [some] = await this.#ask('ownedFiles', { memberId, after: '' });
    const references = some && (await readReferences(this.#ask, memberId));
    // A member whose projects keep changing is due again an hour later.
    if (references === null) return swept;
    if (references !== undefined) await this.#goThrough(swept, references, isDry);
    const isDone = swept.collected === swept.collectable.files;
    if (!isDry && isDone) await this.#noteSwept(memberId);
    return swept;
  }

  async #goThrough(swept: SweepResult, { referenced, state }: MemberReferences, isDry: boolean): Promise<void> {
    const { memberId } = swept;
    const until = this.#before(UNREFERENCED_DAYS);
    for (let after = ''; ;) {
      const page = await this.#ask('ownedFiles', { memberId, after });
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.sha256;
      const unreferenced = page.filter(({ sha256 }) => !referenced.has(sha256));
      const collectable = unreferenced.filter(
        ({ unreferencedSince }) => unreferencedSince !== null && unreferencedSince <= until,
      );
      add(swept.unreferenced, unreferenced);
      add(swept.collectable, collectable);
      const changes = {
        referenced: hashesOf(
          page.filter(({ sha256, unreferencedSince }) => unreferencedSince !== null && referenced.has(sha256)),
        ),
        unreferenced: hashesOf(unreferenced.filter(({ unreferencedSince }) => unreferencedSince === null)),
        collected: hashesOf(collectable),
      };
      if (isDry || Object.values(changes).every((files) => files.length === 0)) continue;
      swept.collected += await this.#ask('changeFiles', { memberId, ...changes, state, now: this.#before(0), until });
    }
  }

  #noteSwept(memberId: string): Promise<void> {
    return this.#ask('noteSwept', { memberId, now: this.#before(0) });
  }

  #before(days: number): string {
    return new Date(this.#clock.now().getTime() - days * DAY_MS).toISOString();
  }
}

const nothingOf = (memberId: string): SweepResult => ({
  memberId,
  unreferenced: { files: 0, bytes: 0 },
  collectable: { files: 0, bytes: 0 },
  collected: 0,
});

function add(count: Count, files: readonly OwnedFile[]): void {
  count.files += files.length;
  count.bytes += files.reduce((sum, { bytes }) => sum + bytes, 0);
}

const hashesOf = (files: readonly OwnedFile[]): string[] => files.map(({ sha256 }) => sha256);
