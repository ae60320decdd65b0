import type { Run } from '../../api/contractRuns';

type StepState = Run['steps'][number]['state'];

/** What goes on at a node, or went wrong there, by the newest run that says something of it. */
export interface NodeStep {
  readonly runId: string;
  readonly state: StepState;
  /** Why, in one stable word. */
  readonly reason: string | undefined;
  /** Milliseconds since 1970; null where it has not begun. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** Several runs as one. */
export interface RunSummary {
  readonly isRunning: boolean;
  /** 'failed' has those, too, whose picture is made from one that failed; 'blocked' only those of which the plan has told. */
  readonly counts: Readonly<Record<StepState, number>>;
  /** Without those that the plan has told of. */
  readonly total: number;
  /** What has come to its end, well or not. */
  readonly ended: number;
  /** Millionths of a US dollar, of the calls whose price is known. */
  readonly costMicros: number;
  readonly unknownCalls: number;
  /** How long it takes until all of it has ended; null while nobody can tell. */
  readonly leftMs: number | null;
}

/** Fewer finished pictures say nothing about the rest. */
const ENOUGH_TO_TELL = 2;

const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** Of several results of a node its card says what comes first here. */
const TOLD_FIRST: readonly StepState[] = ['running', 'waiting', 'failed', 'aborted', 'blocked', 'done', 'kept'];

export function stepsByNode({ runId, steps }: Run): Map<string, NodeStep> {
  const nodes = new Map<string, NodeStep>();
  for (const { nodeId, state, reason, startedAt, endedAt } of steps) {
    const known = nodes.get(nodeId);
    if (known && TOLD_FIRST.indexOf(known.state) <= TOLD_FIRST.indexOf(state)) continue;
    nodes.set(nodeId, { runId, state, reason, startedAt: timeOf(startedAt), endedAt: timeOf(endedAt) });
  }
  return nodes;
}

/** `now`: milliseconds since 1970. */
export function summarise(runs: readonly Run[], now: number): RunSummary {
  const counts = { waiting: 0, running: 0, done: 0, kept: 0, failed: 0, blocked: 0, aborted: 0 };
  let [total, costMicros, unknownCalls] = [0, 0, 0];
  for (const { steps, cost } of runs) {
    costMicros += cost.aboutMicros;
    unknownCalls += cost.unknownCalls;
    for (const { state, reason } of steps) {
      const shown = state === 'blocked' && reason === 'upstream' ? 'failed' : state;
      counts[shown] += 1;
      if (shown !== 'blocked') total += 1;
    }
  }
  const left = counts.waiting + counts.running;
  return {
    isRunning: runs.some(({ state }) => state === 'running'),
    counts,
    total,
    ended: total - left,
    costMicros,
    unknownCalls,
    leftMs: left === 0 ? 0 : leftOf(runs, left, now),
  };
}

/** At the pace of the pictures made so far. */
function leftOf(runs: readonly Run[], left: number, now: number): number | null {
  const ends = runs.flatMap(({ steps }) =>
    steps.flatMap(({ state, startedAt, endedAt }) =>
      state === 'done' && startedAt !== null && endedAt !== null ? [[Date.parse(startedAt), Date.parse(endedAt)]] : [],
    ),
  );
  if (ends.length < ENOUGH_TO_TELL) return null;
  const began = Math.min(...ends.map(([start = now]) => start));
  return (Math.max(1, now - began) / ends.length) * left;
}
