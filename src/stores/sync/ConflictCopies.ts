import { ApiFailure } from '../../api';
import { isQuota } from '../../api/ApiFailure';
import { NAME_MAX } from '../../api/contract';
import type { Snapshot } from '../../engine';
import type { AutosaveOptions } from './AutosaveOptions';
import { createCopy } from './createCopy';
import type { CopyId, KeptState, WaitingCopy } from './device/WaitingCopies';

const SUFFIX = ' (2)';

/** Name of a project's conflict copy. */
export const copyName = (name: string): string => name.slice(0, NAME_MAX - SUFFIX.length) + SUFFIX;

/** This tab's whole states from before merges that could not keep all of them; each becomes a project of its own. */
export class ConflictCopies {
  readonly #options: AutosaveOptions;
  readonly #waiting: { readonly id: CopyId; readonly copy: WaitingCopy }[] = [];

  #creating: Promise<void> | null = null;
  /** The copy that `storeLater` replaces as the person works. */
  #later: CopyId | null = null;

  constructor(options: AutosaveOptions) {
    this.#options = options;
  }

  /** True while the server lacks some of them. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Keeps the state on this device, for `create` to send, or for the next start of the app if this page goes first. */
  async store({ id, snapshot }: KeptState): Promise<void> {
    await this.#add(this.#idOf(id), snapshot);
  }

  /** True while `storeLater` has kept a state that is not sent yet. */
  get hasLater(): boolean {
    return this.#later !== null;
  }

  /** Stores like `store`, in place of the previous call's state; it is not sent before `takeLater`. */
  async storeLater(mine: Snapshot): Promise<void> {
    const { newId, copies } = this.#options;
    // Another tab may have made a project of the copy; then its key is used up.
    if (!this.#later || !(await copies.waiting.has(this.#later))) this.#later = this.#idOf(newId());
    await this.#put(this.#later, this.#copyOf(mine));
  }

  /** Queues the state of `storeLater`, as it is now, for sending. */
  async takeLater(mine: Snapshot): Promise<void> {
    await this.storeLater(mine);
    const id = this.#later;
    this.#later = null;
    if (id) await this.#add(id, mine);
  }

  #idOf(id: string): CopyId {
    const { pid, memberId } = this.#options.slot;
    return { pid, memberId, id };
  }

  async #add(id: CopyId, mine: Snapshot): Promise<void> {
    const copy = this.#copyOf(mine);
    await this.#put(id, copy);
    this.#waiting.push({ id, copy });
    this.#options.save.setCopyWaiting(true);
  }

  #copyOf(mine: Snapshot): WaitingCopy {
    return { name: copyName(this.#options.name()), snapshot: mine };
  }

  /** A copy that the large store cannot take is on this page alone until its project is made. */
  #put(id: CopyId, copy: WaitingCopy): Promise<void> {
    return this.#options.copies.waiting.put(id, copy).catch(() => undefined);
  }

  /** Takes copies stored by an earlier page; the next `create` sends them. */
  takeUp(copies: readonly (CopyId & WaitingCopy)[]): void {
    if (copies.length === 0) return;
    const known = new Set(this.#waiting.map(({ id }) => id.id));
    for (const copy of copies) if (!known.has(copy.id)) this.#waiting.push({ id: copy, copy });
    this.#options.save.setCopyWaiting(this.isWaiting);
  }

  /** Stores and sends. Never rejects: what the server does not take now is tried again by `create`. */
  async keep(state: KeptState): Promise<void> {
    await this.store(state);
    await this.create().catch((error: unknown) => console.warn('the copy could not be kept yet', error));
  }

  /** Makes the projects, each once; rejects when the server may take them another time. */
  create(): Promise<void> {
    this.#creating ??= this.#createAll().finally(() => {
      this.#creating = null;
    });
    return this.#creating;
  }

  async #createAll(): Promise<void> {
    const { save } = this.#options;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      // This covers a copy that the store no longer has: another tab has made it, and the answer is the same, or the
      // browser cleared the store.
      await this.#make(next.id, next.copy);
      this.#waiting.shift();
    }
    save.setCopyWaiting(false);
  }

  async #make(id: CopyId, { name, snapshot }: WaitingCopy): Promise<void> {
    const { api, save, copies } = this.#options;
    try {
      const { projectId } = await createCopy(api, { ...id, name, snapshot });
      save.keepCopy(projectId);
      await copies.waiting.remove(id);
    } catch (error) {
      const isFinal = error instanceof ApiFailure && [400, 413, 422].includes(error.status ?? 0);
      if (!isFinal || isQuota(error)) throw error;
      console.warn('the server does not take the copy; it stays on this device', error.message);
      await copies.aside.put(id.pid, id.id, { name, snapshot });
      await copies.waiting.remove(id);
      save.setAside(true);
    }
  }
}
