import type { Kysely } from 'kysely';
import type { Run, RunWish } from '../../src/api/contractRuns';
import type { Cell } from '../../src/api/contractTakes';
import type { Clock } from '../ports';
import type { Config } from '../config';
import { transact } from '../db';
import type { Database } from '../db';
import { ApiError } from '../errors';
import { makerOf, type Makers } from '../generation/makers';
import type { JobIntake } from '../generation/jobs/JobIntake';
import { estimateOf } from '../generation/meter/limits';
import { holdMember, refuseOverLimit } from '../generation/meter/refuseOverLimit';
import type { Ids } from '../ports';
import type { ProjectStore } from '../projects/ProjectStore';
import { joinEarlier } from '../joinEarlier';
import { sha256 } from '../sha256';
import { keepMade } from './keepMade';
import { presentRun } from './presentRun';
import type { PlannedStep } from './planCanvas';
import type { RunDriver } from './RunDriver';
import type { RunPlanner } from './RunPlanner';
import { isOver, RunStore } from './RunStore';
import type { RunRow } from './RunStore';

interface RunsDeps {
  db: Kysely<Database>;
  planner: RunPlanner;
  driver: RunDriver;
  intake: Pick<JobIntake, 'tellAborted'>;
  projects: Pick<ProjectStore, 'check' | 'revisionOf'>;
  config: Pick<Config, 'generation'>;
  makers: () => Makers;
  clock: Clock;
  ids: Ids;
}

/** The runs of members: starts them, shows them, stops them and tries again what has failed. */
export class Runs {
  readonly #deps: RunsDeps;
  readonly #store: RunStore;

  constructor(deps: RunsDeps) {
    this.#deps = deps;
    this.#store = new RunStore(deps.db);
  }

  /** Throws ApiError as planning does, 422 for a key that came with another wish, 429 where nothing may start today or too much is under way. */
  async start(memberId: string, projectId: number, wish: RunWish, key: string | undefined): Promise<string> {
    const { planner, projects } = this.#deps;
    await projects.check(memberId, projectId);
    const bodyHash = sha256(JSON.stringify({ projectId, ...wish }));
    const earlier = key === undefined ? undefined : await this.#store.findByKey(memberId, key);
    if (earlier) return joinEarlier(earlier, bodyHash, 'run').id;
    const steps = await planner.plan(memberId, projectId, wish);
    await this.#refuseOver(memberId, steps);
    const run = await this.#insert(memberId, projectId, wish, steps, { key: key ?? null, bodyHash });
    return joinEarlier(run, bodyHash, 'run').id;
  }

  /** Throws 404. */
  async find(memberId: string, id: string): Promise<Run> {
    const run = await this.#require(memberId, id);
    return presentRun(this.#deps.db, run, await this.#store.toldSteps(id));
  }

  /**
   * Starts a new run of the failed, blocked and stopped steps, over the canvas as it is now. A fresh run has one retry, which further
   * calls return: a second one would not count the results of the first, and make them again. Throws 404, 409 and as `start`.
   */
  async retry(memberId: string, id: string): Promise<string> {
    const { planner, projects } = this.#deps;
    const { project_id: projectId, is_fresh: fresh, takes: takesOfRun } = await this.#require(memberId, id);
    const isFresh = fresh === 1;
    const key = isFresh ? `retry ${id}` : null;
    const earlier = key === null ? undefined : await this.#store.findByKey(memberId, key);
    if (earlier) return earlier.id;
    const steps = await this.#store.toldSteps(id);
    if (isFresh && !steps.every(isOver)) {
      throw new ApiError(409, 'stillRunning', 'This run is still under way. Try it again once it has ended.');
    }
    const again = steps.filter(({ state }) => ['failed', 'blocked', 'aborted'].includes(state));
    if (again.length === 0) throw new ApiError(409, 'nothingToRetry', 'Nothing of this run has failed.');
    const nodes = [...new Set(again.map((step) => step.node_id))];
    const last = Math.max(...steps.map((step) => step.number));
    const number = last - takesOfRun + 1;
    const takes = takesOfRun > 1 ? 1 + Math.max(...again.map((step) => step.number)) - number : 1;
    const cells = again.flatMap(({ node_id: nodeId, cell }) =>
      cell === null ? [] : { nodeId, cell: JSON.parse(cell) as Cell },
    );
    const wish = { nodes, revision: await projects.revisionOf(memberId, projectId), isFresh, takes, number, cells };
    const plan = await planner.plan(memberId, projectId, wish);
    const planned = isFresh ? keepMade(plan, await this.#store.steps(id), takesOfRun) : plan;
    await this.#refuseOver(memberId, planned);
    return (await this.#insert(memberId, projectId, wish, planned, { key, bodyHash: null })).id;
  }

  /** Stops running steps, and keeps waiting ones from starting. Throws 404. */
  async abort(memberId: string, id: string): Promise<void> {
    const run = await this.#require(memberId, id);
    this.#deps.intake.tellAborted(await this.#store.abort(run, this.#deps.clock.now().toISOString()));
  }

  async #insert(
    memberId: string,
    projectId: number,
    { revision, isFresh = false, takes = 1 }: RunWish,
    steps: readonly PlannedStep[],
    { key, bodyHash }: { key: string | null; bodyHash: string | null },
  ): Promise<RunRow> {
    const { ids, clock, driver } = this.#deps;
    const createdAt = clock.now().toISOString();
    const run = {
      id: ids.id(),
      memberId,
      projectId,
      revision,
      isFresh,
      takes,
      createdAt,
      idempotencyKey: key,
      bodyHash,
    };
    const row = await this.#store.insert(run, steps);
    // It has waited for its plan already.
    if (row.state === 'running') driver.wake(0);
    return row;
  }

  /** Limits of a minute let a run wait; those of a day do not, unless there is something to keep. */
  async #refuseOver(memberId: string, steps: readonly PlannedStep[]): Promise<void> {
    if (steps.every(({ state }) => state !== 'run') || steps.some(({ state }) => state === 'kept')) return;
    const { db, config, makers, clock } = this.#deps;
    const { generation } = config;
    const limits = { ...generation, perMinute: Number.MAX_SAFE_INTEGER, concurrent: Number.MAX_SAFE_INTEGER };
    const asked = steps.flatMap(({ state, request }) => (state === 'run' ? request : []));
    const offered = makers();
    const isFree = asked.every((request) => makerOf(offered, request)?.engine === 'offline');
    // The cheapest of them may begin where the others may not.
    const estimateMicros = Math.min(
      ...asked.map((request) =>
        estimateOf(makerOf(offered, request)?.costMicros ?? null, request.settings.count, generation),
      ),
    );
    await transact(db, async (change) => {
      await holdMember(change, memberId);
      await refuseOverLimit(change, { kind: 'picture', memberId, isFree, estimateMicros }, limits, clock.now());
    });
  }

  async #require(memberId: string, id: string): Promise<RunRow> {
    const run = await this.#store.find(memberId, id);
    if (run) return run;
    throw new ApiError(404, 'runNotFound', 'There is no such run.');
  }
}
