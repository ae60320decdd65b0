import type { TakesTarget } from '../../src/actions';
import type { FlowStore } from '../../src/stores/flow/FlowStore';

/** A canvas none of whose nodes has a finished picture. */
export const noTakes = (flow: FlowStore): TakesTarget => ({
  flow,
  takes: {
    byNode: new Map(),
    of: () => [],
    chosen: () => null,
    ratingMin: null,
    lookFor: () => undefined,
    removed: [],
    restore: () => Promise.resolve(),
  },
  judge: () => undefined,
});
