import type { Snapshot } from '../../engine';
import { diffMembers } from './diffValues';
import type { PatchStep } from './PatchStep';
import { finish, type Turns } from './Turns';

/**
 * The RFC 6902 patch that turns `base` into `next`, by node and edge id. Its cost follows what changed: nodes and edges
 * that kept their reference are only passed by.
 */
export const diffSnapshots = (base: Snapshot, next: Snapshot): PatchStep[] => finish(diffInTurns(base, next));

/** As `diffSnapshots`, some nodes or edges a turn. */
export function* diffInTurns(base: Snapshot, next: Snapshot): Turns<PatchStep[]> {
  const steps: PatchStep[] = [];
  yield* diffMembers(base, next, '', steps);
  return steps;
}
