import type { Clock } from '../../ports';
import { FAST_MAX_CHARACTERS, type FastCopy } from './FastCopy';
import type { DeviceStore } from './DeviceStore';
import { workId, type TabSlot } from './TabSlot';
import {
  type AcknowledgedPatch,
  type BaseWrite,
  type ChangeRecord,
  timeAfter,
  type WholeRecord,
  type Work,
} from './records';

/** The changes that the server has not acknowledged, from `revision` on. */
export type Unsent = Pick<ChangeRecord, 'revision' | 'patches' | 'sending'>;

interface ProjectCopyOptions {
  readonly slot: TabSlot;
  readonly fast: FastCopy;
  readonly store: DeviceStore;
  readonly clock: Clock;
  /** Called once, when nothing on this device could take the work. */
  readonly onFull: () => void;
}

type State = Omit<WholeRecord, 'pid' | 'revision'>;

const NOTHING_DUE: BaseWrite = { whole: null, acknowledged: [] };

/**
 * The copy of one open project on this device. The whole copy is an acknowledged state, followed by the patches
 * acknowledged since and the journal of unsent changes: whole + acknowledged + unsent is the work at any moment.
 */
export class ProjectCopy {
  readonly #options: ProjectCopyOptions;
  /** Records that the large store has not taken yet; the next write tries again. */
  #due: BaseWrite = NOTHING_DUE;
  /** The whole copy is older than the acknowledged state. */
  isWholeBehind = false;
  /** True when the two keys have the whole copy, not the large store alone. */
  #isWholeFast = true;
  /** Length of the whole copy and of the patches since; unknown before the first whole copy is written. */
  #characters = Number.POSITIVE_INFINITY;
  #hasStore = true;
  /** The browser has cleared the large store: nothing can be written there before a whole copy is. */
  isBaseGone = false;
  #hasTold = false;
  #isRemoved = false;
  workId: string | null = null;
  /** When the changes were written last, ISO 8601. */
  #writtenAt = '';
  /** Time of the newest earlier write that the keys know of; empty for none. */
  #knownUntil = '';
  #hasFastKeys = true;
  /** The last write: writes to the large store follow one another. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: ProjectCopyOptions) {
    this.#options = options;
  }

  /** Lets what is written from now on count as later than what is there, also where the clock was set back. */
  goOnFrom(journal: Work | null): void {
    const { change } = this.#options.fast;
    const own = this.#isOwn(change) ? change : null;
    const [stored, inKey] = [journal?.timestamp ?? '', own?.timestamp ?? ''];
    this.#writtenAt = inKey > stored ? inKey : stored;
    this.#knownUntil = own?.blindSince ?? inKey;
  }

  /** True for a copy too large to be rewritten often: it stays as it was opened, with the later patches beside it. */
  get isLarge(): boolean {
    return this.#characters > FAST_MAX_CHARACTERS;
  }

  /** True without the large store: the two keys then must agree by themselves at any moment. */
  get needsWholeAtOnce(): boolean {
    return !this.#hasStore;
  }

  /** Lets the next project have the two keys: from now on they are written only while they still hold this project. */
  releaseFastKeys(): void {
    this.#hasFastKeys = false;
  }

  /** True while the large store still has something to take with the next write. */
  get isDue(): boolean {
    return this.#due !== NOTHING_DUE;
  }

  /** Writes a state the server has acknowledged (or the default project) and the unsent changes on top of it. */
  writeWhole(state: State, unsent: Unsent): Promise<boolean> {
    this.#setWhole(state, unsent);
    return this.keepChange(unsent);
  }

  /**
   * Writes like writeWhole, but leaves the large store to the next write: a large text blocks the page while it is
   * copied. For a project with nothing unsent, so that nothing can be lost in between.
   */
  keepOpened(state: State, unsent: Unsent): void {
    this.#setWhole(state, unsent);
    this.#keepFast(unsent);
  }

  /** Notes what the large store lacks of the state below the unsent changes; the next write includes it. */
  owe(due: BaseWrite): void {
    if (due.whole !== null || due.acknowledged.length > 0) this.#due = due;
  }

  /** Notes patches that the server has acknowledged, this tab's or others'; the next write includes them. */
  acknowledge(patches: readonly AcknowledgedPatch[]): void {
    this.#due = { ...this.#due, acknowledged: [...this.#due.acknowledged, ...patches] };
    this.isWholeBehind = true;
    for (const { text } of patches) this.#characters += text.length;
  }

