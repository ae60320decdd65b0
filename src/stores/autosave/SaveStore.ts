import { action, computed, makeObservable, observableRef } from 'mobx';

/** What the top bar says about the work, decisions.md 'Name, language, words'. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'retrying' | 'serverFull' | 'signIn' | 'copyKept';

/** Whether the open project's work is safe. 'saved' means that the server has acknowledged all of it. */
export class SaveStore {
  phase: SaveState = 'saved';
  /** The project that holds what a merge could not keep, until the person opens it. */
  copyProjectId: number | null = null;
  /** What a merge could not keep is on this device only. */
  isCopyWaiting = false;

  constructor() {
    makeObservable(this, {
      phase: observableRef,
      copyProjectId: observableRef,
      isCopyWaiting: observableRef,
      state: computed,
      isCalm: computed,
      setPhase: action,
      keepCopy: action,
      setCopyWaiting: action,
      reset: action,
    });
  }

  get state(): SaveState {
    if (this.phase !== 'saved' && this.phase !== 'copyKept') return this.phase;
    if (this.isCopyWaiting) return 'retrying';
    return this.copyProjectId === null ? this.phase : 'copyKept';
  }

  /** There is nothing to read about it. */
  get isCalm(): boolean {
    return this.state === 'saved' || this.state === 'saving';
  }

  setPhase(phase: SaveState): void {
    this.phase = phase;
  }

  keepCopy(projectId: number): void {
    this.copyProjectId = projectId;
  }

  setCopyWaiting(isWaiting: boolean): void {
    this.isCopyWaiting = isWaiting;
  }

  /** Another project opens. */
  reset(): void {
    this.phase = 'saved';
    this.isCopyWaiting = false;
    this.copyProjectId = null;
  }
}
