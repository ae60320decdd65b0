import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../api';
import { isProjectGone } from '../api/ApiFailure';
import type { ProjectsApi } from '../api/projects';
import type { UnsentNames } from './sync/device/UnsentNames';

interface ProjectStoreDeps {
  readonly api: Pick<Api, 'projects' | 'forMember'>;
  readonly names: UnsentNames;
}

/** The names of a project that was opened, on their way to the server; the last one wins. */
interface PendingName {
  readonly pid: number;
  readonly memberId: string;
  /** The calls of the member whose project it is. */
  readonly calls: Pick<ProjectsApi, 'rename' | 'renameLeaving'>;
  unacknowledged: string | null;
  sending: Promise<void> | null;
}

/** The open project, shared by the shell and the editor (SHELL-5). */
export class ProjectStore {
  pid: number | null = null;
  /** The name exactly as given; the screens show an empty one as 'Untitled'. */
  projectName: string | null = null;
  /** True while its name is edited in the top bar. */
  isRenaming = false;
  readonly #deps: ProjectStoreDeps;
  /** By project: a request for one that was left may still be on its way. */
  readonly #renamings = new Map<number, PendingName>();

  constructor(deps: ProjectStoreDeps) {
    this.#deps = deps;
    makeObservable(this, {
      pid: observableRef,
      projectName: observableRef,
      isRenaming: observableRef,
      setRenaming: action,
      setPid: action,
      setProjectName: action,
      close: action,
    });
  }

  setPid(pid: number | null): void {
    this.pid = pid;
  }

  setProjectName(name: string | null): void {
    this.projectName = name;
  }

  setRenaming(isRenaming: boolean): void {
    this.isRenaming = isRenaming;
  }

  /** A project opens; a rename the server never acknowledged is shown and sent again. */
  async open(pid: number, name: string, memberId: string): Promise<void> {
    runInAction(() => {
      this.pid = pid;
      this.projectName = name;
    });
    this.#keepRenaming(pid, memberId);
    const unsent = await this.#deps.names.read(pid, memberId);
    // Not over a newer one, given meanwhile.
    if (unsent !== null && this.pid === pid && this.projectName === name) await this.rename(unsent);
  }

  close(): void {
    this.pid = null;
    this.projectName = null;
    this.isRenaming = false;
  }

  /** Shown and sent at once (PUT name); a failure is logged and sent again on leaving. */
  async rename(name: string): Promise<void> {
    this.setProjectName(name);
    const renaming = this.#ofOpen;
    if (!renaming) return;
    renaming.unacknowledged = name;
    void this.#deps.names.keep(renaming.pid, renaming.memberId, name);
    renaming.sending ??= this.#sendAll(renaming).finally(() => {
      renaming.sending = null;
    });
    await renaming.sending;
  }

  /** Sends a rename that was not acknowledged once more; the request outlives the page. */
  async leave(): Promise<void> {
    const renaming = this.#ofOpen;
    if (!renaming || renaming.unacknowledged === null || renaming.sending) return;
    const { pid, calls, unacknowledged: name } = renaming;
    await this.#attempt(renaming, name, () => calls.renameLeaving(pid, name));
  }

  get #ofOpen(): PendingName | undefined {
    return this.pid === null ? undefined : this.#renamings.get(this.pid);
  }

  /** The names of an earlier visit of the same member are still on their way. */
  #keepRenaming(pid: number, memberId: string): void {
    if (this.#renamings.get(pid)?.memberId === memberId) return;
    const calls = this.#deps.api.forMember(memberId).projects;
    this.#renamings.set(pid, { pid, memberId, calls, unacknowledged: null, sending: null });
  }

  /** One at a time. */
  async #sendAll(renaming: PendingName): Promise<void> {
    const { pid, calls } = renaming;
    let sent: string | null = null;
    while (renaming.unacknowledged !== null && renaming.unacknowledged !== sent) {
      const name: string = renaming.unacknowledged;
      sent = name;
      await this.#attempt(renaming, name, () => calls.rename(pid, name));
    }
  }

  async #attempt(renaming: PendingName, name: string, send: () => Promise<unknown>): Promise<void> {
    try {
      await send();
    } catch (error) {
      console.warn('the project name could not be saved', error);
      // A project that is gone takes its name with it.
      if (!isProjectGone(error)) return;
    }
    if (renaming.unacknowledged !== name) return;
    renaming.unacknowledged = null;
    void this.#deps.names.keep(renaming.pid, renaming.memberId, undefined);
  }
}
