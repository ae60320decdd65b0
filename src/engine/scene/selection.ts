import type { GraphDocument } from '../model/GraphDocument';

export interface Selection {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** What of it the document has; the very same sets where all is there. */
export const selectionIn = (
  document: GraphDocument,
  { nodes = NONE, edges = NONE }: Partial<Selection>,
): Selection => ({
  nodes: those(nodes, (id) => document.node(id) !== undefined),
  edges: those(edges, (id) => document.edge(id) !== undefined),
});

export const isSameSelection = (one: Selection, other: Selection): boolean =>
  isSameSet(one.nodes, other.nodes) && isSameSet(one.edges, other.edges);

/** Its ends lie bare only while a pipe is all that is selected. */
export const soleSelectedEdge = ({ nodes, edges }: Selection): string | null => {
  const [edgeId] = edges;
  return nodes.size === 0 && edges.size === 1 && edgeId !== undefined ? edgeId : null;
};

function those(ids: ReadonlySet<string>, isThere: (id: string) => boolean): ReadonlySet<string> {
  for (const id of ids) if (!isThere(id)) return new Set(Array.from(ids).filter(isThere));
  return ids;
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a === b || (a.size === b.size && Array.from(a).every((id) => b.has(id)));
