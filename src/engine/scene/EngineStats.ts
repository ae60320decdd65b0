import type { IndexCounts } from '../geometry/SpatialIndex';

/**
 * Counts of the work that one engine has done since it was made. They only grow: the work of an act is what two readings differ by. An
 * index adds to them where it does the work, so they hold however it is built.
 */
export class EngineStats implements IndexCounts {
  /** Searches for the cards or the edges that touch a box. */
  searches = 0;
  /** Boxes of cards and edges that entered an index, or were given a new place in it. */
  indexed = 0;
  /** Boxes that left an index for good, other than by its being loaded anew. */
  unindexed = 0;
  /** Trees built over all cards, or over all edges. */
  trees = 0;
  /** Exact boxes of edges that were computed. */
  edgeBoxes = 0;
  /** Routes of the document's edges that were computed, not remembered. */
  routes = 0;
}
