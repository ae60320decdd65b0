import { edgesBy, type LayoutGraph } from './LayoutGraph';

/** A connected component of a graph. */
export interface Component {
  /** Indexes in the whole graph, by the component's own index. */
  readonly nodes: Int32Array;
  readonly graph: LayoutGraph;
}

/** The connected components, by the first of their nodes; those of a single node have no edges. */
export function componentsOf(graph: LayoutGraph): Component[] {
  const count = graph.x.length;
  const part = partOfNodes(graph, count);
  const partCount = part.reduce((most, each) => Math.max(most, each + 1), 0);
  const nodesOf = edgesBy(part, partCount);
  const edgesOf = edgesBy(
    graph.source.map((source) => part[source]!),
    partCount,
  );
  const indexIn = new Int32Array(count);
  return Array.from({ length: partCount }, (_, each): Component => {
    const nodes = nodesOf.edges.subarray(nodesOf.starts[each], nodesOf.starts[each + 1]);
    nodes.forEach((node, index) => (indexIn[node] = index));
    const edges = edgesOf.edges
      .subarray(edgesOf.starts[each], edgesOf.starts[each + 1])
      .filter((edge) => graph.source[edge] !== graph.target[edge]);
    return {
      nodes,
      graph: {
        x: pick(graph.x, nodes),
        y: pick(graph.y, nodes),
        width: pick(graph.width, nodes),
        height: pick(graph.height, nodes),
        source: edges.map((edge) => indexIn[graph.source[edge]!]!),
        target: edges.map((edge) => indexIn[graph.target[edge]!]!),
        sourceOffset: pick(graph.sourceOffset, edges),
        targetOffset: pick(graph.targetOffset, edges),
      },
    };
  });
}

const pick = (column: Float64Array, from: Int32Array): Float64Array => Float64Array.from(from, (at) => column[at]!);

/** Number of the part that each node belongs to, counted from the first node on. */
function partOfNodes({ source, target }: LayoutGraph, count: number): Int32Array {
  const root = Int32Array.from({ length: count }, (_, node) => node);
  const rootOf = (node: number): number => {
    let at = node;
    while (root[at] !== at) {
      root[at] = root[root[at]!]!;
      at = root[at]!;
    }
    return at;
  };
  for (let edge = 0; edge < source.length; edge += 1) {
    const [one, other] = [rootOf(source[edge]!), rootOf(target[edge]!)];
    root[Math.max(one, other)] = Math.min(one, other);
  }
  const part = new Int32Array(count);
  let parts = 0;
  for (let node = 0; node < count; node += 1) {
    const first = rootOf(node);
    part[node] = first === node ? parts++ : part[first]!;
  }
  return part;
}
