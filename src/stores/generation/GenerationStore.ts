import { makeObservable, observableShallow, runInAction } from 'mobx';
import type { Api } from '../../api';
import type { ImageEvent, Job } from '../../api/contract';
import { canRun, TEXT_PLACEHOLDER_URL, type Editor } from '../../engine';
import { failureWords, type FailureWords } from '../failureWords';
import { type Announce, FAILURE_NOTICE_MS, type Notify } from '../Notice';
import { type Clock, type NewId, wait } from '../ports';
import { followJob } from './followJob';
import type { PendingRuns } from './PendingRuns';
import { requestItems } from './requestItems';
import type { Outcome, Run } from './Run';

/** product.md section 9: loading shows for at least so long; a text model's run only waits this long. */
const LOADING_MS = 2000;
/** How far back jobs are asked for when a project opens; a job that runs longer is given up by the server. */
const LOOK_BACK_MS = 24 * 60 * 60_000;

export interface GenerationDeps {
  readonly pid: number;
  readonly editor: Editor;
  readonly api: Pick<Api, 'nodes' | 'jobs'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly notify: Notify;
  readonly announce: Announce;
  readonly pending: PendingRuns;
}

/** A generation being followed. */
interface Following {
  readonly controller: AbortController;
  jobId: string | null;
  isAborted: boolean;
}

/** Runs nodes: what is running or has failed on each, and its picture into the document. */
export class GenerationStore {
  /** By node id; a node that neither runs nor failed is not in it. */
  readonly runs = new Map<string, Run>();
  readonly #deps: GenerationDeps;
  readonly #following = new Map<string, Following>();
  #isDisposed = false;

  constructor(deps: GenerationDeps) {
    this.#deps = deps;
    makeObservable(this, { runs: observableShallow });
  }

  /**
   * Runs a node from what its left nodes hold now. Does nothing without an incoming connection or while it runs; resolves
   * when the loading display is over.
   */
  async run(nodeId: string): Promise<void> {
    const { editor, api, clock, newId, announce, pid } = this.#deps;
    const node = editor.document.node(nodeId);
    if (!node || this.#following.has(nodeId) || !canRun(editor.document, node)) return;
    if (node.type === 'model') {
      await this.#simulate(nodeId);
      return;
    }
    const nodes = requestItems(editor.document, nodeId);
    if (nodes.length === 0) {
      this.#fail(nodeId, { key: 'node.nothingToRun' });
      return;
    }
    announce('live.generating');
    const idempotencyKey = newId();
    await this.#follow(nodeId, clock.now(), null, (signal) =>
      api.nodes.generateImage({ projectId: pid, nodes, nodeId }, { signal, idempotencyKey }),
    );
  }

  /** Ends the node's job on the server; the display ends at once and no toast shows. */
  abort(nodeId: string): void {
    const following = this.#following.get(nodeId);
    if (!following || following.isAborted) return;
    following.isAborted = true;
    this.#clear(nodeId);
    this.#deps.announce('live.stopped');
    // Until the first event has named the job there is nothing to delete; reading goes on for it.
    if (following.jobId !== null) this.#abortJob(following, following.jobId);
  }

  /** Takes the reason of a failure off the node. */
  dismiss(nodeId: string): void {
    if (this.runs.get(nodeId)?.state !== 'failed') return;
    this.#clear(nodeId);
    this.#deps.pending.remove(nodeId);
  }

