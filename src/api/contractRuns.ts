/** The shapes of runs: one execution over many nodes. */
import * as z from 'zod/mini';
import { ID_MAX } from './contract';
import { cell } from './contractTakes';

/** Limit on the nodes of a run times their results. */
export const RUN_MAX_STEPS = 10_000;
const TAKES_MAX = 100;
/** A node may have a longer id, but then it cannot run: each step has a copy. */
const nodeId = z.string().check(z.maxLength(ID_MAX));

export const runWish = z.strictObject({
  /** Ids of nodes. */
  nodes: z.array(nodeId).check(z.minLength(1), z.maxLength(RUN_MAX_STEPS)),
  /** Revision of the canvas that is to run. */
  revision: z.int().check(z.nonnegative()),
  /** True when no existing picture may be used. */
  isFresh: z.optional(z.boolean()),
  /** Results of each node; one when absent. */
  takes: z.optional(z.int().check(z.minimum(1), z.maximum(TAKES_MAX))),
  /** Number of the first result, so that a repetition differs from those before; 0 when absent. */
  number: z.optional(z.int().check(z.nonnegative())),
  /** The only cells of these nodes to run; a partial cell means all cells that contain it. */
  cells: z.optional(z.array(z.object({ nodeId, cell })).check(z.maxLength(RUN_MAX_STEPS))),
  /** A sample of the cells of nodes whose lists go one by one: all, the fewest in which any two words meet, or n random ones. */
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
  /** One of several results of the node, when there are several. */
  cell: z.optional(cell),
  /** Stable code of why it does not run, or has ended so. */
  reason: z.optional(z.string()),
  /** The id of its take. */
  take: z.optional(z.int()),
};

export const plannedStep = z.object({
  ...place,
  state: z.enum(['run', 'kept', 'blocked']),
  /** True when the node shows its kept take already, or has it for this cell: a run leaves it as it is. */
  isChosen: z.optional(z.boolean()),
  /** Known when all inputs are known. */
  key: z.optional(z.string()),
  /** Millionths of a US dollar; absent when not known. */
  costMicros: z.optional(z.int()),
});
export type PlanStep = z.infer<typeof plannedStep>;

export const runPlan = z.object({
  /** Each step comes after those it depends on. */
  steps: z.array(plannedStep),
  calls: z.int(),
  kept: z.int(),
  blocked: z.int(),
  cost: z.object({
    /** Cost of the calls whose price is known. */
    aboutMicros: z.int(),
    unknownCalls: z.int(),
  }),
  /** The rest of the day's limits; null for no limit. */
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
