import type { Patch } from '../patch/Patch';
import type { Clock } from '../../ports';
import { FAST_MAX_CHARACTERS, type FastCopy } from './FastCopy';
import type { DeviceStore, DeviceWrite } from './DeviceStore';
import { workId, type TabSlot } from './TabSlot';
import type { AcknowledgedStep, ChangeRecord, Sending, WholeRecord } from './records';

/** What the server has not acknowledged, from `revision` on. */
export interface Unsent {
  readonly revision: number | null;
  readonly patches: Patch;
  readonly sending: Sending | null;
}

interface ProjectCopyOptions {
  readonly slot: TabSlot;
  readonly fast: FastCopy;
  readonly store: DeviceStore;
  readonly clock: Clock;
  /** Nothing on this device could take the work; called once. */
  readonly onFull: () => void;
}

type State = Omit<WholeRecord, 'pid' | 'revision'>;
type Due = Omit<DeviceWrite, 'journal'>;

/** A page that goes sends no longer save (LEAVE-3): of any other the large store knows before the server does. */
const CARRIED_MAX_CHARACTERS = 60 * 1024;

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
  #hasStore = true;
  #isBaseGone = false;
  #hasTold = false;
  #isRemoved = false;
  #workId: string | null = null;
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
    return !this.#hasStore;
  }

  /** The browser has cleared the large store: nothing can be written to it before a whole copy is. */
  get isBaseGone(): boolean {
    return this.#isBaseGone;
  }

  /** Names the work as it was written last; null before. */
  get workId(): string | null {
    return this.#workId;
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
    const { fast, store, slot } = this.#options;
    this.#isRemoved = true;
    const change = fast.readChange();
    this.#dropFastWhole();
    if (slot.beside === null && change && 'value' in change && change.value.pid === slot.pid) fast.removeChange();
    await this.#writing;
    await store.remove(slot).catch(() => undefined);
  }

  #setWhole(state: State, { revision }: Unsent): void {
    const { slot, fast } = this.#options;
    const whole = { pid: slot.pid, revision, ...state };
    this.#due = { whole, steps: [] };
    this.#isWholeBehind = false;
    this.#characters = whole.canvas.length;
    this.#isWholeFast = !this.#isRemoved && this.#mayWriteFast() && fast.writeWhole(whole);
  }

  /** Returns the change, and whether the two keys hold everything by themselves. */
  #keepFast({ revision, patches, sending }: Unsent): { readonly change: ChangeRecord; readonly isFast: boolean } {
    const { slot, fast, clock } = this.#options;
    const { pid, memberId } = slot;
    const change = { pid, memberId, revision, timestamp: new Date(clock.now()).toISOString(), patches };
    this.#workId = workId(slot, change);
    const carried = sending && sending.text.length < CARRIED_MAX_CHARACTERS ? sending : undefined;
    const isWritten = !this.#isRemoved && this.#mayWriteFast() && fast.writeChange({ ...change, sending: carried });
    return { change, isFast: isWritten && this.#isWholeFast };
  }

  #keep(unsent: Unsent): Promise<void> {
    const { slot, store } = this.#options;
    if (this.#isRemoved) return Promise.resolve();
    const { change, isFast } = this.#keepFast(unsent);
    const journal = { ...change, sending: unsent.sending };
    const due = this.#due;
    this.#writing = this.#writing.then(async () => {
      if (this.#isRemoved) return;
      try {
        this.#isBaseGone = !(await store.write(slot, { journal, ...due }));
        this.#hasStore = true;
        if (this.#isBaseGone) return;
        if (this.#due === due) this.#due = NOTHING_DUE;
        // The small copy of an earlier, smaller state would only mislead.
        if (due.whole && !isFast) this.#dropFastWhole();
      } catch (error) {
        this.#hasStore = false;
        console.warn('the large store of this browser could not be written', error);
        if (!isFast) this.#tellFull();
      }
    });
    return this.#writing;
  }

  #mayWriteFast(): boolean {
    const { slot, fast } = this.#options;
    if (slot.beside !== null) return false;
    if (this.#hasFastKeys) return true;
    const change = fast.readChange();
    return change !== null && 'value' in change && change.value.pid === slot.pid;
  }

  #dropFastWhole(): void {
    const { fast, slot } = this.#options;
    if (slot.beside !== null) return;
    const whole = fast.readWhole();
    if (whole && 'value' in whole && whole.value.pid === slot.pid) fast.removeWhole();
  }

  #tellFull(): void {
    if (this.#hasTold) return;
    this.#hasTold = true;
    this.#options.onFull();
  }
}
