import type { Kysely } from 'kysely';
import { RUN_MAX_STEPS } from '../../src/api/contractRuns';
import type { PlanStep, RunPlan, RunWish } from '../../src/api/contractRuns';
import { sharedCalls } from '../../src/engine';
import { measureCanvasRows } from '../canvas/canvasRows';
import { behind } from '../canvas/errors';
import type { CanvasWork } from '../canvas/work/CanvasWork';
import type { Clock } from '../ports';
import type { Config } from '../config';
import type { Database } from '../db';
import { ApiError } from '../errors';
import { makerOf, type Makers, type MakerRequest } from '../generation/makers';
import { allowance } from '../generation/meter/limits';
import type { ProjectStore } from '../projects/ProjectStore';
import type { PlannedStep } from './planCanvas';
import { presentCell } from './presentRun';

export interface RunPlannerDeps {
  db: Kysely<Database>;
  work: Pick<CanvasWork, 'runInThread'>;
  projects: Pick<ProjectStore, 'revisionOf'>;
  makers: () => Makers;
  config: Pick<Config, 'generation'>;
  clock: Clock;
}

const ALL = { mode: 'all' } as const;

/** Jobs of a member among which the last price of a model is looked for. */
const LAST_JOBS = 1_000;

/** Says what runs would do, and what they would cost. */
export class RunPlanner {
  readonly #deps: RunPlannerDeps;

  constructor(deps: RunPlannerDeps) {
    this.#deps = deps;
  }

  /** The steps of a run over the canvas as it is. Throws ApiError 404, 412 when it is at another revision, 413, 422, 503. */
  async plan(memberId: string, projectId: number, wish: RunWish): Promise<PlannedStep[]> {
    const { db, work, projects, makers } = this.#deps;
    const { nodes, revision, isFresh = false, takes = 1, number = 0, cells = [], sample = ALL } = wish;
    const ids = [...new Set(nodes)];
    if (ids.length * takes > RUN_MAX_STEPS) throw tooManySteps();
    const current = await projects.revisionOf(memberId, projectId);
    if (current !== revision) throw behind(current);
    const bytes = (await measureCanvasRows(db, projectId)) ?? 0;
    const wanted = { nodes: ids, isFresh, takes, number, cells, sample, most: RUN_MAX_STEPS };
    const input = { memberId, projectId, revision, ...wanted, makers: makers() };
    // A small canvas may have a list of 10,000 words: its size does not tell how long the plan takes.
    const steps = await work.runInThread('plan', input, { owner: memberId, bytes });
    if (steps === null) throw behind(await projects.revisionOf(memberId, projectId));
    if (steps.length > RUN_MAX_STEPS) throw tooManySteps();
    return steps;
  }

  /** The plan as it travels. */
  async tell(memberId: string, steps: readonly PlannedStep[], { takes = 1 }: RunWish): Promise<RunPlan> {
    const { db, config, clock } = this.#deps;
    const costs = await this.#costsOf(memberId, steps);
    const count = (state: PlannedStep['state']): number => steps.filter((step) => step.state === state).length;
    const shared = sharedCalls(steps);
    const calls = count('run') - shared.size;
    const costOf = ({ request }: PlannedStep, place: number): number | null => {
      const each = shared.has(place) ? 0 : (costs.get(wishedName(request)) ?? null);
      return each === null ? null : Math.round(each * (request.settings.count ?? 1));
    };
    const told = steps.map((step, place) => presentStep(step, takes > 1, costOf(step, place)));
    const known = told.flatMap(({ costMicros }, place) => (shared.has(place) ? [] : (costMicros ?? [])));
    return {
      steps: told,
      calls,
      kept: count('kept'),
      blocked: count('blocked'),
      cost: { aboutMicros: known.reduce((sum, micros) => sum + micros, 0), unknownCalls: calls - known.length },
      allowed: await allowance(db, memberId, config.generation, clock.now()),
    };
  }

  /** Cost of a result, by its wish: that of the member's last such call, unless it was long ago, else the known price; null if unknown. */
  async #costsOf(memberId: string, steps: readonly PlannedStep[]): Promise<Map<string, number | null>> {
    const { db, makers } = this.#deps;
    const offered = makers();
    const costs = new Map<string, number | null>();
    for (const { request, state } of steps) {
      const name = wishedName(request);
      const maker = state !== 'run' || costs.has(name) ? null : makerOf(offered, request);
      if (maker === null) continue;
      const last = await db
        .selectFrom((all) =>
          all
            .selectFrom('job')
            .select(['started_at', 'state', 'provider', 'asked_model', 'cost_micros', 'asked_count'])
            .where('member_id', '=', memberId)
            .orderBy('started_at', 'desc')
            .limit(LAST_JOBS)
            .as('job'),
        )
        .select(['cost_micros', 'asked_count'])
        .where('provider', '=', maker.engine)
        .where((job) => job.or([job('asked_model', '=', maker.model), job('asked_model', 'is', null)]))
        .where('state', '=', 'done')
        .orderBy('started_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const micros = last?.cost_micros ?? null;
      costs.set(name, micros === null ? maker.costMicros : micros / (last?.asked_count ?? 1));
    }
    return costs;
  }
}

const wishedName = ({ model = '', settings }: MakerRequest): string => `${settings.makes ?? ''} ${model}`;

function presentStep(
  { nodeId, cell, request, state, reason, key, take, isChosen }: PlannedStep,
  hasNumbers: boolean,
  costMicros: number | null,
): PlanStep {
  return {
    nodeId,
    state,
    ...presentCell(cell, hasNumbers ? request.number : null),
    ...(reason !== undefined && { reason }),
    ...(key !== undefined && { key }),
    ...(take && { take: take.id }),
    ...(isChosen === true && { isChosen }),
    ...(state === 'run' && costMicros !== null && { costMicros }),
  };
}

function tooManySteps(): ApiError {
  return new ApiError(413, 'tooManySteps', `A run has at most ${RUN_MAX_STEPS} steps. Choose less.`);
}
