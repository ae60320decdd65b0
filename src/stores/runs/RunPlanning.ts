import { makeObservable, observableRef, runInAction } from 'mobx';
import { type Api, ApiFailure } from '../../api';
import { patchBehind } from '../../api/contract';
import { RUN_MAX_STEPS, type RunPlan, type RunWish } from '../../api/contractRuns';
import type { Cell, Editor, Sample } from '../../engine';
import { failureWords, type FailureWords } from '../failureWords';
import { FAILURE_NOTICE_MS, type Announce, type Notify } from '../Notice';
import { wait, type Cancel, type Clock, type NewId } from '../ports';
import { changesPlan } from './changesPlan';
import { makesNew } from './planUse';
import { nodesOfScope, type RunScopeName } from './nodesOfScope';

/** A cell, and the node that it is one of. */
export interface CellOfNode {
  readonly nodeId: string;
  readonly cell: Cell;
}

/** A person's request for a run. */
export interface RunRequest {
  readonly scope: RunScopeName;
  /** Node ids in the canvas's order; never empty. */
  readonly nodes: readonly string[];
  /** Nodes at which the run was requested; empty when that was not on the canvas. */
  readonly at: readonly string[];
  /** True when no existing picture is used. */
  readonly isFresh: boolean;
  /** Number of its results; 0 when absent. */
  readonly number?: number;
  /** The only cells of their nodes; all when absent. */
  readonly cells?: readonly CellOfNode[];
  /** A sample of all cells; all when absent. */
  readonly sample?: Sample;
  /** Its start that has failed; the server may have begun it all the same. */
  readonly sent?: SentStart | undefined;
}

interface SentStart {
  readonly key: string;
  readonly wish: RunWish;
}

/** The state of a request, until it has been started or cancelled. */
export type PendingRequest =
  | { readonly state: 'planning'; readonly request: RunRequest }
  | { readonly state: 'planned' | 'replanning' | 'starting'; readonly request: RunRequest; readonly plan: RunPlan }
  | { readonly state: 'refused'; readonly request: RunRequest; readonly words: FailureWords };

/** The part of saving that a plan depends on. */
export interface PlannedCanvas {
  /** Sends pending changes; false when the server does not have all of them. */
  readonly flush: () => Promise<boolean>;
  /** Revision of the base of the canvas; null while it is not known. */
  readonly revision: () => number | null;
  /** Takes over what others have saved up to that revision. */
  readonly follow: (revision: number) => Promise<void>;
}

export interface RunPlanningDeps {
  readonly pid: number;
  readonly editor: Editor;
  readonly api: Pick<Api['runs'], 'plan' | 'start' | 'read'>;
  readonly canvas: PlannedCanvas;
  readonly clock: Pick<Clock, 'after'>;
  readonly newId: NewId;
  /** The next repetition number of these nodes: it makes their requests, and so their results, new ones. */
  readonly nextNumber: (nodeIds: readonly string[]) => Promise<number>;
  readonly announce: Announce;
  readonly notify: Notify;
  /** Called when the server has accepted the run. */
  readonly onStarted: (runId: string, request: RunRequest) => void;
  /** Called instead when the person has cancelled it meanwhile. */
  readonly onCancelled: (runId: string) => void;
}

/** Attempts in all, since others may save the canvas between reading its revision and the plan. */
const ATTEMPTS = 4;

/** A plan is asked for again after a rest this long: a person who writes changes the canvas, or a number, with each key. */
const REST_MS = 400;

/** Asks the server for the plan of a run, lets the person confirm it, and starts it. */
export class RunPlanning {
  /** The request that the person is being asked about. */
  asked: PendingRequest | null = null;
  readonly #deps: RunPlanningDeps;
  readonly #stopFollowing: Cancel;
  /** Requests that the person has cancelled; A request that a newer one replaced is not among them. */
  readonly #cancelled = new WeakSet<PendingRequest>();
  /** Requests that were confirmed and that the server has yet to accept: the person may be asked about another one meanwhile. */
  readonly #starting = new Set<RunRequest>();
  /** Counts the changes of the canvas that may change their plans, or the one that the person is asked about. */
  #changes = 0;

