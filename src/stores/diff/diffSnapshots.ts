import type { Snapshot } from '../../engine';
import { diffValues } from './diffValues';
import type { PatchStep } from './PatchStep';

/**
 * The RFC 6902 patch that turns `base` into `next`, by node and edge id. Its cost follows what changed: nodes and edges
 * that kept their reference are only passed by.
 */
export function diffSnapshots(base: Snapshot, next: Snapshot): PatchStep[] {
  const steps: PatchStep[] = [];
  diffValues(base, next, '', steps);
  return steps;
}
