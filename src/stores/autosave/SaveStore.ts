import { action, computed, makeObservable, observableRef } from 'mobx';

/** What the top bar says about the work, decisions.md 'Name, language, words'. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'retrying' | 'signIn' | 'copyKept';

/** Whether the open project's work is safe. 'saved' means that the server has acknowledged all of it. */
export class SaveStore {
  phase: SaveState = 'saved';
  /** The project that holds what a merge could not keep, until the person opens it. */
  copyProjectId: number | null = null;

  constructor() {
    makeObservable(this, {
      phase: observableRef,
      copyProjectId: observableRef,
      state: computed,
      setPhase: action,
      keepCopy: action,
      reset: action,
    });
  }

  get state(): SaveState {
    return this.phase === 'saved' && this.copyProjectId !== null ? 'copyKept' : this.phase;
  }

  setPhase(phase: SaveState): void {
    this.phase = phase;
  }

  keepCopy(projectId: number): void {
    this.copyProjectId = projectId;
  }

  /** Another project opens. */
  reset(): void {
    this.phase = 'saved';
    this.copyProjectId = null;
  }
}
