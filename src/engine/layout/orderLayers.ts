import type { Layers, Links } from './Layers';

/** The vertices of each layer from top to bottom. */
export type Order = readonly Int32Array[];

/** Sweeps of a part of a few nodes, and how many vertices all sweeps go through: larger parts get fewer, so that 100,000 nodes take seconds. */
const SWEEPS_MAX = 64;
const SWEEPS_MIN = 3;
const VERTICES_SWEPT = 24_000;
/** Vertices from which on a part has only the better of its two first orders improved, and neighbours swapped in one pass. */
const LARGE = 3_000;
/** Sweeps without fewer crossings after which the search ends. */
const PATIENCE = 10;
/** Passes that swap neighbours of a layer that cross over each other. */
const SWAP_PASSES = 3;
/** Two vertices with more links than these together are not swapped. */
const SWAP_LINKS_MAX = 4096;
/** Factor, and further number, of crossings up to which the present order is about as good: points of long edges are guessed for it. */
const MORE_CROSSINGS = 2;
const FEW_CROSSINGS = 6;
/** Medians are compared to a sixteenth of a place. */
const FINE = 16;
const PLACES = 2 ** 22;

/**
 * Orders each layer so that few edges cross: medians of the neighbours, layer by layer down and up again, then swaps of neighbours (Gansner
 * and others, 1993). Starts once with the nodes' current order and once with that of a search; the first is used unless it has more
 * crossings, so that a tidy layout stays as it is.
 */
export function orderLayers(layers: Layers): OrderResult {
  const asNow = new Sweeping(layers, orderBy(layers, layers.level));
  const crossingsNow = asNow.crossings;
  if (crossingsNow === 0) return { order: asNow.best, isOrdered: true };
  const bySearch = new Sweeping(layers, orderBy(layers, searchOrder(layers)));
  const isLarge = layers.layerOf.length > LARGE;
  if (!isLarge || asNow.crossings <= bySearch.crossings) asNow.improve();
  if (!isLarge || bySearch.crossings < asNow.crossings) bySearch.improve();
  const best = bySearch.crossings < asNow.crossings ? bySearch : asNow;
  return { order: best.best, isOrdered: crossingsNow <= MORE_CROSSINGS * best.crossings + FEW_CROSSINGS };
}

interface OrderResult {
  readonly order: Order;
  /** Whether the nodes' current order is about as good. */
  readonly isOrdered: boolean;
}

/** Every layer sorted by a number of its vertices. */
function orderBy({ layerOf, layerCount }: Layers, value: Float64Array): Order {
  const sizes = new Int32Array(layerCount);
  for (const layer of layerOf) sizes[layer]! += 1;
  const order = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let vertex = 0; vertex < layerOf.length; vertex += 1) {
    const layer = layerOf[vertex]!;
    order[layer]![sizes[layer]!++] = vertex;
  }
  for (const layer of order) layer.sort((a, b) => value[a]! - value[b]! || a - b);
  return order;
}

/** Time at which a search along the links comes to each vertex: the vertices of a connected component lie together. */
function searchOrder({ layerOf, down, up }: Layers): Float64Array {
  const found = new Float64Array(layerOf.length).fill(-1);
  let count = 0;
  const way: number[] = [];
  const reach = (vertex: number): void => {
    if (found[vertex] !== -1) return;
    found[vertex] = count++;
    way.push(vertex);
  };
  for (let start = 0; start < layerOf.length; start += 1) {
    reach(start);
    for (let vertex = way.pop(); vertex !== undefined; vertex = way.pop()) {
      for (const { starts, ends } of [up, down])
        for (let at = starts[vertex + 1]! - 1; at >= starts[vertex]!; at -= 1) reach(ends[at]!);
    }
  }
  return found;
}

/** An order that is being improved. */
class Sweeping {
  /** The one with the fewest crossings so far, and how many those are. */
  best: Order;
  crossings: number;
  readonly #order: Int32Array[];
  readonly #layers: Layers;
  /** Place of each vertex in its layer. */
  readonly #place: Int32Array;
  readonly #medians: Float64Array;

  constructor(layers: Layers, order: Order) {
    this.#layers = layers;
    this.best = order;
    this.#order = order.map((layer) => layer.slice());
    this.#place = new Int32Array(layers.layerOf.length);
    this.#medians = new Float64Array(layers.layerOf.length);
    for (const layer of this.#order) this.#number(layer);
    this.crossings = this.#count();
  }

  improve(): void {
    const vertices = this.#place.length;
    const sweeps = Math.max(SWEEPS_MIN, Math.min(SWEEPS_MAX, Math.floor(VERTICES_SWEPT / vertices)));
    const passes = vertices > LARGE ? 1 : SWAP_PASSES;
    let since = 0;
    for (let sweep = 0; sweep < sweeps && this.crossings > 0 && since < PATIENCE; sweep += 1) {
      this.#sweep(sweep % 2 === 0, sweep % 4 > 1);
      this.#swapNeighbours(passes);
      const crossings = this.#count();
      since += 1;
      if (crossings >= this.crossings) continue;
      this.crossings = crossings;
      this.best = this.#order.map((layer) => layer.slice());
      since = 0;
    }
  }

  #number(layer: Int32Array): void {
    for (let at = 0; at < layer.length; at += 1) this.#place[layer[at]!] = at;
  }

