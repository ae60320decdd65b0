import type { Run } from '../../api/contractRuns';

type StepState = Run['steps'][number]['state'];

/** A node's step, from the newest run that says something of it. */
export interface NodeStep {
  readonly runId: string;
  readonly state: StepState;
  /** Stable code of the reason. */
  readonly reason: string | undefined;
  /** Milliseconds since 1970; null before it has begun. */
  readonly startedAt: number | null;
}

/** The sum of several runs. */
export interface RunSummary {
  readonly isRunning: boolean;
  /** 'failed' includes nodes whose picture is made from one that failed; 'blocked' only those that the plan has named. */
  readonly counts: Readonly<Record<StepState, number>>;
  /** Steps without those that the plan has named as blocked. */
  readonly total: number;
  /** Steps that have ended, well or not. */
  readonly ended: number;
  /** Cost in millionths of a US dollar, of the calls whose price is known. */
  readonly costMicros: number;
  readonly unknownCalls: number;
  /** Milliseconds until all steps have ended; null while unknown. */
  readonly leftMs: number | null;
}

/** An estimate needs this many finished pictures. */
const ENOUGH_TO_TELL = 2;

const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** The first of these states shows on the card of a node with several results. */
const TOLD_FIRST: readonly StepState[] = ['running', 'waiting', 'failed', 'aborted', 'blocked', 'done', 'kept'];

export function stepsByNode(runId: string, steps: readonly Run['steps'][number][]): Map<string, NodeStep> {
  const nodes = new Map<string, NodeStep>();
  for (const { nodeId, state, reason, startedAt } of steps) {
    const known = nodes.get(nodeId);
    if (known && TOLD_FIRST.indexOf(known.state) <= TOLD_FIRST.indexOf(state)) continue;
    nodes.set(nodeId, { runId, state, reason, startedAt: timeOf(startedAt) });
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

/** Estimates from the pace of the pictures made so far. */
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
