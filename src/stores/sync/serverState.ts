import type * as z from 'zod/mini';
import { ApiFailure } from '../../api';
import { patchBehind } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';
import type { Snapshot } from '../../engine';
import { EMPTY_SNAPSHOT, parseSnapshot } from './opening/readSnapshot';
import { isSame } from './patch/sameValue';

export interface ServerRevision {
  readonly revision: number;
  readonly updatedAt: string;
}

/** A later state of the canvas, by the patches that lead there from `since`. */
export interface ServerPatches extends ServerRevision {
  readonly since: number;
  readonly patches: readonly ServerPatch[];
}

/** A state of the canvas that was read as a whole. */
export interface ServerCanvas extends ServerRevision {
  readonly snapshot: Snapshot;
  /** Its text. */
  readonly canvas: string;
}

export type ServerPatch = NonNullable<z.infer<typeof patchBehind>['patches']>[number];

/** The state that these lead to from `since`; null where there is a gap. */
export function patchesFrom(since: number, patches: readonly ServerPatch[], updatedAt: string): ServerPatches | null {
  if (!patches.every(({ revision }, index) => revision === since + index + 1)) return null;
  return { since, revision: since + patches.length, updatedAt, patches };
}

/** The patches that a 412 tells of; null when the server's log no longer reaches back to the base. */
export function patchesBehind(failure: ApiFailure, since: number): ServerPatches | null {
  const answer = patchBehind.safeParse(failure.body);
  if (!answer.success || !answer.data.patches) return null;
  const patches = patchesFrom(since, answer.data.patches, new Date(failure.serverTime ?? 0).toISOString());
  return patches?.revision === answer.data.revision ? patches : null;
}

/**
 * Whether the first of these patches is this very one: the server has taken a save of whose key it knows nothing any more, or somebody
 * has made the same of the same state.
 */
export const beginsWith = ({ patches: [first] }: Pick<ServerPatches, 'patches'>, patch: unknown): boolean =>
  first !== undefined && isSame(first.patch, patch);

/**
 * Follows the server by the patches since a revision, which is little beside the whole canvas; null when its log no longer
 * reaches back to it. Rejects with an ApiFailure.
 */
export async function followServer(
  projects: Pick<ProjectsApi, 'askSince'>,
  pid: number,
  since: number,
): Promise<ServerPatches | null> {
  try {
    const { updatedAt } = await projects.askSince(pid, since);
    return { since, revision: since, updatedAt, patches: [] };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 412) throw error;
    return patchesBehind(error, since);
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
