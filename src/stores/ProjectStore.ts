import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { ProjectNames } from './sync/ProjectNames';

/** The open project, shared by the shell and the editor (SHELL-5). */
export class ProjectStore {
  pid: number | null = null;
  /** The name exactly as given; the screens show an empty one as 'Untitled'. */
  projectName: string | null = null;
  /** True while its name is edited in the top bar. */
  isRenaming = false;
  readonly #names: ProjectNames;
  /** The member whose project is open; null before it is. */
  #memberId: string | null = null;

  constructor(names: ProjectNames) {
    this.#names = names;
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
    const unsent = await this.#names.unsent(pid, memberId);
    // Not over a newer one, given meanwhile.
    if (unsent !== null && this.pid === pid && this.projectName === name) await this.rename(unsent);
  }

  close(): void {
    this.pid = null;
    this.projectName = null;
    this.isRenaming = false;
    this.#memberId = null;
  }

  /** Shown and sent at once (PUT name); a failure is logged and sent again on leaving. */
  async rename(name: string): Promise<void> {
    this.setProjectName(name);
    if (this.#open) await this.#names.give(this.#open, name);
  }

  /** Sends a rename that was not acknowledged once more; the request outlives the page. */
  async leave(isClosing: boolean): Promise<void> {
    if (this.#open) await this.#names.leave(this.#open, isClosing);
  }

  get #open(): { readonly pid: number; readonly memberId: string } | null {
    const { pid } = this;
    const memberId = this.#memberId;
    return pid === null || memberId === null ? null : { pid, memberId };
  }
}
