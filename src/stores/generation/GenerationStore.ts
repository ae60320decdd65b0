import { makeObservable, observableShallow, runInAction } from 'mobx';
import { ApiFailure, type Api } from '../../api';
import type { GenerateItem, Job } from '../../api/contract';
import type { ImageEvent } from '../../api/contractStream';
import { canRun, requestItems, TEXT_PLACEHOLDER_URL, type Editor } from '../../engine';
import { DAY_MS } from '../../time';
import { failureWords, type FailureWords } from '../failureWords';
import { type Announce, FAILURE_NOTICE_MS, type Notify } from '../Notice';
import { type Clock, type NewId, wait } from '../ports';
import type { EndOf, ProjectEvents } from '../runs/ProjectEvents';
import { FollowedJob } from './FollowedJob';
import { followJob, type JobSource } from './followJob';
import { judgeLeft } from './judgeLeft';
import type { PendingJobs, Stop } from './PendingJobs';
import { wishOf, withPictures } from './requestOf';
import type { GenerationState, Outcome } from './GenerationState';
import { JobNumbers } from './JobNumbers';
import { JobQueue, waitUnlessAborted } from './JobQueue';
import { JobResults } from './JobResults';
import { readLeftJobs } from './readLeftJobs';
import { RefusedRuns } from './RefusedRuns';
import { noticeOfEnd, RUN_GOES_ON, sayings } from './runNotices';

/** The shortest time that loading shows (GEN-2); the whole run of a text model (NODE-13). */
const LOADING_MS = 2000;
/** A later stream is not worth the wait: each job then has a stream of its own. */
const JOB_STREAM_WAIT_MS = 300;
/** Age of the oldest jobs that are read when a project opens; the server ends jobs that run longer. */
const LOOK_BACK_MS = DAY_MS;

export interface GenerationDeps {
  readonly pid: number;
  readonly editor: Editor;
  readonly api: Pick<Api, 'jobs'> & { readonly nodes: Pick<Api['nodes'], 'generateImage' | 'generateText'> };
  readonly clock: Clock;
  readonly newId: NewId;
  readonly notify: Notify;
  readonly announce: Announce;
  /** The value of a picture in a request. */
  readonly pictureFor: (value: string) => Promise<string>;
  readonly pending: PendingJobs;
  /** Brings the canvas up to what others are known to have saved. Never rejects. */
  readonly catchUp: () => Promise<void>;
  readonly events: Pick<ProjectEvents, 'begun' | 'watchEnds'>;
}

/** Runs nodes: what waits, is running or has failed on each, and its picture or text into the document. */
export class GenerationStore {
  /** States by node id; a node that neither waits nor runs nor failed has no entry. */
  readonly states = new Map<string, GenerationState>();
  readonly #deps: GenerationDeps;
  readonly #following = new Map<string, FollowedJob>();
  readonly #queue = new JobQueue();
  readonly #numbers: JobNumbers;
  readonly #results: JobResults;
  readonly #refused: RefusedRuns;
  /** Running nodes whose deletion was already announced. */
  readonly #toldDeleted = new Set<string>();
  readonly #unsubscribe: () => void;
  #isDisposed = false;

