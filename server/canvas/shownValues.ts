import { UnreadItem } from './packedCanvas';

interface StoredNode {
  readonly id: string;
  readonly data: { readonly value?: unknown };
}

interface ShownValue {
  nodeId: string;
  shown: unknown;
  /** The path of the value in a JSON patch. */
  path: string;
}

/** The values that these nodes of a checked canvas show; without the nodes that are gone. */
export function shownValues(document: unknown, nodeIds: ReadonlySet<string>): ShownValue[] {
  const { nodes } = document as { nodes: readonly (UnreadItem | StoredNode)[] };
  return nodes.flatMap((node, index) => {
    if (!nodeIds.has(node.id)) return [];
    const { id, data } = node instanceof UnreadItem ? (node.read() as StoredNode) : node;
    return { nodeId: id, shown: data.value, path: `/nodes/${index}/data/value` };
  });
}
