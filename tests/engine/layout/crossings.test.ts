import { expect, it } from 'vitest';
import { layeredLayout } from '../../../src/engine';
import { median } from '../../../bench/quantile';
import { anyLayoutGraph, dagrePlaces, straightCrossings } from '../support/layoutFlows';

/** `npm run bench:layout` does this with 50 flows of 200 nodes, which takes dagre a minute. */
const FLOWS = 8;
const NODES = 80;

it('tidied flows have at most 1.2 times as many crossings as those that dagre lays out, in the median [ARRANGE-12]', () => {
  const ratios = Array.from({ length: FLOWS }, (_, seed) => {
    const graph = anyLayoutGraph(NODES, seed + 1);
    const theirs = straightCrossings(graph, dagrePlaces(graph));
    return straightCrossings(graph, layeredLayout(graph)) / Math.max(1, theirs);
  });
  expect(median(ratios)).toBeLessThanOrEqual(1.2);
});
