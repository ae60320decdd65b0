import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../db';
import type { KeyedMutex } from '../Mutex';
import type { ProjectStore } from '../projects/ProjectStore';
import { presentRun } from './presentRun';
import { RunStore } from './RunStore';

interface RunListsDeps {
  db: Kysely<Database>;
  projects: Pick<ProjectStore, 'check'>;
  reads: KeyedMutex;
}

/** About what a step takes in an answer, with its cell and its times. */
const STEP_BYTES = 300;
const BEGIN = Buffer.from('[');
const BETWEEN = Buffer.from(',');
const END = Buffer.from(']');

/** Lists the last runs of a project. Together they may have hundreds of thousands of steps, so a member gets one list at a time. */
export class RunLists {
  readonly #deps: RunListsDeps;
  readonly #store: RunStore;

  constructor(deps: RunListsDeps) {
    this.#deps = deps;
    this.#store = new RunStore(deps.db);
  }

  /** Returns JSON in parts, the newest run first. `reserve` is called before any step is read. Throws ApiError 404, and what `reserve` throws. */
  async read(memberId: string, projectId: number, reserve: (bytes: number) => void): Promise<Buffer[]> {
    const { db, projects, reads } = this.#deps;
    await projects.check(memberId, projectId);
    return reads.run(memberId, async () => {
      const runs = await this.#store.list(projectId);
      reserve(runs.reduce((sum, { steps }) => sum + steps, 0) * STEP_BYTES);
      const parts = [BEGIN];
      for (const run of runs) {
        const told = await presentRun(db, run, await this.#store.toldSteps(run.id));
        parts.push(...(parts.length > 1 ? [BETWEEN] : []), Buffer.from(JSON.stringify(told)));
        // Other requests have their turn between two runs.
        await nextTurn();
      }
      return [...parts, END];
    });
  }
}
