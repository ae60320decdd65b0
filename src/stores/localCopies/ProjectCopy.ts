import type { Patch } from '../diff/PatchStep';
import type { Clock } from '../ports';
import { FAST_MAX_CHARACTERS, type FastCopy } from './FastCopy';
import type { Outbox, OutboxWrite } from './Outbox';
import type { Place } from './Place';
import type { AcknowledgedStep, ChangeRecord, Sending, WholeRecord } from './records';

/** What the server has not acknowledged, from `revision` on. */
export interface Unsent {
  readonly revision: number | null;
  readonly patches: Patch;
  readonly sending: Sending | null;
}

interface ProjectCopyOptions {
  readonly place: Place;
  readonly fast: FastCopy;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** Nothing on this device could take the work; called once. */
  readonly onFull: () => void;
}

type State = Omit<WholeRecord, 'pid' | 'revision'>;
type Due = Omit<OutboxWrite, 'journal'>;

const NOTHING_DUE: Due = { whole: null, steps: [] };

/**
 * The copy of one open project on this device. The whole copy is an acknowledged state; the steps acknowledged since and the
 * journal of what is unsent stand on it, so that whole + steps + patches is the work at any moment.
 */
export class ProjectCopy {
  readonly #options: ProjectCopyOptions;
  /** What the large store has not taken yet; with the next write it is tried again. */
  #due: Due = NOTHING_DUE;
  #isWholeBehind = false;
  /** The two keys have the whole copy, not the large store alone. */
  #isWholeFast = true;
  /** Of the whole copy and what was acknowledged since; not known before the first whole copy is written. */
  #characters = Number.POSITIVE_INFINITY;
  #hasOutbox = true;
  #isBaseGone = false;
  #hasTold = false;
  #isRemoved = false;
  #hasFastKeys = true;
  /** Writes to the large store follow one another. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ProjectCopyOptions) {
    this.#options = options;
  }

  /** The whole copy no longer is what the server has acknowledged. */
  get isWholeBehind(): boolean {
    return this.#isWholeBehind;
  }

  /** Too large to be written again and again: it stays as it was opened, with the steps since beside it. */
  get isLarge(): boolean {
    return this.#characters > FAST_MAX_CHARACTERS;
  }

  /** Without the large store the two keys must agree by themselves at any moment. */
  get needsWholeAtOnce(): boolean {
    return !this.#hasOutbox;
  }

  /** The browser has cleared the large store: nothing can be written to it before a whole copy is. */
  get isBaseGone(): boolean {
    return this.#isBaseGone;
  }

  /** From now on the two keys are written only while they still hold this project: the next one may have taken them. */
  releaseFastKeys(): void {
    this.#hasFastKeys = false;
  }

  /** The large store has still to take something, with the next write. */
  get isDue(): boolean {
    return this.#due !== NOTHING_DUE;
  }

  /** Writes a state the server has acknowledged (or the default project) and what stands on top of it. */
  async keepWhole(state: State, unsent: Unsent): Promise<void> {
    this.#setWhole(state, unsent);
    await this.#keep(unsent);
  }

  /**
   * As keepWhole, but the large store takes it with the next write only: a large text stops the page for as long as it is
   * copied. For what has nothing unsent, so that nothing is lost in between.
   */
  keepOpened(state: State, unsent: Unsent): void {
    this.#setWhole(state, unsent);
    this.#keepFast(unsent);
  }

  /** Shortly after a change. The fast key is written before this returns, the large store when the promise resolves. */
  async keepChange(unsent: Unsent): Promise<void> {
    await this.#keep(unsent);
  }

  /** The server has gone on by these steps, mine or another's: the next write holds them, with what is unsent since. */
  acknowledge(steps: readonly AcknowledgedStep[]): void {
    this.#due = { ...this.#due, steps: [...this.#due.steps, ...steps] };
    this.#isWholeBehind = true;
    for (const { text } of steps) this.#characters += text.length;
  }

  /** The project is gone: nothing of it stays, and nothing is written any more. */
  async remove(): Promise<void> {
    const { fast, outbox, place } = this.#options;
    this.#isRemoved = true;
    const change = fast.readChange();
    this.#dropFastWhole();
    if (place.beside === null && change && 'value' in change && change.value.pid === place.pid) fast.removeChange();
    await this.#writing;
    await outbox.remove(place).catch(() => undefined);
  }

  #setWhole(state: State, { revision }: Unsent): void {
    const { place, fast } = this.#options;
    const whole = { pid: place.pid, revision, ...state };
    this.#due = { whole, steps: [] };
    this.#isWholeBehind = false;
    this.#characters = whole.canvas.length;
    this.#isWholeFast = !this.#isRemoved && this.#mayWriteFast() && fast.writeWhole(whole);
  }

  /** Answers the change, and whether the two keys hold everything by themselves. */
  #keepFast({ revision, patches }: Unsent): { readonly change: ChangeRecord; readonly isFast: boolean } {
    const { place, fast, clock } = this.#options;
    const { pid, memberId } = place;
    const change = { pid, memberId, revision, timestamp: new Date(clock.now()).toISOString(), patches };
    const isWritten = !this.#isRemoved && this.#mayWriteFast() && fast.writeChange(change);
    return { change, isFast: isWritten && this.#isWholeFast };
  }

  #keep(unsent: Unsent): Promise<void> {
    const { place, outbox } = this.#options;
    if (this.#isRemoved) return Promise.resolve();
    const { change, isFast } = this.#keepFast(unsent);
    const journal = { ...change, sending: unsent.sending };
    const due = this.#due;
    this.#writing = this.#writing.then(async () => {
      if (this.#isRemoved) return;
      try {
        this.#isBaseGone = !(await outbox.write(place, { journal, ...due }));
        this.#hasOutbox = true;
        if (this.#isBaseGone) return;
        if (this.#due === due) this.#due = NOTHING_DUE;
        // The small copy of an earlier, smaller state would only mislead.
        if (due.whole && !isFast) this.#dropFastWhole();
      } catch (error) {
        this.#hasOutbox = false;
        console.warn('the large store of this browser could not be written', error);
        if (!isFast) this.#tellFull();
      }
    });
    return this.#writing;
  }

  #mayWriteFast(): boolean {
    const { place, fast } = this.#options;
    if (place.beside !== null) return false;
    if (this.#hasFastKeys) return true;
    const change = fast.readChange();
    return change !== null && 'value' in change && change.value.pid === place.pid;
  }

  #dropFastWhole(): void {
    const { fast, place } = this.#options;
    if (place.beside !== null) return;
    const whole = fast.readWhole();
    if (whole && 'value' in whole && whole.value.pid === place.pid) fast.removeWhole();
  }

  #tellFull(): void {
    if (this.#hasTold) return;
    this.#hasTold = true;
    this.#options.onFull();
  }
}
