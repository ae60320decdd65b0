/**
 * `npm run bench:layout`: the time of tidying up, and its crossings compared with dagre's. Prints the figures beside their limits and
 * writes bench/results/layout.json.
 */
import { layeredLayout } from '../../src/engine';
import { anyLayoutGraph, dagrePlaces, straightCrossings } from '../../tests/engine/support/layoutFlows';
import { median, quantile } from '../quantile';
import { runBench } from '../runBench';
import { measureApplying } from './measureApplying';
import { judge } from './judge';

/** Each size is laid out so often; the median counts. */
const REPEATS = 5;

function layoutMs(nodeCount: number): number {
  return median(
    Array.from({ length: REPEATS }, (_, seed) => {
      const graph = anyLayoutGraph(nodeCount, seed + 1);
      const start = performance.now();
      layeredLayout(graph);
      return performance.now() - start;
    }),
  );
}

await runBench({
  name: 'layout',
  numbers: { flows: 50, nodes: 200 },
  parts: {
    // The first one of a worker has nothing compiled yet.
    cold: () => {
      const graph = anyLayoutGraph(1_000, 7);
      const start = performance.now();
      layeredLayout(graph);
      return Promise.resolve({ nodes: 1_000, ms: performance.now() - start });
    },
    few: () => Promise.resolve({ nodes: 1_000, ms: layoutMs(1_000) }),
    many: () => Promise.resolve({ nodes: 100_000, ms: layoutMs(100_000) }),
    // A major collection of garbage that falls into one run is not the step's.
    applying: () => {
      const runs = Array.from({ length: REPEATS }, () => measureApplying(100_000));
      const inOrder = runs.toSorted((a, b) => a.longestStepMs - b.longestStepMs);
      return Promise.resolve(inOrder[REPEATS >> 1]!);
    },
    crossings: ({ flows, nodes }) => {
      const ratios = Array.from({ length: flows }, (_, seed) => {
        const graph = anyLayoutGraph(nodes, seed + 1);
        const theirs = straightCrossings(graph, dagrePlaces(graph));
        return straightCrossings(graph, layeredLayout(graph)) / Math.max(1, theirs);
      });
      return Promise.resolve({ flows, nodes, median: median(ratios), p90: quantile(ratios, 0.9) });
    },
  },
  judge,
});