  constructor(deps: RunPlanningDeps) {
    this.#deps = deps;
    makeObservable(this, { asked: observableRef });
    this.#stopFollowing = deps.editor.subscribe((event) => {
      if (event.type !== 'document') return;
      const nodes = [this.asked?.request, ...this.#starting].flatMap((request) => request?.nodes ?? []);
      if (changesPlan(deps.editor.document, event.effects, nodes)) this.#noteChange();
    });
  }

  dispose(): void {
    this.#stopFollowing();
    // A run that the person has confirmed starts though they leave the project, and a notice says so if it does not.
    if (this.asked?.state === 'starting') this.#set(null);
    else this.giveUp();
  }

  /**
   * Plans; a single allowed call starts at once. Says so when the scope has no node that makes pictures.
   *
   * @param cells Only these cells of their nodes; a partial cell means all cells that contain it.
   */
  ask(scope: RunScopeName, chosen: Iterable<string>, isFresh: boolean, cells: readonly CellOfNode[] = []): void {
    const { editor, notify } = this.#deps;
    const nodes = nodesOfScope(editor.document, scope, chosen);
    if (nodes.length === 0) notify({ variant: 'info', titleKey: 'runs.nothing' });
    else {
      const at = isOnCanvas(scope) ? [...chosen] : [];
      void this.#plan({ scope, nodes, isFresh, at, ...(cells.length > 0 && { cells }) });
    }
  }

  /** Plans the same nodes again, with or without existing results. */
  askFresh(isFresh: boolean): void {
    if (this.asked) void this.#planAnew({ ...this.asked.request, isFresh });
  }

  /** Plans the same nodes again with these of their cells. */
  askSample(sample: Sample): void {
    if (this.asked) void this.#planAnew({ ...this.asked.request, sample });
  }

  /** Plans once more after a failure. */
  async askAgain(): Promise<void> {
    if (this.asked) await this.#plan(this.asked.request, true);
  }

  giveUp(): void {
    if (this.asked) this.#cancelled.add(this.asked);
    this.#set(null);
  }

  /** Starts the planned run. Does nothing before the plan has come. */
  async start(): Promise<void> {
    const { asked } = this;
    if (asked?.state === 'planned') await this.#start(asked.request, asked.plan);
  }

  #noteChange(): void {
    this.#changes += 1;
    if (this.asked?.state === 'planned') void this.#planAnew(this.asked.request);
  }

  /** Plans the scope as it is after a rest; gives up when it has nothing to make any more. */
  async #planAnew(request: RunRequest): Promise<void> {
    const { editor, clock } = this.#deps;
    const mine = this.#replan(request);
    for (let seen = -1; seen !== this.#changes;) {
      seen = this.#changes;
      await wait(clock, REST_MS);
    }
    if (this.asked !== mine) return;
    const { scope, at } = request;
    const nodes = nodesOfScope(editor.document, scope, isOnCanvas(scope) ? at : request.nodes);
    if (nodes.length === 0) this.giveUp();
    else await this.#plan({ ...request, nodes }, true);
  }

  async #plan(wanted: RunRequest, isSeen = false): Promise<void> {
    const { api, pid } = this.#deps;
    const mine = isSeen ? this.#replan(wanted) : this.#set({ state: 'planning', request: wanted });
    if (wanted.nodes.length > RUN_MAX_STEPS) {
      this.#set({ state: 'refused', request: wanted, words: { key: 'runs.tooMany' } });
      return;
    }
    const request = { ...wanted, number: await this.#numberOf(wanted) };
    let planned = 0;
    try {
      const plan = await this.#atRevision((revision) => {
        planned = this.#changes;
        return api.plan(pid, { ...wishOf(request), revision });
      });
      if (this.asked !== mine) return;
      if (plan === null) this.#set({ state: 'refused', request, words: { key: 'runs.notSaved' } });
      else if (planned !== this.#changes) await this.#planAnew(request);
      else if (!isSeen && startsAtOnce(plan)) await this.#start(request, plan);
      else this.#set({ state: 'planned', request, plan });
    } catch (error) {
      if (this.asked === mine) this.#set({ state: 'refused', request, words: wordsOf(error) });
    }
  }

  /** Starts what the person has confirmed; where the canvas has changed until it is saved, it is planned again instead. */
  async #start(request: RunRequest, plan: RunPlan): Promise<void> {
    const { api, pid, newId, announce, notify, onStarted, onCancelled } = this.#deps;
    // The plan is of the canvas as it is now: each change makes a plan that is shown anew.
    const confirmed = this.#changes;
    let hasChanged = false;
    const mine = this.#set({ state: 'starting', request, plan });
    let sent = sentBefore(request);
    let before = sent?.wish;
    /** False where an earlier start has begun a run that is over, or of an earlier canvas. */
    let isAsConfirmed = true;
    // One key for all attempts: a run whose answer was lost is not begun twice.
    const key = sent?.key ?? newId();
    this.#starting.add(request);
    try {
      const runId = await this.#atRevision(async (revision) => {
        if (this.#cancelled.has(mine)) return null;
        // A run that has begun is found only by the very same wish, with the revision it had then.
        const wish = before ?? { ...wishOf(request), revision };
        const mayJoin = before !== undefined;
        hasChanged = !mayJoin && this.#changes !== confirmed;
        if (hasChanged) return null;
        before = undefined;
        sent = { key, wish };
        const begun = await api.start(pid, wish, key);
        if (mayJoin) isAsConfirmed = wish.revision === revision && (await this.#isRunning(begun));
        return begun;
      });
      if (hasChanged && this.asked === mine) await this.#planAnew(request);
      else if (runId === null) this.#refuse(mine, { key: hasChanged ? 'runs.changedSince' : 'runs.notSaved' }, sent);
      else if (this.#cancelled.has(mine)) onCancelled(runId);
      else {
        onStarted(runId, request);
        if (isAsConfirmed && makesNew(plan)) announce('runs.saidStarted', { count: plan.calls });
        if (this.asked !== mine) return;
        if (isAsConfirmed) this.#set(null);
        // Its results are not made once more.
        else await this.#plan({ ...request, isFresh: false, sent: undefined }, true);
      }
    } catch (error) {
      // The server may have begun what the person has cancelled.
      if (this.#cancelled.has(mine) && sent && !isAnswer(error)) {
        notify({ variant: 'destructive', titleKey: 'runs.notStopped', durationMs: FAILURE_NOTICE_MS });
      } else this.#refuse(mine, wordsOf(error), sent);
    } finally {
      this.#starting.delete(request);
    }
  }

  /** A run that cannot be read counts as running: another one beside it may be billed twice. */
  async #isRunning(runId: string): Promise<boolean> {
    const run = await this.#deps.api.read(runId).catch(() => null);
    return run === null || run.state === 'running';
  }

  async #numberOf(request: RunRequest): Promise<number> {
    if (!request.isFresh) return 0;
    const number = request.sent?.wish.number ?? 0;
    return sentBefore({ ...request, number }) ? number : this.#deps.nextNumber(request.nodes);
  }

  /** Says why a run was not started: in its panel, or in a notice when that is not shown any more. */
  #refuse(mine: PendingRequest, words: FailureWords, sent: SentStart | undefined): void {
    const { key, ...blanks } = words;
    const request = { ...mine.request, ...(sent && { sent }) };
    if (this.asked === mine) this.#set({ state: 'refused', request, words });
    else if (!this.#cancelled.has(mine)) {
      const title = { variant: 'destructive', titleKey: 'runs.notStarted' } as const;
      this.#deps.notify({ ...title, descriptionKey: key, ...blanks, durationMs: FAILURE_NOTICE_MS });
    }
  }

  /** Calls with the revision that holds all pending changes; null when the server does not have all of them. */
  async #atRevision<Answer>(call: (revision: number) => Promise<Answer>): Promise<Answer | null> {
    const { canvas } = this.#deps;
    for (let attempt = 1; ; attempt += 1) {
      const isSaved = await canvas.flush();
      const revision = canvas.revision();
      if (!isSaved || revision === null) return null;
      try {
        return await call(revision);
      } catch (error) {
        const current = revisionBehind(error);
        if (current === null || attempt === ATTEMPTS) throw error;
        await canvas.follow(current);
      }
    }
  }

  /** The plan so far, if there is one, stays until the new one has come. */
  #replan(request: RunRequest): PendingRequest {
    const { asked } = this;
    const plan = asked && 'plan' in asked ? asked.plan : undefined;
    return this.#set(plan ? { state: 'replanning', request, plan } : { state: 'planning', request });
  }

  #set<Asked extends PendingRequest | null>(asked: Asked): Asked {
    runInAction(() => {
      this.asked = asked;
    });
    return asked;
  }
}

