import { NAME_MAX } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';
import type { Snapshot } from '../../engine';
import type { SaveStore } from './SaveStore';

interface KeptCopyOptions {
  readonly api: Pick<ProjectsApi, 'create'>;
  readonly name: () => string;
  readonly save: SaveStore;
}

const SUFFIX = ' (2)';

/** My whole state from before a merge that could not keep all of it, made a project of its own. */
export class KeptCopy {
  readonly #options: KeptCopyOptions;
  #waiting: Snapshot | null = null;

  constructor(options: KeptCopyOptions) {
    this.#options = options;
  }

  /** The server has not taken it yet. */
  get isWaiting(): boolean {
    return this.#waiting !== null;
  }

  /** Never rejects: what the server does not take now is tried again by `create`. */
  async keep(mine: Snapshot): Promise<void> {
    this.#waiting = mine;
    await this.create().catch((error: unknown) => console.warn('the copy could not be kept yet', error));
  }

  async create(): Promise<void> {
    const { api, name, save } = this.#options;
    if (!this.#waiting) return;
    const copyName = name().slice(0, NAME_MAX - SUFFIX.length) + SUFFIX;
    const { projectId } = await api.create(copyName, JSON.stringify(this.#waiting));
    this.#waiting = null;
    save.keepCopy(projectId);
  }
}
