import { SNAP_GRID } from '../geometry/vector';
import type { LayoutGraph, LayoutPlaces } from './LayoutGraph';
import { edgesBy, type EdgesAt } from './LayoutGraph';
import type { Layers } from './Layers';
import type { Order } from './orderLayers';
import type { Ranks } from './ranks';

/** Least gap between two layers, and between two nodes of one; world pixels. */
const LAYER_GAP = 100;
/** Rounding to the grid takes no more than a step of it away. */
export const NODE_GAP = 45;
/** Room that an edge takes in a layer it passes through, with its gap; world pixels. */
const POINT = 15;
/** How often the layers are brought to their neighbours, there and back, and how many vertices that goes through in all. */
const ROUNDS_MAX = 10;
const ROUNDS_MIN = 2;
const VERTICES_LEVELLED = 24_000;

export const roundedUp = (length: number): number => Math.ceil(length / SNAP_GRID) * SNAP_GRID;
const rounded = (length: number): number => Math.round(length / SNAP_GRID) * SNAP_GRID + 0;

/**
 * Puts the layers side by side, and the nodes of each in their order so that edges run as straight as those in the way allow. All
 * on the grid, the topmost and the leftmost at 0.
 */
export function placeLayers(graph: LayoutGraph, { rank }: Ranks, wanted: Layers, layers: Order): LayoutPlaces {
  const nodeCount = graph.height.length;
  const work = new CoordinateAssignment(graph, wanted);
  for (const layer of layers) work.stack(layer);
  const rounds = Math.max(ROUNDS_MIN, Math.min(ROUNDS_MAX, Math.floor(VERTICES_LEVELLED / work.y.length)));
  for (let round = 0; round < rounds; round += 1) {
    for (const layer of layers) work.level(layer, true, false);
    for (const layer of layers.toReversed()) work.level(layer, false, true);
  }
  for (const layer of layers) work.level(layer, true, true);
  const top = work.y.subarray(0, nodeCount).reduce((least, y) => Math.min(least, y), Infinity);
  return {
    x: columnsOf(
      graph,
      rank,
      layers.map((layer) => layer.filter((vertex) => vertex < nodeCount)),
    ),
    y: work.y.subarray(0, nodeCount).map((y) => rounded(y - rounded(top))),
  };
}

/**
 * The present places of the nodes, moved to begin at 0, 0, if a layout could have left them so: each in the column of its layer, on the
 * grid and apart. Null otherwise.
 */
export function placesAsNow(graph: LayoutGraph, { rank }: Ranks, layers: Order): LayoutPlaces | null {
  const nodeCount = graph.height.length;
  const rows = layers.map((layer) =>
    layer.filter((vertex) => vertex < nodeCount).toSorted((a, b) => graph.y[a]! - graph.y[b]!),
  );
  const left = graph.x.reduce((least, x) => Math.min(least, x), Infinity);
  const top = graph.y.reduce((least, y) => Math.min(least, y), Infinity);
  const x = columnsOf(graph, rank, rows);
  if (x.some((column, node) => graph.x[node]! - left !== column)) return null;
  const y = graph.y.map((each) => each - top);
  if (y.some((each) => each % SNAP_GRID !== 0)) return null;
  const isApart = (node: number, next: number | undefined): boolean =>
    next === undefined || y[next]! - y[node]! - graph.height[node]! >= NODE_GAP - SNAP_GRID;
  return rows.every((row) => row.every((node, at) => isApart(node, row[at + 1]))) ? { x, y } : null;
}

/** Each layer as wide as its widest node. */
function columnsOf({ width }: LayoutGraph, rank: Int32Array, layers: Order): Float64Array {
  let next = 0;
  const columns = layers.map((layer) => {
    const x = next;
    next = roundedUp(x + layer.reduce((most, node) => Math.max(most, width[node]!), 0) + LAYER_GAP);
    return x;
  });
  return Float64Array.from(rank, (layer) => columns[layer]!);
}