  /** Removes everything of a project that is gone, and writes nothing any more. Resolves to false when some of it is still there. */
  remove(): Promise<boolean> {
    this.#isRemoved = true;
    return this.clear();
  }

  /** Removes what was written, before another state is; unsent work that could not be read stays. Resolves like `remove`. */
  async clear(): Promise<boolean> {
    const { fast, store, slot } = this.#options;
    this.#dropFastWhole();
    if (slot.tabId === null && this.#isOwn(fast.change) && fast.isFreeFor(slot)) fast.remove('change');
    await this.#writing;
    return (!store.isUnread(slot) || (await store.isSent(slot))) && store.remove(slot);
  }

  #setWhole(state: State, { revision }: Unsent): void {
    const { slot, fast } = this.#options;
    const whole = { pid: slot.pid, revision, ...state };
    this.#due = { whole, acknowledged: [] };
    this.isWholeBehind = false;
    this.#characters = whole.canvas.length;
    this.#isWholeFast = !this.#isRemoved && this.#mayWriteFast() && fast.writeWhole(whole);
  }

  /** Returns the change, and whether the two keys hold everything by themselves. */
  #keepFast(unsent: Unsent): { readonly journal: ChangeRecord; readonly isFast: boolean } {
    const { slot, fast, store, clock } = this.#options;
    const { pid, memberId } = slot;
    this.#writtenAt = timeAfter(this.#writtenAt, new Date(clock.now()).toISOString());
    const journal = { pid, memberId, timestamp: this.#writtenAt, ...unsent };
    this.workId = workId(slot, journal);
    const change = store.isUnread(slot) ? { ...journal, blindSince: this.#knownUntil } : journal;
    const isWritten = !this.#isRemoved && this.#mayWriteFast() && fast.writeChange(change);
    return { journal, isFast: isWritten && this.#isWholeFast };
  }

  /**
   * Writes the unsent changes. The fast key is written before this returns, the large store when the promise resolves.
   * Resolves to false when this device has not taken all of them.
   */
  keepChange(unsent: Unsent): Promise<boolean> {
    const { slot, store, fast } = this.#options;
    if (this.#isRemoved) return Promise.resolve(false);
    const { journal, isFast } = this.#keepFast(unsent);
    // Another tab may have written the whole copy of its own project there since.
    const isAlone = (): boolean => isFast && fast.hasWholeOf(slot.pid);
    const due = this.#due;
    const write = async (): Promise<boolean> => {
      if (this.#isRemoved) return false;
      try {
        this.isBaseGone = !(await store.write(slot, { journal, ...due }));
        this.#hasStore = true;
        if (this.isBaseGone) return isAlone();
        if (this.#due === due) this.#due = NOTHING_DUE;
        // The small copy of an earlier state would only mislead.
        if (due.whole && !isFast) this.#dropFastWhole();
        if (!isFast) this.#dropBlindChange(journal.timestamp);
        return true;
      } catch (error) {
        this.#hasStore = false;
        console.warn('the large store of this browser could not be written', error);
        if (isAlone()) return true;
        this.tellUnkept();
        return false;
      }
    };
    const writing = this.#writing.then(write);
    this.#writing = writing;
    return writing;
  }

  /** Tells the person once that this device does not keep all of the work. */
  tellUnkept(): void {
    if (!this.#hasTold) this.#options.onFull();
    this.#hasTold = true;
  }

  #mayWriteFast(): boolean {
    const { slot, fast } = this.#options;
    if (slot.tabId !== null || !fast.isFreeFor(slot)) return false;
    return this.#hasFastKeys || fast.change?.pid === slot.pid;
  }

  #isOwn(change: Work | null): change is Work {
    const { pid, memberId } = this.#options.slot;
    return change?.pid === pid && change.memberId === memberId;
  }

  /** Removes an earlier change that was written without sight of the large store, and is part of what is there by now. */
  #dropBlindChange(storedAt: string): void {
    const { fast, slot } = this.#options;
    const { change } = fast;
    if (slot.tabId !== null || !this.#isOwn(change) || !fast.isFreeFor(slot)) return;
    if (change.blindSince !== undefined && change.timestamp < storedAt) fast.remove('change');
  }

  #dropFastWhole(): void {
    const { fast, slot } = this.#options;
    if (slot.tabId === null && fast.wholeFor(slot)) fast.remove('whole');
  }
}
