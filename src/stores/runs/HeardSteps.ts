import type { ProjectEvent } from '../../api/contractEvents';
import type { Run } from '../../api/contractRuns';
import type { Cancel, Clock } from '../ports';

type Step = Run['steps'][number];
type HeardStep = Extract<ProjectEvent, { readonly event: 'step' }>['data'];

interface HeardStepsDeps {
  readonly clock: Pick<Clock, 'now' | 'nextTask'>;
  readonly runs: ReadonlyMap<string, Run>;
  readonly put: (runs: readonly Run[]) => void;
}

/** A run has one step of these: the cell's words come from the server in one order. */
const keyOf = ({ nodeId, cell }: Pick<Step, 'nodeId' | 'cell'>): string => JSON.stringify([nodeId, cell ?? null]);

/** Takes in together what the stream tells of steps: hundreds come at once, and each new state of a run costs all of its steps. */
export class HeardSteps {
  readonly #deps: HeardStepsDeps;
  /** The heard steps, by the id of their run, each with the time at which it was heard. */
  readonly #heard = new Map<string, { readonly step: HeardStep; readonly at: string }[]>();
  /** Index of each step in the run that was told of last: their places stay. */
  #places: { readonly runId: string; readonly of: ReadonlyMap<string, number> } | null = null;
  #cancel: Cancel | null = null;

  constructor(deps: HeardStepsDeps) {
    this.#deps = deps;
  }

  /** Takes in a step soon, with all that come before that. */
  hear(step: HeardStep): void {
    const { clock } = this.#deps;
    const heard = { step, at: new Date(clock.now()).toISOString() };
    const others = this.#heard.get(step.runId);
    if (others) others.push(heard);
    else this.#heard.set(step.runId, [heard]);
    this.#cancel ??= clock.nextTask(() => this.takeIn());
  }

  /** Takes in all heard steps now. */
  takeIn(): void {
    const { runs, put } = this.#deps;
    this.#cancel?.();
    this.#cancel = null;
    if (this.#heard.size === 0) return;
    const changed: Run[] = [];
    for (const [runId, heard] of this.#heard) {
      const run = runs.get(runId);
      if (!run) continue;
      const steps = [...run.steps];
      for (const { step, at } of heard) {
        const place = this.#placeOf(run, step);
        const before = steps[place];
        if (before) steps[place] = stepAfter(before, step, at);
      }
      changed.push({ ...run, steps });
    }
    this.#heard.clear();
    put(changed);
  }

  dispose(): void {
    this.#cancel?.();
  }

  #placeOf(run: Run, step: HeardStep): number {
    const key = keyOf(step);
    const known = (this.#places?.runId === run.runId && this.#places.of.get(key)) || 0;
    const there = run.steps[known];
    if (there && keyOf(there) === key) return known;
    const of = new Map(run.steps.map((one, index) => [keyOf(one), index]));
    this.#places = { runId: run.runId, of };
    return of.get(key) ?? -1;
  }
}

function stepAfter(step: Step, { state, reason, take }: HeardStep, at: string): Step {
  const isOver = state !== 'waiting' && state !== 'running';
  return {
    ...step,
    state,
    ...(reason !== undefined && { reason }),
    ...(take !== undefined && { take }),
    startedAt: state === 'waiting' ? null : (step.startedAt ?? at),
    endedAt: isOver ? (step.endedAt ?? at) : null,
  };
}
