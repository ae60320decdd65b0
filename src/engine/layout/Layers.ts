import { edgesBy, type LayoutGraph } from './LayoutGraph';
import type { Ranks } from './ranks';

/** Most points, for each node and edge, on edges that pass through layers; the longest edges go without. */
const DUMMIES_EACH = 3;

/**
 * The nodes in their layers, and a point in each layer that an edge passes through, so that every link joins neighbouring layers.
 * Vertices are the nodes by their index, then the points.
 */
export interface Layers {
  readonly layerOf: Int32Array;
  readonly layerCount: number;
  /** Level at which each vertex would be drawn if edges were straight and nodes stayed; world pixels. */
  readonly level: Float64Array;
  readonly down: Links;
  readonly up: Links;
  /** The vertices of each link, and how far below the corner of each vertex the link ends; world pixels. */
  readonly upper: Int32Array;
  readonly lower: Int32Array;
  readonly upperOffset: Float64Array;
  readonly lowerOffset: Float64Array;
}

/** The vertices that each one is linked with in the layer after or before its own: as `EdgesAt`. */
export interface Links {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export function layersOf(graph: LayoutGraph, { rank, isReversed, layerCount }: Ranks): Layers {
  const { source, target, sourceOffset, targetOffset, y, height } = graph;
  const nodeCount = y.length;
  const from = source.map((node, edge) => (isReversed[edge] ? target[edge]! : node));
  const to = target.map((node, edge) => (isReversed[edge] ? source[edge]! : node));
  const span = from.map((node, edge) => rank[to[edge]!]! - rank[node]!);
  const longest = longestWithPoints(span, layerCount, DUMMIES_EACH * (nodeCount + source.length));
  let linkCount = 0;
  for (const length of span) if (length <= longest) linkCount += length;
  const vertexCount = nodeCount + linkCount - span.reduce((sum, length) => sum + (length <= longest ? 1 : 0), 0);
  const layerOf = new Int32Array(vertexCount);
  const level = new Float64Array(vertexCount);
  layerOf.set(rank);
  for (let node = 0; node < nodeCount; node += 1) level[node] = y[node]! + height[node]! / 2;
  const upper = new Int32Array(linkCount);
  const lower = new Int32Array(linkCount);
  const upperOffset = new Float64Array(linkCount);
  const lowerOffset = new Float64Array(linkCount);
  let link = 0;
  let point = nodeCount;
  for (let edge = 0; edge < span.length; edge += 1) {
    const length = span[edge]!;
    if (length > longest) continue;
    const [first, last] = [from[edge]!, to[edge]!];
    let previous = first;
    upperOffset[link] = isReversed[edge] ? targetOffset[edge]! : sourceOffset[edge]!;
    for (let step = 1; step < length; step += 1) {
      layerOf[point] = rank[first]! + step;
      level[point] = level[first]! + ((level[last]! - level[first]!) * step) / length;
      upper[link] = previous;
      lower[link++] = point;
      previous = point++;
    }
    upper[link] = previous;
    lowerOffset[link] = isReversed[edge] ? sourceOffset[edge]! : targetOffset[edge]!;
    lower[link++] = last;
  }
  return {
    layerOf,
    layerCount,
    level,
    down: linksBy(upper, lower, vertexCount),
    up: linksBy(lower, upper, vertexCount),
    upper,
    lower,
    upperOffset,
    lowerOffset,
  };
}

function linksBy(ends: Int32Array, others: Int32Array, vertexCount: number): Links {
  const { starts, edges } = edgesBy(ends, vertexCount);
  return { starts, ends: edges.map((link) => others[link]!) };
}

/** The longest edges that may pass through points without these being more than `pointsMax`. */
function longestWithPoints(span: Int32Array, layerCount: number, pointsMax: number): number {
  const edgesOf = new Int32Array(layerCount + 1);
  for (const length of span) edgesOf[length]! += 1;
  let points = 0;
  for (let length = 1; length < layerCount; length += 1) {
    points += edgesOf[length]! * (length - 1);
    if (points > pointsMax) return length - 1;
  }
  return layerCount;
}
