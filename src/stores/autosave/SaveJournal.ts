import { patchText } from '../diff/patchText';
import type { ProjectCopy } from '../localCopies/ProjectCopy';
import type { AcknowledgedStep } from '../localCopies/records';
import type { Cancel, Clock } from '../ports';
import type { SavePosition } from './SavePosition';

/** How soon after a change `flow_latest_change` is written; a killed tab loses at most its last second. */
const JOURNAL_MS = 400;
/** Of more steps than this, finding them, wording them and writing them are a task of the page each. */
const MANY_STEPS = 1000;
/** decisions.md, 'Saving': the whole copy is written at most once a minute, when idle. */
const WHOLE_MS = 60_000;
const IDLE_MS = 5000;

interface SaveJournalOptions {
  readonly copy: ProjectCopy;
  readonly clock: Clock;
  readonly name: () => string;
  readonly position: SavePosition;
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

  /** Something changed: writes shortly after, once for all changes until then. */
  writeSoon(): void {
    this.#cancelWrite ??= this.#options.clock.after(JOURNAL_MS, () => {
      const { patches } = this.#options.position.unsent();
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
    const { copy, position } = this.#options;
    await copy.keepChange(position.unsent());
  }

  /** Writes the whole copy again, unless it is large: then what is unsent, as `write`. */
  async writeWhole(): Promise<void> {
    const { copy, position } = this.#options;
    await (copy.isLarge ? this.write() : this.keepWhole(JSON.stringify(position.ground)));
  }

  /** The text of the base is at hand. */
  async keepWhole(canvas: string): Promise<void> {
    const { copy, clock, name, position } = this.#options;
    this.#wholeAt = clock.now();
    await copy.keepWhole({ name: name(), timestamp: position.updatedAt, canvas }, position.unsent());
  }

  /** The base has moved on by these steps. */
  async acknowledge(steps: readonly AcknowledgedStep[]): Promise<void> {
    const { copy, position } = this.#options;
    await copy.acknowledge(steps, position.unsent());
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
