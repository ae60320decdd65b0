import type { Cancel } from '../ports';
import type { AutosaveOptions } from './AutosaveQueue';
import type { Recovered } from './device/records';
import { conflictCopyOf, type ConflictState, type WaitingCopy } from './device/WaitingCopies';
import { JOURNAL_MS } from './SaveJournal';

export const warnOfCopy = (error: unknown): void => console.warn('the copy could not be kept yet', error);

/** This tab's whole states from before merges that could not keep all of them; each becomes a project of its own. */
export class ConflictCopies {
  readonly #options: AutosaveOptions;
  /** By their ids: a copy with the id of one that waits takes its place. */
  readonly #waiting = new Map<string, WaitingCopy>();
  #creating: Promise<void> | null = null;
  /** Id of the copy of what came after the project was gone, which is sent only when asked for; null while there is none. */
  #laterId: string | null = null;
  #cancelHold: Cancel | null = null;
  /** Whether this device has taken the later work. */
  #held = Promise.resolve(true);

  constructor(options: AutosaveOptions) {
    this.#options = options;
  }

  /** True while the server lacks some of them. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * Keeps the state on this device, for `create` to send, or for the next start of the app if this page goes first.
   * Resolves to false when the device has not taken it: this page alone has it then.
   */
  async store(work: Recovered | ConflictState, slot = this.#options.slot): Promise<boolean> {
    const copy = conflictCopyOf(slot, this.#options.name(), work);
    // The device may take its time, and the person hears of the copy at once.
    this.#queue(copy);
    return this.#options.copies.waiting.put(copy);
  }

  /** Keeps all copies on this device once more. Resolves to false when it has not taken all of them. */
  async storeAgain(): Promise<boolean> {
    const { waiting } = this.#options.copies;
    const puts = Array.from(this.#waiting.values(), (copy) => waiting.put(copy));
    return !(await Promise.all([...puts, this.holdLater()])).includes(false);
  }

  /** True when the project is gone, and none of the copies has what came after that. */
  get hasLater(): boolean {
    return this.#laterId !== null;
  }

  /** Something was done after the project was gone: this device keeps it, and the next start makes a project of it. */
  noteLater(): void {
    const { clock, save, newId } = this.#options;
    this.#laterId ??= newId();
    save.keepCopy(null);
    this.#cancelHold ??= clock.after(JOURNAL_MS, () => void this.holdLater());
  }

  /** Keeps later work, if there is any. Resolves to false when this device has not taken it. */
  holdLater(): Promise<boolean> {
    const { copies, slot, name, editor } = this.#options;
    if (this.#laterId !== null && this.#cancelHold) {
      this.stop();
      const work = { id: this.#laterId, snapshot: editor.snapshot() };
      this.#held = copies.waiting.put(conflictCopyOf(slot, name(), work));
    }
    return this.#held;
  }

  /** Makes the canvas, with all later work, one of the copies that `create` sends. */
  async storeLater(): Promise<void> {
    const { editor, newId } = this.#options;
    this.stop();
    const id = this.#laterId ?? newId();
    this.#laterId = null;
    this.#held = Promise.resolve(true);
    await this.store({ id, snapshot: editor.snapshot() });
  }

  stop(): void {
    this.#cancelHold?.();
    this.#cancelHold = null;
  }

  has(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Drops a copy of work that is not lost after all, unless its project is made already. */
  async drop(id: string): Promise<void> {
    const copy = this.#waiting.get(id);
    if (!copy) return;
    this.#waiting.delete(id);
    this.#options.save.setCopyWaiting(this.isWaiting);
    await this.#options.copies.waiting.remove(copy);
  }

  #queue(copy: WaitingCopy): void {
    this.#waiting.set(copy.id, copy);
    this.#options.save.setCopyWaiting(true);
  }

  /** Takes copies that are on this device; the next `create` sends them. */
  takeUp(copies: readonly WaitingCopy[]): void {
    for (const copy of copies) if (!this.has(copy.id)) this.#queue(copy);
  }

  /** Makes the projects, each once; rejects when the server may take them another time. */
  create(): Promise<void> {
    this.#creating ??= this.#createAll().finally(() => {
      this.#creating = null;
    });
    return this.#creating;
  }

  /** Goes on past a copy that the server does not take now. */
  async #createAll(): Promise<void> {
    const { api, save, copies } = this.#options;
    const failures: unknown[] = [];
    for (const [id, copy] of this.#waiting) {
      try {
        // This covers a copy that the store no longer has: another tab has made it, and the answer is the same, or the
        // browser cleared the store.
        const head = await copies.waiting.create(api, copy);
        if (head) save.keepCopy(this.hasLater ? null : head.projectId);
        else save.setAside(true);
        // Another state of it may have come meanwhile.
        if (this.#waiting.get(id) === copy) this.#waiting.delete(id);
      } catch (error) {
        failures.push(error);
      }
    }
    save.setCopyWaiting(this.isWaiting);
    if (failures.length > 0) throw failures[0];
  }
}
