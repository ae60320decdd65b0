/** The events of an open project: one stream for every change. */
import * as z from 'zod/mini';
import { job, patchBehind } from './contract';
import { run, runStep } from './contractRuns';
import { take } from './contractTakes';

/** A `revision` event above this many bytes leaves its patches out: a page then asks for them as usual. */
export const EVENT_PATCHES_MAX_BYTES = 16 * 1024;

export const projectEventsQuery = z.object({
  /** Gives only the events that exist already, and ends the stream behind them. */
  once: z.optional(z.literal('true')),
});

/** Readers skip events they do not know. */
export const projectEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('revision'),
    data: z.object({
      /** The canvas's current revision. */
      revision: z.int(),
      /** The patches since the revision told before; absent when they are too large or not kept any more. */
      patches: patchBehind.shape.patches,
    }),
  }),
  z.object({
    event: z.literal('run'),
    data: z.object({
      runId: run.shape.runId,
      state: run.shape.state,
      /** Number of steps that have ended, in any way. */
      done: z.int(),
      total: z.int(),
    }),
  }),
  z.object({
    event: z.literal('step'),
    data: z.object({
      runId: run.shape.runId,
      nodeId: runStep.shape.nodeId,
      cell: runStep.shape.cell,
      state: runStep.shape.state,
      reason: runStep.shape.reason,
      take: runStep.shape.take,
    }),
  }),
  z.object({
    event: z.literal('take'),
    data: z.object({
      take,
      /** True for a deleted take, which can be restored for a while. */
      isDeleted: z.optional(z.boolean()),
    }),
  }),
  z.object({ event: z.literal('job'), data: job }),
  /** Missed events cannot be told: read again what you show, and continue from here. */
  z.object({ event: z.literal('reset'), data: z.object({ revision: z.int() }) }),
  /** The end of the stream. */
  z.object({
    event: z.literal('error'),
    data: z.object({ message: z.optional(z.string()), code: z.optional(z.string()) }),
  }),
]);
export type ProjectEvent = z.infer<typeof projectEvent>;
