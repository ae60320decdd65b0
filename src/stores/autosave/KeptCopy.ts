import { ApiFailure } from '../../api';
import { isQuota } from '../../api/ApiFailure';
import { NAME_MAX } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';
import type { Snapshot } from '../../engine';
import type { CopiesToMake, CopyId, CopyToMake } from '../localCopies/CopiesToMake';
import type { SharedCopy } from '../localCopies/GoneCopy';
import type { SetAside } from '../localCopies/SetAside';
import type { NewId } from '../ports';
import type { SaveStore } from './SaveStore';

interface KeptCopyOptions {
  readonly pid: number;
  readonly memberId: string;
  readonly api: Pick<ProjectsApi, 'create'>;
  readonly name: () => string;
  readonly newId: NewId;
  readonly save: SaveStore;
  readonly copiesToMake: CopiesToMake;
  readonly aside: SetAside;
}

const SUFFIX = ' (2)';

/** What the copy of a project is called. */
export const copyName = (name: string): string => name.slice(0, NAME_MAX - SUFFIX.length) + SUFFIX;

/** My whole states from before merges that could not keep all of them, each made a project of its own. */
export class KeptCopy {
  readonly #options: KeptCopyOptions;
  readonly #waiting: { readonly id: CopyId; readonly copy: CopyToMake; readonly isStored: boolean }[] = [];

  #creating: Promise<void> | null = null;
  /** The state that changes with the person's work. */
  #later: CopyId | null = null;

  constructor(options: KeptCopyOptions) {
    this.#options = options;
  }

  /** The server has not taken all of them yet. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Keeps it on this device, for `create` to send and for the next start of the app should this page go first. */
  async store(mine: Snapshot): Promise<void> {
    const { pid, memberId, newId } = this.#options;
    await this.#add({ pid, memberId, id: newId() }, mine);
  }

  /** As `store`, under the id by which other tabs store the same. */
  async storeShared({ id, snapshot }: SharedCopy): Promise<void> {
    const { pid, memberId } = this.#options;
    await this.#add({ pid, memberId, id }, snapshot);
  }

  /** `storeLater` has kept a state that is not sent yet. */
  get hasLater(): boolean {
    return this.#later !== null;
  }

  /** As `store`, in place of what this stored before; not sent before `takeLater`. */
  async storeLater(mine: Snapshot): Promise<void> {
    const { pid, memberId, newId, copiesToMake } = this.#options;
    // Another tab may have made a project of it: its key is used.
    if (!this.#later || !(await copiesToMake.has(this.#later))) this.#later = { pid, memberId, id: newId() };
    await this.#put(this.#later, this.#copyOf(mine));
  }

  /** The state that `storeLater` has kept, as it is now, is to be sent. */
  async takeLater(mine: Snapshot): Promise<void> {
    await this.storeLater(mine);
    const id = this.#later;
    this.#later = null;
    if (id) await this.#add(id, mine);
  }

  async #add(id: CopyId, mine: Snapshot): Promise<void> {
    const copy = this.#copyOf(mine);
    const isStored = await this.#put(id, copy);
    this.#waiting.push({ id, copy, isStored });
    this.#options.save.setCopyWaiting(true);
  }

  #copyOf(mine: Snapshot): CopyToMake {
    return { name: copyName(this.#options.name()), snapshot: mine };
  }

  /** Returns whether the large store has it. */
  #put(id: CopyId, copy: CopyToMake): Promise<boolean> {
    return this.#options.copiesToMake.put(id, copy).then(
      () => true,
      () => false,
    );
  }

  /** Stored by an earlier page; sent by the next `create`. */
  takeUp(copies: readonly (CopyId & CopyToMake)[]): void {
    if (copies.length === 0) return;
    const known = new Set(this.#waiting.map(({ id }) => id.id));
    for (const copy of copies) if (!known.has(copy.id)) this.#waiting.push({ id: copy, copy, isStored: true });
    this.#options.save.setCopyWaiting(this.isWaiting);
  }

  /** Stores and sends. Never rejects: what the server does not take now is tried again by `create`. */
  async keep(mine: Snapshot): Promise<void> {
    await this.store(mine);
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
    const { save, copiesToMake } = this.#options;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (!next.isStored || (await copiesToMake.has(next.id))) await this.#make(next.id, next.copy);
      this.#waiting.shift();
    }
    save.setCopyWaiting(false);
  }

  async #make(id: CopyId, { name, snapshot }: CopyToMake): Promise<void> {
    const { api, save, copiesToMake, aside, pid } = this.#options;
    try {
      const { projectId } = await api.create(name, JSON.stringify(snapshot), id.id);
      save.keepCopy(projectId);
      await copiesToMake.remove(id);
    } catch (error) {
      const isFinal = error instanceof ApiFailure && [400, 413, 422].includes(error.status ?? 0);
      if (!isFinal || isQuota(error)) throw error;
      console.warn('the server does not take the copy; it stays on this device', error.message);
      await aside.put(pid, id.id, { name, snapshot });
      await copiesToMake.remove(id);
      save.setAside(true);
    }
  }
}
