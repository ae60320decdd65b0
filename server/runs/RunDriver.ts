import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { GenerateItem } from '../../src/api/contract';
import type { Recipe } from '../../src/api/contractTakes';
import { requestKey } from '../../src/api/requestKey';
import { stepOfPicture } from '../../src/engine';
import type { CanvasStore } from '../canvas/CanvasStore';
import type { Clock } from '../ports';
import { transact } from '../db';
import type { Database } from '../db';
import { ApiError } from '../errors';
import type { JobIntake } from '../generation/jobs/JobIntake';
import { Poller } from '../generation/jobs/Poller';
import { recipeOf } from '../generation/recipeOf';
import { sha256 } from '../sha256';
import { addTake } from '../takes/addTake';
import { endedSteps } from './endedSteps';
import { RunStore } from './RunStore';
import type { RunRow, StepRow } from './RunStore';

interface RunDriverDeps {
  db: Kysely<Database>;
  canvases: Pick<CanvasStore, 'writeValues'>;
  intake: Pick<JobIntake, 'startStep' | 'poller' | 'failLost'>;
  engine: string;
  clock: Clock;
  log: FastifyBaseLogger;
}

const ROUND_MS = 100;
/** While nothing changes a round is done so often; what ends at this server wakes it. */
const QUIET_MS = 1_000;
/** Runs of a server that has gone are found so late at most. */
const IDLE_MS = 5_000;
/** Results that come within it are one change of the canvas. */
const WRITE_EVERY_MS = 1_000;
/** Limits that open again soon: a step waits for them. All others of 429 end what is left of a run. */
const SOON: ReadonlySet<string> = new Set(['limitMinute', 'limitConcurrent', 'quota']);

/**
 * Drives all runs that are under way, of whichever server. All that it does is in the rows, and each change of a row is made once: several
 * may be at it, and one that is killed is replaced by any other.
 */
export class RunDriver {
  readonly #deps: RunDriverDeps;
  readonly #store: RunStore;
  readonly #poller: Poller;
  readonly #writtenAt = new Map<number, number>();
  readonly #followed = new Set<string>();
  #idle: NodeJS.Timeout | undefined;
  #isBusy = false;
  #hasChanged = true;
  #quietUntil = 0;

