import type { Snapshot } from '../../engine';
import { diffSnapshots } from '../diff/diffSnapshots';
import type { ProjectCopy, Unsent } from '../localCopies/ProjectCopy';
import type { AcknowledgedStep, Sending } from '../localCopies/records';
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

  /** Writes the whole copy again, unless it is large: then what is unsent, as `write`. */
  async writeWhole(): Promise<void> {
    const { copy, position } = this.#options;
    await (copy.isLarge ? this.write() : this.keepWhole(JSON.stringify(position().base)));
  }

  /** The text of the base is at hand. */
  async keepWhole(canvas: string): Promise<void> {
    const { copy, clock, name, position } = this.#options;
    this.#wholeAt = clock.now();
    await copy.keepWhole({ name: name(), timestamp: position().updatedAt, canvas }, this.unsent());
  }

  /** The base has moved on by these steps. */
  async acknowledge(steps: readonly AcknowledgedStep[]): Promise<void> {
    const { copy } = this.#options;
    await copy.acknowledge(steps, this.unsent());
    if (copy.needsWholeAtOnce) await this.writeWhole();
  }

  /** Whether the whole copy should be written again now; `changedAt` is when the person last did something. */
  isWholeDue(changedAt: number): boolean {
    const { copy, clock } = this.#options;
    const now = clock.now();
    return copy.isWholeBehind && !copy.isLarge && now - this.#wholeAt >= WHOLE_MS && now - changedAt >= IDLE_MS;
  }

  stop(): void {
    this.#cancelWrite?.();
    this.#cancelWrite = null;
  }
}