  /** Sorts layer after layer by the medians of their neighbours in the one before. */
  #sweep(isDown: boolean, isBiased: boolean): void {
    const { up, down } = this.#layers;
    const last = this.#order.length - 1;
    for (let step = 1; step <= last; step += 1)
      this.#sort(this.#order[isDown ? step : last - step]!, isDown ? up : down, isBiased);
  }

  /** Vertices without a neighbour there keep their place. */
  #sort(layer: Int32Array, links: Links, isBiased: boolean): void {
    const size = layer.length;
    const keys = new Float64Array(size);
    let count = 0;
    for (let at = 0; at < size; at += 1) {
      const vertex = layer[at]!;
      const median = this.#medianOf(vertex, links);
      this.#medians[vertex] = median;
      // One number for both, since numbers sort much faster than by a function.
      if (median >= 0) keys[count++] = Math.round(median * FINE) * PLACES + (isBiased ? size - 1 - at : at);
    }
    const sorted = keys.subarray(0, count).toSorted();
    const before = layer.slice();
    let next = 0;
    for (let at = 0; at < size; at += 1) {
      if (this.#medians[before[at]!]! < 0) continue;
      const place = sorted[next++]! % PLACES;
      layer[at] = before[isBiased ? size - 1 - place : place]!;
    }
    this.#number(layer);
  }

  /** The weighted median of the places of its neighbours; -1 without any. */
  #medianOf(vertex: number, { starts, ends }: Links): number {
    const [start, end] = [starts[vertex]!, starts[vertex + 1]!];
    const count = end - start;
    if (count === 0) return -1;
    if (count === 1) return this.#place[ends[start]!]!;
    const places = new Float64Array(count);
    for (let at = start; at < end; at += 1) places[at - start] = this.#place[ends[at]!]!;
    places.sort();
    const middle = count >> 1;
    if (count % 2 === 1) return places[middle]!;
    if (count === 2) return (places[0]! + places[1]!) / 2;
    const left = places[middle - 1]! - places[0]!;
    const right = places[count - 1]! - places[middle]!;
    if (left + right === 0) return (places[middle - 1]! + places[middle]!) / 2;
    return (places[middle - 1]! * right + places[middle]! * left) / (left + right);
  }

  /** Swaps neighbours in a layer wherever that takes crossings away. */
  #swapNeighbours(passes: number): void {
    for (const layer of this.#order)
      for (let pass = 0; pass < passes; pass += 1) {
        let isSwapped = false;
        for (let at = 0; at + 1 < layer.length; at += 1) {
          const [one, other] = [layer[at]!, layer[at + 1]!];
          if (this.#gainOfSwap(one, other) <= 0) continue;
          layer[at] = other;
          layer[at + 1] = one;
          this.#place[other] = at;
          this.#place[one] = at + 1;
          isSwapped = true;
        }
        if (!isSwapped) break;
      }
  }

  #gainOfSwap(one: number, other: number): number {
    const { up, down } = this.#layers;
    return this.#crossingsOf(one, other, up) + this.#crossingsOf(one, other, down);
  }

  /** Number of additional crossings of their links in this order, compared with the swapped one. */
  #crossingsOf(one: number, other: number, { starts, ends }: Links): number {
    const [oneStart, oneEnd] = [starts[one]!, starts[one + 1]!];
    const [otherStart, otherEnd] = [starts[other]!, starts[other + 1]!];
    if ((oneEnd - oneStart) * (otherEnd - otherStart) > SWAP_LINKS_MAX) return 0;
    let more = 0;
    for (let a = oneStart; a < oneEnd; a += 1)
      for (let b = otherStart; b < otherEnd; b += 1) more += Math.sign(this.#place[ends[a]!]! - this.#place[ends[b]!]!);
    return more;
  }

  /** All crossings of links, by a tree of sums over the places (Barth, Mutzel, Jünger 2004). */
  #count(): number {
    const { starts, ends } = this.#layers.down;
    let crossings = 0;
    for (let index = 0; index + 1 < this.#order.length; index += 1) {
      const size = this.#order[index + 1]!.length;
      const sums = new Int32Array(size + 1);
      let seen = 0;
      for (const vertex of this.#order[index]!) {
        const [start, end] = [starts[vertex]!, starts[vertex + 1]!];
        for (let at = start; at < end; at += 1) {
          let upTo = 0;
          for (let place = this.#place[ends[at]!]! + 1; place > 0; place -= place & -place) upTo += sums[place]!;
          crossings += seen - upTo;
        }
        // Links of one vertex do not cross each other.
        for (let at = start; at < end; at += 1)
          for (let place = this.#place[ends[at]!]! + 1; place <= size; place += place & -place) sums[place]! += 1;
        seen += end - start;
      }
    }
    return crossings;
  }
}