const isOnCanvas = (scope: RunScopeName): boolean => scope !== 'all' && scope !== 'failed';

const wishOf = ({ nodes, isFresh, number = 0, cells, sample }: RunRequest) => ({
  nodes: [...nodes],
  ...(isFresh && { isFresh }),
  ...(number > 0 && { number }),
  ...(cells && { cells: cells.map(({ nodeId, cell }) => ({ nodeId, cell: { ...cell } })) }),
  ...(sample && { sample }),
});

/** The failed start of this request, unless something in it was changed since then. */
function sentBefore(request: RunRequest): SentStart | undefined {
  const { sent } = request;
  if (!sent) return undefined;
  const { revision } = sent.wish;
  return JSON.stringify({ ...wishOf(request), revision }) === JSON.stringify(sent.wish) ? sent : undefined;
}

/** The canvas's actual revision, when the plan was meant for another one. */
function revisionBehind(error: unknown): number | null {
  if (!(error instanceof ApiFailure) || error.status !== 412) return null;
  return patchBehind.safeParse(error.body).data?.revision ?? null;
}

/** True for what our server has answered, not for a proxy's page. */
const isAnswer = (error: unknown): boolean => error instanceof ApiFailure && error.status !== null;

/** A single allowed call is no more than the node's own button. */
const startsAtOnce = (plan: RunPlan): boolean => plan.calls === 1 && plan.blocked === 0 && makesNew(plan);

function wordsOf(error: unknown): FailureWords {
  if (!(error instanceof ApiFailure)) return { key: 'toast.unknownError' };
  if (error.status === 412) return { key: 'runs.changing' };
  if (error.code === 'tooManySteps') return { key: 'runs.tooMany' };
  return error.kind === 'http' ? failureWords(error, 'toast.unknownError') : { key: 'runs.unreachable' };
}
