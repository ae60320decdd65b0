import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Cell } from '../../src/api/contractTakes';
import { cellKey } from '../../src/engine';
import type { CanvasStore } from '../canvas/CanvasStore';
import type { Clock } from '../ports';
import type { Database } from '../db';
import { ApiError } from '../errors';
import type { Makers } from '../generation/makers';
import type { JobIntake } from '../generation/jobs/JobIntake';
import { endCodeOf } from '../generation/jobs/JobEvent';
import { JobStore } from '../generation/jobs/JobStore';
import { inShortParts } from '../batches';
import { Poller } from '../Poller';
import { cellOfPicture } from './cellOfPicture';
import { endedSteps } from './endedSteps';
import { FinishedWork, requestOf } from './FinishedWork';
import { RunProgress } from './RunProgress';
import { RunStore } from './RunStore';
import type { RunRow, StepRow } from './RunStore';

interface RunDriverDeps {
  db: Kysely<Database>;
  canvases: Pick<CanvasStore, 'writeValues'>;
  intake: Pick<JobIntake, 'startStep' | 'abort' | 'poller' | 'failLost'>;
  /** Who can be asked now. */
  makers: () => Makers;
  clock: Clock;
  log: FastifyBaseLogger;
}

const POLL_MS = 100;
/** Time between two polls while nothing changes; an end at this server wakes it. */
const QUIET_MS = 1_000;
/** Longest delay until this server takes up a run of a server that is gone. */
const IDLE_MS = 5_000;
/** Results of a run that come within it are one change of the canvas. */
const WRITE_EVERY_MS = 1_000;
/** Results of a run do not come to its canvas later than that after its stop: they would replace what people have done there since. */
const STOPPED_MS = 5_000;
/** Limits that open again soon: a step waits for them. Those that open later fail the rest of a run. */
const SOON: ReadonlySet<string> = new Set(['limitMinute', 'limitConcurrent']);

/** A run with the steps of it that could begin. */
interface ReadyRun {
  readonly run: RunRow;
  readonly progress: RunProgress;
  readonly next: StepRow[];
}

/**
 * Drives all runs that are under way, of whichever server. All that it does is in the rows, and each change of a row is made once: several
 * may be at it, and one that is killed is replaced by any other.
 */
export class RunDriver {
  readonly #deps: RunDriverDeps;
  readonly #store: RunStore;
  readonly #finished: FinishedWork;
  readonly #jobs: JobStore;
  readonly #poller: Poller;
  readonly #progress = new Map<string, RunProgress>();
  /** When the results of a run were last written. */
  readonly #writtenAt = new Map<string, number>();
  readonly #followed = new Set<string>();
  /** Jobs that have ended since the last poll. */
  #over = new Set<string>();
  #lookAllAt = 0;
  #idle: NodeJS.Timeout | undefined;
  #isBusy = false;
  #hasChanged = true;
  #quietUntil = 0;

