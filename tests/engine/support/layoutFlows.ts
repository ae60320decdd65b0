import dagre from '@dagrejs/dagre';
import type { LayoutGraph, LayoutPlaces } from '../../../src/engine';

/** Widths of a prompt and of a picture, in world pixels. */
const WIDTHS = [220, 245] as const;
const HEIGHT = 195;
const MIDDLE = HEIGHT / 2;
/** An edge comes from one of this many nodes before it. */
const NEAR = 30;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A flow as people grow one, in disorder: most nodes take input from one or two recent ones. */
export function anyLayoutGraph(nodeCount: number, seed: number): LayoutGraph {
  const next = numbersOf(seed);
  const below = (count: number): number => Math.floor(next() * count);
  const columns = { source: new Set<number>(), ends: [] as [number, number][] };
  for (let node = 1; node < nodeCount; node += 1) {
    const wanted = next() < 0.15 ? 0 : next() < 0.6 ? 1 : 2;
    const sources = new Set(Array.from({ length: wanted }, () => Math.max(0, node - 1 - below(NEAR))));
    for (const source of sources) columns.ends.push([source, node]);
  }
  const edgeCount = columns.ends.length;
  const spread = 300 * Math.sqrt(nodeCount);
  return {
    x: Float64Array.from({ length: nodeCount }, () => below(spread)),
    y: Float64Array.from({ length: nodeCount }, () => below(spread)),
    width: Float64Array.from({ length: nodeCount }, () => WIDTHS[below(2)] ?? WIDTHS[0]),
    height: new Float64Array(nodeCount).fill(HEIGHT),
    source: Int32Array.from(columns.ends, ([source]) => source),
    target: Int32Array.from(columns.ends, ([, target]) => target),
    sourceOffset: new Float64Array(edgeCount).fill(MIDDLE),
    targetOffset: new Float64Array(edgeCount).fill(MIDDLE),
  };
}

/** The same graph as dagre lays it out. */
export function dagrePlaces({ width, height, source, target }: LayoutGraph): LayoutPlaces {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR' });
  graph.setDefaultEdgeLabel(() => ({}));
  width.forEach((each, node) => graph.setNode(String(node), { width: each, height: height[node] ?? 0 }));
  source.forEach((from, edge) => graph.setEdge(String(from), String(target[edge])));
  dagre.layout(graph);
  const placed = Array.from(width, (_, node) => graph.node(String(node)));
  return {
    x: Float64Array.from(placed, ({ x }, node) => x - (width[node] ?? 0) / 2),
    y: Float64Array.from(placed, ({ y }, node) => y - (height[node] ?? 0) / 2),
  };
}

interface Segment {
  readonly ends: readonly [number, number];
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** The side of a segment on which a point lies. */
const sideOf = ({ from, to }: Segment, [x, y]: readonly [number, number]): number =>
  Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));

/** The number of pairs of edges that cross, as straight segments from side to side; pairs that share a node do not count. */
export function straightCrossings(graph: LayoutGraph, { x, y }: LayoutPlaces): number {
  const { source, target, width } = graph;
  const segments = Array.from(source, (from, edge): Segment => {
    const to = target[edge] ?? 0;
    return {
      ends: [from, to],
      from: [(x[from] ?? 0) + (width[from] ?? 0), (y[from] ?? 0) + MIDDLE],
      to: [x[to] ?? 0, (y[to] ?? 0) + MIDDLE],
    };
  });
  let crossings = 0;
  for (const [index, one] of segments.entries())
    for (const other of segments.slice(index + 1)) {
      if (one.ends.some((end) => other.ends.includes(end))) continue;
      const isApart = sideOf(one, other.from) * sideOf(one, other.to) < 0;
      if (isApart && sideOf(other, one.from) * sideOf(other, one.to) < 0) crossings += 1;
    }
  return crossings;
}
