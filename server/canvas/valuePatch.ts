import { UnreadItem } from './packedCanvas';

interface StoredNode {
  readonly id: string;
  readonly data: { readonly value?: unknown };
}

/** An operation of a JSON patch. */
interface ValueOperation {
  op: 'add';
  path: string;
  value: string;
}

interface ValueSet {
  nodeId: string;
  /** The value that the node has now. */
  shown: unknown;
  operation: ValueOperation;
}

/** Operations that set `data.value` of these nodes of a checked canvas; a node that is gone has none. */
export function valuePatch(document: unknown, values: ReadonlyMap<string, string>): ValueSet[] {
  const { nodes } = document as { nodes: readonly (UnreadItem | StoredNode)[] };
  return nodes.flatMap((node, index) => {
    const value = values.get(node.id);
    if (value === undefined) return [];
    const { id, data } = node instanceof UnreadItem ? (node.read() as StoredNode) : node;
    return { nodeId: id, shown: data.value, operation: { op: 'add', path: `/nodes/${index}/data/value`, value } };
  });
}
