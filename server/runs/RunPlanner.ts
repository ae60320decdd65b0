import type { Kysely } from 'kysely';
import { RUN_MAX_STEPS } from '../../src/api/contractRuns';
import type { PlanStep, RunPlan, RunWish } from '../../src/api/contractRuns';
import { measureCanvasRows } from '../canvas/canvasRows';
import { behind } from '../canvas/errors';
import type { CanvasWork } from '../canvas/work/CanvasWork';
import type { Clock } from '../ports';
import type { Config } from '../config';
import type { Database } from '../db';
import { ApiError } from '../errors';
import type { ImageProvider } from '../generation';
import { allowance } from '../generation/meter/allowance';
import type { ProjectStore } from '../projects/ProjectStore';
import type { PlannedStep } from './planCanvas';

export interface RunPlannerDeps {
  db: Kysely<Database>;
  work: Pick<CanvasWork, 'run'>;
  projects: Pick<ProjectStore, 'revisionOf'>;
  images: ImageProvider;
  config: Pick<Config, 'generation'>;
  clock: Clock;
}

/** Says what runs would do, and what they would cost. */
export class RunPlanner {
  readonly #deps: RunPlannerDeps;

  constructor(deps: RunPlannerDeps) {
    this.#deps = deps;
  }

  /** The steps of a run over the canvas as it is. Throws ApiError 404, 412 when it is at another revision, 413. */
  async plan(memberId: string, projectId: number, wish: RunWish): Promise<PlannedStep[]> {
    const { db, work, projects, images } = this.#deps;
    const { nodes, revision, isFresh = false, takes = 1 } = wish;
    const ids = [...new Set(nodes)];
    if (ids.length * takes > RUN_MAX_STEPS) throw tooManySteps();
    const current = await projects.revisionOf(memberId, projectId);
    if (current !== revision) throw behind(current);
    const bytes = (await measureCanvasRows(db, projectId)) ?? 0;
    const asked = { engine: images.name, abilities: images.abilities ?? null };
    const order = { memberId, projectId, revision, nodes: ids, isFresh, takes, ...asked };
    const steps = await work.run('plan', order, { owner: memberId, bytes });
    if (steps === null) throw behind(await projects.revisionOf(memberId, projectId));
    return steps;
  }

  /** As it travels. */
  async tell(memberId: string, steps: readonly PlannedStep[]): Promise<RunPlan> {
    const { db, config, clock } = this.#deps;
    const costMicros = await this.#costOfCall(memberId);
    const count = (state: PlannedStep['state']): number => steps.filter((step) => step.state === state).length;
    const calls = count('run');
    const isManyOf = numbersOf(steps);
    return {
      steps: steps.map((step) => presentStep(step, isManyOf, costMicros)),
      calls,
      kept: count('kept'),
      blocked: count('blocked'),
      cost: { aboutMicros: (costMicros ?? 0) * calls, unknownCalls: costMicros === null ? calls : 0 },
      allowed: await allowance(db, memberId, config.generation, clock.now()),
    };
  }

  /** What the member's last picture of this engine has cost; null where nobody knows. */
  async #costOfCall(memberId: string): Promise<number | null> {
    const { db, images } = this.#deps;
    if (images.name === 'offline') return 0;
    const last = await db
      .selectFrom('job')
      .select('cost_micros')
      .where('member_id', '=', memberId)
      .where('provider', '=', images.name)
      .where('state', '=', 'done')
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last?.cost_micros ?? null;
  }
}

const numbersOf = (steps: readonly PlannedStep[]): boolean => steps.some(({ request }) => request.number > 0);

function presentStep(
  { nodeId, request, state, reason, key, take }: PlannedStep,
  hasNumbers: boolean,
  costMicros: number | null,
): PlanStep {
  return {
    nodeId,
    state,
    ...(hasNumbers && { cell: { take: String(request.number) } }),
    ...(reason !== undefined && { reason }),
    ...(key !== undefined && { key }),
    ...(take && { take: take.id }),
    ...(state === 'run' && costMicros !== null && { costMicros }),
  };
}

function tooManySteps(): ApiError {
  return new ApiError(413, 'tooManySteps', `A run has at most ${RUN_MAX_STEPS} steps. Choose less.`);
}
