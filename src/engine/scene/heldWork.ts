import type { IdSet } from '../collections/IdSet';
import type { HeldWork, NodeRun } from '../render/card/PaintEnvironment';

/** Phase where no run has one, like that of the spinner on a card that stands still. */
const STILL_PHASE = 0.5;

/** How the runs of these nodes stand, all together; null where none is under way and none has failed. */
export function heldWork(ids: IdSet, runs: ReadonlyMap<string, NodeRun>): HeldWork | null {
  let underWay = 0;
  let failed = 0;
  let phase: number | null = null;
  // Whichever is fewer: a frame that holds two costs two, however many have failed.
  for (const id of ids.size < runs.size ? ids : runs.keys()) {
    const run = runs.get(id);
    if (!run || run.state === 'note' || !ids.has(id)) continue;
    if (run.state === 'failed') {
      failed += 1;
      continue;
    }
    underWay += 1;
    if (run.state !== 'waiting') phase ??= run.phase ?? STILL_PHASE;
  }
  return underWay + failed === 0 ? null : { underWay, failed, phase };
}
