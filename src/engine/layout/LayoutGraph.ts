/**
 * A flow as a layout sees it: nodes by index, in columns, so that a worker is handed it without a copy. Lengths are world pixels.
 * Edges that begin and end at one node are none.
 */
export interface LayoutGraph {
  /** Present corners of the nodes: nodes of a layer keep their order as far as that costs no crossings. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: Float64Array;
  readonly height: Float64Array;
  /** The nodes of each edge, and how far below their corners it ends. */
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly sourceOffset: Float64Array;
  readonly targetOffset: Float64Array;
}

/** Corners of the laid out nodes, by index; world pixels. */
export interface LayoutPlaces {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** The edges at each node, in one list: those of node `n` are `edges[starts[n]]` up to `edges[starts[n + 1]]`. */
export interface EdgesAt {
  readonly starts: Int32Array;
  readonly edges: Int32Array;
}

/** Groups edges by one of their ends, in their order. */
export function edgesBy(ends: Int32Array, nodeCount: number): EdgesAt {
  const starts = new Int32Array(nodeCount + 1);
  for (const end of ends) starts[end + 1]! += 1;
  for (let node = 0; node < nodeCount; node += 1) starts[node + 1]! += starts[node]!;
  const next = starts.slice(0, nodeCount);
  const edges = new Int32Array(ends.length);
  for (let edge = 0; edge < ends.length; edge += 1) edges[next[ends[edge]!]!++] = edge;
  return { starts, edges };
}
