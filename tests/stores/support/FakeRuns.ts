import { isDeepStrictEqual } from 'node:util';
import type { Run, RunPlan, RunWish } from '../../../src/api/contractRuns';
import type { RunsApi } from '../../../src/api/runs';
import { failure } from './FakeProjects';

/** A plan of nothing, but for these of its members. */
export const planOf = (rest: Partial<RunPlan>): RunPlan => ({
  steps: [],
  calls: 0,
  kept: 0,
  blocked: 0,
  cost: { aboutMicros: 0, unknownCalls: 0 },
  allowed: { calls: null, micros: null },
  ...rest,
});

/** The server's runs over many nodes, as the test sets them. */
export class FakeRuns implements RunsApi {
  /** Planned and started runs, in order. */
  readonly planned: RunWish[] = [];
  readonly started: { readonly wish: RunWish; readonly key: string }[] = [];
  readonly aborted: string[] = [];
  stored: Run[] = [];
  /** The plan, or its rejection. */
  answer: (wish: RunWish) => RunPlan | Promise<RunPlan> = () => planOf({});

  readonly plan: RunsApi['plan'] = async (_pid, wish) => {
    this.planned.push(wish);
    return this.answer(wish);
  };

  readonly start: RunsApi['start'] = async (_pid, wish, key) => {
    const earlier = this.started.findIndex((one) => one.key === key);
    if (earlier !== -1) {
      if (!isDeepStrictEqual(this.started[earlier]?.wish, wish)) throw failure(422, undefined, 'keyReused');
      return `r${earlier + 1}`;
    }
    this.started.push({ wish, key });
    const runId = `r${this.started.length}`;
    this.stored.unshift(runOf(runId, wish.nodes));
    return runId;
  };

  readonly list: RunsApi['list'] = async () => this.stored;

  /** Set while the answers of `read` are on their way. */
  answersLate: Promise<void> | null = null;

  readonly read: RunsApi['read'] = async (runId) => {
    const run = this.stored.find((each) => each.runId === runId);
    await this.answersLate;
    if (!run) throw failure(404);
    return run;
  };

  readonly abort: RunsApi['abort'] = async (runId) => void this.aborted.push(runId);
}

/** A run whose steps all wait. */
const runOf = (runId: string, nodes: readonly string[]): Run => ({
  runId,
  state: 'running',
  createdAt: '2026-11-21T09:00:00.000Z',
  endedAt: null,
  steps: nodes.map((nodeId) => ({ nodeId, state: 'waiting', startedAt: null, endedAt: null })),
  cost: { aboutMicros: 0, unknownCalls: 0 },
});
