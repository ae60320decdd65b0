import type { Vector } from '../geometry/vector';
import { categoryRows, isItem } from '../model/categoryItems';
import type { Change } from '../model/Change';
import type { FlowEdge } from '../model/FlowEdge';
import type { FlowNode } from '../model/FlowNode';
import type { Fragment } from '../model/fragment';
import type { GraphDocument } from '../model/GraphDocument';
import { freeEdgeId } from './layPipe';

interface PlaceOptions {
  /** How far from where they were cut out the copies stand; world pixels. */
  readonly by: Vector;
  readonly uniqueId: () => string;
  /** Joins the copies to the neighbours of what was cut out, as far as those are here. */
  readonly keepsOuter?: boolean;
}

/** The rows of a copied category are its own: two categories with rows of one id could not be told apart. */
function withOwnRows(data: FlowNode['data'], node: FlowNode, id: string): FlowNode['data'] {
  if (!Array.isArray(data.categories)) return data;
  const rows = categoryRows(node).map((row, index) =>
    isItem(row) ? { ...row, id: `${id}-item-${index}`, parentId: id } : row,
  );
  return { ...data, categories: rows };
}

/**
 * The copies of a fragment under new ids, with the edges among them.
 *
 * @returns the changes, and the ids of the copies in the fragment's order.
 * @throws Error when `uniqueId` repeats itself.
 */
export function placeFragment(
  document: GraphDocument,
  fragment: Fragment,
  { by, uniqueId, keepsOuter = false }: PlaceOptions,
): { readonly changes: readonly Change[]; readonly nodeIds: readonly string[] } {
  const idOf = new Map<string, string>();
  const nodes = fragment.nodes.map((node): FlowNode => {
    const id = `${node.type}_node_${uniqueId()}`;
    if (document.node(id)) throw new Error(`uniqueId gave an id again: there is a node '${id}' already`);
    idOf.set(node.id, id);
    const position = { x: node.position.x + by.x, y: node.position.y + by.y };
    return { ...node, id, position, data: withOwnRows(node.data, node, id) };
  });
  if (new Set(idOf.values()).size !== nodes.length) throw new Error('uniqueId gave an id twice; nothing was added');

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
    nodeIds: nodes.map(({ id }) => id),
  };
}
