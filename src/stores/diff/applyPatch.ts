import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { produce } from 'immer';
import type { Snapshot } from '../../engine';

/**
 * The snapshot after the patch; what the patch does not touch keeps its reference. Throws when an operation does not fit or
 * names a forbidden path, and leaves the given snapshot as it was.
 */
export function applyPatch(snapshot: Snapshot, patch: readonly unknown[]): Snapshot {
  // With validation on: without it a path through `constructor` is followed.
  const steps = structuredClone(patch) as Operation[];
  if (steps.some(({ path }) => path === '')) {
    return fastJsonPatch.applyPatch(snapshot, steps, true, false).newDocument;
  }
  return produce(snapshot, (draft) => {
    fastJsonPatch.applyPatch(draft, steps, true, true);
  });
}
