import { categoryItems, categoryRows, hasRow, isItem } from '../nodes/categoryItems';
import type { Change } from './Change';
import type { CategoryItem, FlowNode } from './FlowNode';
import type { GraphDocument } from './GraphDocument';

/** A node, an edge, or a row of a category. */
interface Place {
  readonly id: string;
  readonly rowId: string | null;
}

/** A row, a node or an edge leaves a place and comes to another one, or to its own again, under its id. */
export interface Move {
  readonly from: Place;
  readonly to: Place;
}

/** Changes, and the moves in them. */
export interface Moving {
  readonly changes: readonly Change[];
  readonly moves: readonly Move[];
}

const thingAt = ({ id, rowId }: Place): string => rowId ?? id;

const rowsOf = (node: FlowNode | undefined): readonly CategoryItem[] => (node ? categoryItems(node) : []);

const removedItem = (change: Change): string | null =>
  change.type === 'removeNode' || change.type === 'removeEdge' ? change.id : null;

const addedItem = (change: Change): string | null =>
  change.type === 'addNode' ? change.node.id : change.type === 'addEdge' ? change.edge.id : null;

/** Its own place, then those of its rows. */
const withRows = (id: string, node: FlowNode | undefined): readonly Place[] => [
  { id, rowId: null },
  ...rowsOf(node).map((row) => ({ id, rowId: row.id })),
];

function placesLeft(change: Change, document: GraphDocument): readonly Place[] {
  if (change.type === 'removeRow') return [{ id: change.id, rowId: change.rowId }];
  const id = removedItem(change);
  return id === null ? [] : withRows(id, document.node(id));
}

function placesTaken(change: Change): readonly Place[] {
  if (change.type === 'addRow') return [{ id: change.id, rowId: change.row.id }];
  const id = addedItem(change);
  return id === null ? [] : withRows(id, change.type === 'addNode' ? change.node : undefined);
}

/** The moves in changes that fit the document: each from the first place of a thing to its last one. */
export function movesIn(changes: readonly Change[], document: GraphDocument): readonly Move[] {
  const has = (kind: 'add' | 'remove'): boolean => changes.some(({ type }) => type.startsWith(kind));
  if (!has('add') || !has('remove')) return [];
  const moves = new Map<string, Move>();
  /** Null for a thing that comes before it goes. */
  const starts = new Map<string, Place | null>();
  for (const change of changes) {
    for (const from of placesLeft(change, document)) if (!starts.has(thingAt(from))) starts.set(thingAt(from), from);
    for (const to of placesTaken(change)) {
      const from = starts.get(thingAt(to));
      if (from) moves.set(thingAt(to), { from, to });
      else starts.set(thingAt(to), null);
    }
  }
  return [...moves.values()];
}

/**
 * The changes and their moves as far as the document, which others have changed since, has room for them: a thing that was deleted does not
 * come back, one whose new place is gone or taken stays where it is, and a category that would go with its last row stays if it has others.
 */
export function wholeMoves({ changes, moves }: Moving, document: GraphDocument): Moving {
  if (moves.length === 0) return { changes, moves };
  const added = new Set(changes.map(addedItem));
  const removed = new Set(changes.map(removedItem));
  const isHere = (id: string): boolean => document.node(id) !== undefined || document.edge(id) !== undefined;
  const isAt = ({ id, rowId }: Place): boolean => (rowId === null ? isHere(id) : hasRow(document.node(id), rowId));
  const isFree = ({ from, to: { id, rowId } }: Move): boolean =>
    added.has(id)
      ? removed.has(id) || !isHere(id)
      : Array.isArray(document.node(id)?.data.categories) && (from.id === id || !isAt({ id, rowId }));

  // Its category would go with a sole row before the row can come back to it.
  const isSole = ({ from, to }: Move): boolean =>
    to.rowId !== null && from.id === to.id && rowsOf(document.node(to.id)).length === 1;
  const whole = moves.filter((move) => isAt(move.from) && isFree(move) && !isSole(move));
  const going = new Set(whole.map(({ from }) => thingAt(from)));
  const unmoved = new Set(moves.map(({ from }) => thingAt(from)).filter((thing) => !going.has(thing)));
  const emptied = moves.flatMap(({ from }) => (from.rowId !== null && removed.has(from.id) ? from.id : []));
  const staying = new Set(emptied.filter((id) => rowsOf(document.node(id)).some((row) => !going.has(row.id))));

  /** A category is taken with a row only: where those that it came with do not move, the ones that would follow come with it. */
  const early = new Set<CategoryItem>();
  const withRowsInPlace = (node: FlowNode): FlowNode => {
    const rest = withoutRows(node, unmoved);
    if (rest === node || categoryRows(rest).length > 0) return rest;
    const categories = changes.flatMap((change) =>
      change.type === 'addRow' && change.id === node.id && going.has(change.row.id) ? change.row : [],
    );
    for (const row of categories) early.add(row);
    return { ...rest, data: { ...rest.data, categories } };
  };

  const rest = (change: Change): Change | readonly Change[] => {
    const id = removedItem(change) ?? '';
    if (change.type === 'removeNode' && staying.has(id))
      return whole.flatMap(({ from }): Change | readonly [] =>
        from.id === id && from.rowId !== null ? { type: 'removeRow', id, rowId: from.rowId } : [],
      );
    const edge = change.type === 'removeEdge' ? document.edge(id) : undefined;
    if (edge && (staying.has(edge.source) || staying.has(edge.target))) return [];
    const place = placesLeft(change, document)[0] ?? placesTaken(change)[0];
    if (place && (unmoved.has(thingAt(place)) || (change.type === 'addRow' && early.has(change.row)))) return [];
    return change.type === 'addNode' ? { ...change, node: withRowsInPlace(change.node) } : change;
  };
  return { changes: changes.flatMap(rest), moves: whole };
}

/** The document takes no category whose last row is missing. */
export function withoutRows(node: FlowNode, rowIds: ReadonlySet<string>): FlowNode {
  if (!rowsOf(node).some(({ id }) => rowIds.has(id))) return node;
  const categories = categoryRows(node).filter((row) => !isItem(row) || !rowIds.has(row.id));
  return { ...node, data: { ...node.data, categories } };
}
