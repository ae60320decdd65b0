import { isLongText } from './device/longTexts';
import type { Unsent } from './device/ProjectCopy';
import type { AutosaveOptions } from './AutosaveQueue';
import type { AcknowledgedPatch } from './device/records';
import type { Cancel } from '../ports';
import type { SavePosition } from './SavePosition';

/** Delay after a change until `flow_latest_change` is written; a killed tab loses at most its last second. */
export const JOURNAL_MS = 400;
/** The whole copy is written at most once a minute, when idle (STORE-5). */
const WHOLE_MS = 60_000;
const IDLE_MS = 5000;

const NOT_STORED = { stored: Promise.resolve(false) } as const;

/**
 * Writes this device's copy of an open project as the work and the server move on. Pending changes are encoded in
 * steps, each a task of the page, however many they are; only a page that is left encodes them at once.
 */
export class SaveJournal {
  readonly #options: Pick<AutosaveOptions, 'copy' | 'clock' | 'name'>;
  readonly #position: Readonly<SavePosition>;
  #cancelTimer: Cancel | null = null;
  #isDue = false;
  #isWritingDue = false;
  #writes = 0;
  isStopped = false;
  #wholeAt: number;

  constructor(options: Pick<AutosaveOptions, 'copy' | 'clock' | 'name'>, position: Readonly<SavePosition>) {
    this.#options = options;
    this.#position = position;
    this.#wholeAt = options.clock.passed();
  }

  /** Writes shortly after a change, once for all changes until then. */
  writeSoon(): void {
    this.#cancelTimer ??= this.#options.clock.after(JOURNAL_MS, () => {
      this.#cancelTimer = null;
      this.#isDue = true;
      if (!this.#isWritingDue) void this.#writeDue();
    });
  }

  /** One write runs at a time: while a large one is encoded, more may have become due. */
  async #writeDue(): Promise<void> {
    this.#isWritingDue = true;
    while (this.#isDue) {
      this.#isDue = false;
      await this.writeInSteps();
    }
    this.#isWritingDue = false;
  }

  /** Writes a state from after the call. Resolves when the large store has been asked, too; to false if no store took it. */
  async write(): Promise<boolean> {
    const { stored } = await this.writeInSteps();
    return stored;
  }

  /** Writes like `write`, but resolves when the fast key is written, with a promise for the large store. */
  writeInSteps(): Promise<{ readonly stored: Promise<boolean> }> {
    return this.#writeInSteps().catch((error: unknown) => {
      this.#tellUnkept(error);
      return NOT_STORED;
    });
  }

  async #writeInSteps(): Promise<{ readonly stored: Promise<boolean> }> {
    const position = this.#position;
    for (;;) {
      const writes = this.#writes;
      while (position.sealed?.encoding.advance() === false) if (!(await this.nextStep())) return NOT_STORED;
      const encoding = position.encoding();
      while (!encoding.advance()) if (!(await this.nextStep())) return NOT_STORED;
      // A later state may have been written meanwhile, and an earlier one must not overwrite it.
      if (position.isCurrent(encoding) && writes === this.#writes)
        return { stored: this.#keep(position.unsent(encoding)) };
    }
  }

  /** Writes the whole copy again; when that is large, only the pending changes, like `write`. */
  async writeWhole(): Promise<void> {
    await (this.#options.copy.isLarge ? this.write() : this.writeBase(JSON.stringify(this.#position.base())));
  }

  /**
   * Writes as the page is left, the viewport too, and the fast key before it returns: the store accepts at least one
   * more write from it. That write includes the whole copy, which the browser may have cleared since, if it is short
   * enough to be taken at once.
   */
  writeLeaving(): Promise<void> {
    return this.#writeLeaving().catch((error: unknown) => this.#tellUnkept(error));
  }

  async #writeLeaving(): Promise<void> {
    const canvas = this.#options.copy.isLarge ? null : JSON.stringify(this.#position.base());
    this.#cancel();
    if (canvas === null || isLongText(canvas)) void this.#keep(this.#position.unsent(this.#position.encoding(true)));
    if (canvas !== null) await this.writeBase(canvas, true);
  }

  /** Writes a new whole copy from the text of the base. */
  async writeBase(canvas: string, isLeaving = false): Promise<boolean> {
    const { copy, clock, name } = this.#options;
    const position = this.#position;
    this.#wholeAt = clock.passed();
    this.#writes += 1;
    return copy.writeWhole(
      { name: name(), timestamp: position.updatedAt, canvas },
      position.unsent(position.encoding(isLeaving)),
    );
  }

  /** Writes the patches by which the base has moved on. */
  async acknowledge(patches: readonly AcknowledgedPatch[]): Promise<void> {
    const { copy } = this.#options;
    copy.acknowledge(patches);
    if (!copy.needsWholeAtOnce) await this.write();
    // Not after the changes: a crash in between would leave changes on a state that no store has.
    if (copy.needsWholeAtOnce) await this.writeWhole();
  }

  /** True when the whole copy should be written again now; `changedAt` is when the person last did something. */
  isWholeDue(changedAt: number): boolean {
    const { copy, clock } = this.#options;
    const now = clock.passed();
    return copy.isWholeBehind && !copy.isLarge && now - this.#wholeAt >= WHOLE_MS && now - changedAt >= IDLE_MS;
  }

  /** Stops writing; what is still being encoded is dropped. */
  stop(): void {
    this.isStopped = true;
    this.#cancel();
  }

  /** Yields to the page's other tasks. Returns false when the journal was stopped meanwhile. */
  async nextStep(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      this.#options.clock.nextTask(resolve);
    });
    return !this.isStopped;
  }

  /** Work that does not become a text, as one beyond the longest that a browser makes, is kept by no store. The next change tries again. */
  #tellUnkept(error: unknown): void {
    console.warn('the work could not be written down', error);
    this.#options.copy.tellUnkept();
  }

  async #keep(unsent: Unsent): Promise<boolean> {
    const { copy } = this.#options;
    this.#writes += 1;
    const isKept = await copy.keepChange(unsent);
    if (copy.isBaseGone && !this.isStopped) return this.writeBase(JSON.stringify(this.#position.base()));
    return isKept;
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