  constructor(deps: RunDriverDeps) {
    this.#deps = deps;
    this.#store = new RunStore(deps.db);
    this.#finished = new FinishedWork({ ...deps, store: this.#store });
    this.#jobs = new JobStore(deps.db);
    this.#poller = new Poller({
      name: 'runs',
      everyMs: POLL_MS,
      isWanted: () => this.#isBusy,
      poll: () => this.#poll(),
      log: deps.log,
    });
  }

  /** Takes up what other servers have left, from now on. Never rejects. */
  async start(): Promise<void> {
    try {
      // The work takes long, and no request waits for it.
      this.#isBusy = (await this.#store.listUnderWay()).length > 0;
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the runs could not be listed');
    }
    this.#idle = setInterval(() => this.wake(), IDLE_MS).unref();
    this.#poller.wake();
  }

  /** There may be something to do, which may wait for so long. */
  wake(afterMs = POLL_MS): void {
    this.#isBusy = true;
    this.#quietUntil = 0;
    this.#poller.wake(afterMs);
  }

  stop(): Promise<void> {
    clearInterval(this.#idle);
    return this.#poller.stop();
  }

  async #poll(): Promise<void> {
    if (performance.now() < this.#quietUntil) return;
    this.#hasChanged = false;
    const over = this.#over;
    this.#over = new Set();
    // Ends that were told are enough: those of other servers' jobs are found a little later.
    const isWhole = performance.now() >= this.#lookAllAt;
    if (isWhole) this.#lookAllAt = performance.now() + QUIET_MS;
    const mayBeOver = ({ job_id: id }: StepRow): boolean => isWhole || (id !== null && over.has(id));
    // Also without any run: a page that only follows its project reads no job.
    await this.#deps.intake.failLost();
    const runs = await this.#store.listUnderWay();
    this.#isBusy = runs.length > 0;
    this.#forgetAllBut(runs);
    // At once when the last run has been stopped, and else once a second.
    if (isWhole || runs.length === 0) await this.#writeStopped();
    if (runs.length === 0) return;
    const ready: ReadyRun[] = [];
    for (const run of runs) {
      try {
        const progress = await this.#progressOf(run);
        const next = await this.#settle(run, progress, mayBeOver);
        if (next.length > 0) ready.push({ run, progress, next });
      } catch (error) {
        // A run that fails here must not hold the others.
        this.#progress.delete(run.id);
        this.#deps.log.warn({ run: run.id, err: error }, 'a run could not be taken further');
      }
    }
    await this.#startFairly(ready);
    if (!this.#hasChanged) this.#quietUntil = performance.now() + QUIET_MS;
  }

  async #progressOf(run: RunRow): Promise<RunProgress> {
    const known = this.#progress.get(run.id) ?? new RunProgress(this.#store, run);
    this.#progress.set(run.id, known);
    await known.refresh();
    return known;
  }

  #forgetAllBut(runs: readonly RunRow[]): void {
    const underWay = new Set(runs.map(({ id }) => id));
    for (const known of [this.#progress, this.#writtenAt]) {
      for (const id of known.keys()) if (!underWay.has(id)) known.delete(id);
    }
  }

  /** Runs may have made something between their last write and their stop, whichever server drove them. */
  async #writeStopped(): Promise<void> {
    const after = new Date(this.#deps.clock.now().getTime() - STOPPED_MS).toISOString();
    for (const run of await this.#store.listUnwritten(after)) {
      const progress = new RunProgress(this.#store, run);
      try {
        await progress.refresh();
        await this.#write(run, progress);
      } catch (error) {
        this.#deps.log.warn({ run: run.id, err: error }, 'the last results of a run could not be put on its canvas');
      }
    }
  }

  /** Takes over ended steps and finished work, and returns the steps that could begin. */
  async #settle(run: RunRow, progress: RunProgress, mayBeOver: (step: StepRow) => boolean): Promise<StepRow[]> {
    const { clock, db } = this.#deps;
    const now = clock.now().toISOString();
    const ended = await endedSteps(db, progress.running.filter(mayBeOver), now);
    this.#hasChanged ||= ended.length > 0;
    progress.take(await this.#store.change(run, ended));
    const to = { state: 'blocked' as const, reason: 'upstream', is_written: 1, ended_at: now };
    let { next, blocked } = progress.judge();
    for (;;) {
      const gone = blocked.map((step) => ({ step, to }));
      progress.take(await this.#store.change(run, gone));
      const unseen = progress.unseen(next);
      // Nothing that a fresh run has not made itself counts, and that it finds when it gets there.
      const kept = run.is_fresh === 1 ? [] : await this.#finished.keep(run, progress, unseen);
      if (kept.length === 0) break;
      ({ next, blocked } = progress.judge());
    }
    await this.#writeWhenDue(run, progress);
    if (progress.isOver) await this.#store.end(run, now);
    return next;
  }

  /** Starts one step of each member in turn, until the meter refuses all, or an end has to be noticed. */
  async #startFairly(ready: readonly ReadyRun[]): Promise<void> {
    const full = new Set<string>();
    const begun = performance.now();
    for (let isGoingOn = true; isGoingOn && performance.now() - begun < WRITE_EVERY_MS / 2;) {
      isGoingOn = false;
      const served = new Set<string>();
      for (const { run, progress, next } of ready) {
        const { member_id: memberId } = run;
        if (full.has(memberId) || served.has(memberId)) continue;
        const step = next.shift();
        if (step === undefined) continue;
        isGoingOn = true;
        served.add(memberId);
        const isBegun = await this.#begin(run, progress, step).catch((error: unknown) => {
          this.#deps.log.warn({ run: run.id, err: error }, 'a step of a run could not begin');
          return false;
        });
        if (!isBegun) full.add(memberId);
      }
    }
  }

  /** False when the member has to wait. */
  async #begin(run: RunRow, progress: RunProgress, step: StepRow): Promise<boolean> {
    const { clock, intake } = this.#deps;
    const stored = (await this.#store.requests(run.id, [step.place])).get(step.place);
    // It was stopped, or another server has begun it: the next poll reads how it stands.
    if (stored === undefined) return true;
    const request = requestOf(stored, progress.steps);
    const key = this.#finished.keyOf(step, request);
    const same = { memberId: run.member_id, requestKey: key, own: stepKey(step) };
    const sharedJobId = await this.#jobs.findRunning(same);
    // One call for both: its picture is there when it ends.
    if (sharedJobId !== null) {
      this.#follow(sharedJobId);
      return true;
    }
    // Looked for after the calls under way: one that ended between the two would be made again.
    if ((await this.#finished.keepKnown(run, progress, [{ step, request, key }])).length > 0) {
      this.#hasChanged = true;
      return true;
    }
    const { model, settings, items } = request;
    const asked = { model, ...settings, nodes: items, number: step.number };
    const wish = { projectId: run.project_id, nodeId: step.node_id, ...asked };
    const named = { idempotencyKey: stepKey(step), runId: run.id, cell: step.cell };
    try {
      this.#hasChanged = true;
      const job = await intake.startStep(run.member_id, wish, named);
      const to = { state: 'running' as const, job_id: job.id, started_at: job.started_at };
      const begun = await this.#store.change(run, [{ step, to }]);
      progress.take(begun);
      // A run that was stopped meanwhile did not know of this call. A step that another server has begun has the same one, which goes on.
      if (begun.length === 0 && (await this.#store.isAborted(step))) await intake.abort(run.member_id, job.id);
      else this.#follow(job.id);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (passesSoon(error)) {
        this.#hasChanged = false;
        return false;
      }
      const now = clock.now().toISOString();
      const failed = { state: 'failed' as const, reason: endCodeOf(error), is_written: 1, ended_at: now };
      // A step that costs more than the whole budget says nothing of the others.
      const isForAll = error.status === 429 && 'retryAt' in error.more;
      if (isForAll) await this.#store.failWaiting(run, failed);
      else progress.take(await this.#store.change(run, [{ step, to: failed }]));
      return !isForAll;
    }
  }

  #follow(jobId: string): void {
    if (this.#followed.has(jobId)) return;
    this.#followed.add(jobId);
    this.#deps.intake.poller.wait(jobId, () => {
      this.#followed.delete(jobId);
      this.#over.add(jobId);
      this.wake();
    });
  }

  /** Results that come within a second are written together. */
  async #writeWhenDue(run: RunRow, progress: RunProgress): Promise<void> {
    if (progress.unwritten.length === 0) return;
    // This process's own clock is used: a system clock that is put back must not stop it.
    const now = performance.now();
    this.#hasChanged = true;
    if (now - (this.#writtenAt.get(run.id) ?? -WRITE_EVERY_MS) < WRITE_EVERY_MS) return;
    this.#writtenAt.set(run.id, now);
    await this.#write(run, progress);
  }

  /** Puts pictures and texts on the canvas, each once. */
  async #write(run: RunRow, progress: RunProgress): Promise<void> {
    const { unwritten } = progress;
    try {
      // Long texts together would be a patch of any length.
      for await (const due of inShortParts(unwritten, ({ url }) => Buffer.byteLength(url ?? ''))) {
        await this.#writeTogether(run, progress, due);
        progress.written(due);
      }
    } catch (error) {
      if (error instanceof WrittenElsewhere) {
        progress.forget();
        return;
      }
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      // The project is in the trash, or has no room: the pictures are takes nevertheless.
      this.#deps.log.warn({ run: run.id, code: error.code }, 'pictures of a run could not be put on its canvas');
      const left = progress.unwritten;
      await this.#store.markWritten(run.id, left);
      progress.written(left);
    }
  }

  /**
   * Puts the results of the due steps on the canvas as one change of it. A node with cells shows the first one there is, and goes on to show
   * that cell: a new picture of it takes the place of the one before, and pictures of other cells do not.
   */
  async #writeTogether(run: RunRow, progress: RunProgress, due: readonly StepRow[]): Promise<void> {
    const { db, canvases } = this.#deps;
    const { member_id: memberId, project_id: projectId } = run;
    const showable = progress.showable(due);
    const { nodesWithCells } = progress;
    const valueFor = async (nodeId: string, shown: unknown): Promise<string | null> => {
      const steps = showable.get(nodeId) ?? [];
      const [first] = steps;
      if (first === undefined || first.cell === null) return first?.url ?? null;
      const cell = typeof shown === 'string' ? await cellOfPicture(db, { memberId, projectId, nodeId, shown }) : null;
      if (cell === null) return nodesWithCells.has(nodeId) ? null : first.url;
      return steps.find((step) => step.cell !== null && keyOf(step.cell) === keyOf(cell))?.url ?? null;
    };
    const also = async (change: Kysely<Database>): Promise<void> => {
      if ((await this.#store.markWritten(run.id, due, change)) !== due.length) throw new WrittenElsewhere();
    };
    await canvases.writeValues({ memberId, projectId, nodeIds: new Set(showable.keys()), valueFor, also });
  }
}

const keyOf = (cell: string): string => cellKey(JSON.parse(cell) as Cell);

/** Another server has put the same pictures on the canvas. */
class WrittenElsewhere extends Error {
  override readonly name = 'WrittenElsewhere';
}

/** Whether the same step may begin a little later: a text model that is not set up does not come by itself. */
const passesSoon = ({ status, code }: ApiError): boolean => (status >= 500 && status !== 501) || SOON.has(code);

/** Whichever server asks, and however often, a step has one job. */
const stepKey = ({ run_id: runId, place }: StepRow): string => `run ${runId} ${place}`;