  constructor(deps: RunDriverDeps) {
    this.#deps = deps;
    this.#store = new RunStore(deps.db);
    this.#poller = new Poller({
      everyMs: ROUND_MS,
      isWanted: () => this.#isBusy,
      poll: () => this.#round(),
      log: deps.log,
    });
  }

  /** Takes up what other servers have left, now and from then on. Never rejects. */
  async start(): Promise<void> {
    await this.#round().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a look at the runs failed'));
    this.#idle = setInterval(() => this.wake(), IDLE_MS).unref();
    this.#poller.wake();
  }

  /** There may be something to do. */
  wake(): void {
    this.#isBusy = true;
    this.#quietUntil = 0;
    this.#poller.wake();
  }

  stop(): Promise<void> {
    clearInterval(this.#idle);
    return this.#poller.stop();
  }

  async #round(): Promise<void> {
    if (performance.now() < this.#quietUntil) return;
    this.#hasChanged = false;
    const runs = await this.#store.listUnderWay();
    this.#isBusy = runs.length > 0;
    if (runs.length === 0) return;
    await this.#deps.intake.failLost();
    const ready: { run: RunRow; steps: StepRow[]; next: StepRow[] }[] = [];
    for (const run of runs) {
      const { steps, next } = await this.#settle(run);
      if (next.length > 0) ready.push({ run, steps, next });
    }
    await this.#startFairly(ready);
    if (!this.#hasChanged) this.#quietUntil = performance.now() + QUIET_MS;
  }

  /** Takes over ended steps, and returns those that could begin. */
  async #settle(run: RunRow): Promise<{ steps: StepRow[]; next: StepRow[] }> {
    const { clock, db } = this.#deps;
    const now = clock.now().toISOString();
    for (const { step, to } of await endedSteps(db, run.id, now)) {
      this.#hasChanged = true;
      await this.#store.change(step, to);
    }
    const steps = await this.#store.steps(run.id);
    const next: StepRow[] = [];
    for (const step of steps) {
      if (step.state !== 'waiting') continue;
      const left = (JSON.parse(step.waits_for) as number[]).map((place) => steps[place]);
      if (left.some((one) => one !== undefined && ['failed', 'blocked', 'aborted'].includes(one.state))) {
        const blocked = { state: 'blocked' as const, reason: 'upstream', is_written: 1, ended_at: now };
        if (await this.#store.change(step, blocked)) Object.assign(step, blocked);
      } else if (left.every((one) => one?.url)) next.push(step);
    }
    await this.#write(run, steps);
    if (steps.every((step) => step.is_written === 1 && step.state !== 'waiting' && step.state !== 'running')) {
      await this.#store.end(run.id, 'done', now);
    }
    return { steps, next };
  }

  /** One step of each member in turn, until the meter lets nobody begin another. */
  async #startFairly(ready: { run: RunRow; steps: StepRow[]; next: StepRow[] }[]): Promise<void> {
    const full = new Set<string>();
    for (let isGoingOn = true; isGoingOn;) {
      isGoingOn = false;
      const served = new Set<string>();
      for (const { run, steps, next } of ready) {
        const { member_id: memberId } = run;
        if (full.has(memberId) || served.has(memberId)) continue;
        const step = next.shift();
        if (step === undefined) continue;
        isGoingOn = true;
        served.add(memberId);
        if (!(await this.#begin(run, steps, step))) full.add(memberId);
      }
    }
  }

  /** False when the member has to wait. */
  async #begin(run: RunRow, steps: readonly StepRow[], step: StepRow): Promise<boolean> {
    const { clock, intake, engine, db } = this.#deps;
    const { settings, items } = requestOf(step, steps);
    const recipe = recipeOf(settings, items);
    const key = requestKey({ ...recipe, engine, number: step.number }, sha256);
    if (key !== null && (await this.#useFinished(run, step, recipe, key))) {
      this.#hasChanged = true;
      return true;
    }
    const twin = key === null ? undefined : await this.#running(run.member_id, key, stepKey(step));
    // One call for both: its picture is there when it ends.
    if (twin !== undefined) return true;
    const wish = { projectId: run.project_id, nodeId: step.node_id, nodes: items, number: step.number, ...settings };
    const named = { idempotencyKey: stepKey(step), runId: run.id };
    try {
      this.#hasChanged = true;
      const job = await intake.startStep(run.member_id, wish, named);
      await this.#store.change(step, { state: 'running', job_id: job.id, started_at: job.started_at });
      this.#follow(job.id);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status >= 500 || SOON.has(error.code)) {
        this.#hasChanged = false;
        return false;
      }
      const now = clock.now().toISOString();
      const failed = { state: 'failed' as const, reason: error.code, is_written: 1, ended_at: now };
      if (error.status !== 429) await this.#store.change(step, failed);
      else {
        await db
          .updateTable('run_step')
          .set(failed)
          .where('run_id', '=', run.id)
          .where('state', '=', 'waiting')
          .execute();
      }
      return error.status !== 429;
    }
  }

  /** An equal request that has been answered is not asked again: the step gets a take of its own, which costs nothing. */
  #useFinished(run: RunRow, step: StepRow, recipe: Recipe, key: string): Promise<boolean> {
    const { db, clock } = this.#deps;
    const now = clock.now().toISOString();
    return transact(db, async (change) => {
      let query = change
        .selectFrom('take')
        .select(['url', 'model'])
        .where('member_id', '=', run.member_id)
        .where('take_key', '=', key)
        .where('deleted_at', 'is', null);
      // A fresh run uses only what it has made itself.
      if (run.is_fresh === 1) {
        query = query.where('job_id', 'in', change.selectFrom('job').select('job.id').where('run_id', '=', run.id));
      }
      const found = await query.orderBy('id', 'desc').limit(1).executeTakeFirst();
      if (found === undefined) return false;
      const isMine = await this.#store.change(step, { state: 'kept', url: found.url, ended_at: now }, change);
      if (!isMine) return true;
      const take = await addTake(change, {
        memberId: run.member_id,
        projectId: run.project_id,
        nodeId: step.node_id,
        jobId: null,
        ...found,
        recipe,
        key,
        number: step.number,
        cell: null,
        costMicros: 0,
        createdAt: now,
      });
      await this.#store.change({ ...step, state: 'kept' }, { take_id: take?.id ?? null }, change);
      return true;
    });
  }

  #running(memberId: string, key: string, own: string): Promise<{ id: string } | undefined> {
    return this.#deps.db
      .selectFrom('job')
      .select('id')
      .where('member_id', '=', memberId)
      .where('request_key', '=', key)
      .where('state', '=', 'running')
      .where((job) => job.or([job('idempotency_key', 'is', null), job('idempotency_key', '!=', own)]))
      .executeTakeFirst();
  }

  #follow(jobId: string): void {
    if (this.#followed.has(jobId)) return;
    this.#followed.add(jobId);
    this.#deps.intake.poller.wait(jobId, () => {
      this.#followed.delete(jobId);
      this.wake();
    });
  }

  /** Puts pictures on the canvas, each once: the first result of a node is the one that it shows. */
  async #write(run: RunRow, steps: readonly StepRow[]): Promise<void> {
    const due = steps.filter((step) => step.is_written === 0 && step.url !== null);
    if (due.length === 0) return;
    const { canvases, log } = this.#deps;
    // By the time of this process: a clock that is put back must not stop it.
    const now = performance.now();
    this.#hasChanged = true;
    if (Math.abs(now - (this.#writtenAt.get(run.project_id) ?? -WRITE_EVERY_MS)) < WRITE_EVERY_MS) return;
    this.#writtenAt.set(run.project_id, now);
    const values = new Map(due.flatMap(({ node_id: id, number, url }) => (number === 0 && url ? [[id, url]] : [])));
    const { member_id: memberId, project_id: projectId } = run;
    const also = async (change: Kysely<Database>): Promise<void> => {
      const { numUpdatedRows } = await markWritten(change, run.id, due).executeTakeFirst();
      if (numUpdatedRows !== BigInt(due.length)) throw new WrittenElsewhere();
    };
    try {
      await canvases.writeValues({ memberId, projectId, values, also });
    } catch (error) {
      if (error instanceof WrittenElsewhere) return;
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      // The project is in the trash, or has no room: the pictures are takes all the same.
      log.warn({ run: run.id, code: error.code }, 'pictures of a run could not be put on its canvas');
      await markWritten(this.#deps.db, run.id, due).execute();
    }
    for (const step of due) step.is_written = 1;
  }
}

/** Another server has put the same pictures on the canvas. */
class WrittenElsewhere extends Error {
  override readonly name = 'WrittenElsewhere';
}

const markWritten = (db: Kysely<Database>, runId: string, steps: readonly StepRow[]) =>
  db
    .updateTable('run_step')
    .set({ is_written: 1 })
    .where('run_id', '=', runId)
    .where(
      'place',
      'in',
      steps.map(({ place }) => place),
    )
    .where('is_written', '=', 0);

/** Whichever server asks, and however often, a step has one job. */
const stepKey = ({ run_id: runId, place }: StepRow): string => `run ${runId} ${place}`;

/** The request of a step, with the pictures that the steps before it have made. */
function requestOf(step: StepRow, steps: readonly StepRow[]) {
  const { settings, items } = JSON.parse(step.request) as { settings: { aspectRatio?: string }; items: GenerateItem[] };
  return {
    settings,
    items: items.map((item): GenerateItem => {
      const place = item.type === 'image_prompt' ? stepOfPicture(item.content) : null;
      return place === null ? item : { type: 'image_prompt', content: steps[place]?.url ?? '' };
    }),
  };
}
