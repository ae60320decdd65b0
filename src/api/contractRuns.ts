/** The shapes of runs: one execution over many nodes. */
import * as z from 'zod/mini';
import { cell } from './contractTakes';

/** Nodes of a run, and results of each; together they are no more than RUN_MAX_STEPS. */
export const RUN_MAX_STEPS = 10_000;
const TAKES_MAX = 100;

export const runWish = z.strictObject({
  /** Ids of nodes. */
  nodes: z.array(z.string()).check(z.minLength(1), z.maxLength(RUN_MAX_STEPS)),
  /** Of the canvas that is meant. */
  revision: z.int().check(z.nonnegative()),
  /** Nothing that is there already is used. */
  isFresh: z.optional(z.boolean()),
  /** Results of each node; one when absent. */
  takes: z.optional(z.int().check(z.minimum(1), z.maximum(TAKES_MAX))),
  /** The only cells to run of these nodes; part of a cell stands for all that have it. */
  cells: z.optional(z.array(z.object({ nodeId: z.string(), cell })).check(z.maxLength(RUN_MAX_STEPS))),
  /** Which cells of nodes whose lists go one by one: all, so few that any two words meet, or n by chance. */
  sample: z.optional(
    z.discriminatedUnion('mode', [
      z.object({ mode: z.literal('all') }),
      z.object({ mode: z.literal('pairs') }),
      z.object({
        mode: z.literal('random'),
        n: z.int().check(z.minimum(1), z.maximum(RUN_MAX_STEPS)),
        seed: z.int(),
      }),
    ]),
  ),
});
export type RunWish = z.infer<typeof runWish>;

const place = {
  nodeId: z.string(),
  /** Which of several results of the node, where there are several. */
  cell: z.optional(cell),
  /** Why it does not run, or has ended so, in one stable word. */
  reason: z.optional(z.string()),
  /** The id of its take. */
  take: z.optional(z.int()),
};

export const plannedStep = z.object({
  ...place,
  state: z.enum(['run', 'kept', 'blocked']),
  /** Known whenever all inputs are. */
  key: z.optional(z.string()),
  /** Millionths of a US dollar; absent where nobody knows. */
  costMicros: z.optional(z.int()),
});
export type PlanStep = z.infer<typeof plannedStep>;

export const runPlan = z.object({
  /** Each after those it depends on. */
  steps: z.array(plannedStep),
  calls: z.int(),
  kept: z.int(),
  blocked: z.int(),
  cost: z.object({
    /** Of the calls whose price is known. */
    aboutMicros: z.int(),
    unknownCalls: z.int(),
  }),
  /** What the limits of a day still let; null where there is none. */
  allowed: z.object({ calls: z.nullable(z.int()), micros: z.nullable(z.int()) }),
});
export type RunPlan = z.infer<typeof runPlan>;

export const startedRun = z.object({ runId: z.string() });

export const runStep = z.object({
  ...place,
  state: z.enum(['waiting', 'running', 'done', 'kept', 'failed', 'blocked', 'aborted']),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
});
export const run = z.object({
  runId: z.string(),
  state: z.enum(['running', 'done', 'aborted']),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
  steps: z.array(runStep),
  cost: z.object({ aboutMicros: z.int(), unknownCalls: z.int() }),
});
export type Run = z.infer<typeof run>;
export const runList = z.array(run);
