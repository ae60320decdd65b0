/** What a page hears of its project while it is open: one stream, whatever changes. */
import * as z from 'zod/mini';
import { job, patchBehind } from './contract';
import { run, runStep } from './contractRuns';
import { take } from './contractTakes';

/** The patches of a `revision` event are left out beyond so many bytes: a page asks for them as for any others. */
export const EVENT_PATCHES_MAX_BYTES = 16 * 1024;

export const projectEventsQuery = z.object({
  /** Only what is there already: the stream ends behind it. */
  once: z.optional(z.literal('true')),
});

/** Readers skip events they do not know. */
export const projectEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('revision'),
    data: z.object({
      /** The canvas's revision as it stands. */
      revision: z.int(),
      /** What led there from the revision told before; absent where it is too much or not there any more. */
      patches: patchBehind.shape.patches,
    }),
  }),
  z.object({
    event: z.literal('run'),
    data: z.object({
      runId: run.shape.runId,
      state: run.shape.state,
      /** Steps that have ended, in whatever way. */
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
      /** It can be brought back for a while. */
      isDeleted: z.optional(z.boolean()),
    }),
  }),
  z.object({ event: z.literal('job'), data: job }),
  /** The stream cannot tell what was missed: read anew what you show, and go on from here. */
  z.object({ event: z.literal('reset'), data: z.object({ revision: z.int() }) }),
  /** The end of the stream. */
  z.object({
    event: z.literal('error'),
    data: z.object({ message: z.optional(z.string()), code: z.optional(z.string()) }),
  }),
]);
export type ProjectEvent = z.infer<typeof projectEvent>;
