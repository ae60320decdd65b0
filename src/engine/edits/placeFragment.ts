import { add, mustBeFinitePoint, type Vector } from '../geometry/vector';
import { categoryRows, isItem } from '../nodes/categoryItems';
import type { Change } from '../document/Change';
import type { FlowEdge } from '../document/FlowEdge';
import type { FlowNode } from '../document/FlowNode';
import type { Fragment } from '../document/fragment';
import { mentionOf, replaceMentions } from '../document/mentions';
import type { FreshIds } from '../document/FreshIds';
import type { GraphDocument } from '../document/GraphDocument';
import type { NodeKinds } from '../nodes/NodeKinds';
import { hiddenIdsOf } from '../scene/Folds';
import { freeEdgeId } from './connect';

/** The rows of a copied category are its own: two categories with rows of one id could not be told apart. */
function withOwnRows(data: FlowNode['data'], node: FlowNode, id: string): FlowNode['data'] {
  if (!Array.isArray(data.categories)) return data;
  const rows = categoryRows(node).map((row, index) =>
    isItem(row) ? { ...row, id: `${id}-item-${index}`, parentId: id } : row,
  );
  return { ...data, categories: rows };
}

/**
 * Makes the copy of a folded frame hide the copies of the nodes that the original hides. One without a list gets its own: at its new place it
 * would hide whatever stands there.
 */
function withOwnHidden(
  node: FlowNode,
  idOf: ReadonlyMap<string, string>,
  kinds: NodeKinds,
  copies: readonly FlowNode[],
): FlowNode {
  const { holds: listed } = node.data;
  if (!Array.isArray(listed) && !kinds.isFolded(node)) return node;
  const holds = Array.isArray(listed)
    ? listed.flatMap((id: unknown) => idOf.get(String(id)) ?? [])
    : hiddenIdsOf(kinds, node, () => copies);
  return { ...node, data: { ...node.data, holds } };
}

/** The copy of a text mentions the copies of the nodes that the original mentioned, as far as they exist. */
function withOwnMentions(node: FlowNode, idOf: ReadonlyMap<string, string>): FlowNode {
  const { value } = node.data;
  if (typeof value !== 'string') return node;
  const own = replaceMentions(value, (id) => mentionOf(idOf.get(id) ?? id) ?? '');
  return own === value ? node : { ...node, data: { ...node.data, value: own } };
}

/**
 * The copies of a fragment under fresh ids, `by` away from the originals, with the edges among them. `keepsOuter`
 * joins them to the originals' neighbours, as far as those are here. The ids come in the fragment's order.
 * @throws when the distance is no finite number.
 */
export function placeFragment(
  document: GraphDocument,
  fragment: Fragment,
  by: Vector,
  freshIds: FreshIds,
  keepsOuter: boolean,
): { readonly changes: readonly Change[]; readonly nodeIds: readonly string[] } {
  mustBeFinitePoint(by);
  const nodeIds = freshIds.forTypes(fragment.nodes.map(({ type }) => type));
  const idOf = new Map<string, string>();
  const nodes = fragment.nodes
    .map((node, index): FlowNode => {
      const id = nodeIds[index] ?? '';
      idOf.set(node.id, id);
      const position = add(node.position, by);
      return { ...node, id, position, data: withOwnRows(node.data, node, id) };
    })
    .map((node, _index, copies) => withOwnHidden(node, idOf, document.kinds, copies))
    .map((node) => (document.kinds.of(node.type)?.mentions ? withOwnMentions(node, idOf) : node));

  const endOf = (id: string): string | undefined => idOf.get(id) ?? (document.node(id) ? id : undefined);
  const used = new Set<string>();
  const edges = [...fragment.edges, ...(keepsOuter ? fragment.outer : [])].flatMap((edge): FlowEdge[] => {
    const [source, target] = [endOf(edge.source), endOf(edge.target)];
    if (source === undefined || target === undefined) return [];
    const id = freeEdgeId(document, source, target, new Set(), used);
    used.add(id);
    return [{ ...edge, id, source, target }];
  });
  return {
    changes: [
      ...nodes.map((node): Change => ({ type: 'addNode', node })),
      ...edges.map((edge): Change => ({ type: 'addEdge', edge })),
    ],
    nodeIds,
  };
}
