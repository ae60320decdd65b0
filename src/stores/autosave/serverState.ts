import { ApiFailure } from '../../api';
import { patchBehind } from '../../api/contract';
import type { ProjectsApi } from '../../api/projects';
import type { Snapshot } from '../../engine';
import type { AcknowledgedStep } from '../localCopies/records';
import { applyPatch } from '../diff/applyPatch';
import { EMPTY_SNAPSHOT, parseSnapshot } from '../diff/readSnapshot';

/** A state of the canvas the server has. */
export interface ServerState {
  readonly snapshot: Snapshot;
  readonly revision: number;
  readonly updatedAt: string;
  /** How it was learnt: by its text, or by the steps that lead there from the base. */
  readonly news: { readonly canvas: string } | { readonly steps: readonly AcknowledgedStep[] };
}

/** What a 412 tells of the server's state; null when its log no longer reaches back to the base. */
export function stateBehind(failure: ApiFailure, base: Snapshot, baseRevision: number): ServerState | null {
  const answer = patchBehind.safeParse(failure.body);
  if (!answer.success || !answer.data.patches) return null;
  let snapshot = base;
  let revision = baseRevision;
  try {
    for (const step of answer.data.patches) {
      if (step.revision !== revision + 1) return null;
      snapshot = applyPatch(snapshot, step.patch);
      revision = step.revision;
    }
  } catch {
    return null;
  }
  if (revision !== answer.data.revision) return null;
  const steps = answer.data.patches.map((step) => ({ revision: step.revision, text: JSON.stringify(step.patch) }));
  return { snapshot, revision, updatedAt: new Date(failure.serverTime ?? 0).toISOString(), news: { steps } };
}

/**
 * Follows the server by the steps since a revision, which is little beside the whole canvas; null when its log no longer
 * reaches back to it. Rejects with an ApiFailure.
 */
export async function followServer(
  projects: Pick<ProjectsApi, 'askSince'>,
  pid: number,
  known: Omit<ServerState, 'news'>,
): Promise<ServerState | null> {
  try {
    const { updatedAt } = await projects.askSince(pid, known.revision);
    return { ...known, updatedAt, news: { steps: [] } };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 412) throw error;
    return stateBehind(error, known.snapshot, known.revision);
  }
}

/** Rejects with an ApiFailure, or with an Error when the server's canvas cannot be read. */
export async function readServerState(projects: Pick<ProjectsApi, 'read'>, pid: number): Promise<ServerState> {
  const { head, canvas: text } = await projects.read(pid);
  const canvas = text || JSON.stringify(EMPTY_SNAPSHOT);
  const snapshot = parseSnapshot(canvas);
  if (!snapshot) throw new Error('the canvas of the server is no snapshot');
  return { snapshot, revision: head.revision, updatedAt: head.updatedAt, news: { canvas } };
}
