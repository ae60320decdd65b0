import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '../api';
import type { ProjectsApi } from '../api/projects';
import type { UnsentNames } from './sync/device/UnsentNames';

interface ProjectStoreDeps {
  readonly api: Pick<Api, 'projects' | 'forMember'>;
  readonly names: UnsentNames;
}

/** The open project, shared by the shell and the editor (SHELL-5). */
export class ProjectStore {
  pid: number | null = null;
  /** The name exactly as given; the screens show an empty one as 'Untitled'. */
  projectName: string | null = null;
  /** True while its name is edited in the top bar. */
  isRenaming = false;
  readonly #deps: ProjectStoreDeps;
  #memberId: string | null = null;
  /** The calls of the member whose project is open. */
  #calls: Pick<ProjectsApi, 'rename' | 'renameLeaving'>;
  #unacknowledged: string | null = null;
  #sending: Promise<void> | null = null;

  constructor(deps: ProjectStoreDeps) {
    this.#deps = deps;
    this.#calls = deps.api.projects;
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
    this.#memberId = memberId;
    this.#calls = this.#deps.api.forMember(memberId).projects;
    this.#unacknowledged = null;
    const unsent = await this.#deps.names.read(pid, memberId);
    if (unsent !== null && this.pid === pid && this.#unacknowledged === null) await this.rename(unsent);
  }

  close(): void {
    this.pid = null;
    this.projectName = null;
    this.isRenaming = false;
  }

  /** Shown and sent at once (PUT name); a failure is logged and sent again on leaving. */
  async rename(name: string): Promise<void> {
    this.setProjectName(name);
    if (this.pid === null) return;
    this.#unacknowledged = name;
    if (this.#memberId !== null) void this.#deps.names.keep(this.pid, this.#memberId, name);
    // One at a time, the last name wins.
    this.#sending ??= this.#sendAll(this.pid).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  /** Sends a rename that was not acknowledged once more; the request outlives the page. */
  async leave(): Promise<void> {
    const { pid } = this;
    const name = this.#unacknowledged;
    if (pid === null || name === null || this.#sending) return;
    await this.#attempt(pid, name, () => this.#calls.renameLeaving(pid, name));
  }

  async #sendAll(pid: number): Promise<void> {
    let sent: string | null = null;
    while (this.#unacknowledged !== null && this.#unacknowledged !== sent) {
      const name: string = this.#unacknowledged;
      sent = name;
      await this.#attempt(pid, name, () => this.#calls.rename(pid, name));
    }
  }

  async #attempt(pid: number, name: string, send: () => Promise<unknown>): Promise<void> {
    const memberId = this.#memberId;
    try {
      await send();
      if (this.#unacknowledged !== name) return;
      this.#unacknowledged = null;
      if (memberId !== null) void this.#deps.names.keep(pid, memberId, undefined);
    } catch (error) {
      console.warn('the project name could not be saved', error);
    }
  }
}