/** Nodes moved up and down within their layers. */
class CoordinateAssignment {
  readonly y: Float64Array;
  readonly #height: Float64Array;
  readonly #layers: Layers;
  readonly #into: EdgesAt;
  readonly #outOf: EdgesAt;

  constructor(graph: LayoutGraph, layers: Layers) {
    const count = layers.layerOf.length;
    this.#layers = layers;
    this.#height = new Float64Array(count).fill(POINT - NODE_GAP);
    this.#height.set(graph.height);
    this.#into = edgesBy(layers.lower, count);
    this.#outOf = edgesBy(layers.upper, count);
    this.y = new Float64Array(count);
  }

  /** One under another, their middle at 0. */
  stack(layer: Int32Array): void {
    let next = 0;
    for (const node of layer) {
      this.y[node] = next;
      next += this.#height[node]! + NODE_GAP;
    }
    for (const node of layer) this.y[node]! -= (next - NODE_GAP) / 2;
  }

  /**
   * Brings each node of a layer as near as the others allow to where the middle one of its edges would run straight: the least sum of
   * squares with the order kept, by joining neighbours that are in each other's way.
   */
  level(layer: Int32Array, looksBack: boolean, looksAhead: boolean): void {
    /** The wanted level of each block's first node, the number of its nodes, and its offset. */
    const wanted = new Float64Array(layer.length);
    const size = new Int32Array(layer.length);
    const offset = new Float64Array(layer.length);
    let blocks = 0;
    let stacked = 0;
    for (let at = 0; at < layer.length; at += 1) {
      const node = layer[at]!;
      offset[at] = stacked;
      wanted[blocks] = this.#wantedOf(node, looksBack, looksAhead) - stacked;
      size[blocks] = 1;
      stacked += this.#height[node]! + NODE_GAP;
      for (blocks += 1; blocks > 1 && wanted[blocks - 2]! > wanted[blocks - 1]!; blocks -= 1) {
        const [one, other] = [size[blocks - 2]!, size[blocks - 1]!];
        wanted[blocks - 2] = (wanted[blocks - 2]! * one + wanted[blocks - 1]! * other) / (one + other);
        size[blocks - 2] = one + other;
      }
    }
    let at = 0;
    for (let block = 0; block < blocks; block += 1)
      for (let left = size[block]!; left > 0; left -= 1, at += 1) this.y[layer[at]!] = wanted[block]! + offset[at]!;
  }

  #wantedOf(vertex: number, looksBack: boolean, looksAhead: boolean): number {
    const [into, outOf] = [this.#into, this.#outOf];
    const back = looksBack ? into.starts[vertex + 1]! - into.starts[vertex]! : 0;
    const ahead = looksAhead ? outOf.starts[vertex + 1]! - outOf.starts[vertex]! : 0;
    if (back + ahead === 0) return this.y[vertex]!;
    // Points have one link each way, and most nodes few.
    if (back === 1 && ahead === 0) return this.#levelBy(vertex, into.edges[into.starts[vertex]!]!);
    if (back === 0 && ahead === 1) return this.#levelBy(vertex, outOf.edges[outOf.starts[vertex]!]!);
    const levels = new Float64Array(back + ahead);
    for (let at = 0; at < back; at += 1) levels[at] = this.#levelBy(vertex, into.edges[into.starts[vertex]! + at]!);
    for (let at = 0; at < ahead; at += 1)
      levels[back + at] = this.#levelBy(vertex, outOf.edges[outOf.starts[vertex]! + at]!);
    levels.sort();
    const middle = levels.length >> 1;
    return levels.length % 2 === 1 ? levels[middle]! : (levels[middle - 1]! + levels[middle]!) / 2;
  }

  #levelBy(node: number, link: number): number {
    const { upper, lower, upperOffset, lowerOffset } = this.#layers;
    const fall = upperOffset[link]! - lowerOffset[link]!;
    return upper[link] === node ? this.y[lower[link]!]! - fall : this.y[upper[link]!]! + fall;
  }
}
