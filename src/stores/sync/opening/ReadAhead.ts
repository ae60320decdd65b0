import { ApiFailure } from '../../../api';
import type { ProjectsApi, ReadProject } from '../../../api/projects';
import type { Snapshot } from '../../../engine';
import { SnapshotReader } from './SnapshotReader';
import type { OpenedSnapshot } from './openSnapshot';
import type { Clock } from '../../ports';

/** A reading that nobody took within this time would be an old state of the canvas. */
const KEPT_MS = 10_000;

/** A project as it was read, and its canvas if it is parsed already; null for one that is no snapshot. */
export interface ReadyProject extends ReadProject {
  readonly opened?: OpenedSnapshot | null | undefined;
}

interface Begun {
  readonly pid: number;
  readonly answer: Promise<ReadyProject>;
}

interface ReadAheadDeps {
  readonly api: Pick<ProjectsApi, 'read'>;
  readonly clock: Clock;
  /** Calls `openShape`, whose code may have to be loaded first. */
  readonly openShape: (shape: Snapshot) => Promise<OpenedSnapshot | null>;
}

/**
 * Reads a project that is about to be opened, before the code to open it is loaded and before the member is known. It
 * parses what has come while the page waits for the rest.
 */
export class ReadAhead {
  readonly #deps: ReadAheadDeps;
  #begun: Begun | null = null;

  constructor(deps: ReadAheadDeps) {
    this.#deps = deps;
  }

  begin(pid: number): void {
    if (this.#begun?.pid === pid) return;
    const { clock } = this.#deps;
    const begun = { pid, answer: this.#read(pid) };
    this.#begun = begun;
    const drop = (): void => {
      if (this.#begun === begun) this.#begun = null;
    };
    const dropLater = (): void => void clock.after(KEPT_MS, drop);
    begun.answer.then(dropLater, dropLater);
  }

  /**
   * The reading begun for this project and member, once; null otherwise. Rejects with an ApiFailure when the server
   * could not be reached, which asking again would not mend.
   */
  async take(pid: number, memberId: string): Promise<ReadyProject | null> {
    const begun = this.#begun;
    this.#begun = null;
    if (begun?.pid !== pid) return null;
    try {
      const read = await begun.answer;
      return read.head.memberId === memberId ? read : null;
    } catch (error) {
      // A refusal may have been meant for another member, and a proxy's page is no answer: asking again may mend it.
      if (error instanceof ApiFailure && error.kind === 'http') return null;
      throw error;
    }
  }

  async #read(pid: number): Promise<ReadyProject> {
    const { api, openShape } = this.#deps;
    const reader = new SnapshotReader();
    const read = await api.read(pid, (piece) => reader.add(piece));
    const shape = reader.end(read.canvas);
    // Nothing opens without the code; the session that opens the project tells the person.
    const opened = shape && (await openShape(shape).catch(() => undefined));
    return { ...read, opened };
  }
}
