import { PendingChanges, type Snapshot } from '../../engine';
import type { Patch } from '../diff/PatchStep';
import { Encoding, restOf } from './Encoding';

/** The patch that turns one canvas into the other: to be asked for only where nobody has told what changed. */
export const patchBetween = (base: Snapshot, next: Snapshot): Patch =>
  new Encoding({
    changes: PendingChanges.between(base, next),
    from: restOf(base),
    to: restOf(next),
    isLeaving: true,
  }).patch;
