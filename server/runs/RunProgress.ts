import type { RunRow, StepRow } from './RunStore';
import { RunStore, isOver } from './RunStore';

const LOST: ReadonlySet<StepRow['state']> = new Set(['failed', 'blocked', 'aborted']);

/** The steps of a run that is under way as this server knows them: read once, then only those that have changed. */
export class RunProgress {
  readonly run: RunRow;
  readonly #store: RunStore;
  #steps: StepRow[] = [];
  #waits: number[][] = [];
  #event = 0;
  #isRead = false;
  /** Steps that were found to be new work: nothing equal is finished. */
  readonly #isNew = new Set<number>();

  constructor(store: RunStore, run: RunRow) {
    this.#store = store;
    this.run = run;
  }

  /** Follows what any server has changed. */
  async refresh(): Promise<void> {
    if (this.#isRead) {
      this.take(await this.#store.changedSteps(this.run.id, this.#event));
      return;
    }
    this.#steps = await this.#store.steps(this.run.id);
    this.#waits = this.#steps.map((step) => JSON.parse(step.waits_for) as number[]);
    this.#event = Math.max(0, ...this.#steps.map(({ event }) => event));
    this.#isRead = true;
  }

  /** No event reports that another server has put a step on the canvas, so all are read again. */
  forget(): void {
    this.#isRead = false;
  }

  /** Steps as they are by now. */
  take(changed: readonly StepRow[]): void {
    for (const step of changed) {
      this.#steps[step.place] = step;
      this.#event = Math.max(this.#event, step.event);
    }
  }

  /** Pictures of these are on the canvas. */
  written(steps: readonly StepRow[]): void {
    for (const step of steps) step.is_written = 1;
  }

  get steps(): readonly StepRow[] {
    return this.#steps;
  }

  get running(): readonly StepRow[] {
    return this.#steps.filter(({ state }) => state === 'running');
  }

  /** Steps whose picture is to be put on the canvas. */
  get unwritten(): readonly StepRow[] {
    return this.#steps.filter((step) => step.is_written === 0 && step.url !== null);
  }

  /** Those of these steps whose pictures their nodes may come to show, by node: of several results the first ones. */
  showable(due: readonly StepRow[]): ReadonlyMap<string, readonly StepRow[]> {
    const nodes = new Map<string, StepRow[]>();
    const first = this.#steps[0]?.number;
    for (const step of due) {
      if ((this.run.takes > 1 && step.number !== first) || step.url === null) continue;
      const steps = nodes.get(step.node_id);
      if (steps) steps.push(step);
      else nodes.set(step.node_id, [step]);
    }
    return nodes;
  }

  /** Nodes with a cell that this run has put on the canvas, or has found there. */
  get nodesWithCells(): ReadonlySet<string> {
    return new Set(
      this.#steps.flatMap((step) =>
        step.cell !== null && step.is_written === 1 && step.url !== null ? step.node_id : [],
      ),
    );
  }

  get isOver(): boolean {
    return this.#steps.every((step) => step.is_written === 1 && isOver(step));
  }

  /** Returns the waiting steps that could begin, and those that never can. */
  judge(): { next: StepRow[]; blocked: StepRow[] } {
    const next: StepRow[] = [];
    const blocked: StepRow[] = [];
    const lost = new Set<number>();
    for (const step of this.#steps) {
      if (LOST.has(step.state)) lost.add(step.place);
      if (step.state !== 'waiting') continue;
      const left = this.#waits[step.place] ?? [];
      if (left.some((place) => lost.has(place))) {
        blocked.push(step);
        lost.add(step.place);
      } else if (left.every((place) => this.#steps[place]?.url)) next.push(step);
    }
    return { next, blocked };
  }

  /** Returns the steps that were not yet checked for finished work; they count as checked from now on. */
  unseen(steps: readonly StepRow[]): StepRow[] {
    const unseen = steps.filter(({ place }) => !this.#isNew.has(place));
    for (const { place } of unseen) this.#isNew.add(place);
    return unseen;
  }
}
