import { ApiFailure } from '../../api';
import { isQuota } from '../../api/ApiFailure';
import { NAME_MAX } from '../../api/contract';
import type { Snapshot } from '../../engine';
import type { AutosaveOptions } from './AutosaveOptions';
import { createCopy } from './createCopy';
import type { CopyId, KeptState, WaitingCopy } from './device/WaitingCopies';

const SUFFIX = ' (2)';

/** What the copy of a project is called. */
export const copyName = (name: string): string => name.slice(0, NAME_MAX - SUFFIX.length) + SUFFIX;

/** My whole states from before merges that could not keep all of them, each made a project of its own. */
export class ConflictCopies {
  readonly #options: AutosaveOptions;
  readonly #waiting: { readonly id: CopyId; readonly copy: WaitingCopy }[] = [];

  #creating: Promise<void> | null = null;
  /** The state that changes with the person's work. */
  #later: CopyId | null = null;

  constructor(options: AutosaveOptions) {
    this.#options = options;
  }

  /** The server has not taken all of them yet. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Keeps it on this device, for `create` to send and for the next start of the app should this page go first. */
  async store({ id, snapshot }: KeptState): Promise<void> {
    await this.#add(this.#idOf(id), snapshot);
  }

  /** `storeLater` has kept a state that is not sent yet. */
  get hasLater(): boolean {
    return this.#later !== null;
  }

  /** As `store`, in place of what this stored before; not sent before `takeLater`. */
  async storeLater(mine: Snapshot): Promise<void> {
    const { newId, copies } = this.#options;
    // Another tab may have made a project of it: its key is used.
    if (!this.#later || !(await copies.waiting.has(this.#later))) this.#later = this.#idOf(newId());
    await this.#put(this.#later, this.#copyOf(mine));
  }

  /** The state that `storeLater` has kept, as it is now, is to be sent. */
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

  /** What the large store cannot take is on this page alone until it is made. */
  #put(id: CopyId, copy: WaitingCopy): Promise<void> {
    return this.#options.copies.waiting.put(id, copy).catch(() => undefined);
  }

  /** Stored by an earlier page; sent by the next `create`. */
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
      // Also one that the store no longer has: another tab has made it, and is answered the same, or the browser cleared the store.
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
