import type { Snapshot } from '../../engine';
import type { LastDiff } from '../diff/LastDiff';
import { patchText } from '../diff/patchText';
import type { ProjectCopy, Unsent } from '../localCopies/ProjectCopy';
import type { AcknowledgedStep, Sending } from '../localCopies/records';
import type { Cancel, Clock } from '../ports';

/** How soon after a change `flow_latest_change` is written; a killed tab loses at most its last second. */
const JOURNAL_MS = 400;
/** Of more steps than this, finding them, wording them and writing them are a task of the page each. */
const MANY_STEPS = 1000;
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
  /** Shared with the saves, which are made of the same differences. */
  readonly diff: LastDiff;
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
    const { diff, position, snapshot } = this.#options;
    const { base, revision, pending } = position();
    const sending = pending && { key: pending.key, text: pending.text };
    return { revision, patches: diff.between(base, snapshot()), sending };
  }

  /** Something changed: writes shortly after, once for all changes until then. */
  writeSoon(): void {
    this.#cancelWrite ??= this.#options.clock.after(JOURNAL_MS, () => {
      const { patches } = this.unsent();
      if (patches.length <= MANY_STEPS) void this.write();
      else this.#writeNext(() => patchText(patches));
    });
  }

  /** What was found is remembered, so that the write, now or when the page goes before it, has little left to do. */
  #writeNext(prepare: () => unknown): void {
    const { clock } = this.#options;
    this.#cancelWrite = clock.after(0, () => {
      prepare();
      this.#cancelWrite = clock.after(0, () => void this.write());
    });
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
