import type { Snapshot } from '../../engine';
import { diffSnapshots } from '../diff/diffSnapshots';
import type { ProjectCopy, Unsent } from '../localCopies/ProjectCopy';
import type { Sending } from '../localCopies/records';
import type { Cancel, Clock } from '../ports';

/** How soon after a change `flow_latest_change` is written; a killed tab loses at most its last second. */
const JOURNAL_MS = 400;
/** decisions.md, 'Saving': the whole copy is written at most once a minute, when idle. */
const WHOLE_MS = 60_000;
const IDLE_MS = 5000;

/** Where the work and the server stand. */
export interface SavePosition {
  /** What the server has; before it is known, what was opened. */
  readonly base: Snapshot;
  readonly revision: number | null;
  readonly updatedAt: string;
  readonly pending: Sending | null;
}

interface SaveJournalOptions {
  readonly copy: ProjectCopy;
  readonly clock: Clock;
  readonly name: () => string;
  readonly snapshot: () => Snapshot;
  readonly position: () => SavePosition;
}

/** Writes this device's copy of an open project as the work and the server move on. */
export class SaveJournal {
  readonly #options: SaveJournalOptions;
  #cancelWrite: Cancel | null = null;
  #wholeAt: number;

  constructor(options: SaveJournalOptions) {
    this.#options = options;
    this.#wholeAt = options.clock.now();
  }

  /** What the server has not acknowledged, as of now. */
  unsent(): Unsent {
    const { position, snapshot } = this.#options;
    const { base, revision, pending } = position();
    const sending = pending && { key: pending.key, text: pending.text };
    return { revision, patches: diffSnapshots(base, snapshot()), sending };
  }

  /** Something changed: writes shortly after, once for all changes until then. */
  writeSoon(): void {
    this.#cancelWrite ??= this.#options.clock.after(JOURNAL_MS, () => void this.write());
  }

  /** The fast key is written before this returns. */
  async write(): Promise<void> {
    this.stop();
    await this.#options.copy.keepChange(this.unsent());
  }

  async writeWhole(): Promise<void> {
    const { copy, clock, name, position } = this.#options;
    const { base, updatedAt } = position();
    this.#wholeAt = clock.now();
    await copy.keepWhole(name(), base, updatedAt, this.unsent());
  }

  /** Whether the whole copy should be written again now; `changedAt` is when the person last did something. */
  isWholeDue(changedAt: number): boolean {
    const { copy, clock } = this.#options;
    const now = clock.now();
    return copy.isWholeBehind && now - this.#wholeAt >= WHOLE_MS && now - changedAt >= IDLE_MS;
  }

  stop(): void {
    this.#cancelWrite?.();
    this.#cancelWrite = null;
  }
}
