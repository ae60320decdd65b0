import { computed, makeObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { Api } from '../../api';
import type { ProjectEvent } from '../../api/contractEvents';
import type { Run } from '../../api/contractRuns';
import type { Take } from '../../api/contractTakes';
import { projectCell, sourcesOf, type Axis, type Editor } from '../../engine';
import type { FlowStore } from '../flow/FlowStore';
import { FAILURE_NOTICE_MS, LONG_NOTICE_MS, type Announce, type Notify } from '../Notice';
import type { Cancel, Clock, Network, NewId } from '../ports';
import { keyOf, wordsOf } from './cellKeys';
import { HeardSteps } from './HeardSteps';
import { failuresOf, isPassedOver, isProblem } from './failures';
import { type CellOfNode, type PlannedCanvas, RunPlanning } from './RunPlanning';
import { RunReader } from './RunReader';
import { type NodeStep, type RunSummary, stepsByNode, summarise } from './runSummary';

export interface RunsDeps {
  readonly pid: number;
  readonly editor: Editor;
  readonly flow: Pick<FlowStore, 'node'>;
  readonly api: Api['runs'];
  readonly clock: Clock;
  readonly network: Network;
  readonly newId: NewId;
  readonly notify: Notify;
  readonly announce: Announce;
  readonly canvas: PlannedCanvas;
  /** The number for results that are to be others than those of these nodes before. */
  readonly nextNumber: (nodeIds: readonly string[]) => Promise<number>;
  /** Takes of a node, newest first. */
  readonly takesOf: (nodeId: string) => readonly Take[];
  /** The axes of an image node as its lists are now; empty for one picture. */
  readonly axesOf: (nodeId: string) => readonly Axis[];
  /** Nodes whose run by hand has failed. */
  readonly failedByHand: () => readonly string[];
  /** A run has taken over failures of these nodes. */
  readonly onTakenOver: (nodeIds: readonly string[]) => void;
}

type Step = Run['steps'][number];

/** The runs over many nodes of the open project. The server drives them, whichever device started them. */
export class RunsStore {
  readonly planning: RunPlanning;
  /** Runs by id: those in progress, and of the others the newest one. */
  readonly runs = new Map<string, Run>();
  /** Ids of runs whose end the person has seen. */
  dismissed: ReadonlySet<string> = new Set();
  readonly #deps: RunsDeps;
  readonly #cancels: Cancel[] = [];
  /** Ids of runs being stopped, since each of a run's nodes may ask for it. */
  readonly #stopping = new Set<string>();
  /** Ids of ended runs that are older than another one: they are not shown again, and nothing that is still told of them is taken. */
  readonly #over = new Set<string>();
  /** Failed steps of those, by node and cell, except where a later one of them went well. */
  readonly #failures = new Map<string, Map<string, Step>>();
  readonly #reader: RunReader;
  readonly #steps: HeardSteps;
  #isDisposed = false;

  constructor(deps: RunsDeps) {
    this.#deps = deps;
    this.planning = new RunPlanning({
      ...deps,
      onStarted: (runId, { nodes }) => this.#begin(runId, nodes),
      onCancelled: (runId) => void this.#stop([runId]),
    });
    makeObservable(this, {
      runs: observableShallow,
      dismissed: observableRef,
      shown: computed,
      byNode: computed,
      failed: computed,
      failedCount: computed,
      isOnlyStopped: computed,
    });
    const { pid, api, clock, network } = deps;
    this.#reader = new RunReader({
      pid,
      api,
      clock,
      network,
      runs: this.runs,
      put: (runs) => {
        this.#steps.takeIn();
        this.#put(runs);
      },
      forget: (runId) => runInAction(() => this.runs.delete(runId)),
    });
    this.#steps = new HeardSteps({ clock, runs: this.runs, put: (runs) => this.#put(runs) });
    this.#cancels.push(
      () => this.#steps.dispose(),
      network.subscribe(() => {
        if (!network.isOnline()) return;
        void this.load();
        this.#reader.resume();
      }),
    );
  }

  /** The runs under way; without any, the last one, until the person has seen how it ended. */
  get shown(): readonly Run[] {
    const runs = newestFirst(this.runs.values());
    const underWay = runs.filter(({ state }) => state === 'running');
    if (underWay.length > 0) return underWay;
    return runs.slice(0, 1).filter(({ runId }) => !this.dismissed.has(runId));
  }

  /** The steps that the cards show. A node with nothing to say has no entry. */
  get byNode(): ReadonlyMap<string, NodeStep> {
    const nodes = new Map<string, NodeStep>();
    for (const run of this.shown.toReversed()) {
      for (const [nodeId, step] of stepsByNode(run.runId, this.#told(run))) {
        if (isPassedOver(step)) nodes.delete(nodeId);
        else nodes.set(nodeId, step);
      }
    }
    return nodes;
  }

  /** The nodes whose pictures failed and that are on the canvas. */
  get failed(): readonly string[] {
    const ids = Array.from(this.byNode).flatMap(([nodeId, step]) => (isProblem(step) ? nodeId : []));
    return [...new Set([...ids.filter((nodeId) => this.#isOnCanvas(nodeId)), ...this.#failedByHand()])];
  }

  /** The cells that failed, of nodes that have several. */
  get failedCells(): readonly CellOfNode[] {
    return this.#failedSteps().flatMap(({ nodeId, cell }) => (cell ? { nodeId, cell: wordsOf(cell) } : []));
  }

  /** Number of results that failed, of nodes on the canvas: cells of a node count one by one. */
  get failedCount(): number {
    const steps = this.#failedSteps();
    const byHand = new Set(this.#failedByHand());
    for (const { nodeId } of steps) byHand.delete(nodeId);
    return steps.length + byHand.size;
  }

  /** True when all results of `failedCount` were stopped and none has failed. */
  get isOnlyStopped(): boolean {
    return this.#failedByHand().length === 0 && this.#failedSteps().every(({ state }) => state === 'aborted');
  }

  /** The last step of each cell of a node, by `keyOf`: a cell keeps its failure until it is made or run again. */
  cellSteps(nodeId: string): ReadonlyMap<string, Step> {
    // The runs are read so that MobX tracks them: the failures change with them alone.
    const runs = newestFirst(this.runs.values()).toReversed();
    const cells = new Map(this.#failures.get(nodeId));
    for (const { steps } of runs) {
      for (const step of steps) if (step.nodeId === nodeId && !isPassedOver(step)) cells.set(keyOf(step.cell), step);
    }
    return cells;
  }

  /** This node and, where some of it waits for what has failed at its left, the nodes that failed there. */
  withFailedSources(nodeId: string): readonly string[] {
    const { document } = this.#deps.editor;
    const nodes = new Set([nodeId]);
    // The loop walks the ids that it adds, too.
    for (const id of nodes) {
      const isBlocked = Array.from(this.cellSteps(id).values()).some(({ reason }) => reason === 'upstream');
      for (const source of isBlocked ? sourcesOf(document, id) : []) {
        if (Array.from(this.cellSteps(source.id).values()).some(isProblem)) nodes.add(source.id);
      }
    }
    return [...nodes];
  }

  /** True while a run has yet to make this node's picture. */
  isUnderWay(nodeId: string): boolean {
    const state = this.byNode.get(nodeId)?.state;
    return state === 'waiting' || state === 'running';
  }

  /** The summary in the top bar; null when there is nothing to say. */
  summary(): RunSummary | null {
    const { shown } = this;
    if (shown.length === 0) return null;
    const summary = summarise(shown, this.#deps.clock.now());
    // All went well, or failures were made up for: nothing needs to be told any more.
    return summary.isRunning || this.failed.length > 0 ? summary : null;
  }

  /** Reads the runs under way and how the last run ended; a failed reading is repeated. */
  load(): Promise<void> {
    return this.#reader.list();
  }

  /** Takes an event of the project's stream. */
  hear(event: ProjectEvent): void {
    if (event.event === 'run') this.#hearRun(event.data);
    else if (event.event === 'step') this.#hearStep(event.data);
  }

  /** Stops the run under way at this node, with everything that was started with it. */
  async stopAt(nodeId: string): Promise<void> {
    const step = this.byNode.get(nodeId);
    if (step) await this.#stop([step.runId]);
  }

  /** Stops all runs under way. */
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
    this.planning.dispose();
    this.#reader.dispose();
    for (const cancel of this.#cancels.splice(0)) cancel();
  }

  async #stop(runIds: readonly string[]): Promise<void> {
    const { api, announce, notify } = this.#deps;
    const ids = runIds.filter((runId) => !this.#stopping.has(runId));
    if (ids.length === 0) return;
    for (const runId of ids) this.#stopping.add(runId);
    const answers = await Promise.allSettled(ids.map((runId) => api.abort(runId)));
    for (const runId of ids) this.#stopping.delete(runId);
    const failed = answers.filter(({ status }) => status === 'rejected');
    if (failed.length === 0) announce('runs.saidStopped');
    else {
      console.warn('some runs could not be stopped', failed);
      notify({ variant: 'destructive', titleKey: 'runs.notStopped', durationMs: FAILURE_NOTICE_MS });
    }
    await Promise.all(ids.map((runId) => this.#reader.read(runId)));
  }

  #begin(runId: string, nodes: readonly string[]): void {
    this.#deps.onTakenOver(nodes);
    void this.#reader.read(runId);
  }

  /** The cost and the times of steps come with the whole run, which is read when it begins and when it has ended. */
  #hearRun({ runId, state }: EventData<'run'>): void {
    if (this.#over.has(runId)) return;
    this.#steps.takeIn();
    this.#reader.noteEvent(runId);
    if (this.runs.get(runId)?.state !== state) void this.#reader.read(runId);
  }

  #hearStep(step: EventData<'step'>): void {
    const { runId } = step;
    if (this.#over.has(runId)) return;
    this.#reader.noteEvent(runId);
    if (this.runs.has(runId)) this.#steps.hear(step);
    else void this.#reader.read(runId);
  }

  #put(told: readonly Run[]): void {
    if (this.#isDisposed) return;
    const runs = told.filter(({ runId }) => !this.#over.has(runId));
    const before = runs.map(({ runId }) => this.runs.get(runId));
    runInAction(() => {
      for (const run of runs) this.runs.set(run.runId, run);
      this.#dropEarlier();
    });
    for (const [index, run] of runs.entries()) if (before[index]?.state === 'running') this.#tellEnd(run);
  }

  /** A run has a step for each of its nodes, and a visit may see many runs: of those that have ended only the newest is ever shown. */
  #dropEarlier(): void {
    const ended = Array.from(this.runs.values()).filter(({ state }) => state !== 'running');
    for (const { runId, steps } of newestFirst(ended).slice(1).toReversed()) {
      this.runs.delete(runId);
      this.#over.add(runId);
      for (const step of steps) this.#noteLast(step);
    }
  }

  #noteLast(step: Step): void {
    if (isPassedOver(step)) return;
    const cells = this.#failures.get(step.nodeId) ?? new Map<string, Step>();
    if (isProblem(step)) cells.set(keyOf(step.cell), step);
    else cells.delete(keyOf(step.cell));
    this.#failures.set(step.nodeId, cells);
  }

  /** The steps of a run that are worth telling: of one that has ended those that failed, are not made up for, and could run again. */
  #told(run: Run): readonly Step[] {
    if (run.state === 'running') return run.steps;
    return failuresOf(run, this.#deps.takesOf).filter((step) => this.#hasCell(step));
  }

  /** Whether the lists of its node still have the cell of a step; where all are gone, it is for the one picture that is left. */
  #hasCell({ nodeId, cell }: Step): boolean {
    const axes = this.#deps.axesOf(nodeId);
    return axes.length === 0 || keyOf(projectCell(wordsOf(cell), axes)) === keyOf(cell);
  }

  #failedSteps(): readonly Step[] {
    const told = this.shown.flatMap((run) => this.#told(run));
    return told.filter((step) => isProblem(step) && this.#isOnCanvas(step.nodeId) && this.#hasCell(step));
  }

  #failedByHand(): readonly string[] {
    return this.#deps.failedByHand().filter((nodeId) => this.#isOnCanvas(nodeId));
  }

  #isOnCanvas(nodeId: string): boolean {
    return this.#deps.flow.node(nodeId) !== undefined;
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

const newestFirst = (runs: Iterable<Run>): readonly Run[] =>
  Array.from(runs).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));

type EventData<Name extends ProjectEvent['event']> = Extract<ProjectEvent, { readonly event: Name }>['data'];