  constructor(deps: GenerationDeps) {
    this.#deps = deps;
    this.#numbers = new JobNumbers(deps.pid, deps.api.jobs);
    this.#results = new JobResults(deps.editor, deps.clock);
    this.#refused = new RefusedRuns(deps.editor, (nodeId) => this.dismiss(nodeId));
    makeObservable(this, { states: observableShallow });
    this.#unsubscribe = deps.editor.subscribe(({ type }) => {
      if (type === 'document') this.#noteDeletions();
    });
  }

  /**
   * Runs a node from the current content of its left nodes, when its turn comes, and not before a run that was stopped is over. Does
   * nothing without an incoming connection or while it waits or runs.
   */
  async run(nodeId: string): Promise<void> {
    const { editor } = this.#deps;
    const node = editor.document.node(nodeId);
    const stopped = this.#following.get(nodeId);
    if (!node || stopped?.isShown || !canRun(editor.document, node)) return;
    if (!editor.document.kinds.of(node.type)?.run?.isGeneration) {
      await this.#simulate(nodeId);
      return;
    }
    const reason = this.#refused.reasonOf(nodeId);
    if (reason) this.#fail(nodeId, { key: reason }, null);
    else if (stopped) {
      stopped.next = requestItems(editor.document, nodeId);
      this.#wait(nodeId);
      this.#deps.announce('live.waiting');
    } else await this.#generate(nodeId, requestItems(editor.document, nodeId));
  }

  /** Removes a run for which nothing was asked yet, or ends the node's job on the server; no toast shows. */
  abort(nodeId: string): void {
    const following = this.#following.get(nodeId);
    if (!following?.isShown) return;
    const { announce, pending } = this.#deps;
    following.isAborted = true;
    following.next = null;
    announce(this.states.get(nodeId)?.state === 'waiting' ? 'live.takenBack' : 'live.stopped');
    this.#clear(nodeId);
    pending.remove(nodeId);
    if (!following.isAsked) {
      this.#following.delete(nodeId);
      return following.controller.abort();
    }
    pending.addStop({ nodeId, number: following.number });
    // There is no job to delete until the first event names it; the reading goes on for that, or the next opening finds it.
    if (following.jobId !== null) this.#abortJob(nodeId, following, following.jobId);
  }

  /** Removes the reason of a failure from the node. */
  dismiss(nodeId: string): void {
    if (this.states.get(nodeId)?.state === 'failed') this.#forget(nodeId);
  }

  /**
   * Called after a (re)load: says why runs have failed, follows running jobs and takes over those that ended meanwhile. A run that was
   * still waiting is not started, however soon the page opens again: it would be billed without a request.
   */
  async pickUp(): Promise<void> {
    const { api, clock, events, pid, pending, editor, catchUp } = this.#deps;
    const left = await pending.read();
    if (this.#isDisposed) return;
    // This page itself learns how these end, which may be before the list comes.
    const followed = new Set<string | null>(this.#following.keys());
    const leftJobs = Object.entries(left.jobs);
    for (const [nodeId, job] of leftJobs) {
      if (this.#following.has(nodeId)) continue;
      if (!editor.document.node(nodeId)) pending.remove(nodeId);
      else if (job.state === 'waiting') this.#fail(nodeId, { key: 'node.notRun' }, null);
      else if (job.state === 'failed') this.#showFailure(nodeId, job.words);
    }
    // A job that ends after the list was read is then told by the stream.
    await events.begun(JOB_STREAM_WAIT_MS);
    const endOf = events.watchEnds();
    const since = clock.now() - LOOK_BACK_MS;
    const asked = leftJobs.flatMap(([id, { state }]) => (state === 'asked' && editor.document.node(id) ? id : []));
    const jobs = await readLeftJobs(api.jobs, pid, asked, since);
    if (!jobs || this.#isDisposed) return;
    // This page itself learns how a stopped job ends that it still reads.
    const unread = left.stops.filter(({ nodeId, number }) => this.#following.get(nodeId)?.number !== number);
    const { running, ended, stopped } = judgeLeft(jobs, { jobs: left.jobs, stops: unread }, since);
    pending.takeStops(unread.filter((one) => !stopped.some(({ stop }) => stop === one)));
    if (ended.size > 0) await catchUp();
    if (this.#isDisposed) return;
    for (const [nodeId, end] of ended) {
      if (followed.has(nodeId) || this.#following.has(nodeId)) continue;
      if (end.kind === 'done') this.#results.takeOver(nodeId, end.value, end.shown);
      if (end.kind === 'failed') this.#fail(nodeId, end.words, end.number);
      else this.#forget(nodeId);
    }
    for (const { jobId, stop } of stopped) void this.#tellAbort(jobId, stop);
    const others = running.filter(({ nodeId }) => nodeId !== null && !followed.has(nodeId));
    await Promise.all(others.map((job) => this.#join(job, endOf)));
  }

  /** Stops reading; the jobs go on and are picked up when the project opens again. */
  dispose(): void {
    this.#isDisposed = true;
    this.#unsubscribe();
    this.#refused.dispose();
    for (const { controller } of this.#following.values()) controller.abort();
  }

  async #simulate(nodeId: string): Promise<void> {
    const following = this.#begin(nodeId);
    this.#set(nodeId, { state: 'running', startedAt: this.#deps.clock.now() });
    await wait(this.#deps.clock, LOADING_MS);
    // It may have been stopped and another run begun.
    if (this.#isDisposed || this.#following.get(nodeId) !== following) return;
    this.#following.delete(nodeId);
    this.#results.place(nodeId, TEXT_PLACEHOLDER_URL);
    this.#clear(nodeId);
  }

  async #generate(nodeId: string, nodes: GenerateItem[]): Promise<void> {
    const { api, clock, newId, announce, events, pid, editor, pictureFor } = this.#deps;
    const following = this.#begin(nodeId);
    const { signal } = following.controller;
    if (this.#queue.isFree) this.#set(nodeId, { state: 'running', startedAt: clock.now() });
    else {
      this.#wait(nodeId);
      announce('live.waiting');
    }
    const leave = await this.#queue.take(signal);
    if (!leave) return;
    // A node that was deleted while it waited is not run: nobody would see its picture.
    const isThere = editor.document.node(nodeId) !== undefined;
    if (isThere) announce(sayings(this.#writes(nodeId)).begun);
    const idempotencyKey = newId();
    const number = isThere ? await this.#numbers.next(nodeId) : 0;
    if (signal.aborted || !isThere) {
      leave();
      if (!isThere) this.#forget(nodeId);
      return;
    }
    following.number = number;
    const rest = { projectId: pid, nodeId, ...(number > 0 && { number }) };
    const wish = this.#writes(nodeId) ? null : wishOf(editor.document.node(nodeId));
    let items: GenerateItem[] | null = null;
    const ask = async function* ask(): AsyncGenerator<ImageEvent> {
      items ??= await withPictures(nodes, pictureFor, signal);
      // As after the queue: nobody would see the picture of a node that was deleted meanwhile.
      if (!following.isAsked && !editor.document.node(nodeId)) following.controller.abort();
      signal.throwIfAborted();
      following.isAsked = true;
      const request = { ...rest, nodes: items };
      const how = { signal, idempotencyKey };
      yield* wish ? api.nodes.generateImage({ ...wish, ...request }, how) : api.nodes.generateText(request, how);
    };
    const open = () => (following.isAborted ? this.#numbers.findStopped(nodeId, following) : ask());
    let shownAt = clock.passed();
    let outcome: Outcome;
    for (;;) {
      shownAt = clock.passed();
      this.#noteAsked(nodeId, clock.now(), number);
      outcome = await this.#read(nodeId, following, { open, endOf: events.watchEnds(), onElsewhere: leave });
      if (outcome.kind !== 'later' || following.isAborted || this.#isDisposed) break;
      following.isAsked = false;
      this.#wait(nodeId);
      if (!(await waitUnlessAborted(clock, outcome.afterMs, signal))) break;
    }
    leave();
    await this.#finish(nodeId, following, outcome, shownAt);
  }

  /** Follows a job that was begun earlier or elsewhere. */
  async #join({ id, nodeId, startedAt, number }: Job, endOf: EndOf): Promise<void> {
    if (nodeId === null || this.#following.has(nodeId)) return;
    const { api, clock } = this.#deps;
    const following = this.#begin(nodeId);
    const { signal } = following.controller;
    following.jobId = id;
    following.number = number;
    following.isAsked = true;
    const shownAt = clock.passed();
    this.#noteAsked(nodeId, Date.parse(startedAt), number);
    const leave = await this.#queue.take(signal);
    const outcome: Outcome = leave
      ? await this.#read(nodeId, following, { open: () => api.jobs.events(id, signal), endOf, onElsewhere: leave })
      : { kind: 'aborted' };
    leave?.();
    await this.#finish(nodeId, following, outcome, shownAt);
  }

  #begin(nodeId: string): FollowedJob {
    const following = new FollowedJob();
    this.#following.set(nodeId, following);
    return following;
  }

  /** `startedAt`: milliseconds since 1970. */
  #noteAsked(nodeId: string, startedAt: number, number: number): void {
    this.#set(nodeId, { state: 'running', startedAt });
    const shown = this.#results.shownOn(nodeId);
    // A stopped run had the same number where the list of jobs could not be read.
    this.#deps.pending.takeStops([{ nodeId, number }]);
    this.#deps.pending.set(nodeId, { state: 'asked', startedAt: new Date(startedAt).toISOString(), number, shown });
  }

  #wait(nodeId: string): void {
    this.#set(nodeId, { state: 'waiting' });
    this.#deps.pending.set(nodeId, { state: 'waiting' });
  }

  #read(nodeId: string, following: FollowedJob, source: JobSource): Promise<Outcome> {
    const shown = this.#results.shownOn(nodeId);
    return followJob({
      ...source,
      jobs: this.#deps.api.jobs,
      clock: this.#deps.clock,
      signal: following.controller.signal,
      // The project's stream tells its end alone, not the words as they come.
      endOf: this.#writes(nodeId) ? null : source.endOf,
      jobId: following.jobId,
      onJob: (id) => {
        following.jobId = id;
        if (following.isAborted) this.#abortJob(nodeId, following, id);
      },
      onResult: async (value, isLate) => {
        if (isLate) await this.#deps.catchUp();
        if (this.#isDisposed || following.isAborted) return;
        if (isLate) this.#results.takeOver(nodeId, value, shown);
        else this.#results.place(nodeId, value);
      },
      onWords: (text) => {
        const state = this.states.get(nodeId);
        if (!following.isAborted && state?.state === 'running') this.#set(nodeId, { ...state, text });
      },
    });
  }

  async #finish(nodeId: string, following: FollowedJob, outcome: Outcome, shownAt: number): Promise<void> {
    const { clock, pending } = this.#deps;
    // The page was left, the job has not ended: the next opening picks it up.
    if (this.#isDisposed) return;
    if (!following.isAborted) await wait(clock, Math.max(0, LOADING_MS - (clock.passed() - shownAt)));
    if (this.#isDisposed || this.#following.get(nodeId) !== following) return;
    this.#following.delete(nodeId);
    const { isAborted, next, number } = following;
    const isStopped = isAborted && outcome.kind !== 'unknown';
    // A request whose stop found no job may still be on its way, and begin one.
    if (isStopped && following.jobId === null && outcome.kind !== 'aborted') pending.takeStops([{ nodeId, number }]);
    if (!isStopped && (!isAborted || next)) this.#end(nodeId, outcome, number);
    if (isStopped && next) await this.#generate(nodeId, next);
  }

  #end(nodeId: string, outcome: Outcome, number: number | null): void {
    const { announce, notify } = this.#deps;
    const writes = this.#writes(nodeId);
    const { done, failed } = sayings(writes);
    switch (outcome.kind) {
      case 'done':
      case 'aborted':
      case 'later':
        this.#forget(nodeId);
        break;
      case 'refused':
        this.#fail(nodeId, failureWords(outcome.failure, 'toast.unknownError'), number);
        break;
      case 'unknown':
        // It stays among the pending runs: the next opening learns its end.
        this.#set(nodeId, { state: 'failed', words: failureWords(outcome.failure, 'node.noAnswer') });
        break;
      case 'failed':
        this.#fail(nodeId, failureWords(outcome.failure, failed), number);
    }
    if (outcome.kind === 'done') announce(done);
    const notice = noticeOfEnd(outcome, writes);
    if (notice) notify(notice);
  }

  /** Whether its results are words; one that is gone says nothing of it. */
  #writes(nodeId: string): boolean {
    const { document } = this.#deps.editor;
    return document.kinds.of(document.node(nodeId)?.type ?? '')?.run?.writes === true;
  }

  #abortJob(nodeId: string, { controller, number }: FollowedJob, jobId: string): void {
    controller.abort();
    void this.#tellAbort(jobId, { nodeId, number });
  }

  /** The stop is told again when the line is back, until it is answered. A job that is not aborted then goes on, and its node says so. */
  async #tellAbort(jobId: string, stop: Stop): Promise<void> {
    const { api, notify, pending } = this.#deps;
    try {
      await api.jobs.abort(jobId);
      pending.takeStops([stop]);
    } catch (error) {
      console.warn('the job could not be stopped', error);
      notify({ variant: 'destructive', titleKey: 'runs.notStopped', durationMs: FAILURE_NOTICE_MS });
      if (error instanceof ApiFailure && error.kind === 'network') return;
      pending.takeStops([stop]);
      await this.pickUp();
    }
  }

  /** A job goes on without its node: it is billed in any case. */
  #noteDeletions(): void {
    const { document } = this.#deps.editor;
    for (const [nodeId, { isAsked, isAborted }] of this.#following) {
      if (document.node(nodeId)) this.#toldDeleted.delete(nodeId);
      else if (isAsked && !isAborted && !this.#toldDeleted.has(nodeId)) {
        this.#toldDeleted.add(nodeId);
        this.#deps.notify(RUN_GOES_ON);
      }
    }
    this.#results.placeWaiting();
  }

  /** `number`: of the failed request, when it got one. */
  #fail(nodeId: string, words: FailureWords, number: number | null): void {
    this.#showFailure(nodeId, words);
    this.#deps.pending.set(nodeId, { state: 'failed', words, number });
  }

  #showFailure(nodeId: string, words: FailureWords): void {
    this.#set(nodeId, { state: 'failed', words });
    this.#refused.watch(nodeId, words.key);
  }

  /** Removes every trace of a run on the node. */
  #forget(nodeId: string): void {
    this.#following.delete(nodeId);
    this.#clear(nodeId);
    this.#deps.pending.remove(nodeId);
  }

  #set(nodeId: string, state: GenerationState): void {
    runInAction(() => this.states.set(nodeId, state));
  }

  #clear(nodeId: string): void {
    runInAction(() => this.states.delete(nodeId));
  }
}
