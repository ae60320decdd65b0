import { makeObservable, observableRef, runInAction } from 'mobx';
import { type Api, ApiFailure } from '../../api';
import { patchBehind } from '../../api/contract';
import { RUN_MAX_STEPS, type RunPlan, type RunWish } from '../../api/contractRuns';
import type { Cell, Editor, Sample } from '../../engine';
import { failureWords, type FailureWords } from '../failureWords';
import type { Announce, Notify } from '../Notice';
import type { NewId } from '../ports';
import { nodesOfScope, type RunScopeName } from './runScope';

/** What somebody wants to run. */
export interface RunRequest {
  readonly scope: RunScopeName;
  /** In the canvas's order; never empty. */
  readonly nodes: readonly string[];
  /** The nodes that it was asked at; empty where that was not on the canvas. */
  readonly at: readonly string[];
  /** Nothing that is there already is used. */
  readonly isFresh: boolean;
  /** Only these cells of a node; all when absent. */
  readonly cells?: RunWish['cells'];
  /** Which of all cells; all when absent. */
  readonly sample?: Sample;
}

/** How far it is with a request, until it has been started or given up. */
export type Asked =
  | { readonly state: 'planning'; readonly request: RunRequest }
  | { readonly state: 'planned' | 'starting'; readonly request: RunRequest; readonly plan: RunPlan }
  | { readonly state: 'refused'; readonly request: RunRequest; readonly words: FailureWords };

/** The saving of the open canvas, as far as a plan depends on it. */
export interface PlannedCanvas {
  /** Sends what is unsent; false when the server does not have all of it. */
  readonly flush: () => Promise<boolean>;
  /** The revision that the canvas here stands on; null while that is not known. */
  readonly revision: () => number | null;
  /** Takes over what others have saved up to there. */
  readonly follow: (revision: number) => Promise<void>;
}

export interface RunPlanningDeps {
  readonly pid: number;
  readonly editor: Editor;
  readonly api: Pick<Api['runs'], 'plan' | 'start'>;
  readonly canvas: PlannedCanvas;
  readonly newId: NewId;
  readonly announce: Announce;
  readonly notify: Notify;
  /** The server has taken it. */
  readonly onStarted: (runId: string, request: RunRequest) => void;
}

/** The canvas may be saved by others between a look at it and the plan: so often it is tried again. */
const ATTEMPTS = 4;

/** Asks the server what a run would do, the person whether it shall, and starts it. */
export class RunPlanning {
  /** What the person is asked about just now. */
  asked: Asked | null = null;
  readonly #deps: RunPlanningDeps;

  constructor(deps: RunPlanningDeps) {
    this.#deps = deps;
    makeObservable(this, { asked: observableRef });
  }

  /** Plans; a single call that is allowed starts at once. Says so where the scope has no node that makes pictures. */
  ask(scope: RunScopeName, chosen: Iterable<string>, isFresh: boolean): void {
    const { editor, notify } = this.#deps;
    const nodes = nodesOfScope(editor.document, scope, chosen);
    if (nodes.length === 0) notify({ variant: 'info', titleKey: 'runs.nothing' });
    else void this.#plan({ scope, nodes, isFresh, at: isOnCanvas(scope) ? [...chosen] : [] });
  }

  /** The same nodes, anew or not. */
  async askFresh(isFresh: boolean): Promise<void> {
    if (this.asked) await this.#plan({ ...this.asked.request, isFresh }, true);
  }

  /** The same nodes, with these of their cells. */
  async askSample(sample: Sample): Promise<void> {
    if (this.asked) await this.#plan({ ...this.asked.request, sample }, true);
  }

  /** Plans some cells of one node; a part of a cell stands for all that have it. */
  askCells(nodeId: string, cells: readonly Cell[], isFresh: boolean): void {
    const wish = cells.map((cell) => ({ nodeId, cell: { ...cell } }));
    void this.#plan({ scope: 'selection', nodes: [nodeId], at: [nodeId], isFresh, cells: wish });
  }

  /** The same once more, after something went wrong. */
  async askAgain(): Promise<void> {
    if (this.asked) await this.#plan(this.asked.request, true);
  }

  giveUp(): void {
    this.#set(null);
  }

  /** Starts what was planned. Does nothing where that has not come yet. */
  async start(): Promise<void> {
    const { asked } = this;
    if (asked?.state === 'planned') await this.#start(asked.request, asked.plan);
  }

  async #plan(request: RunRequest, isSeen = false): Promise<void> {
    const { api, pid } = this.#deps;
    const mine: Asked = { state: 'planning', request };
    this.#set(mine);
    if (request.nodes.length > RUN_MAX_STEPS) {
      this.#set({ state: 'refused', request, words: { key: 'runs.tooMany' } });
      return;
    }
    try {
      const plan = await this.#atRevision((revision) => api.plan(pid, { ...wishOf(request), revision }));
      if (this.asked !== mine) return;
      if (plan === null) this.#set({ state: 'refused', request, words: { key: 'runs.notSaved' } });
      else if (!isSeen && startsAtOnce(plan)) await this.#start(request, plan);
      else this.#set({ state: 'planned', request, plan });
    } catch (error) {
      if (this.asked === mine) this.#set({ state: 'refused', request, words: wordsOf(error) });
    }
  }

  async #start(request: RunRequest, plan: RunPlan): Promise<void> {
    const { api, pid, newId, announce, onStarted } = this.#deps;
    const mine: Asked = { state: 'starting', request, plan };
    this.#set(mine);
    // One key for all attempts: a run whose answer was lost is not begun twice.
    const key = newId();
    try {
      const runId = await this.#atRevision((revision) => api.start(pid, { ...wishOf(request), revision }, key));
      if (runId === null) {
        this.#set({ state: 'refused', request, words: { key: 'runs.notSaved' } });
        return;
      }
      onStarted(runId, request);
      announce('runs.saidStarted', { count: plan.calls });
      if (this.asked === mine) this.#set(null);
    } catch (error) {
      this.#set({ state: 'refused', request, words: wordsOf(error) });
    }
  }

  /** Does it at the revision that holds all that is here; null when the server does not have all of it. */
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

  #set(asked: Asked | null): void {
    runInAction(() => {
      this.asked = asked;
    });
  }
}

const isOnCanvas = (scope: RunScopeName): boolean => scope !== 'all' && scope !== 'failed';

const wishOf = ({ nodes, isFresh, cells, sample }: RunRequest) => ({
  nodes: [...nodes],
  ...(isFresh && { isFresh }),
  ...(cells && { cells }),
  ...(sample && { sample }),
});

/** The canvas's own revision, where it is another one than the plan was meant for. */
function revisionBehind(error: unknown): number | null {
  if (!(error instanceof ApiFailure) || error.status !== 412) return null;
  return patchBehind.safeParse(error.body).data?.revision ?? null;
}

/** One call that is allowed is no more than the node's own button. */
const startsAtOnce = ({ calls, blocked, allowed }: RunPlan): boolean =>
  calls === 1 && blocked === 0 && allowed.calls !== 0 && allowed.micros !== 0;

function wordsOf(error: unknown): FailureWords {
  if (!(error instanceof ApiFailure)) return { key: 'toast.unknownError' };
  if (error.status === 412) return { key: 'runs.changing' };
  if (error.code === 'tooManySteps') return { key: 'runs.tooMany' };
  return error.kind === 'http' ? failureWords(error, 'toast.unknownError') : { key: 'runs.unreachable' };
}
