import { action, makeObservable, observableRef } from 'mobx';

/** Which project is open, as the shell and the editor share it (product.md section 3). */
export class ProjectStore {
  pid: number | null = null;
  /** As given: an empty name is shown as 'Untitled' by the screens. */
  projectName: string | null = null;

  constructor() {
    makeObservable(this, { pid: observableRef, projectName: observableRef, setPid: action, setProjectName: action });
  }

  setPid(pid: number | null): void {
    this.pid = pid;
  }

  setProjectName(name: string | null): void {
    this.projectName = name;
  }
}
