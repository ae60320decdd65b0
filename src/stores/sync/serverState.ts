import type * as z from 'zod/mini';
import { ApiFailure } from '../../api';
import { patchBehind } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';
import type { Snapshot } from '../../engine';
import { EMPTY_SNAPSHOT, parseSnapshot } from './opening/readSnapshot';

export interface ServerRevision {
  readonly revision: number;
  readonly updatedAt: string;
}

/** A later state of the canvas, by the patches that lead there from `since`. */
export interface ServerSteps extends ServerRevision {
  readonly since: number;
  readonly steps: readonly ToldStep[];
}

/** A state of the canvas that was read as a whole. */
export interface ServerCanvas extends ServerRevision {
  readonly snapshot: Snapshot;
  /** Its text. */
  readonly canvas: string;
}

export type ToldStep = NonNullable<z.infer<typeof patchBehind>['patches']>[number];

/** The state that these lead to from `since`; null where there is a gap. */
export function stepsFrom(since: number, steps: readonly ToldStep[], updatedAt: string): ServerSteps | null {
  if (!steps.every(({ revision }, index) => revision === since + index + 1)) return null;
  return { since, revision: since + steps.length, updatedAt, steps };
}

/** The steps that a 412 tells of; null when the server's log no longer reaches back to the base. */
export function stepsBehind(failure: ApiFailure, since: number): ServerSteps | null {
  const answer = patchBehind.safeParse(failure.body);
  if (!answer.success || !answer.data.patches) return null;
  const steps = stepsFrom(since, answer.data.patches, new Date(failure.serverTime ?? 0).toISOString());
  return steps?.revision === answer.data.revision ? steps : null;
}

/**
 * Follows the server by the steps since a revision, which is little beside the whole canvas; null when its log no longer
 * reaches back to it. Rejects with an ApiFailure.
 */
export async function followServer(
  projects: Pick<ProjectsApi, 'askSince'>,
  pid: number,
  since: number,
): Promise<ServerSteps | null> {
  try {
    const { updatedAt } = await projects.askSince(pid, since);
    return { since, revision: since, updatedAt, steps: [] };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 412) throw error;
    return stepsBehind(error, since);
  }
}

/** Rejects with an ApiFailure, or with an Error when the server's canvas cannot be read. */
export async function readServerCanvas(projects: Pick<ProjectsApi, 'read'>, pid: number): Promise<ServerCanvas> {
  const { head, canvas: text } = await projects.read(pid);
  const canvas = text || JSON.stringify(EMPTY_SNAPSHOT);
  const snapshot = parseSnapshot(canvas);
  if (!snapshot) throw new Error('the canvas of the server is no snapshot');
  return { snapshot, revision: head.revision, updatedAt: head.updatedAt, canvas };
}