  /** After a (re)load: follows what still runs on the server and takes over what ended meanwhile. */
  async pickUp(): Promise<void> {
    const { api, clock, pid, pending } = this.#deps;
    const left = await pending.read();
    const since = new Date(clock.now() - LOOK_BACK_MS).toISOString();
    let jobs: Job[];
    try {
      jobs = await api.jobs.list(pid, { since });
    } catch (error) {
      console.warn('the jobs of this project could not be read', error);
      return;
    }
    const newest = new Map<string, Job>();
    for (const job of jobs) {
      const known = job.nodeId === null ? undefined : newest.get(job.nodeId);
      if (job.nodeId !== null && (!known || known.startedAt < job.startedAt)) newest.set(job.nodeId, job);
    }
    const followed: Promise<void>[] = [];
    for (const [nodeId, job] of newest) {
      if (this.#isDisposed || this.#following.has(nodeId)) continue;
      if (job.state === 'running') {
        followed.push(
          this.#follow(nodeId, Date.parse(job.startedAt), job.id, (signal) => api.jobs.events(job.id, signal)),
        );
      } else if (left.has(nodeId)) {
        this.#takeOver(nodeId, job);
      }
    }
    // What has ended well, and what the server never heard of or has forgotten, is over; a failure stays on its node.
    for (const nodeId of left.keys()) {
      if (!this.#following.has(nodeId) && !this.runs.has(nodeId)) pending.remove(nodeId);
    }
    await Promise.all(followed);
  }

  /** Stops reading; the jobs go on and are picked up when the project opens again. */
  dispose(): void {
    this.#isDisposed = true;
    for (const { controller } of this.#following.values()) controller.abort();
  }

  async #simulate(nodeId: string): Promise<void> {
    const { clock } = this.#deps;
    const following: Following = { controller: new AbortController(), jobId: null, isAborted: false };
    this.#following.set(nodeId, following);
    this.#set(nodeId, { state: 'running', startedAt: clock.now() });
    await wait(clock, LOADING_MS);
    this.#following.delete(nodeId);
    if (this.#isDisposed || following.isAborted) return;
    this.#setPicture(nodeId, TEXT_PLACEHOLDER_URL);
    this.#clear(nodeId);
  }

  async #follow(
    nodeId: string,
    startedAt: number,
    jobId: string | null,
    open: (signal: AbortSignal) => AsyncIterable<ImageEvent>,
  ): Promise<void> {
    const { api, clock, pending } = this.#deps;
    const following: Following = { controller: new AbortController(), jobId, isAborted: false };
    const shownAt = clock.now();
    this.#following.set(nodeId, following);
    pending.add(nodeId, new Date(startedAt).toISOString());
    this.#set(nodeId, { state: 'running', startedAt });
    const { signal } = following.controller;
    const outcome = await followJob({
      jobs: api.jobs,
      clock,
      signal,
      open: () => open(signal),
      jobId,
      onJob: (id) => {
        following.jobId = id;
        if (following.isAborted) this.#abortJob(following, id);
      },
      onPicture: (url) => {
        if (!following.isAborted) this.#setPicture(nodeId, url);
      },
    });
    // Left, not ended: the next opening picks it up.
    if (this.#isDisposed) return;
    if (!following.isAborted) await wait(clock, Math.max(0, LOADING_MS - (clock.now() - shownAt)));
    this.#following.delete(nodeId);
    if (this.#isDisposed) return;
    if (!following.isAborted) this.#end(nodeId, outcome);
    // The list of jobs tells a failed one again after a reload; of what never became a job it says nothing.
    if (!this.runs.has(nodeId) || following.jobId === null) pending.remove(nodeId);
  }

  #end(nodeId: string, outcome: Outcome): void {
    const { announce, notify } = this.#deps;
    switch (outcome.kind) {
      case 'done':
        this.#clear(nodeId);
        announce('live.generated');
        break;
      case 'aborted':
        this.#clear(nodeId);
        break;
      case 'refused': {
        const { key, ...blanks } = failureWords(outcome.failure, 'toast.unknownError');
        this.#fail(nodeId, { key, ...blanks });
        notify({
          variant: 'default',
          titleKey: 'toast.imageGenerationErrorTitle',
          descriptionKey: key,
          ...blanks,
          durationMs: FAILURE_NOTICE_MS,
        });
        break;
      }
      case 'failed':
        this.#fail(nodeId, failureWords(outcome.failure, 'toast.imageGenerationErrorDescription'));
        notify({
          variant: 'destructive',
          titleKey: 'toast.imageGenerationErrorTitle',
          descriptionKey: 'toast.imageGenerationErrorDescription',
          durationMs: FAILURE_NOTICE_MS,
        });
    }
  }

  #takeOver(nodeId: string, job: Job): void {
    if (job.state === 'done' && job.url !== null) this.#setPicture(nodeId, job.url);
    else if (job.state === 'failed') this.#fail(nodeId, failureWords(job, 'toast.unknownError'));
  }

  #abortJob(following: Following, jobId: string): void {
    following.controller.abort();
    this.#deps.api.jobs.abort(jobId).catch((error: unknown) => console.warn('the job could not be stopped', error));
  }

  #setPicture(nodeId: string, url: string): void {
    const { editor } = this.#deps;
    // The node may have been deleted while it ran.
    if (editor.document.node(nodeId)) editor.merge([{ type: 'setData', id: nodeId, data: { value: url } }]);
  }

  #fail(nodeId: string, words: FailureWords): void {
    this.#set(nodeId, { state: 'failed', words });
  }

  #set(nodeId: string, run: Run): void {
    runInAction(() => this.runs.set(nodeId, run));
  }

  #clear(nodeId: string): void {
    runInAction(() => this.runs.delete(nodeId));
  }
}
