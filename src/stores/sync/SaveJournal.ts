import { isLongText } from './device/longTexts';
import type { ProjectCopy, Unsent } from './device/ProjectCopy';
import type { AcknowledgedStep } from './device/records';
import type { Cancel, Clock } from '../ports';
import type { SavePosition } from './SavePosition';

/** How soon after a change `flow_latest_change` is written; a killed tab loses at most its last second. */
const JOURNAL_MS = 400;
/** The whole copy is written at most once a minute, when idle (STORE-5). */
const WHOLE_MS = 60_000;
const IDLE_MS = 5000;

interface SaveJournalOptions {
  readonly copy: ProjectCopy;
  readonly clock: Clock;
  readonly name: () => string;
  readonly position: SavePosition;
}

const NOT_STORED = { stored: Promise.resolve() } as const;

/**
 * Writes this device's copy of an open project as the work and the server move on. What is unsent is found in turns, each a
 * task of the page, however much it is; only a page that is left has it found at once.
 */
export class SaveJournal {
  readonly #options: SaveJournalOptions;
  #cancelTimer: Cancel | null = null;
  #isDue = false;
  #isWritingDue = false;
  #writes = 0;
  #isStopped = false;
  #isHeld = false;
  #wholeAt: number;

  constructor(options: SaveJournalOptions) {
    this.#options = options;
    this.#wholeAt = options.clock.passed();
  }

  /** Something changed: writes shortly after, once for all changes until then. */
  writeSoon(): void {
    this.#cancelTimer ??= this.#options.clock.after(JOURNAL_MS, () => {
      this.#cancelTimer = null;
      this.#isDue = true;
      if (!this.#isWritingDue) void this.#writeDue();
    });
  }

  /** One at a time: before very much is found more may have become due. */
  async #writeDue(): Promise<void> {
    this.#isWritingDue = true;
    while (this.#isDue) {
      this.#isDue = false;
      await this.writeInTurns();
    }
    this.#isWritingDue = false;
  }

  /** The fast key is written before this returns. A page that is left has the view written, too. */
  async write(isLeaving = false): Promise<void> {
    this.#cancel();
    await this.#keep(this.#options.position.unsent(isLeaving));
  }

  /**
   * As `write`, of a state since the call and without stopping the page. Resolves when the fast key is written, with what
   * resolves when the large store has it, too.
   */
  async writeInTurns(): Promise<{ readonly stored: Promise<void> }> {
    const { position } = this.#options;
    for (;;) {
      const writes = this.#writes;
      while (position.sealedEncoding?.advance() === false) if (!(await this.nextTurn())) return NOT_STORED;
      const encoding = position.encoding();
      while (!encoding.advance()) if (!(await this.nextTurn())) return NOT_STORED;
      const unsent = position.unsentBy(encoding);
      // A later state may have been written meanwhile, and an earlier one must not follow it.
      if (unsent && writes === this.#writes) return { stored: this.#keep(unsent) };
    }
  }

  /**
   * Writes nothing until the returned function is called: this device keeps the work on the base before. Held while the position has moved on
   * and the new base is not written yet, which what is pending now does not fit without.
   */
  hold(): () => void {
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
    };
  }

  /** Writes the whole copy again, unless it is large: then what is unsent, as `write`. */
  async writeWhole(): Promise<void> {
    const { copy, position } = this.#options;
    if (this.#isHeld) return;
    await (copy.isLarge ? this.write() : this.keepWhole(JSON.stringify(position.base())));
  }

  /**
   * The page is left, and the store takes one write more from it at least: with the whole copy, which the browser may have cleared
   * since, where that is short enough to be taken at once.
   */
  async writeLeaving(): Promise<void> {
    const { copy, position } = this.#options;
    if (this.#isHeld) return;
    const canvas = copy.isLarge ? null : JSON.stringify(position.base());
    if (canvas === null || isLongText(canvas)) void this.write(true);
    this.#cancel();
    if (canvas !== null) await this.keepWhole(canvas, true);
  }

  /** The text of the base is at hand. */
  async keepWhole(canvas: string, isLeaving = false): Promise<void> {
    const { copy, clock, name, position } = this.#options;
    this.#wholeAt = clock.passed();
    this.#writes += 1;
    await copy.keepWhole({ name: name(), timestamp: position.updatedAt, canvas }, position.unsent(isLeaving));
  }

  /** The base has moved on by these steps. */
  async acknowledge(steps: readonly AcknowledgedStep[]): Promise<void> {
    const { copy } = this.#options;
    copy.acknowledge(steps);
    const { stored } = await this.writeInTurns();
    await stored;
    if (copy.needsWholeAtOnce) await this.writeWhole();
  }

  /** Whether the whole copy should be written again now; `changedAt` is when the person last did something. */
  isWholeDue(changedAt: number): boolean {
    const { copy, clock } = this.#options;
    const now = clock.passed();
    return copy.isWholeBehind && !copy.isLarge && now - this.#wholeAt >= WHOLE_MS && now - changedAt >= IDLE_MS;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** What is being found is no longer written. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Lets the page do what it has to. Returns false when the journal was stopped meanwhile. */
  async nextTurn(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      this.#options.clock.nextTask(resolve);
    });
    return !this.#isStopped;
  }

  async #keep(unsent: Unsent): Promise<void> {
    const { copy, position } = this.#options;
    if (this.#isHeld) return;
    this.#writes += 1;
    await copy.keepChange(unsent);
    if (copy.isBaseGone && !this.#isStopped) await this.keepWhole(JSON.stringify(position.base()));
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
