import { action, computed, makeObservable, observableRef } from 'mobx';

/** The state of saving. 'gone': the project was deleted elsewhere, and nothing is saved to it any more. */
type SavePhase = 'saved' | 'saving' | 'offline' | 'retrying' | 'serverFull' | 'full' | 'signIn' | 'gone';

/** The state that the top bar shows. 'aside': this device has work that it cannot put back by itself. */
export type SaveState = SavePhase | 'copyKept' | 'aside';

/** Tells whether a project's work is safe. 'saved' means that the server has acknowledged all of it. */
export class SaveStore {
  phase: SavePhase = 'saved';
  /** The project that holds what a merge could not keep, until the person opens it. */
  copyProjectId: number | null = null;
  /** True while work that a merge could not keep is on this device only. */
  isCopyWaiting = false;
  /** This device has something of the project that could not be read back, or that the server does not take. */
  hasAside = false;

  constructor() {
    makeObservable(this, {
      phase: observableRef,
      copyProjectId: observableRef,
      isCopyWaiting: observableRef,
      hasAside: observableRef,
      state: computed,
      isCalm: computed,
      setPhase: action,
      keepCopy: action,
      setCopyWaiting: action,
      setAside: action,
    });
  }

  get state(): SaveState {
    const isSettled = this.phase === 'saved' || this.phase === 'gone';
    if (!isSettled) return this.phase;
    if (this.isCopyWaiting) return 'retrying';
    if (this.copyProjectId !== null) return 'copyKept';
    return this.phase === 'saved' && this.hasAside ? 'aside' : this.phase;
  }

  /** True when there is nothing to tell the person. */
  get isCalm(): boolean {
    return this.state === 'saved' || this.state === 'saving';
  }

  setPhase(phase: SavePhase): void {
    this.phase = phase;
  }

  /** Sets the copy's project; null when there is newer work that this copy lacks. */
  keepCopy(projectId: number | null): void {
    this.copyProjectId = projectId;
  }

  setCopyWaiting(isWaiting: boolean): void {
    this.isCopyWaiting = isWaiting;
  }

  setAside(hasAside: boolean): void {
    this.hasAside = hasAside;
  }
}
