import { edgesBy, type EdgesAt, type LayoutGraph } from './LayoutGraph';

/** Most rounds in which nodes are moved. */
const ROUNDS = 16;

/** The layer of each node, and the edges that lead back against the layers. */
export interface Ranks {
  readonly rank: Int32Array;
  readonly layerCount: number;
  /** 1 for an edge that is reversed because it closes a cycle, by edge. */
  readonly isReversed: Uint8Array;
}

/**
 * Layers by the longest path to a node; a node with more outgoing than incoming edges goes as far to the right as those allow, so that
 * inputs are next to the nodes they feed.
 */
export function ranksOf({ x, source, target }: LayoutGraph): Ranks {
  const count = x.length;
  const isReversed = backEdges(source, target, count);
  const from = source.map((node, edge) => (isReversed[edge] ? target[edge]! : node));
  const to = target.map((node, edge) => (isReversed[edge] ? source[edge]! : node));
  const outOf = edgesBy(from, count);
  const rank = new Int32Array(count);
  const order = topologicalOrder(to, outOf, count);
  for (const node of order)
    for (let at = outOf.starts[node]!; at < outOf.starts[node + 1]!; at += 1) {
      const next = to[outOf.edges[at]!]!;
      rank[next] = Math.max(rank[next]!, rank[node]! + 1);
    }
  shorten(rank, from, to, order, outOf);
  return { ...withoutEmptyLayers(rank), isReversed };
}

/**
 * Moves each node to that end of its range where more of its edges become shorter, so that inputs are next to the nodes they feed; repeats
 * it while any node moves.
 */
function shorten(rank: Int32Array, from: Int32Array, to: Int32Array, order: Int32Array, outOf: EdgesAt): void {
  const into = edgesBy(to, rank.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    let isMoved = false;
    for (let at = order.length - 1; at >= 0; at -= 1) {
      const node = order[round % 2 === 0 ? at : order.length - 1 - at]!;
      const leaving = outOf.starts[node + 1]! - outOf.starts[node]!;
      const entering = into.starts[node + 1]! - into.starts[node]!;
      const isRight = leaving > entering || (leaving === entering && round % 2 === 0);
      let best = isRight ? Infinity : -1;
      if (isRight)
        for (let edge = outOf.starts[node]!; edge < outOf.starts[node + 1]!; edge += 1)
          best = Math.min(best, rank[to[outOf.edges[edge]!]!]! - 1);
      else
        for (let edge = into.starts[node]!; edge < into.starts[node + 1]!; edge += 1)
          best = Math.max(best, rank[from[into.edges[edge]!]!]! + 1);
      if (best === rank[node]) continue;
      rank[node] = best;
      isMoved = true;
    }
    if (!isMoved) return;
  }
}

/** Edges that lead back to a node on the path to them, in a search from the nodes without incoming edges. */
function backEdges(source: Int32Array, target: Int32Array, count: number): Uint8Array {
  const outOf = edgesBy(source, count);
  const isReversed = new Uint8Array(source.length);
  const isEntered = new Uint8Array(count);
  for (const node of target) isEntered[node] = 1;
  /** 1 on the path to the current node, 2 done. */
  const state = new Uint8Array(count);
  const next = outOf.starts.slice(0, count);
  const way: number[] = [];
  const search = (start: number): void => {
    if (state[start] !== 0) return;
    state[start] = 1;
    way.push(start);
    for (let node = way.at(-1); node !== undefined; node = way.at(-1)) {
      if (next[node] === outOf.starts[node + 1]) {
        state[node] = 2;
        way.pop();
        continue;
      }
      const edge = outOf.edges[next[node]!++]!;
      const reached = target[edge]!;
      if (state[reached] === 1) isReversed[edge] = 1;
      else if (state[reached] === 0) {
        state[reached] = 1;
        way.push(reached);
      }
    }
  };
  for (let node = 0; node < count; node += 1) if (!isEntered[node]) search(node);
  for (let node = 0; node < count; node += 1) search(node);
  return isReversed;
}

function topologicalOrder(to: Int32Array, outOf: EdgesAt, count: number): Int32Array {
  const waitingFor = new Int32Array(count);
  for (const node of to) waitingFor[node]! += 1;
  const order = new Int32Array(count);
  let length = 0;
  for (let node = 0; node < count; node += 1) if (waitingFor[node] === 0) order[length++] = node;
  for (let at = 0; at < length; at += 1) {
    const node = order[at]!;
    for (let edge = outOf.starts[node]!; edge < outOf.starts[node + 1]!; edge += 1) {
      const next = to[outOf.edges[edge]!]!;
      waitingFor[next]! -= 1;
      if (waitingFor[next] === 0) order[length++] = next;
    }
  }
  return order;
}

function withoutEmptyLayers(rank: Int32Array): Pick<Ranks, 'rank' | 'layerCount'> {
  const taken = new Int32Array(rank.reduce((most, each) => Math.max(most, each), 0) + 1);
  for (const each of rank) taken[each] = 1;
  let layerCount = 0;
  for (let layer = 0; layer < taken.length; layer += 1) taken[layer] = taken[layer] ? layerCount++ : -1;
  return { rank: rank.map((each) => taken[each]!), layerCount };
}
