import { computed, makeObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { Api } from '../../api';
import type { ProjectEvent } from '../../api/contractEvents';
import type { Run } from '../../api/contractRuns';
import type { Editor } from '../../engine';
import { FAILURE_NOTICE_MS, LONG_NOTICE_MS, type Announce, type Notify } from '../Notice';
import type { Cancel, Clock, Network, NewId } from '../ports';
import { type PlannedCanvas, RunPlanning } from './RunPlanning';
import { type NodeStep, type RunSummary, stepsByNode, summarise } from './runSummary';

/** What failed longer ago is not told any more when a project opens. */
const TOLD_MS = 24 * 60 * 60_000;

export interface RunsDeps {
  readonly pid: number;
  readonly editor: Editor;
  readonly api: Api['runs'];
  readonly clock: Clock;
  readonly network: Network;
  readonly newId: NewId;
  readonly notify: Notify;
  readonly announce: Announce;
  readonly canvas: PlannedCanvas;
  /** When the newest picture of a node was made, in milliseconds since 1970; null where there is none. */
  readonly lastPictureAt: (nodeId: string) => number | null;
  /** Nodes whose run by hand has failed. */
  readonly failedByHand: () => readonly string[];
  /** A run has taken over what was wrong there. */
  readonly onTakenOver: (nodeIds: readonly string[]) => void;
}

/** The runs over many nodes of the open project, which the server drives: whoever has started them, on whatever device. */
export class RunsStore {
  readonly planning: RunPlanning;
  /** By id: those that are under way, and what else the server has told of. */
  readonly runs = new Map<string, Run>();
  /** The person has seen how these ended. */
  dismissed: ReadonlySet<string> = new Set();
  readonly #deps: RunsDeps;
  readonly #cancels: Cancel[] = [];
  /** Each node of a run that is stopped may ask for it. */
  readonly #stopping = new Set<string>();
  /** Those whose whole state is being asked for. */
  readonly #asked = new Set<string>();
  #isDisposed = false;

  constructor(deps: RunsDeps) {
    this.#deps = deps;
    this.planning = new RunPlanning({ ...deps, onStarted: (runId, { nodes }) => this.#begin(runId, nodes) });
    makeObservable(this, {
      runs: observableShallow,
      dismissed: observableRef,
      shown: computed,
      byNode: computed,
      failed: computed,
    });
    const { network } = deps;
    this.#cancels.push(
      network.subscribe(() => {
        if (network.isOnline()) void this.load();
      }),
    );
  }

  /** Those under way; when there are none the last one, until the person has seen how it ended. */
  get shown(): readonly Run[] {
    const newestFirst = Array.from(this.runs.values()).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const underWay = newestFirst.filter(({ state }) => state === 'running');
    if (underWay.length > 0) return underWay;
    return newestFirst.slice(0, 1).filter(({ runId }) => !this.dismissed.has(runId));
  }

  /** What the cards show of them. A node of which nothing is to be said is not in it. */
  get byNode(): ReadonlyMap<string, NodeStep> {
    const { lastPictureAt } = this.#deps;
    const nodes = new Map<string, NodeStep>();
    for (const run of this.shown.toReversed()) {
      for (const [nodeId, step] of stepsByNode(run)) {
        const isOver = run.state !== 'running';
        // The plan has told of those that cannot run.
        if (isOver ? !isProblem(step) : step.state === 'blocked' && !isProblem(step)) nodes.delete(nodeId);
        // Somebody has made a picture of it since.
        else if (isOver && (lastPictureAt(nodeId) ?? 0) > (step.endedAt ?? 0)) nodes.delete(nodeId);
        else nodes.set(nodeId, step);
      }
    }
    return nodes;
  }

  /** The nodes that did not get their picture and are still there. */
  get failed(): readonly string[] {
    const { failedByHand } = this.#deps;
    const ids = Array.from(this.byNode).flatMap(([nodeId, step]) => (isProblem(step) ? nodeId : []));
    return [...new Set([...ids, ...failedByHand()])];
  }

  /** Whether a run has yet to make this node's picture. */
  isUnderWay(nodeId: string): boolean {
    const state = this.byNode.get(nodeId)?.state;
    return state === 'waiting' || state === 'running';
  }

  /** What the top bar says; null when there is nothing to say. */
  summary(): RunSummary | null {
    const { shown } = this;
    if (shown.length === 0) return null;
    const summary = summarise(shown, this.#deps.clock.now());
    // All went well, or the rest was made up for: nobody needs to be told any more.
    return summary.isRunning || this.failed.length > 0 ? summary : null;
  }

  /** What goes on on the server, and how the last run ended; what cannot be read now is read when the device is online again. */
  async load(): Promise<void> {
    const { api, pid, clock } = this.#deps;
    try {
      const runs = await api.list(pid);
      const since = new Date(clock.now() - TOLD_MS).toISOString();
      this.#put(runs.filter(({ state, endedAt }) => state === 'running' || (endedAt !== null && endedAt > since)));
    } catch (error) {
      console.warn('the runs of this project could not be read', error);
    }
  }

  /** What the project's stream tells of runs. */
  hear(event: ProjectEvent): void {
    if (event.event === 'run') this.#hearRun(event.data);
    else if (event.event === 'step') this.#hearStep(event.data);
  }

  /** Stops what is under way at this node, and all that was started with it. */
  async stopAt(nodeId: string): Promise<void> {
    const step = this.byNode.get(nodeId);
    if (step) await this.#stop([step.runId]);
  }

  /** Stops whatever is under way. */
  async stop(): Promise<void> {
    await this.#stop(this.shown.filter(({ state }) => state === 'running').map(({ runId }) => runId));
  }

  /** The person has seen how the last run ended. */
  dismiss(): void {
    runInAction(() => {
      this.dismissed = new Set([...this.dismissed, ...this.shown.map(({ runId }) => runId)]);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.planning.giveUp();
    for (const cancel of this.#cancels.splice(0)) cancel();
  }

  async #stop(runIds: readonly string[]): Promise<void> {
    const { api, announce, notify } = this.#deps;
    const ids = runIds.filter((runId) => !this.#stopping.has(runId));
    if (ids.length === 0) return;
    for (const runId of ids) this.#stopping.add(runId);
    try {
      for (const runId of ids) await api.abort(runId);
      announce('runs.saidStopped');
    } catch (error) {
      console.warn('the run could not be stopped', error);
      notify({ variant: 'destructive', titleKey: 'runs.notStopped', durationMs: FAILURE_NOTICE_MS });
    } finally {
      for (const runId of ids) this.#stopping.delete(runId);
    }
    await this.#read(ids);
  }

  #begin(runId: string, nodes: readonly string[]): void {
    this.#deps.onTakenOver(nodes);
    void this.#read([runId]);
  }

  /** Its cost and the times of its steps are told with the whole of it, when it begins and when it has ended. */
  #hearRun({ runId, state }: Told<'run'>): void {
    if (this.runs.get(runId)?.state !== state) void this.#read([runId]);
  }

  #hearStep({ runId, nodeId, cell, state, reason, take }: Told<'step'>): void {
    const run = this.runs.get(runId);
    if (!run) {
      void this.#read([runId]);
      return;
    }
    const now = new Date(this.#deps.clock.now()).toISOString();
    const isSame = (step: Run['steps'][number]): boolean =>
      step.nodeId === nodeId && JSON.stringify(step.cell) === JSON.stringify(cell);
    const isOver = state !== 'waiting' && state !== 'running';
    const steps = run.steps.map((step) =>
      isSame(step)
        ? {
            ...step,
            state,
            ...(reason !== undefined && { reason }),
            ...(take !== undefined && { take }),
            startedAt: state === 'waiting' ? null : (step.startedAt ?? now),
            endedAt: isOver ? (step.endedAt ?? now) : null,
          }
        : step,
    );
    this.#put([{ ...run, steps }]);
  }

  async #read(runIds: readonly string[]): Promise<void> {
    const { api } = this.#deps;
    const ids = runIds.filter((runId) => !this.#asked.has(runId));
    for (const runId of ids) this.#asked.add(runId);
    try {
      this.#put(await Promise.all(ids.map((runId) => api.read(runId))));
    } catch (error) {
      console.warn('how the run is could not be read', error);
    } finally {
      for (const runId of ids) this.#asked.delete(runId);
    }
  }

  #put(runs: readonly Run[]): void {
    if (this.#isDisposed) return;
    const before = runs.map(({ runId }) => this.runs.get(runId));
    runInAction(() => {
      for (const run of runs) this.runs.set(run.runId, run);
    });
    for (const [index, run] of runs.entries()) if (before[index]?.state === 'running') this.#tellEnd(run);
  }

  #tellEnd({ state, steps }: Run): void {
    const { announce, notify } = this.#deps;
    if (state === 'running') return;
    const failed = steps.filter((step) => step.state === 'failed').length;
    if (state === 'aborted') return;
    if (failed === 0) {
      announce('runs.saidDone', { count: steps.filter((step) => step.state !== 'blocked').length });
      return;
    }
    notify({
      variant: 'destructive',
      titleKey: 'runs.someFailed',
      descriptionKey: 'runs.someFailedHow',
      durationMs: LONG_NOTICE_MS,
    });
  }
}

/** What somebody has switched off, or left without anything at its left, the plan has told of. */
const isProblem = ({ state, reason }: NodeStep): boolean =>
  state === 'failed' || state === 'aborted' || (state === 'blocked' && reason === 'upstream');

type Told<Name extends ProjectEvent['event']> = Extract<ProjectEvent, { readonly event: Name }>['data'];
