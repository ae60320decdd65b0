import { ApiFailure } from '../api';
import type { ProjectsApi, ReadProject } from '../api/projects';
import type { Clock } from './ports';

/** What nobody has come for by then would be an old state of the canvas. */
const KEPT_MS = 10_000;

interface Begun {
  readonly pid: number;
  readonly answer: Promise<ReadProject>;
}

/** The reading of a project about to be opened, begun before the code to open it is here and before it is known who asks. */
export class ReadAhead {
  readonly #deps: { readonly api: Pick<ProjectsApi, 'read'>; readonly clock: Clock };
  #begun: Begun | null = null;

  constructor(deps: { readonly api: Pick<ProjectsApi, 'read'>; readonly clock: Clock }) {
    this.#deps = deps;
  }

  begin(pid: number): void {
    if (this.#begun?.pid === pid) return;
    const { api, clock } = this.#deps;
    const begun = { pid, answer: api.read(pid) };
    this.#begun = begun;
    const drop = (): void => {
      if (this.#begun === begun) this.#begun = null;
    };
    const dropLater = (): void => void clock.after(KEPT_MS, drop);
    begun.answer.then(dropLater, dropLater);
  }

  /**
   * What was begun, once, if it is of this project and of this member; null otherwise. Rejects with an ApiFailure when the
   * server could not be asked, which asking again would not mend.
   */
  async take(pid: number, memberId: string): Promise<ReadProject | null> {
    const begun = this.#begun;
    this.#begun = null;
    if (begun?.pid !== pid) return null;
    try {
      const read = await begun.answer;
      return read.head.memberId === memberId ? read : null;
    } catch (error) {
      // A refusal may have been meant for whoever was signed in.
      if (error instanceof ApiFailure && error.status !== null && error.status < 500) return null;
      throw error;
    }
  }
}
