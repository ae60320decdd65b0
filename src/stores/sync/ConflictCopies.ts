import type { Snapshot } from '../../engine';
import type { AutosaveOptions } from './AutosaveOptions';
import { conflictCopyOf, type ConflictState, type WaitingCopy } from './device/WaitingCopies';

export const warnOfCopy = (error: unknown): void => console.warn('the copy could not be kept yet', error);

/** This tab's whole states from before merges that could not keep all of them; each becomes a project of its own. */
export class ConflictCopies {
  readonly #options: AutosaveOptions;
  readonly #waiting: WaitingCopy[] = [];
  #creating: Promise<void> | null = null;
  /** The copy that `storeLater` replaces as the person works. */
  #later: WaitingCopy | null = null;

  constructor(options: AutosaveOptions) {
    this.#options = options;
  }

  /** True while the server lacks some of them. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** True while `storeLater` has kept a state that is not sent yet. */
  get hasLater(): boolean {
    return this.#later !== null;
  }

  /**
   * Keeps the state on this device, for `create` to send, or for the next start of the app if this page goes first.
   * Resolves to false when the device has not taken it: this page alone has it then.
   */
  async store(state: ConflictState): Promise<boolean> {
    const copy = this.#copyOf(state);
    const isStored = await this.#options.copies.waiting.put(copy);
    this.#queue([copy]);
    return isStored;
  }

  /** True while the server lacks this copy. */
  has(id: string): boolean {
    return this.#waiting.some((copy) => copy.id === id);
  }

  /** Drops a copy of work that is not lost after all, unless its project is made already. */
  async drop(id: string): Promise<void> {
    const copy = this.#waiting.find((waiting) => waiting.id === id);
    if (!copy) return;
    this.#take(copy);
    this.#options.save.setCopyWaiting(this.isWaiting);
    await this.#options.copies.waiting.remove(copy);
  }

  /** Stores like `store`, in place of the previous call's state; it is not sent before `takeLater`. */
  async storeLater(snapshot: Snapshot): Promise<void> {
    const { newId, copies } = this.#options;
    // Another tab may have made a project of the copy; then its key is used up.
    const isUsedUp = this.#later && !(await copies.waiting.has(this.#later));
    const later = this.#copyOf({ id: (isUsedUp ? null : this.#later?.id) ?? newId(), snapshot });
    this.#later = later;
    await copies.waiting.put(later);
  }

  /** Queues the state of `storeLater`, as it is now, for sending. */
  async takeLater(snapshot: Snapshot): Promise<void> {
    await this.storeLater(snapshot);
    if (this.#later) this.#queue([this.#later]);
    this.#later = null;
  }

  #copyOf(state: ConflictState): WaitingCopy {
    return conflictCopyOf(this.#options.slot, this.#options.name(), state);
  }

  /** A copy with the id of one that waits takes its place. */
  #queue(copies: readonly WaitingCopy[]): void {
    for (const copy of copies) {
      const at = this.#waiting.findIndex(({ id }) => id === copy.id);
      if (at === -1) this.#waiting.push(copy);
      else this.#waiting[at] = copy;
    }
    if (this.isWaiting) this.#options.save.setCopyWaiting(true);
  }

  /** Takes copies stored by an earlier page; the next `create` sends them. */
  takeUp(copies: readonly WaitingCopy[]): void {
    const known = new Set(this.#waiting.map(({ id }) => id));
    this.#queue(copies.filter(({ id }) => !known.has(id)));
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
    const failures: unknown[] = [];
    for (const copy of this.#waiting.slice()) {
      // This covers a copy that the store no longer has: another tab has made it, and the answer is the same, or the
      // browser cleared the store.
      const isMade = await this.#make(copy).then(
        () => true,
        (error: unknown) => {
          failures.push(error);
          return false;
        },
      );
      // Another state of it may have come meanwhile.
      if (isMade) this.#take(copy);
    }
    this.#options.save.setCopyWaiting(this.isWaiting);
    if (failures.length > 0) throw failures[0];
  }

  #take(copy: WaitingCopy): void {
    const at = this.#waiting.indexOf(copy);
    if (at !== -1) this.#waiting.splice(at, 1);
  }

  async #make(copy: WaitingCopy): Promise<void> {
    const { api, save, copies } = this.#options;
    const head = await copies.waiting.create(api, copy);
    if (head) save.keepCopy(head.projectId);
    else save.setAside(true);
  }
}
